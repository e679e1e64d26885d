// Sending by hand to real processes: once, many times in turn and at once, with ids of their own, stopped and refused.

import { existsSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ComposeDesk } from '../../../electron/engine/compose-desk.ts';
import { SentHistory } from '../../../electron/engine/sent-history.ts';
import type { ComposeCheck, FramesSent } from '../../../shared/ipc/contract.ts';
import { putMember, replaceRaw } from '../../../shared/form/edit.ts';
import { readExact } from '../../../shared/form/exact.ts';
import { formOf } from '../../../shared/form/form.ts';
import { readSchema } from '../../../shared/form/schema.ts';
import type { Result } from '../../../shared/result.ts';
import { callText, EngineUnderTest, isLine, script, textOf, type Run } from '../../support/engine.ts';

const schema = {
  type: 'object',
  properties: { level: { enum: [1, 2, 3] }, name: { type: 'string' } },
  required: ['level'],
  additionalProperties: false,
};
/** Answers echo with the line it got, hush never; tells on stderr when it got a line. */
const echo = script(`
  const say = (frame) => process.stdout.write(JSON.stringify(frame) + '\\n');
  say({ type: 'hello', name: 'echo', version: '1', capabilities: ['tools'] });
  say({ type: 'register_tool', name: 'echo', description: '', schema: ${JSON.stringify(schema)} });
  say({ type: 'register_tool', name: 'hush', description: '', schema: {} });
  say({ type: 'register_tool', name: 'broken', description: '', schema: { type: 'sting' } });
  say({ type: 'ready' });
  require('readline').createInterface({ input: process.stdin }).on('line', (line) => {
    const frame = JSON.parse(line);
    if (frame.type === 'shutdown') { say({ type: 'shutdown_ack' }); process.exit(0); }
    if (frame.type === 'tool_call' && frame.name !== 'hush')
      say({ type: 'tool_result', id: frame.id, content: [{ type: 'text', text: line }] });
  });
`);

let engine: EngineUnderTest;
let run: Run;
let desk: ComposeDesk;
const faults: unknown[] = [];

function makeDesk(): ComposeDesk {
  return new ComposeDesk({
    get: (id) => engine.workspace.get(id),
    history: new SentHistory(engine.stateDir, (error) => faults.push(error)),
    now: () => '2026-11-30T19:14:00.000Z',
  });
}
function value<T>(result: Result<T>): T {
  if (!result.ok) throw new Error(JSON.stringify(result.failure));
  return result.value;
}
const check = (text: string): ComposeCheck => value(desk.check(run.opened.id, text));
async function send(text: string, rest: object = {}): Promise<FramesSent> {
  return value(await desk.send(run.opened.id, { text, ...rest }));
}
async function calls(): Promise<readonly { seq: number; id: string }[]> {
  const lines = (await run.views()).filter(isLine).filter((view) => textOf(view).includes('"tool_call"'));
  return lines
    .filter((view) => view.entry.from === 'host')
    .map((view) => ({ seq: view.entry.seq, id: (JSON.parse(textOf(view)) as { id: string }).id }));
}

beforeEach(async () => {
  engine = new EngineUnderTest();
  run = await engine.open(echo);
  desk = makeDesk();
  await run.untilState('ready');
});
afterEach(async () => {
  await engine.close();
  expect(faults.splice(0)).toEqual([]);
});

describe('sending', () => {
  test('a line goes out exactly as it was composed, marked as sent by hand, and its seq is told', async () => {
    const text = '{"type":"tool_call","id":"h\\u0031","name":"echo", "args":{"level":1.0}}';
    const sent = await send(text);
    const result = await run.untilFrame('tool_result');
    expect(JSON.parse(textOf(result))).toMatchObject({ id: 'h1', content: [{ text }] });
    const [row] = await run.journal.rows(sent.lines[0] ?? 0, 1);
    expect(row).toMatchObject({ type: 'tool_call', origin: 'hand', pairSeq: result.entry.seq });
    expect(sent).toMatchObject({ count: 1, stopped: '' });
  });

  test('case S06: a number chosen from an enum without a type arrives as a number', async () => {
    const read = readSchema(JSON.stringify(schema));
    const root = readExact('{"level":0}');
    if (!read.ok || !root.ok) throw new Error('not read');
    const form = formOf({ schema: read.schema.whole, text: '{"level":0}', root: root.root });
    const { control } = form.children[0]!;
    if (control.kind !== 'allowed') throw new Error(control.kind);
    const args = replaceRaw('{"level":0}', '/level', control.values[1]?.raw ?? '?');
    await send(callText('1', 'echo', args));
    expect(textOf(await run.untilFrame('tool_result'))).toContain('\\"args\\":{\\"level\\":2}');
  });

  test('what is no frame goes out too: warnings never forbid', async () => {
    const sent = await send('not JSON at all');
    expect((await run.journal.rows(sent.lines[0] ?? 0, 1))[0]).toMatchObject({
      notFrame: true,
      origin: 'hand',
    });
  });

  test('in turn: each call waits for the answer to the one before, with ids that are all different', async () => {
    const sent = await send(callText('7', 'echo', '{"level":1}'), { times: 5, how: 'inTurn' });
    expect(sent).toMatchObject({ count: 5, stopped: '' });
    await run.until('the last answer', (view) => isLine(view) && view.entry.seq > (sent.lines[4] ?? 0));
    const wire = (await run.views())
      .filter(isLine)
      .map(textOf)
      .filter((text) => /"tool_(call|result)"/.test(text))
      .map((text) => (text.includes('"tool_result"') ? 'result' : 'call'));
    expect(wire).toEqual(Array.from({ length: 5 }, () => ['call', 'result']).flat());
    const ids = (await calls()).map(({ id }) => id);
    expect(ids[0]).toBe('7');
    expect(new Set([...ids, sent.nextId]).size).toBe(6);
  });

  test('at once: all calls are out before any answer is looked at', async () => {
    const sent = await send(callText('7', 'hush', '{}'), { times: 20, how: 'atOnce' });
    expect(sent.lines).toHaveLength(20);
    expect(new Set((await calls()).map(({ id }) => id)).size).toBe(20);
  });

  test('with ids left alone every copy is the same line', async () => {
    const text = callText('7', 'hush', '{"a": 1}');
    await send(text, { times: 3, how: 'atOnce', newIds: false });
    const lines = (await run.lines('host')).map(textOf).filter((line) => line.includes('tool_call'));
    expect(lines).toEqual([text, text, text]);
  });

  test('a copy differs from the first in its id only', async () => {
    await send('{"id" : "7","type":"tool_call","name":"hush","args":{"x":1.0}}', { times: 2, how: 'atOnce' });
    const [, second] = (await run.lines('host')).map(textOf).filter((line) => line.includes('tool_call'));
    expect(second).toMatch(/^\{"id" : "\d+","type":"tool_call","name":"hush","args":\{"x":1\.0\}\}$/);
  });

  test('a sending that waits for an answer can be stopped, and a second one is refused meanwhile', async () => {
    const series = desk.send(run.opened.id, { text: callText('7', 'hush', '{}'), times: 3, how: 'inTurn' });
    await run.until(
      'the first call',
      (view) => isLine(view) && textOf(view).includes('"hush"') && view.entry.from === 'host',
    );
    const refused = await desk.send(run.opened.id, { text: callText('8', 'echo', '{}'), times: 2 });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'sendingUnderWay' } });
    desk.stop(run.opened.id);
    expect(value(await series)).toMatchObject({ count: 1, stopped: 'Stopped after 1 of 3.' });
  });

  test('a sending ends with the session, and says so', async () => {
    const series = desk.send(run.opened.id, { text: callText('7', 'hush', '{}'), times: 3, how: 'inTurn' });
    await run.until(
      'the first call',
      (view) => isLine(view) && textOf(view).includes('"hush"') && view.entry.from === 'host',
    );
    await run.stop();
    expect(value(await series)).toMatchObject({
      count: 1,
      stopped: expect.stringContaining('not running') as string,
    });
    const refused = await desk.send(run.opened.id, { text: '{}' });
    expect(refused).toMatchObject({ ok: false, failure: { code: 'sessionNotRunning' } });
  });

  test('the host’s deadline ends the wait for an answer', async () => {
    const asked = { type: 'event_intercept', id: '1', event: 'turn_start', step: 1 };
    const started = performance.now();
    const sent = await send(JSON.stringify(asked), { times: 2, how: 'inTurn' });
    expect(sent.count).toBe(2);
    expect(performance.now() - started).toBeGreaterThanOrEqual(run.session.profile.interceptDeadlineMs - 50);
  }, 20_000);

  test('an id that was sent by hand is not given out again', async () => {
    const next = value(desk.freshId(run.opened.id));
    const taken = String(Number(next) + 1);
    await send(callText(taken, 'hush', '{}'));
    expect(value(desk.freshId(run.opened.id))).not.toBe(taken);
  });
});

describe('checking', () => {
  test('the tool’s own schema speaks of the arguments, with pointers into the frame', () => {
    const { issues, inOrder } = check(callText('1', 'echo', '{"level":4,"reasn":"x"}'));
    expect(issues.map(({ pointer }) => pointer).sort()).toEqual(['/args/level', '/args/reasn']);
    expect(inOrder).toEqual({
      legal: true,
      words: 'ready; in order now, answer due within 60 s',
    });
  });

  test('a frame without a fault has no issue', () => {
    expect(check(callText('1', 'echo', '{"level":3}'))).toMatchObject({ issues: [], schemaProblem: '' });
  });

  test('digits that readers lose are told', () => {
    const { issues } = check(callText('1', 'hush', '{"n":9007199254740993}'));
    expect(issues).toMatchObject([{ pointer: '/args/n' }]);
  });

  test('an unknown tool, a broken schema, a line break and no JSON are each told in words', () => {
    expect(check(callText('1', 'ehco', '{}')).issues).toMatchObject([
      { code: 'tool-unknown', pointer: '/name' },
    ]);
    expect(check(callText('1', 'broken', '{}')).schemaProblem).toContain('does not compile');
    expect(check('{"type":"shutdown"\n}').issues[0]?.message).toContain('these are 2 lines');
    expect(check('nonsense').inOrder).toMatchObject({ legal: false });
  });

  test('a frame that is out of order is told, and one nobody knows', async () => {
    expect(check('{"type":"hello_ack"}').inOrder.legal).toBe(false);
    expect(check('{"type":"nonsense"}').inOrder.words).toContain('has no frame "nonsense"');
    await run.stop();
    expect(check('{"type":"shutdown"}').inOrder).toEqual({
      legal: false,
      words: 'ended; shutdown is not in order now',
    });
  });
});

describe('history', () => {
  test('what was sent is remembered for the target, newest first, also by another run', async () => {
    const first = callText('1', 'hush', '{"a": 1.0}');
    await send(first);
    await send(callText('2', 'hush', '{}'), { times: 2, how: 'atOnce' });
    await send(first);
    const again = value(await makeDesk().history(run.opened.id));
    expect(again.map(({ text, times }) => [text, times])).toEqual([
      [first, 1],
      [callText('2', 'hush', '{}'), 2],
    ]);
    expect(again[0]).toMatchObject({
      journal: path.basename(run.journal.path),
      at: '2026-11-30T19:14:00.000Z',
    });
  });

  test('it is kept for its owner alone', async () => {
    await send(callText('1', 'hush', '{}'));
    const dir = path.join(engine.stateDir, 'composer');
    expect(existsSync(dir)).toBe(true);
    expect(statSync(dir).mode & 0o077).toBe(0);
    for (const file of readdirSync(dir)) expect(statSync(path.join(dir, file)).mode & 0o077).toBe(0);
  });

  test('keys put by the form arrive where the schema has them', async () => {
    const text = putMember(callText('1', 'echo', '{"name":"n"}'), '/args', 'level', '1', ['level', 'name']);
    await send(text);
    expect(textOf(await run.untilFrame('tool_result'))).toContain('{\\"level\\":1,\\"name\\":\\"n\\"}');
  });
});
