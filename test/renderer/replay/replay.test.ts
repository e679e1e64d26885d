// Replay and comparison in the window: choices, consent, news while it runs, the table and the row in full, what does not
// count, the new baseline.

import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import AgainView from '../../../renderer/views/replay/AgainView.svelte';
import { replayArgv } from '../../../renderer/views/replay/replay-command.ts';
import { shellLine } from '../../../renderer/format/command.ts';
import { AppState } from '../../../renderer/state/app.svelte.ts';
import { failure } from '../../../shared/errors.ts';
import type { ReplayRunView, ReplayView } from '../../../shared/ipc/contract.ts';
import type { ComparedRow, ReplayRow } from '../../../shared/replay/result.ts';
import { isShown } from '../../../shared/replay/shown.ts';
import { FakeBridge, Refusal, type Answers } from '../../support/fake-bridge.ts';
import { facts, openSession, preview, s1, summary } from '../../support/window-facts.ts';
import { button, click, enter, has, named, press, render, type, words } from '../shell/page.ts';

const file = '/home/ada/recordings/base.fsj';
const place = (seq: number, text: string) => ({ seq, atUs: seq * 1_000, latencyUs: seq * 100, text });

function compared(row: number, over: Partial<ComparedRow> = {}): ComparedRow {
  const line = place(row, `{"type":"tool_result","n":${row}}`);
  return {
    kind: 'compared',
    row,
    step: row,
    from: 'extension',
    type: 'tool_result',
    name: 'greet',
    baseline: line,
    run: line,
    verdict: 'equal',
    changes: [],
    left: 0,
    ignored: 0,
    normalised: [],
    ...over,
  };
}
const changed = compared(2, {
  verdict: 'changed',
  baseline: place(4, '{"type":"tool_result","text":"Hello, Ada"}'),
  run: place(6, '{"type":"tool_result","text":"Hi, Ada"}'),
  changes: [{ pointer: '/text', before: '"Hello, Ada"', after: '"Hi, Ada"' }],
});
const rows: readonly ReplayRow[] = [
  compared(1),
  changed,
  compared(3, { verdict: 'missing', run: null, type: 'notify' }),
  { kind: 'exit', row: 4, step: 9, verdict: 'equal', before: 'exit code 0', after: 'exit code 0' },
];
const counts = { equal: 2, changed: 1, missing: 1, extra: 0, late: 0 };

function run(over: Partial<ReplayRunView> = {}): ReplayRunView {
  return {
    run: 1,
    table: 'run-1',
    target: { kind: 'path', path: '/src/greeter' },
    name: 'greeter',
    state: 'running',
    failure: null,
    session: s1,
    progress: { step: 2, steps: 7, waiting: 'tool_result greet', forStep: false },
    counts: { ...counts, changed: 0, missing: 0 },
    rows: rows.length,
    rowsTold: 1,
    outcome: null,
    accepted: null,
    remarks: [],
    ...over,
  };
}
const outcome = {
  ok: false,
  end: 'done',
  why: '',
  counts,
  differences: 2,
  sent: 5,
  notSent: 0,
  tookMs: 800,
  recordedMs: 409,
} as const;
function view(runs: readonly ReplayRunView[], over: Partial<ReplayView> = {}): ReplayView {
  return { replay: 1, recording: file, state: 'running', remarks: [], runs, ...over };
}
const over = (runs = [run({ state: 'ended', counts, outcome, rowsTold: 2 })]): ReplayView =>
  view(runs, { state: 'ended' });

async function start(answers: Answers = {}) {
  const bridge = new FakeBridge({
    'app.facts': () => facts,
    'app.samples': () => [],
    'targets.recent': () => [],
    'targets.preview': () => preview({ consent: 'given' }),
    'targets.consent': () => undefined,
    'sessions.list': () => [
      openSession({ kind: 'recording', journalPath: file, summary: summary({ entries: 39 }) }),
    ],
    'replay.start': () => view([run()]),
    'replay.stop': () => undefined,
    'replay.step': () => undefined,
    'results.rows': ({ filter, from, count }) => {
      const left = rows.filter(isShown(filter));
      return { count: left.length, rows: left.slice(from, from + count) };
    },
    'results.row': ({ row }) => rows.find((one) => one.row === row) ?? changed,
    'results.next': ({ after, by }) => {
      const at = [1, 2].find((one) => (by === 1 ? one > after : one < after));
      return at === undefined ? null : { place: at, row: at + 1 };
    },
    'compare.open': ({ a, b }) => ({ table: 'comparison-1', a, b, counts, rows: 4, remarks: [] }),
    'compare.close': () => undefined,
    'app.copyText': () => undefined,
    ...answers,
  });
  const app = new AppState(bridge);
  const end = app.start(() => undefined);
  await vi.waitFor(() => expect(app.told).toBe(true));
  const { replay } = app.again;
  replay.recording = file;
  replay.targets = [{ name: 'greeter', input: { kind: 'path', path: '/src/greeter' } }];
  const target = render(AgainView, { app });
  Object.defineProperty(HTMLElement.prototype, 'clientHeight', { configurable: true, get: () => 400 });
  return { bridge, app, end, target };
}
const page = (): string => words(document.body);
const settled = async (): Promise<void> => {
  for (let turn = 0; turn < 30; turn += 1) await Promise.resolve();
  flushSync();
};

describe('a replay', () => {
  test('needs a recording and a target, and says which is lacking', async () => {
    const { app } = await start();
    const main = (): HTMLButtonElement => named('button', 'Ctrl F6') as HTMLButtonElement;
    expect(main().disabled).toBe(false);
    app.again.replay.targets = [];
    flushSync();
    expect([main().disabled, main().title]).toEqual([true, 'Choose what it is replayed against first.']);
    app.again.replay.recording = null;
    flushSync();
    expect(main().title).toBe('Choose a recording first.');
  });

  test('asks for consent to each target first, and starts nothing when the person leaves', async () => {
    const { bridge, app } = await start({ 'targets.preview': () => preview() });
    void app.again.replay.play();
    await settled();
    expect(app.targets.consent?.preview.target.name).toBe('greeter');
    app.targets.cancel();
    await settled();
    expect(bridge.asked('replay.start')).toEqual([]);
    expect(app.again.replay.busy).toBe(false);
    void app.again.replay.play();
    await settled();
    await app.targets.agree('run');
    await settled();
    expect(bridge.asked('targets.consent')).toHaveLength(1);
    expect(bridge.asked('sessions.open')).toEqual([]);
    expect(bridge.asked('replay.start')).toEqual([
      {
        recording: file,
        targets: [{ kind: 'path', path: '/src/greeter' }],
        pace: { kind: 'asap' },
        mode: 'run',
        ignore: [],
        normalise: ['ids', 'times', 'paths', 'addresses'],
      },
    ]);
  });

  test('is started with the pace, the holds and the rules that were chosen', async () => {
    const { bridge, app } = await start();
    click(named('[role=radio]', '× faster'));
    click(named('input[type=checkbox]', '', named('label', 'Hold every frame')));
    click(named('label', 'Times').querySelector('input') as HTMLElement);
    enter(named('input', 'Place to ignore') as HTMLInputElement, 'tool_result:/content/*/text');
    (named('input', 'Place to ignore').closest('form') as HTMLFormElement).requestSubmit();
    flushSync();
    await app.again.replay.play();
    expect(bridge.asked('replay.start')[0]).toMatchObject({
      pace: { kind: 'recorded', speed: 4 },
      mode: 'step',
      ignore: ['tool_result:/content/*/text'],
      normalise: ['ids', 'paths', 'addresses'],
    });
  });

  test('refuses what is no place or no replacement, with the reason, and keeps what was typed', async () => {
    const { app } = await start();
    const field = named('input', 'Place to ignore') as HTMLInputElement;
    enter(field, 'content');
    (field.closest('form') as HTMLFormElement).requestSubmit();
    flushSync();
    expect(page()).toContain('"content" is no place to ignore.');
    expect(field.value).toBe('content');
    expect(app.again.rules.ignore).toEqual([]);
    expect(app.again.rules.addOwn('/(/=x')).toContain('normalise');
    expect(app.again.rules.addOwn('/took \\d+/=time')).toBeUndefined();
    expect(app.again.rules.normalise.at(-1)).toBe('/took \\d+/=time');
  });

  test('tells how far it is, goes on by the step, and is called off', async () => {
    const { bridge, app } = await start();
    click(named('[role=radio]', 'Step'));
    await app.again.replay.play();
    flushSync();
    expect(page()).toContain('Step 2 of 7, waits for tool_result greet');
    expect(button('Next line').disabled).toBe(true);
    const forStep = { step: 3, steps: 7, waiting: 'the next step: tool_call greet', forStep: true };
    bridge.tell('replay', view([run({ progress: forStep })]));
    flushSync();
    click(button('Next line'));
    expect(bridge.asked('replay.step')).toHaveLength(1);
    click(button('Stop'));
    expect(bridge.asked('replay.stop')).toHaveLength(1);
    bridge.tell('replay', view([run()], { state: 'stopping' }));
    flushSync();
    expect(has('button', 'Kill it')).toBe(true);
  });

  test('says why it could not be started, and why a target was not', async () => {
    const refuse = (): never => {
      throw new Refusal(failure('recordingUnfit', 'It holds no line of the host.', 'Choose another one.'));
    };
    const { bridge, app } = await start({ 'replay.start': refuse });
    await app.again.replay.play();
    flushSync();
    expect(page()).toContain('It holds no line of the host.');
    const why = failure('consentNeeded', 'It has changed.');
    bridge.tell('replay', over([run({ state: 'refused', failure: why, session: null, progress: null })]));
    flushSync();
    expect(page()).toContain('greeter was not started. It has changed.');
  });
});

describe('the result of a replay', () => {
  async function ended(answers: Answers = {}) {
    const all = await start(answers);
    all.bridge.tell('replay', over());
    await settled();
    return all;
  }
  const grid = (): HTMLElement => named('[role=grid]', 'Compared lines');

  test('is a table with verdicts and the places that differ', async () => {
    await ended();
    expect(page()).toContain('2 differences. 5 lines sent in 800 ms, recorded 409 ms');
    const told = [...grid().querySelectorAll('[role=rowgroup] [role=row]')].map(words);
    expect(told[0]).toContain('equal #1 #1');
    expect(told[1]).toContain('changed #4 #6');
    expect(told[1]).toContain('/text changed');
    expect(told[2]).toContain('missing #3 – ');
    expect(told[3]).toContain('exited exit code 0');
  });

  test('shows the two lines of a row side by side, with what differs marked', async () => {
    await ended();
    press('n', {}, grid());
    await settled();
    const diff = named('[role=table]', 'The two lines');
    expect([...diff.querySelectorAll('.word')].map(words)).toEqual(['Hello', 'Hi']);
    expect(words(named('ul', 'Places that differ'))).toContain('/text changed');
    press('n', {}, grid());
    await settled();
    expect(page()).toContain('missing');
    press('n', {}, grid());
    await settled();
    expect(words(named('[aria-selected=true]', '', grid()))).toContain('changed');
  });

  test('is filtered by verdict and by text, and says when nothing is left', async () => {
    const { bridge } = await ended();
    press('m', {}, grid());
    await settled();
    expect(grid().querySelectorAll('[role=rowgroup] [role=row]')).toHaveLength(2);
    type(named('input', 'Find in type, name or place') as HTMLInputElement, 'nowhere');
    await settled();
    expect(page()).toContain('No row is left by the filter');
    click(button('Show all rows'));
    await settled();
    expect(bridge.asked('results.rows').at(-1)?.filter).toEqual({ show: 'all', text: '' });
    expect(grid().querySelectorAll('[role=rowgroup] [role=row]')).toHaveLength(4);
  });

  test('a place is ignored from the next run on', async () => {
    const { app } = await ended();
    press('n', {}, grid());
    await settled();
    click(button('Ignore tool_result:/text'));
    expect(app.again.rules.ignore).toEqual(['tool_result:/text']);
    expect(page()).toContain('--ignore tool_result:/text');
  });

  test('becomes the baseline only after it was confirmed, and the recording is opened anew', async () => {
    const accepted = (): ReplayView =>
      over([run({ state: 'ended', counts, outcome, accepted: '/home/ada/recordings/base.old.fsj' })]);
    const { bridge } = await ended({
      'replay.accept': accepted,
      'recordings.open': () => openSession({ id: 's9' as typeof s1, kind: 'recording', journalPath: file }),
      'sessions.close': () => undefined,
    });
    press('a', {}, grid());
    expect(page()).toContain('Put this run in the place of base.fsj?');
    click(button('Leave it'));
    expect(bridge.asked('replay.accept')).toEqual([]);
    click(button('Accept as baseline'));
    click(button('Replace the baseline'));
    await settled();
    expect(bridge.asked('replay.accept')).toEqual([{ run: 1 }]);
    expect(page()).toContain('The old one is kept as base.old.fsj.');
    await vi.waitFor(() => expect(bridge.asked('sessions.close')).toEqual([{ session: s1 }]));
  });

  test('is no baseline when it was called off', async () => {
    const { bridge } = await start();
    const off = { ...outcome, end: 'interrupted', why: 'It was called off.' } as const;
    bridge.tell('replay', over([run({ state: 'ended', counts, outcome: off })]));
    await settled();
    expect(page()).toContain('It was called off.');
    expect(has('button', 'Accept as baseline')).toBe(false);
  });

  test('of several targets is looked at one by one', async () => {
    const { bridge } = await start();
    const green = { ...outcome, ok: true, differences: 0 };
    bridge.tell(
      'replay',
      over([
        run({ state: 'ended', outcome: green }),
        run({ run: 2, table: 'run-2', name: 'other', state: 'ended', counts, outcome }),
      ]),
    );
    await settled();
    expect(page()).toContain('As recorded.');
    click(named('[role=radio]', 'other 2 differences'));
    await settled();
    expect(page()).toContain('2 differences. 5 lines sent');
    expect(bridge.asked('results.rows').at(-1)?.table).toBe('run-2');
  });
});

describe('two recordings', () => {
  test('are compared, walked through, swapped, and compared again when a rule changes', async () => {
    const { bridge, app } = await start();
    click(named('[role=radio]', 'Compare'));
    const { comparison } = app.again;
    expect(button('Compare', document.querySelector('.head') ?? document).disabled).toBe(false);
    comparison.a = '/a.fsj';
    comparison.b = '/b.fsj';
    await comparison.compare();
    await settled();
    expect(page()).toContain('4 lines compared');
    // The first difference is looked at.
    expect(words(named('[aria-selected=true]', '', named('[role=grid]', 'Compared lines')))).toContain(
      'changed',
    );
    click(button('Ignore tool_result:/text'));
    await settled();
    expect(bridge.asked('compare.open').at(-1)).toMatchObject({ ignore: ['tool_result:/text'] });
    expect(bridge.asked('compare.close')).toEqual([{ table: 'comparison-1' }]);
    click(button('Swap the two'));
    await settled();
    expect(bridge.asked('compare.open').at(-1)).toMatchObject({ a: '/b.fsj', b: '/a.fsj' });
  });

  test('say why they could not be', async () => {
    const { app } = await start({
      'compare.open': () => {
        throw new Refusal(failure('recordingNotOne', '/b.fsj is not a Framescope recording.'));
      },
    });
    app.again.shown = 'compare';
    app.again.comparison.a = '/a.fsj';
    app.again.comparison.b = '/b.fsj';
    await app.again.comparison.compare();
    flushSync();
    expect(page()).toContain('/b.fsj is not a Framescope recording.');
  });
});

test('the command line that does the same is safe to paste', () => {
  const rules = { normalise: ['ids', '/took \\d+/=t'], ignore: ["notify:/it's"] };
  const argv = replayArgv({
    recording: '/tmp/my base.fsj',
    targets: [{ name: 'x', input: { kind: 'command', argv: ['node', 'a b.mjs'] } }],
    pace: 'faster',
    speed: 4,
    rules: rules as never,
  });
  expect(shellLine(argv ?? [])).toBe(
    `framescope replay '/tmp/my base.fsj' --pace x4 --normalize ids --normalize '/took \\d+/=t' --ignore 'notify:/it'\\''s' -- node 'a b.mjs'`,
  );
});
