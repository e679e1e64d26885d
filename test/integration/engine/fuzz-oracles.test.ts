// Each oracle at a small extension that gives it something to see, and the desk that runs fuzzing for the app. Written by the
// test, started for real.

import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, expect, test as base } from 'vitest';
import { FuzzDesk, type FuzzView } from '../../../electron/engine/fuzz-desk.ts';
import { everyTool, type FuzzChoice } from '../../../electron/engine/fuzz-subjects.ts';
import type { FuzzPart, Oracle } from '../../../shared/fuzz/findings.ts';
import { EngineUnderTest } from '../../support/engine.ts';
import { FuzzRuns, onlyRaw, planted, seedOfTests } from '../../support/fuzz-runs.ts';

/** Tests run side by side, as most of their time is spent waiting for answers that do not come. */
const test = base.extend<{ runs: FuzzRuns; folder: string }>({
  runs: async ({ task: _ }, use) => {
    const runs = new FuzzRuns();
    await use(runs);
    await runs.close();
  },
  folder: async ({ task: _ }, use) => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-oracles-'));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
});

const schema =
  '{"type":"object","properties":{"n":{"type":"integer","minimum":0,"maximum":9}},"required":["n"]}';

/** One tool `t` that takes a number; `on` are cases of a switch over the type of the frame. */
function extension(folder: string, on: string, more = '', schemaText = schema): string {
  mkdirSync(folder, { recursive: true });
  const manifest = { name: 'subject', version: '1.0.0', exec: process.execPath, args: ['main.mjs'] };
  writeFileSync(path.join(folder, 'extension.json'), JSON.stringify(manifest));
  writeFileSync(
    path.join(folder, 'main.mjs'),
    `const send = (frame) => process.stdout.write(JSON.stringify(frame) + '\\n');
const text = (id, text, more = {}) => send({ type: 'tool_result', id, content: [{ type: 'text', text }], ...more });
const sound = ({ id, args }) => {
  if (!Number.isInteger(args?.n)) return text(id, 'n must be an integer', { is_error: true });
  text(id, String(args.n));
};
send({ type: 'hello', name: 'subject', version: '1.0.0' });
send({ type: 'register_tool', name: 't', description: '', schema: ${schemaText} });
send({ type: 'register_command', name: 'c', description: '' });
send({ type: 'subscribe', events: ['turn_end'], intercept: ['tool_call'] });
send({ type: 'ready' });
function handle(frame) {
  switch (frame?.type) {
    ${on}
    case 'tool_call': return sound(frame);
    case 'event_intercept': return send({ type: 'event_intercept_response', id: frame.id });
    case 'command_invoked': return send({ type: 'command_response', id: frame.id, action: 'noop' });
    case 'shutdown': return process.stdout.write('{"type":"shutdown_ack"}\\n', () => process.exit(0));
  }
}
function receive(line) {
  let frame;
  try { frame = JSON.parse(line); } catch { return; }
  handle(frame);
}
let rest = '';
process.stdin.setEncoding('utf8').on('data', ${
      more === ''
        ? `(chunk) => {
  const lines = (rest + chunk).split('\\n');
  rest = lines.pop();
  lines.forEach(receive);
}`
        : more
    });
process.stdin.on('end', () => process.exit(0));
`,
  );
  return folder;
}

interface Seen {
  readonly oracle: Oracle;
  readonly on: string;
  readonly parts: readonly FuzzPart[];
  readonly choice?: Partial<FuzzChoice>;
  readonly raw: RegExp;
}

const all: readonly Seen[] = [
  {
    oracle: 'crash-text',
    on: `case 'tool_call': if (frame.args?.n === 9) console.error(new TypeError('nine').stack); return sound(frame);`,
    parts: ['boundaries'],
    raw: /^\{"n":9\}$/,
  },
  {
    oracle: 'invalid-answer',
    on: `case 'tool_call': if (frame.args?.n === 0) return send({ type: 'tool_result', id: frame.id, content: 'zero' }); return sound(frame);`,
    parts: ['boundaries'],
    raw: /^\{"n":0\}$/,
  },
  {
    oracle: 'no-answer',
    on: `case 'tool_call': if (frame.args?.n === 9) return; return sound(frame);`,
    parts: ['boundaries'],
    raw: /^\{"n":9\}$/,
  },
  {
    oracle: 'two-answers',
    on: `case 'tool_call': if (frame.args?.n === 9) sound(frame); return sound(frame);`,
    parts: ['boundaries'],
    raw: /^\{"n":9\}$/,
  },
  {
    oracle: 'not-alive',
    on: `case 'tool_call': if (globalThis.deaf) return; globalThis.deaf = frame.args?.n === 9; return sound(frame);`,
    parts: ['boundaries'],
    raw: /^\{"n":9\}$/,
  },
  {
    oracle: 'death',
    on: `case 'event': if (frame.stop === '') process.exit(7); return;`,
    parts: ['boundaries', 'invalid'],
    choice: { events: ['turn_end'] },
    raw: /"stop":""/,
  },
  {
    oracle: 'timeout',
    on: `case 'command_invoked': if (frame.args?.length > 3) for (;;); return send({ type: 'command_response', id: frame.id, action: 'noop' });`,
    parts: ['boundaries', 'valid'],
    choice: { commands: ['c'] },
    raw: /^"[^"]{4}"$/,
  },
  {
    oracle: 'death',
    on: `case 'event_intercept': if (frame.tool_args === null) throw new RangeError('no args'); return send({ type: 'event_intercept_response', id: frame.id });`,
    parts: ['examples', 'invalid'],
    choice: { intercepts: ['tool_call'] },
    raw: /"tool_args":null/,
  },
];

describe(`oracles, seed ${seedOfTests}`, () => {
  test.concurrent.for(all)(
    '$oracle is seen at $raw',
    { timeout: 60_000 },
    async ({ oracle, on, parts, choice, raw }, { runs, folder }) => {
      const where = extension(folder, on);
      const settings = { parts, runs: 90, timeoutMs: 1_000 };
      const outcome = await runs.run(where, { settings, ...(choice ? { choice } : {}) });
      const [bucket] = outcome.buckets;
      expect({ oracles: outcome.buckets.map((one) => one.oracle), remarks: outcome.remarks }).toMatchObject({
        oracles: [oracle],
      });
      if (bucket) expect(onlyRaw(bucket)).toMatch(raw);
    },
  );

  test.concurrent(
    'a reader that takes each piece for a line loses frames that come in two',
    { timeout: 60_000 },
    async ({ runs, folder }) => {
      const where = extension(folder, '', `(chunk) => chunk.split('\\n').forEach(receive)`);
      const outcome = await runs.run(where, { settings: { parts: ['wire'], runs: 400, timeoutMs: 1_000 } });
      const [bucket] = outcome.buckets;
      expect(bucket).toMatchObject({
        oracle: 'no-answer',
        input: { kind: 'one', send: { kind: 'wire', fault: 'split' } },
      });
    },
  );

  test.concurrent.for([
    [
      'schema-impossible',
      '{"type":"object","properties":{"n":{"type":"integer","minimum":5,"maximum":1}},"required":["n"]}',
    ],
    [
      'schema-endless',
      '{"$ref":"#/$defs/a","$defs":{"a":{"type":"object","properties":{"a":{"$ref":"#/$defs/a"}},"required":["a"]}}}',
    ],
    ['schema-broken', '{"type":"objekt"}'],
  ] as const)(
    '%s ends with that word, and nothing is found',
    { timeout: 60_000 },
    async ([code, schemaText], { runs, folder }) => {
      const where = extension(folder, '', '', schemaText);
      const settings = { parts: ['examples', 'valid', 'together', 'endurance'] as const, runs: 5 };
      const outcome = await runs.run(where, { whole: true, settings });
      expect(outcome).toMatchObject({ end: 'done', buckets: [] });
      expect(outcome.remarks.map((remark) => remark.code)).toContain(code);
    },
  );

  test('what is wrong with the handshake of an extension that never starts is one sentence', async ({
    runs,
    folder,
  }) => {
    writeFileSync(path.join(folder, 'extension.json'), '{"name":"x","exec":"/usr/bin/false"}');
    await expect(runs.run(folder)).rejects.toThrow(/did not become ready/);
  });
});

describe('the desk', () => {
  const withEngine = test.extend<{ engine: EngineUnderTest }>({
    engine: async ({ task: _ }, use) => {
      const engine = new EngineUnderTest();
      await use(engine);
      await engine.close();
    },
  });

  withEngine(
    'runs, streams calls, finds, gives a scenario, and stops',
    { timeout: 60_000 },
    async ({ engine, runs, folder }) => {
      const faults: unknown[] = [];
      let heard = (): void => {};
      const desk = new FuzzDesk({
        workspace: runs.options(),
        opened: (id) => engine.workspace.get(id),
        changed: () => heard(),
        report: (error) => faults.push(error),
      });
      const until = (holds: (view: FuzzView) => boolean): Promise<FuzzView> =>
        new Promise((resolve) => {
          heard = () => {
            const { view } = desk;
            if (view && holds(view)) resolve(structuredClone(view));
          };
          heard();
        });
      const run = await engine.open({ kind: 'path', path: planted('crash-on-empty') });
      await run.untilState('ready');
      const session = run.opened.id;
      expect(desk.view).toBeNull();
      const started = desk.start({
        session,
        choice: everyTool,
        settings: { seed: seedOfTests, runs: 100_000 },
      });
      expect(started).toMatchObject({ ok: true, value: { run: 1 } });
      expect(desk.start({ session, choice: everyTool })).toMatchObject({ ok: false });
      const found = await until(({ buckets, calls }) => buckets.length > 0 && calls.length > 0);
      expect(found).toMatchObject({ state: 'running', subjects: [{ kind: 'tool', name: 'capital' }] });
      const id = found.buckets[0]?.id ?? '';
      expect(desk.scenario(id)).toMatchObject({
        ok: true,
        value: { name: expect.stringContaining('death') as string },
      });
      expect(desk.save(id, folder)).toMatchObject({ ok: true });
      desk.stop();
      const over = await until(({ state }) => state === 'over');
      expect(over.outcome).toMatchObject({ end: 'stopped', seed: seedOfTests });
      expect(run.session.status.state).toBe('ready');
      await desk.close();
      expect(faults).toEqual([]);
    },
  );
});
