import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { rowOf, type RowMarks } from '../../../../shared/session/row-of.ts';
import { decodeEntry } from '../../../../shared/session/decode-entry.ts';
import type { LineEntry, NewEntry, Side } from '../../../../shared/session/entries.ts';
import type { Row } from '../../../../shared/session/row.ts';
import { decoderFor, profileOf } from '../../../support/protocol-parts.ts';

const { profile } = profileOf('zot-latest');

function row(entry: NewEntry, marks: RowMarks = {}): Row {
  const known = entry.kind === 'line' ? decodeEntry(entry, decoderFor('zot-latest'), profile) : undefined;
  return rowOf({ ...entry, seq: 7, atUs: 1_234 }, known, marks);
}
function line(text: string, from: Side = 'extension', more: Partial<LineEntry> = {}): LineEntry {
  return { kind: 'line', from, raw: { text }, ending: 'lf', ...more };
}
/** The summary as plain text, wire values in ‹›. */
function told({ summary }: Row): string {
  return summary.map((part) => ('words' in part ? part.words : `‹${part.wire}›`)).join('');
}

describe('the row of a frame', () => {
  it.each<[string, Side, string]>([
    ['{"type":"hello","name":"guard","version":"1.4.0"}', 'extension', '‹guard› ‹1.4.0›'],
    [
      '{"type":"hello_ack","protocol_version":1,"zot_version":"0.31","provider":"p","model":"m","cwd":"/"}',
      'host',
      'zot ‹0.31› · ‹p› ‹m›',
    ],
    ['{"type":"register_command","name":"audit","description":"Look"}', 'extension', '/‹audit› · ‹Look›'],
    ['{"type":"tool_call","id":"1","name":"read","args":{"path":"a"}}', 'host', '‹read› ‹{"path":"a"}›'],
    [
      '{"type":"tool_result","id":"1","content":[{"type":"text","text":"ok"}]}',
      'extension',
      '1 text block, 2 characters',
    ],
    [
      '{"type":"tool_result","id":"1","content":[{"type":"text","text":"no"}],"is_error":true}',
      'extension',
      'error, 1 text block, 2 characters · ‹no›',
    ],
    ['{"type":"event_intercept_response","id":"1"}', 'extension', 'allow'],
    ['{"type":"event_intercept_response","id":"1","block":true,"reason":"no"}', 'extension', 'block: ‹no›'],
    [
      '{"type":"event_intercept","id":"1","event":"tool_call","tool_name":"bash","tool_args":{"command":"ls"}}',
      'host',
      '‹tool_call› ‹bash› ‹{"command":"ls"}›',
    ],
    ['{"type":"command_invoked","id":"1","name":"audit","args":"--all"}', 'host', '/‹audit› ‹--all›'],
    [
      '{"type":"command_response","id":"1","action":"display","display":"a\\nb"}',
      'extension',
      'display, 2 lines',
    ],
    ['{"type":"notify","level":"warn","message":"careful"}', 'extension', '‹warn›: ‹careful›'],
    [
      '{"type":"subscribe","events":["turn_end"],"intercept":["tool_call"]}',
      'extension',
      'events ‹turn_end› · intercepts ‹tool_call›',
    ],
    ['{"type":"subscribe","events":[],"intercept":["tool_call"]}', 'extension', 'intercepts ‹tool_call›'],
    [
      '{"type":"secret_set","id":"1","key":"token","value":"hunter2"}',
      'extension',
      '‹token›, 7 characters · zot-latest does not know the frame "secret_set" and ignores it; known to terva-6.',
    ],
  ])('%s from the %s reads well', (text, from, expected) => {
    expect(told(row(line(text, from)))).toBe(expected);
  });

  it('has type, id and side in their columns', () => {
    expect(
      row(line('{"type":"tool_call","id":"12","name":"x","args":{}}', 'host', { origin: 'hand' })),
    ).toMatchObject({
      seq: 7,
      atUs: 1_234,
      kind: 'line',
      from: 'host',
      type: 'tool_call',
      id: '12',
      origin: 'hand',
    });
  });

  it('knows of shutdown that nobody waits for its answer, and of a tool_call that somebody does', () => {
    expect(row(line('{"type":"shutdown"}', 'host')).answerOptional).toBe(true);
    const call = row(line('{"type":"tool_call","id":"1","name":"a","args":{}}', 'host'));
    expect(call.answerOptional).toBeUndefined();
  });

  it('says what is wrong with it, the worst first', () => {
    const bad = row(
      line('{"type":"command_response","id":"1","action":"display","display":"x","dispaly":"y"}'),
    );
    expect(told(bad)).toBe('display ‹x› · unknown field ‹dispaly›');
    expect(bad.severity).toBe('warning');
    const worse = row(line('{"type":"notify","level":"debug","message":5}'));
    expect(told(worse)).toContain('/message must be a string');
    expect(worse.severity).toBe('error');
  });

  it('shows numbers and key order as they were sent (cases N01, N04)', () => {
    const text =
      '{"type":"tool_call","id":"1","name":"x","args":{"b":7301444403300120013,"10":1.50,"2":[-0,1e2]}}';
    expect(told(row(line(text, 'host')))).toBe('‹x› ‹{"b":7301444403300120013,"10":1.50,"2":[-0,1e2]}›');
    const bare = '{"type":"tool_call","id":"1","name":"x","args":18446744073709551615}';
    expect(told(row(line(bare, 'host')))).toBe('‹x› ‹18446744073709551615›');
  });

  it('shows strings decoded, also where numbers are shown as sent', () => {
    const text =
      '{"type":"tool_call","id":"1","name":"x","args":{"c":"a \\u0026\\u0026 b","n":12345678901234567890}}';
    expect(told(row(line(text, 'host')))).toBe('‹x› ‹{"c":"a && b","n":12345678901234567890}›');
  });

  it('is short, whatever the frame holds', () => {
    const long = 'y'.repeat(1_000_000);
    for (const text of [
      JSON.stringify({ type: 'notify', level: long, message: long }),
      JSON.stringify({ type: long, id: long }),
      JSON.stringify({
        type: 'tool_call',
        id: long,
        name: long,
        args: { n: 12345678901234567890n.toString(), long },
      }),
      long,
    ]) {
      expect(JSON.stringify(row(line(text, 'host'))).length).toBeLessThan(2_500);
    }
  });

  it('takes what later entries made of it as marks', () => {
    const marks: RowMarks = { pairSeq: 9, latencyUs: 5, held: { heldUs: 3 }, edited: true, severity: 'info' };
    expect(row(line('{"type":"ready"}'), marks)).toMatchObject(marks);
    expect(row(line('{"type":"ready","x":1,"id":5}'), { severity: 'info' }).severity).toBe('error');
    expect(row(line('{"type":"ready"}'), { pending: true, held: { now: true } })).toMatchObject({
      pending: true,
      held: { now: true },
    });
  });
});

describe('the row of a line that is no frame', () => {
  it.each([
    ['DEBUG cache', 'not JSON', '‹DEBUG cache›'],
    ['', 'blank line', 'nothing but the line end'],
    ['[1]', 'not an object', '‹[1]›'],
    ['Content-Length: 60', 'header framing', '‹Content-Length: 60›'],
    ['{', 'JSON over several lines', '‹{›'],
  ])('%j is called what it is', (text, type, summary) => {
    const found = row(line(text));
    expect(found).toMatchObject({ type, notFrame: true });
    expect(told(found)).toBe(summary);
  });

  it('of bytes that are not UTF-8 shows what a reader would guess', () => {
    const found = row({ kind: 'line', from: 'extension', raw: { base64: 'Y2Fm6Q==' }, ending: 'lf' });
    expect(found.type).toBe('not UTF-8');
    expect(told(found)).toBe('‹caf\ufffd› · bytes that are not UTF-8');
  });

  it('or has no type shows its text', () => {
    expect(row(line('{"a":1}'))).toMatchObject({ type: 'no type', severity: 'warning' });
    expect(told(row(line('{"a": 1}')))).toBe('‹{"a": 1}›');
    expect(row(line('{"a":1}')).notFrame).toBeUndefined();
  });
});

describe('the row of a fact', () => {
  it.each<[NewEntry, string, string]>([
    [
      {
        kind: 'spawned',
        pid: 48_213,
        executable: '/usr/bin/node',
        argv: ['node', 'my ext.mjs'],
        cwd: '/',
        environmentAdded: [],
      },
      'spawned',
      "pid 48213 · ‹node 'my ext.mjs'›",
    ],
    [
      { kind: 'spawnFailed', code: 'ENOENT', message: 'no such file', executable: 'x' },
      'spawn failed',
      'ENOENT: no such file',
    ],
    [{ kind: 'exited', code: 0, signal: null }, 'exited', 'code 0'],
    [{ kind: 'exited', code: 3, signal: null }, 'exited', 'code 3'],
    [{ kind: 'exited', code: null, signal: 'SIGKILL' }, 'exited', 'ended by SIGKILL'],
    [{ kind: 'exited', code: null, signal: 'SIGSEGV' }, 'crashed', 'ended by SIGSEGV'],
    [{ kind: 'closed', pipe: 'stdin', by: 'host', error: 'EPIPE' }, 'closed', 'stdin, by the host · ‹EPIPE›'],
    [
      { kind: 'signalled', signal: 'SIGTERM', to: 'group', reason: 'no exit in 2 s' },
      'signalled',
      'SIGTERM to the process group · no exit in 2 s',
    ],
    [
      { kind: 'pipesHeld', holders: [{ pid: 5, command: 'sleep 9' }] },
      'pipes held',
      'the process is gone, but its pipes are held by ‹5 sleep 9›',
    ],
    [
      { kind: 'stateChanged', state: 'awaitingHello', reason: 'spawned' },
      'state',
      'waiting for hello · spawned',
    ],
    [
      { kind: 'decided', decision: 'ready', message: 'Ready.', value: { by: 'frame', afterMs: 1 } },
      'registration over',
      'Ready.',
    ],
    [{ kind: 'problem', code: 'x', severity: 'error', message: 'Wrong.' }, 'problem', 'Wrong.'],
    [{ kind: 'released', line: 4, heldUs: 1_110_000, by: 'user' }, 'released', '#4 after 1.11 s'],
    [{ kind: 'released', line: 4, heldUs: 900, by: 'mode' }, 'released', '#4 after 900 µs, by run mode'],
    [{ kind: 'edited', line: 4, raw: { text: '{"a":1}' } }, 'edited', '#4 passes as ‹{"a":1}›'],
    [{ kind: 'dropped', line: 4, heldUs: 38_400_000 }, 'dropped', '#4 after 38.4 s; it does not pass'],
    [{ kind: 'modeChanged', mode: 'step' }, 'mode', 'step: every frame waits to be released'],
    [{ kind: 'clock', frozen: true, hostUs: 184_600 }, 'host clock', 'frozen at 0.1846 s'],
    [
      { kind: 'writeStalled', pendingBytes: 70_000, pendingLines: 1 },
      'write stalled',
      'the extension does not read its stdin: 1 line, 70,000 bytes wait',
    ],
    [
      { kind: 'writeResumed', stalledUs: 125_000_000 },
      'write resumed',
      'the extension reads again after 2 min 5 s',
    ],
    [
      { kind: 'meter', truncatedLines: 2, truncatedBytes: 9, redactedValues: 1, unwritten: 0 },
      'capture',
      '2 lines cut, 9 bytes not kept · 1 value redacted',
    ],
    [
      { kind: 'meter', truncatedLines: 0, truncatedBytes: 0, redactedValues: 0, unwritten: 0 },
      'capture',
      'nothing lost',
    ],
    [{ kind: 'note', text: 'Started by hand.' }, 'note', 'Started by hand.'],
    [{ kind: 'stderr', raw: { text: 'policy: 14 rules' }, ending: 'lf' }, 'stderr', '‹policy: 14 rules›'],
  ])('%j is "%s", "%s"', (entry, type, summary) => {
    const found = row(entry);
    expect(found.type).toBe(type);
    expect(told(found)).toBe(summary);
    expect(found.kind).toBe(entry.kind);
  });

  it('has the severity of what happened', () => {
    expect(row({ kind: 'exited', code: null, signal: 'SIGSEGV' }).severity).toBe('error');
    expect(row({ kind: 'exited', code: 0, signal: null }).severity).toBeUndefined();
    expect(row({ kind: 'exited', code: 1, signal: null }).severity).toBe('warning');
    expect(row({ kind: 'problem', code: 'x', severity: 'info', message: 'm' }).severity).toBe('info');
  });
});

it('never throws for any line, and every row is plain and short', () => {
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.json({ maxDepth: 5 })), (text) => {
      const made = row(line(text));
      expect(structuredClone(made)).toEqual(made);
      expect(made.summary.length).toBeGreaterThan(0);
      expect(told(made).length).toBeLessThan(1_500);
    }),
  );
});
