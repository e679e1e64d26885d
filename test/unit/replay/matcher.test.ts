// Which recorded line a line of the new run stands for, and what the leftovers come to.

import { describe, expect, it } from 'vitest';
import type { Comparing } from '../../../shared/replay/compare.ts';
import { parseIgnore } from '../../../shared/replay/ignore.ts';
import { Leaves } from '../../../shared/replay/leaf.ts';
import { replayLine, type ReplayLine } from '../../../shared/replay/line.ts';
import { Matcher, type Expected } from '../../../shared/replay/matcher.ts';
import { Pairing } from '../../../shared/replay/pairing.ts';
import type { Plan } from '../../../shared/replay/plan.ts';
import { countVerdicts } from '../../../shared/replay/result.ts';
import { RunFacts } from '../../../shared/replay/run-facts.ts';
import { ReplayTable } from '../../../shared/replay/table.ts';
import { entries, exited, handshake, host, line, planOf, type Fact } from '../../support/recorded.ts';
import { told } from '../../support/replay-runs.ts';

const notify = (message: string, level = 'info'): object => ({ type: 'notify', level, message });
const tool = (name: string, description = ''): object => ({
  type: 'register_tool',
  name,
  description,
  schema: {},
});

class Rerun {
  readonly plan: Plan;
  readonly matcher: Matcher;
  readonly table: ReplayTable;

  constructor(facts: readonly Fact[], ignore: readonly string[] = []) {
    this.plan = planOf(facts);
    const live = new RunFacts();
    const comparing: Comparing = {
      recorded: new Leaves([], this.plan.facts),
      live: new Leaves([], live),
      pairing: new Pairing(this.plan.facts, live),
      ignore: ignore.flatMap((text) => {
        const rule = parseIgnore(text);
        return rule.ok ? [rule.value] : [];
      }),
    };
    this.matcher = new Matcher(this.plan, comparing);
    this.table = new ReplayTable(this.plan, this.matcher);
  }

  /** In that step these lines come. */
  step(step: number, ...frames: readonly (object | string)[]): this {
    this.matcher.begin(step);
    for (const frame of frames) {
      const expected = this.matcher.arrived({ line: made(frame), step });
      if (expected) this.table.matched(expected);
    }
    return this;
  }

  waits(): { answers: string[]; notices: string[] } {
    const names = (all: readonly Expected[]): string[] => all.map(({ planned }) => planned.line.type);
    const { answers, notices } = this.matcher.awaited;
    return { answers: names(answers), notices: names(notices) };
  }

  /** Rows of lines of the extension, from that step on. */
  end(from: number): string[] {
    const { matched, extra, missing } = this.matcher.finish();
    for (const each of matched) this.table.matched(each);
    for (const each of extra) this.table.extra(each);
    for (const each of missing) this.table.missing(each);
    return told(this.table.rows.filter((row) => row.kind === 'compared' && row.step >= from));
  }
}

function made(what: object | string): ReplayLine {
  const [first] = entries([line(what)]);
  if (first?.entry.kind !== 'line' || !first.decoded) throw new Error('no line');
  return replayLine(first.entry, first.decoded);
}

const turn = host({ type: 'event', event: 'turn_start' });
const recorded = (...more: readonly Fact[]): readonly Fact[] => [...handshake, ...more];

describe('lines of one kind', () => {
  it('go together by what they say first, whatever their order', () => {
    const run = new Rerun(recorded(turn, line(notify('a')), line(notify('b')), line(notify('c'))));
    expect(run.step(2, notify('c'), notify('x'), notify('a')).end(2)).toEqual([
      'equal notify info',
      'changed notify info /message: "b" -> "x"',
      'equal notify info',
    ]);
  });

  it('are compared with each other only when no more can come', () => {
    const run = new Rerun(recorded(turn, line(notify('a')), line(notify('b'))));
    run.step(2, notify('new'));
    expect(run.table.rows.filter((row) => row.kind === 'compared' && row.step === 2)).toMatchObject([
      { verdict: null },
      { verdict: null },
    ]);
    expect(run.step(2, notify('a'), notify('b')).end(2)).toEqual([
      'equal notify info',
      'equal notify info',
      'extra notify info',
    ]);
  });

  it('may come before their step when they say the same: what a host sends and what comes at that moment cross', () => {
    const run = new Rerun(recorded(turn, line(notify('a'))));
    expect(run.step(1, notify('a')).step(2).end(2)).toEqual(['equal notify info']);
    const other = new Rerun(recorded(turn, line(notify('a'))));
    const told = ['missing notify info', 'extra notify info'];
    expect(
      other
        .step(1, notify('b'))
        .step(2)
        .end(1)
        .filter((row) => row.includes('notify'))
        .sort(),
    ).toEqual(told.reverse());
  });
});

describe('what is about something else', () => {
  it('and the same otherwise was renamed: one change, not two', () => {
    const run = new Rerun(recorded(turn, line(tool('greet', 'Greets.')), line(notify('a'))));
    expect(run.step(2, tool('salute', 'Greets.'), notify('a', 'warn')).end(2)).toEqual([
      'changed register_tool greet /name: "greet" -> "salute"',
      'changed notify info /level: "info" -> "warn"',
    ]);
  });

  it('and differs otherwise too is missing and extra', () => {
    const run = new Rerun(recorded(turn, line(tool('greet', 'Greets.'))));
    expect(run.step(2, tool('salute', 'Salutes.')).end(2)).toEqual([
      'missing register_tool greet',
      'extra register_tool salute',
    ]);
  });

  it('does not matter for hello, of which there is one', () => {
    const run = new Rerun(recorded());
    run.step(0, { type: 'hello', name: 'other', version: '1' });
    expect(run.waits().answers).toEqual([]);
    expect(run.end(0)[0]).toBe('changed hello demo /name: "demo" -> "other"');
  });
});

describe('what is waited for', () => {
  it('is what the run has come to and nothing came for', () => {
    const run = new Rerun(
      recorded(
        turn,
        line(notify('a')),
        line(notify('b')),
        line({ type: 'call_tool', id: 'x', name: 'read' }),
      ),
    );
    run.step(0, { type: 'hello', name: 'demo', version: '1' });
    expect(run.waits()).toEqual({ answers: [], notices: [] });
    run.step(1);
    expect(run.waits()).toEqual({ answers: [], notices: ['register_tool', 'ready'] });
    run.step(1, tool('greet'), { type: 'ready' }).step(2);
    expect(run.waits()).toEqual({ answers: ['call_tool'], notices: ['notify', 'notify'] });
    // Something of its kind came: it is compared at the end, and not waited for.
    expect(run.step(2, notify('x')).waits().notices).toEqual(['notify']);
    expect(run.step(2, notify('b')).waits().notices).toEqual([]);
  });

  it('is not what was given up; that is late when it comes after all', () => {
    const run = new Rerun(recorded(turn, line({ type: 'call_tool', id: 'x', name: 'read' })));
    run.step(1, { type: 'hello', name: 'demo', version: '1' }, tool('greet'), { type: 'ready' }).step(2);
    for (const expected of run.matcher.awaited.answers) expected.passed = 'inVain';
    expect(run.waits().answers).toEqual([]);
    expect(run.step(2, { type: 'call_tool', id: 'x', name: 'read' }).end(2)).toEqual(['late call_tool read']);
  });
});

describe('types that are ignored whole', () => {
  it('are missing or extra without a difference, and match whatever they say', () => {
    const run = new Rerun(recorded(turn, line(notify('a')), line(notify('b'))), ['notify:']);
    run.step(2, notify('x', 'warn'));
    const rows = run.end(2);
    expect(rows).toEqual(['equal notify info', 'missing notify info']);
    expect(run.table.rows.at(-1)).toMatchObject({ verdict: 'missing', forgiven: true });
  });
});

describe('the table', () => {
  it('keeps the order of the recording, with extras after the step they came in and the exit where it was', () => {
    const run = new Rerun(
      recorded(turn, line(notify('a')), host({ type: 'event', event: 'turn_end' }), exited()),
    );
    run.step(1, { type: 'hello', name: 'demo', version: '1' }, tool('greet'), { type: 'ready' });
    run.step(2, 'DEBUG', notify('a')).step(3).end(0);
    run.table.exit('exit code 0', true);
    const { rows } = run.table;
    expect(told(rows)).toEqual([
      'equal hello demo',
      'waiting hello_ack 1',
      'equal register_tool greet',
      'equal ready',
      'waiting event turn_start',
      'equal notify info',
      'extra not JSON',
      'waiting event turn_end',
      'equal exit: exit code 0, unasked / exit code 0',
    ]);
    expect(run.table.counts).toEqual(countVerdicts(rows));
    expect(run.table.size).toBe(rows.length);
    const sorted = [...rows].sort((a, b) => a.step - b.step || a.row - b.row);
    expect(sorted).toEqual(rows);
  });

  it('tells which rows changed since it was asked last', () => {
    const run = new Rerun(recorded(turn, line(notify('a'))));
    expect(run.table.takeChanged()).toHaveLength(run.table.rows.length);
    expect(run.table.takeChanged()).toEqual([]);
    run.step(2, notify('a'));
    expect(run.table.takeChanged()).toMatchObject([{ type: 'notify', verdict: 'equal' }]);
  });
});
