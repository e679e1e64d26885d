import { describe, expect, it } from 'vitest';
import { foldEntries, SummaryFold } from '../../../../shared/session/fold.ts';
import { decodeEntry } from '../../../../shared/session/decode-entry.ts';
import type { Entry, LineEntry, NewEntry, Side } from '../../../../shared/session/entries.ts';
import { decoded, decoderFor, profileOf } from '../../../support/protocol-parts.ts';

const { profile } = profileOf('zot-latest');

/** Entries numbered as a journal numbers them, 1 ms apart. */
function journal(...entries: readonly NewEntry[]): readonly Entry[] {
  return entries.map((entry, i) => ({ ...entry, seq: i + 1, atUs: i * 1_000 }));
}
function line(text: string, from: Side = 'extension', more: Partial<LineEntry> = {}): LineEntry {
  return { kind: 'line', from, raw: { text }, ending: 'lf', ...more };
}
function summaryOf(...entries: readonly NewEntry[]) {
  return foldEntries(journal(...entries), decoderFor('zot-latest'), profile);
}

describe('the summary of a session', () => {
  it('starts out as a session that has not begun', () => {
    expect(new SummaryFold().summary).toMatchObject({
      state: 'idle',
      mode: 'run',
      hello: null,
      pid: null,
      exit: null,
      spawnFailed: null,
      stopAsked: false,
      frames: 0,
      entries: 0,
      problems: [],
    });
  });

  it('counts frames of both sides, other lines and stderr apart', () => {
    const summary = summaryOf(
      line('{"type":"ready"}'),
      line('{"type":"shutdown"}', 'host'),
      line('{"type":"nobody knows"}'),
      line('log text'),
      { kind: 'stderr', raw: { text: 'x' }, ending: 'lf' },
    );
    expect(summary).toMatchObject({ entries: 5, frames: 3, notFrames: 1, stderrLines: 1 });
  });

  it('says what the journal does not hold in full, and is silent while it holds all', () => {
    const meter = { truncatedLines: 2, truncatedBytes: 1_536, redactedValues: 0, unwritten: 0 };
    expect(summaryOf({ kind: 'meter', ...meter }).meter).toEqual(meter);
    expect(summaryOf({ kind: 'meter', ...meter, truncatedLines: 0, truncatedBytes: 0 })).not.toHaveProperty(
      'meter',
    );
  });

  it('takes registrations from what the host decided, not from frames', () => {
    const summary = summaryOf(
      line('{"type":"register_tool","name":"a","schema":{}}'),
      {
        kind: 'decided',
        decision: 'toolRegistered',
        message: 'm',
        line: 1,
        value: { name: 'a', description: '', schemaText: '{}', late: false },
      },
      {
        kind: 'decided',
        decision: 'commandRegistered',
        message: 'm',
        line: 1,
        value: { name: 'c', description: 'd', late: true },
      },
      {
        kind: 'decided',
        decision: 'subscribed',
        message: 'm',
        value: { events: ['x', 'y'], intercept: ['tool_call'] },
      },
      { kind: 'decided', decision: 'subscribed', message: 'm', value: { events: ['y', 'z'], intercept: [] } },
      {
        kind: 'decided',
        decision: 'helloAccepted',
        message: 'm',
        value: { name: 'n', version: '1', capabilities: [] },
      },
      { kind: 'decided', decision: 'stopAsked', message: 'm', value: { by: 'user' } },
    );
    expect(summary).toMatchObject({
      tools: [{ name: 'a', schemaText: '{}', late: false, line: 1 }],
      commands: [{ name: 'c', description: 'd', late: true, line: 1 }],
      events: ['x', 'y', 'z'],
      intercepts: ['tool_call'],
      hello: { name: 'n', version: '1' },
      stopAsked: true,
    });
  });

  it('collects problems of lines and of the host, but not the infos of single lines', () => {
    const summary = summaryOf(
      line('{"type":"hello","version":"1"}'),
      line('{"type":"ready","extra":1}'),
      line('nonsense'),
      { kind: 'problem', code: 'hello-not-first', severity: 'info', message: 'm', line: 3 },
    );
    expect(summary.problems.map(({ code, severity, seq }) => [code, severity, seq])).toEqual([
      ['missing-field', 'error', 1],
      ['not-json', 'warning', 3],
      ['hello-not-first', 'info', 3],
    ]);
    expect(summary.problemCounts).toEqual({ error: 1, warning: 1, info: 1 });
  });

  it('keeps the first thousand problems and counts all', () => {
    const summary = summaryOf(...Array.from({ length: 1_200 }, () => line('nonsense')));
    expect(summary.problems).toHaveLength(1_000);
    expect(summary.problemCounts.warning).toBe(1_200);
  });

  it('follows process, state, mode, clock and pipe', () => {
    const summary = summaryOf(
      { kind: 'spawned', pid: 42, executable: '/bin/x', argv: ['x'], cwd: '/', environmentAdded: [] },
      { kind: 'stateChanged', state: 'registering', reason: 'hello' },
      { kind: 'modeChanged', mode: 'step' },
      { kind: 'clock', frozen: true, hostUs: 5 },
      { kind: 'writeStalled', pendingBytes: 70_000, pendingLines: 3 },
    );
    expect(summary).toMatchObject({
      pid: 42,
      state: 'registering',
      mode: 'step',
      clockFrozen: true,
      stalledBytes: 70_000,
    });
    expect(
      summaryOf(
        { kind: 'writeStalled', pendingBytes: 9, pendingLines: 1 },
        { kind: 'writeResumed', stalledUs: 1 },
      ),
    ).toMatchObject({ stalledBytes: 0 });
    expect(summaryOf({ kind: 'exited', code: null, signal: 'SIGSEGV' }).exit).toEqual({
      code: null,
      signal: 'SIGSEGV',
    });
    expect(
      summaryOf({ kind: 'spawnFailed', code: 'ENOENT', message: 'm', fix: 'f', executable: 'x' }).spawnFailed,
    ).toEqual({ code: 'ENOENT', message: 'm', fix: 'f' });
  });

  it('lists held lines, oldest first, until they are released or dropped', () => {
    const held = [
      line('{"type":"ready"}', 'extension', { held: true }),
      line('{"type":"shutdown"}', 'host', { held: true }),
    ];
    expect(summaryOf(...held).held).toEqual([1, 2]);
    expect(summaryOf(...held, { kind: 'released', line: 1, heldUs: 9, by: 'user' }).held).toEqual([2]);
    expect(summaryOf(...held, { kind: 'dropped', line: 2, heldUs: 9 }).held).toEqual([1]);
  });

  it('names the types of frames that a person dropped, and not of those that fell with the end', () => {
    const held = [
      line('{"type":"hello_ack","protocol_version":1}', 'host', { held: true }),
      line('{"type":"shutdown"}', 'host', { held: true }),
    ];
    expect(summaryOf(...held).dropped).toBeUndefined();
    const summary = summaryOf(
      ...held,
      { kind: 'dropped', line: 1, heldUs: 9 },
      { kind: 'dropped', line: 2, heldUs: 9, by: 'exit' },
    );
    expect(summary.dropped).toEqual(['hello_ack']);
  });

  it('says how registration ended, once it did', () => {
    expect(summaryOf().ready).toBeUndefined();
    const ready = { by: 'silence', afterMs: 250 } as const;
    expect(summaryOf({ kind: 'decided', decision: 'ready', message: 'm', value: ready }).ready).toEqual({
      by: 'silence',
    });
  });

  it('is the same by the fast way for lines as entry by entry', () => {
    const texts = ['{"type":"ready"}', 'no', '{"type":"x"}', '{"type":"hello"}'];
    const fast = new SummaryFold();
    texts.forEach((text, i) => fast.addLine('extension', decoded(text), i + 1, i === 0));
    fast.addStderr();
    const slow = summaryOf(
      ...texts.map((text, i) => line(text, 'extension', i === 0 ? { held: true } : {})),
      { kind: 'stderr', raw: { text: '' }, ending: 'lf' },
    );
    expect(fast.summary).toEqual(slow);
  });

  it('is a value of its own: what comes later does not change it', () => {
    const fold = new SummaryFold();
    const before = fold.summary;
    fold.addLine('extension', decoded('no'), 1, true);
    expect(before).toMatchObject({ notFrames: 0, problems: [], held: [] });
  });

  it('does not take a line that was not decoded', () => {
    const [entry] = journal(line('{}'));
    expect(() => new SummaryFold().add(entry as Entry)).toThrow('Line 1');
  });
});

describe('a line of a journal', () => {
  const decode = decoderFor('zot-latest');

  it('is decoded as it was when it crossed', () => {
    expect(
      decodeEntry(line('{"type":"ready"}', 'extension', { ending: 'crlf' }), decode, profile).issues,
    ).toHaveLength(1);
    const bytes: LineEntry = { kind: 'line', from: 'extension', raw: { base64: '/w==' }, ending: 'lf' };
    expect(decodeEntry(bytes, decode, profile)).toMatchObject({ reason: 'notUtf8' });
  });

  it('that was cut is told by its length, not by what is left of it', () => {
    const cut = line('{"type":"ready"}', 'extension', { truncated: true, byteLength: 5_000_000 });
    const found = decodeEntry(cut, decode, profile);
    expect(found).toMatchObject({ kind: 'notFrame', reason: 'tooLong' });
    expect(found.issues[0]?.message).toContain('5,000,000 bytes');
    expect(found.issues[0]?.message).toContain('first 16 bytes');
  });
});
