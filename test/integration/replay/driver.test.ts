// What a replay does when the extension does not behave as recorded, and how it keeps time: with real processes.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDifference } from '../../../shared/replay/result.ts';
import type { TargetInput } from '../../../shared/target/target.ts';
import { EngineUnderTest, type Run } from '../../support/engine.ts';
import { fixture } from '../../support/fixture-extensions.ts';
import {
  handshake,
  host,
  line,
  state,
  stopAsked,
  writeRecording,
  type Fact,
} from '../../support/recorded.ts';
import { record, replay, told, type ReplayAsk } from '../../support/replay-runs.ts';
import { writeExtension } from '../../support/written-extension.ts';

let engine: EngineUnderTest;
let folder: string;
beforeEach(() => {
  engine = new EngineUnderTest();
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-replay-'));
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const puppet: TargetInput = { kind: 'path', path: fixture('puppet') };
const call = (id: string, args = '{}'): string =>
  `{"type":"tool_call","id":"${id}","name":"echo","args":${args}}`;
const echo = '{"type":"tool_result","id":"$ID","content":[{"type":"text","text":"$ARGS"}]}';
const notify = '{"type":"notify","level":"info","message":"worked"}';

/** Acts of the puppet, by frame of the host. */
function acts(on: Readonly<Record<string, readonly unknown[]>>): Readonly<Record<string, string>> {
  return { FIXTURE_ON: JSON.stringify(on), FIXTURE_OFFERS: '{"events":["turn_end"]}' };
}

async function recordPuppet(lines: readonly string[], on = {}): Promise<string> {
  return record(engine, puppet, lines, { environment: acts(on) });
}

async function replayPuppet(file: string, on: Parameters<typeof acts>[0], ask: ReplayAsk = {}) {
  const replayed = await replay(engine, file, puppet, { ...ask, environment: acts(on) });
  const differences = told(replayed.rows.filter(isDifference));
  return { ...replayed, differences };
}

/** The lines of the host that the extension got, in order. */
async function sent(run: Run): Promise<string[]> {
  const lines = await run.lines('host');
  return lines.map(({ entry }) => ('text' in entry.raw ? entry.raw.text : ''));
}

describe('an answer', () => {
  it('that does not come is missing, and the run goes on', async () => {
    const file = await recordPuppet([call('1'), call('2', '{"n":1}'), call('3')]);
    const { outcome, differences, run } = await replayPuppet(
      file,
      { tool_call: [] },
      { answerMs: 200, quietMs: 100 },
    );
    expect(differences).toEqual(['missing tool_result', 'missing tool_result', 'missing tool_result']);
    expect(outcome).toMatchObject({ ok: false, end: 'done', sent: 3 });
    expect(await sent(run)).toHaveLength(5);
  });

  it('that nobody gives is not waited for again and again when the extension is mute', async () => {
    const calls = Array.from({ length: 8 }, (_, at) => call(String(at)));
    const file = await recordPuppet(calls);
    const { outcome } = await replayPuppet(file, { tool_call: [] }, { answerMs: 1_500, quietMs: 20 });
    expect(outcome.counts.missing).toBe(8);
    expect(outcome.tookMs).toBeGreaterThan(1_500);
    expect(outcome.tookMs).toBeLessThan(3 * 1_500);
  });

  it('is late when it comes after it was given up', async () => {
    const file = await recordPuppet([call('1'), call('2', '{"n":1}')]);
    const on = { 'tool_call echo': [{ wait: 400 }, echo] };
    const { differences, outcome } = await replayPuppet(file, on, { answerMs: 50, quietMs: 1_500 });
    expect(differences[0]).toBe('late tool_result');
    expect(outcome).toMatchObject({ ok: false, end: 'done' });
    expect(outcome.counts.missing).toBe(0);
  });

  it('may come in another order than those to calls that ran at the same time', async () => {
    const both = [call('1', '{"say":[{"wait":1},{"type":"tool_result","content":[]}]}'), call('2')];
    const file = await record(engine, puppet, [], {
      environment: acts({}),
      meanwhile: async (run) => {
        for (const text of both) run.session.send({ text }, 'driver');
        await run.untilFrame('tool_result', (text) => text.includes('"1"'));
        await run.untilFrame('tool_result', (text) => text.includes('"2"'));
      },
    });
    const { differences, outcome } = await replayPuppet(file, {});
    expect([differences, outcome.ok]).toEqual([[], true]);
  });

  it('that is given twice is extra the second time', async () => {
    const file = await recordPuppet([call('1')]);
    const { differences } = await replayPuppet(file, { tool_call: [echo, echo] });
    expect(differences).toEqual(['extra tool_result']);
  });
});

describe('other lines', () => {
  it('of the extension are missing, extra or changed like frames', async () => {
    const on = {
      tool_call: [notify, echo],
      'event turn_end': ['{"type":"notify","level":"info","message":"end"}'],
    };
    const file = await recordPuppet([call('1'), '{"type":"event","event":"turn_end"}', call('2')], on);
    const other = {
      tool_call: ['DEBUG', echo],
      'event turn_end': ['{"type":"notify","level":"info","message":"over"}'],
    };
    const { differences } = await replayPuppet(file, other, { quietMs: 100 });
    expect(differences).toEqual([
      'changed notify info /message: "worked" -> "over"',
      'extra not JSON',
      'missing notify info',
      'missing notify info',
      'extra not JSON',
    ]);
  });

  it('may be ignored by their type', async () => {
    const file = await recordPuppet([call('1')], { tool_call: [notify, echo] });
    const { outcome, rows } = await replayPuppet(file, {}, { ignore: ['notify:'], quietMs: 50 });
    expect(outcome).toMatchObject({ ok: true, differences: 0 });
    expect(told(rows)).toContain('missing notify info');
  });
});

describe('ids', () => {
  it('of the host are fresh ones, those of the extension are learnt, and both are told back right', async () => {
    const source = `
      tool('ask');
      const own = 'x' + process.pid;
      let asked;
      handlers.tool_call = ({ id }) => { asked = id; send({ type: 'call_tool', id: own, name: 'read', args: {}, parent_id: id }); };
      handlers.tool_result = (frame) => text(asked, frame.id === own ? 'my own: ' + frame.content[0].text : 'whose is ' + frame.id);
    `;
    const target: TargetInput = { kind: 'path', path: writeExtension(folder, 'asker', source) };
    const file = await record(engine, target, [], {
      meanwhile: async (run) => {
        run.session.send({ text: '{"type":"tool_call","id":"first-1","name":"ask","args":{}}' }, 'driver');
        const asked = await run.untilFrame('call_tool');
        const { id } = JSON.parse('text' in asked.entry.raw ? asked.entry.raw.text : '') as { id: string };
        run.session.send(
          {
            text: `{ "type":"tool_result", "id":"${id}", "name":"read", "content":[{"type":"text","text":"\\u0041 1.0"}] }`,
          },
          'driver',
        );
        await run.untilFrame('tool_result');
      },
    });
    const { outcome, rows, run } = await replay(engine, file, target);
    expect(rows.filter(isDifference), told(rows).join('\n')).toEqual([]);
    expect(outcome).toMatchObject({ ok: true, sent: 2 });
    const [, asked = '', answered = ''] = await sent(run);
    expect(asked).not.toContain('first-1');
    expect(answered, 'all but the id as it was spelled').toMatch(
      /^\{ "type":"tool_result", "id":"x\d+", "name":"read", "content":\[\{"type":"text","text":"\\u0041 1\.0"\}\] \}$/,
    );
  });

  it('stay as recorded when they are not normalised', async () => {
    const file = await recordPuppet([call('my-id')]);
    const { outcome, run } = await replayPuppet(file, {}, { normalise: ['none'] });
    expect(outcome.ok).toBe(true);
    expect((await sent(run))[1]).toBe(call('my-id'));
  });
});

describe('the death of the process', () => {
  it('ends the run: what was left is not sent, what was expected is missing', async () => {
    const file = await recordPuppet([call('1'), call('2', '{"n":1}'), call('3')]);
    const on = { tool_call: [{ exit: 7 }] };
    const { outcome, differences } = await replayPuppet(file, on);
    expect(outcome).toMatchObject({ ok: false, end: 'died', sent: 1, notSent: 2 });
    expect(outcome.why).toBe('The process ended before step 3: exit code 7.');
    expect(differences).toEqual([
      'missing tool_result',
      'notSent tool_call echo',
      'missing tool_result',
      'notSent tool_call echo',
      'missing tool_result',
      'missing shutdown_ack',
      'changed exit: exit code 0 / exit code 7, unasked',
    ]);
  });

  it('is as recorded when the recorded process died in the same way', async () => {
    const run = await engine.open(puppet, { environment: acts({}) });
    await run.untilState('ready');
    run.session.send({ text: call('1', '{"say":[{"exit":3}]}') }, 'driver');
    await run.session.ended;
    await engine.workspace.close(run.opened.id);
    const { outcome, rows } = await replayPuppet(run.journal.path, {});
    expect(outcome, told(rows).join('\n')).toMatchObject({ ok: true, end: 'done' });
    expect(told(rows).at(-1)).toBe('equal exit: exit code 3, unasked / exit code 3, unasked');
    const lives = await replayPuppet(
      run.journal.path,
      { 'tool_call echo': [] },
      { answerMs: 50, quietMs: 20 },
    );
    expect(lives.outcome.ok, 'the acts of the call come from its own arguments').toBe(true);
  });
});

describe('the gate', () => {
  it('may hold every line: time stands still, and the run waits as long as a person does', async () => {
    const file = await recordPuppet([call('1'), call('2', '{"n":1}')]);
    let releases = 0;
    const { outcome, differences } = await replayPuppet(
      file,
      {},
      {
        mode: 'step',
        answerMs: 100,
        quietMs: 50,
        helloMs: 200,
        begun: (_replay, run) => {
          // Longer than all limits together.
          const release = (): void => {
            if (run.session.status.held.length === 0) return;
            releases++;
            run.session.releaseAll();
          };
          const timer = setInterval(release, 250);
          void run.session.ended.then(() => clearInterval(timer));
        },
      },
    );
    expect(outcome, differences.join('\n')).toMatchObject({ ok: true, end: 'done', sent: 2 });
    expect(releases).toBeGreaterThan(4);
  });

  it('may drop a line of the host: its answer is missing at once', async () => {
    const file = await recordPuppet([call('1'), call('2', '{"n":1}')]);
    const { outcome, differences } = await replayPuppet(
      file,
      {},
      {
        answerMs: 60_000,
        mode: 'step',
        begun: (_replay, run) => {
          let looking: Promise<void> = Promise.resolve();
          const look = async (): Promise<void> => {
            const [seq] = run.session.status.held;
            if (seq === undefined || run.session.status.mode === 'run') return;
            const [row] = await run.journal.rows(seq, 1);
            if (row?.type !== 'tool_call') return void run.session.release(seq);
            run.session.drop(seq);
            run.session.setMode('run');
          };
          run.session.onChange(() => {
            looking = looking.then(look);
          });
        },
      },
    );
    expect(differences.slice(0, 2)).toEqual(['notSent tool_call echo', 'missing tool_result']);
    expect(outcome.tookMs).toBeLessThan(20_000);
  });
});

/** A recording made by hand, of a puppet that answers two calls; times in ms. */
function byHand(more: readonly Fact[], name = 'made.fsj'): string {
  const facts = handshake.map((fact) => ({ ...fact, atUs: 0 }));
  return writeRecording(path.join(folder, name), [...facts, ...more]);
}
const at = (fact: Fact, ms: number): Fact => ({ ...fact, atUs: ms * 1_000 });
const resultOf = (id: string, text: string): Fact =>
  line({ type: 'tool_result', id, content: [{ type: 'text', text }] });
const ignore = ['hello:', 'register_tool:', 'subscribe:'];

describe('the pace', () => {
  const twoCalls = [
    at(host(call('1')), 100),
    at(resultOf('1', '{}'), 120),
    at(host(call('2')), 900),
    at(resultOf('2', '{}'), 910),
    at(stopAsked, 1_000),
    at(state('stopping'), 1_000),
    at(host({ type: 'shutdown' }), 1_000),
    at(line({ type: 'shutdown_ack' }), 1_001),
  ];

  /** ms between the two calls. */
  async function gap(run: Run): Promise<number> {
    const [first, second] = (await run.lines('host')).filter(({ entry }) => entry.origin === 'driver');
    return ((second?.entry.atUs ?? 0) - (first?.entry.atUs ?? 0)) / 1_000;
  }

  it('as recorded lets the recorded time pass, times 10 a tenth of it, as soon as possible none', async () => {
    const file = byHand(twoCalls);
    const gaps: number[] = [];
    for (const pace of [
      { kind: 'recorded', speed: 1 },
      { kind: 'recorded', speed: 10 },
      { kind: 'asap' },
    ] as const) {
      const { outcome, run, rows } = await replayPuppet(file, {}, { pace, ignore });
      expect(outcome.ok, told(rows).join('\n')).toBe(true);
      gaps.push(await gap(run));
    }
    const [recorded = 0, tenth = 0, asap = 0] = gaps;
    expect(recorded).toBeGreaterThanOrEqual(780);
    expect(tenth).toBeGreaterThanOrEqual(78);
    expect(tenth).toBeLessThan(recorded);
    expect(asap).toBeLessThan(recorded);
  });

  it('step by step sends nothing until it is told to', async () => {
    const file = byHand(twoCalls);
    const waited: string[] = [];
    const { outcome, run } = await replayPuppet(
      file,
      {},
      {
        ignore,
        pace: { kind: 'step' },
        begun: (begun, { session }) => {
          const timer = setInterval(() => {
            const { forStep, waiting } = begun.progress;
            if (!forStep || waited.at(-1) === `${begun.progress.step} ${waiting}`) return;
            waited.push(`${begun.progress.step} ${waiting}`);
            begun.step();
          }, 30);
          void session.ended.then(() => clearInterval(timer));
        },
      },
    );
    expect(outcome.ok).toBe(true);
    expect(waited).toEqual([
      '2 the next step: tool_call echo',
      '3 the next step: tool_call echo',
      '4 the next step: stop',
    ]);
    expect(await sent(run)).toHaveLength(4);
  });
});

describe('the end', () => {
  it('that the recording does not tell of is no difference, whatever the extension says to it', async () => {
    const file = byHand([host(call('1')), resultOf('1', '{}')]);
    const { outcome, differences } = await replayPuppet(file, {}, { ignore });
    expect([differences, outcome.ok]).toEqual([[], true]);
  });

  it('comes when it is called off, and no process is left', async () => {
    const ending = new AbortController();
    const file = byHand([host(call('1')), resultOf('1', '{}')]);
    const { outcome } = await replayPuppet(
      file,
      { tool_call: [] },
      { signal: ending.signal, begun: (_, run) => void run.untilState('ready').then(() => ending.abort()) },
    );
    expect(outcome).toMatchObject({ ok: false, end: 'interrupted', why: 'It was called off.' });
  });

  it('comes when the extension never says hello', async () => {
    const file = byHand([host(call('1')), resultOf('1', '{}')]);
    const silent: TargetInput = { kind: 'path', path: fixture('no-hello') };
    const { outcome } = await replay(engine, file, silent, { helloMs: 100, quietMs: 20 });
    expect(outcome.ok).toBe(false);
    expect(['notReady', 'died']).toContain(outcome.end);
    expect(outcome.notSent).toBe(2);
  });
});

describe('a line of the host', () => {
  it('of which the recording has only a part is not sent, and why is said', async () => {
    const cut = host('{"type":"event","event":"turn_e', { truncated: true, byteLength: 9_000_000 });
    const file = byHand([cut, host(call('1')), resultOf('1', '{}')]);
    const { outcome, rows } = await replayPuppet(file, {}, { ignore });
    expect(outcome).toMatchObject({ ok: false, sent: 1, notSent: 1 });
    expect(rows.find((row) => row.kind === 'host' && row.state === 'notSent')).toMatchObject({
      why: 'the recording holds only a part of it, it had 9000000 bytes',
    });
  });

  it('that is no frame is sent as it is', async () => {
    const file = byHand([
      host('{broken'),
      { kind: 'line', from: 'host', raw: { base64: '/w==' }, ending: 'lf' },
      host(call('1')),
      resultOf('1', '{}'),
    ]);
    const tolerant = writeExtension(folder, 'tolerant', "JSON.parse = () => ({}); tool('echo');");
    const { run } = await replay(
      engine,
      file,
      { kind: 'path', path: tolerant },
      { answerMs: 50, quietMs: 20 },
    );
    const lines = (await run.lines('host')).map(({ entry }) => entry.raw);
    expect(lines.slice(1, 3)).toEqual([{ text: '{broken' }, { base64: '/w==' }]);
  });
});
