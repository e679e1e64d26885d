// Replay as the window asks for it, through the handlers that answer it: consent first, sessions like any other, results as
// plain values, the new baseline, comparison. Real extensions all through.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { makeRecordingDesks } from '../../../electron/engine/recording-desks.ts';
import { answersAboutReplay } from '../../../electron/ipc/answers-replay.ts';
import { checkArgs } from '../../../electron/ipc/check-args.ts';
import type {
  CommandArgs,
  CommandName,
  CommandResult,
  ReplayRunView,
  ReplayView,
} from '../../../shared/ipc/contract.ts';
import type { Handlers } from '../../../electron/ipc/handlers.ts';
import { isDifference, type ReplayRow } from '../../../shared/replay/result.ts';
import type { Shown } from '../../../shared/replay/shown.ts';
import type { Result } from '../../../shared/result.ts';
import type { TargetInput } from '../../../shared/target/target.ts';
import { DesksUnderTest, value } from '../../support/desks.ts';
import { Run } from '../../support/engine.ts';
import { ChangedCopies, exampleTarget, record } from '../../support/replay-runs.ts';

let under: DesksUnderTest;
let copies: ChangedCopies;
let desks: ReturnType<typeof makeRecordingDesks>;
/** As main tells the window. */
let told: ReplayView | null;
let heard: () => void;
const faults: unknown[] = [];
beforeEach(() => {
  under = new DesksUnderTest();
  copies = new ChangedCopies();
  told = null;
  heard = () => {};
  desks = makeRecordingDesks({
    desk: under.desks.desk,
    workspace: under.engine.workspace,
    send: (view) => {
      told = structuredClone(view);
      heard();
    },
    report: (_what, error) => faults.push(error),
  });
});
afterEach(async () => {
  desks.close();
  copies.close();
  await under.close();
  expect(faults.splice(0)).toEqual([]);
});

type Name = Extract<CommandName, `${'replay' | 'results' | 'compare'}.${string}`>;

/** Over the border: arguments are checked, the answer is a plain value. */
async function ask<C extends Name>(name: C, args: CommandArgs<C>): Promise<Result<CommandResult<C>>> {
  expect(checkArgs(name, args)).toMatchObject({ ok: true });
  const handlers: Pick<Handlers, Name> = answersAboutReplay(desks.answers);
  const answer = await (handlers[name] as Handlers[C])(args);
  return structuredClone(answer);
}

const line = '{"type":"tool_call","id":"a","name":"greet","args":{"name":"Ada"}}';
const green = exampleTarget('greeter');
const changedCopy = (): TargetInput => copies.of('greeter', 'greeter.mjs', "en: 'Hello'", "en: 'Hi'");
type Start = CommandArgs<'replay.start'>;

async function agree(target: TargetInput): Promise<void> {
  const resolved = await under.engine.resolve(target);
  value(under.consents.give(resolved, resolved.digest));
}

/** A recording of two calls, and consent to its targets. */
async function asked(more: Partial<Start> = {}): Promise<Start> {
  const recording = await record(under.engine, green, [line, line.replace('Ada', 'Grace')]);
  const start: Start = {
    recording,
    targets: [green],
    pace: { kind: 'asap' },
    mode: 'run',
    ignore: [],
    normalise: [],
    ...more,
  };
  for (const target of start.targets) await agree(target);
  return start;
}

function until(holds: (view: ReplayView) => boolean): Promise<ReplayView> {
  return new Promise((resolve) => {
    heard = () => {
      if (told && holds(told)) resolve(told);
    };
    heard();
  });
}
const ended = (view: ReplayView): boolean => view.state === 'ended';

function only(view: ReplayView): ReplayRunView {
  const [run] = view.runs;
  if (!run) throw new Error('There is no run.');
  return run;
}

async function rowsOf(table: string, show: Shown = 'all', text = ''): Promise<readonly ReplayRow[]> {
  const filter = { show, text };
  const { rows, count } = value(await ask('results.rows', { table, filter, from: 0, count: 500 }));
  expect(rows).toHaveLength(count);
  return rows;
}

async function codeOf(answer: Promise<Result<unknown>>): Promise<string> {
  const result = await answer;
  return result.ok ? 'done' : result.failure.code;
}

describe('a replay of the window', () => {
  it('needs consent to every target, and starts nothing without', async () => {
    const start = await asked();
    const both = { ...start, targets: [green, changedCopy()] };
    expect(await codeOf(ask('replay.start', both))).toBe('consentNeeded');
    expect([value(await ask('replay.state', {})), under.list]).toEqual([null, []]);
  });

  it('runs in a session of the list, and its table tells each line', async () => {
    const started = value(await ask('replay.start', await asked()));
    expect(started).toMatchObject({ replay: 1, state: 'running', remarks: [] });
    const view = await until(ended);
    const run = only(view);
    expect(run).toMatchObject({ name: 'greeter', state: 'ended', failure: null, remarks: [] });
    expect(under.list.map(({ id }) => id)).toEqual([run.session]);
    expect(run.outcome).toMatchObject({ ok: true, differences: 0, sent: 2 });
    const rows = await rowsOf(run.table);
    expect(rows).toHaveLength(run.rows);
    expect(rows.filter(isDifference)).toEqual([]);
    expect(value(await ask('replay.state', {}))).toEqual(view);
  });

  it('tells the extension what the recorded host told, whatever is set for the target', async () => {
    const start = await asked();
    const target = await under.engine.resolve(green);
    const settings = { ...under.targets.settingsFor(target), model: 'another-model', hostVersion: '9.9.9' };
    value(await under.targets.saveSettings(green, settings));
    await ask('replay.start', start);
    await until(ended);
    const [opened] = under.list;
    if (!opened) throw new Error('The session of the replay is not there.');
    const ack = (await new Run(opened).views()).find(
      ({ decoded }) => decoded?.kind === 'frame' && decoded.type === 'hello_ack',
    );
    const text = JSON.stringify(ack?.entry);
    expect(text).toContain('hello_ack');
    expect(text).not.toContain('another-model');
    expect(text).not.toContain('9.9.9');
  });

  it('goes through several targets one after the other, each with a table of its own', async () => {
    const start = await asked({ targets: [green, changedCopy()] });
    await ask('replay.start', start);
    const first = await until(({ runs }) => runs[0]?.state === 'running');
    expect(first.runs[1]?.state).toBe('waiting');
    const [same, other] = (await until(ended)).runs;
    expect(same?.outcome).toMatchObject({ ok: true });
    expect(other?.outcome).toMatchObject({ ok: false, counts: { changed: 2 } });
    const differences = await rowsOf(other?.table ?? '', 'differences');
    expect(differences).toMatchObject([
      { verdict: 'changed', type: 'tool_result', changes: [{ pointer: '/content/0/text' }] },
      { verdict: 'changed', type: 'tool_result', changes: [{ pointer: '/content/0/text' }] },
    ]);
    expect(await rowsOf(same?.table ?? '', 'differences')).toEqual([]);
  });

  it('is filtered and walked through where it is kept', async () => {
    await ask('replay.start', await asked({ targets: [changedCopy()] }));
    const { table } = only(await until(ended));
    expect(await rowsOf(table, 'all', 'REGISTER_tool')).toMatchObject([{ type: 'register_tool' }]);
    expect((await rowsOf(table, 'changed', '/content')).length).toBe(2);
    const filter = { show: 'all', text: '' } as const;
    const next = async (after: number, by: 1 | -1) =>
      value(await ask('results.next', { table, filter, after, by }));
    const first = await next(-1, 1);
    const second = await next(first?.place ?? 0, 1);
    expect(second?.place).toBeGreaterThan(first?.place ?? 0);
    expect(await next(second?.place ?? 0, -1)).toEqual(first);
    expect(await next(second?.place ?? 0, 1)).toBeNull();
    const row = value(await ask('results.row', { table, row: first?.row ?? 0 }));
    expect(row).toMatchObject({
      kind: 'compared',
      changes: [{ before: '"Hello, Ada."', after: '"Hi, Ada."' }],
    });
    expect(await codeOf(ask('results.row', { table, row: 9_999 }))).toBe('argumentInvalid');
  });

  it('waits for a step at that pace, and ends when it is called off', async () => {
    await ask('replay.start', await asked({ pace: { kind: 'step' }, targets: [green, green] }));
    const first = only(await until((view) => only(view).progress?.forStep === true));
    expect(first.progress?.waiting).toBe('the next step: tool_call greet');
    await ask('replay.step', {});
    const before = first.progress?.step ?? 0;
    const second = only(
      await until((view) => {
        const { progress } = only(view);
        return progress?.forStep === true && progress.step > before;
      }),
    );
    expect(second.counts.equal).toBeGreaterThan(first.counts.equal);
    await ask('replay.stop', {});
    const view = await until(ended);
    expect(only(view).outcome).toMatchObject({ end: 'interrupted', sent: 1 });
    expect(view.runs[1]).toMatchObject({ state: 'skipped', session: null });
    expect(await codeOf(ask('replay.accept', { run: only(view).run }))).toBe('recordingUnfit');
  });

  it('holds every line at the gate in mode step, and goes on as they are released', async () => {
    await ask('replay.start', await asked({ mode: 'step' }));
    await until((view) => only(view).session !== null);
    const [opened] = under.list;
    const session = opened?.session;
    if (!opened || !session) throw new Error('The session of the replay is not there.');
    const heldFrom = new Set<string>();
    const off = opened.journal.onGrow(() => release());
    const release = (): void => {
      for (const seq of [...session.status.held]) {
        heldFrom.add(String(seq));
        session.release(seq);
      }
    };
    release();
    const run = only(await until(ended));
    off();
    expect(run.outcome).toMatchObject({ ok: true, sent: 2 });
    expect(heldFrom.size).toBeGreaterThan(5);
  });

  it('may be the new baseline, and the old one is kept', async () => {
    const start = await asked({ targets: [changedCopy()] });
    const before = readFileSync(start.recording);
    await ask('replay.start', start);
    const red = only(await until(ended));
    const accepted = value(await ask('replay.accept', { run: red.run }));
    expect(readFileSync(only(accepted).accepted ?? '')).toEqual(before);
    await ask('replay.start', start);
    const again = await until((view) => view.replay === 2 && ended(view));
    expect(only(again).outcome).toMatchObject({ ok: true });
    expect(
      await codeOf(
        ask('results.rows', { table: red.table, filter: { show: 'all', text: '' }, from: 0, count: 1 }),
      ),
    ).toBe('argumentInvalid');
  });

  it('is refused while another one runs, and for what is no place or no recording', async () => {
    const start = await asked({ pace: { kind: 'step' } });
    const refused = (more: Partial<Start>): Promise<string> =>
      codeOf(ask('replay.start', { ...start, ...more }));
    expect(await refused({ ignore: ['content'] })).toBe('argumentInvalid');
    expect(await refused({ normalise: ['clocks'] })).toBe('argumentInvalid');
    expect(await refused({ recording: '/no/such/file.fsj' })).toBe('recordingMissing');
    expect(await refused({})).toBe('done');
    expect(await refused({})).toBe('sessionRunning');
    await ask('replay.stop', {});
    await until(ended);
  });

  it('leaves out the places that are to be ignored', async () => {
    await ask(
      'replay.start',
      await asked({ targets: [changedCopy()], ignore: ['tool_result:/content/*/text'] }),
    );
    expect(only(await until(ended)).outcome).toMatchObject({ ok: true, differences: 0 });
  });
});

describe('two recordings of the window', () => {
  it('are compared as by framescope diff, the changed place named', async () => {
    const a = await record(under.engine, green, [line]);
    const b = await record(under.engine, changedCopy(), [line]);
    const view = value(await ask('compare.open', { a, b, ignore: [], normalise: [] }));
    expect(view).toMatchObject({ a, b, remarks: [], counts: { changed: 1, missing: 0, extra: 0 } });
    const rows = await rowsOf(view.table);
    expect(rows).toHaveLength(view.rows);
    expect(rows.filter(isDifference)).toMatchObject([{ changes: [{ pointer: '/content/0/text' }] }]);
    value(await ask('compare.close', { table: view.table }));
    expect(await codeOf(ask('results.row', { table: view.table, row: 1 }))).toBe('argumentInvalid');
  });

  it('are refused with the reason when one of them is none', async () => {
    const a = await record(under.engine, green, [line]);
    const ask1 = { a, b: '/no/such/file.fsj', ignore: [], normalise: [] };
    expect(await codeOf(ask('compare.open', ask1))).toBe('recordingMissing');
    expect(await codeOf(ask('compare.open', { ...ask1, b: a, ignore: ['x'] }))).toBe('argumentInvalid');
  });
});
