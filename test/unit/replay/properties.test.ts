// Whatever a recording holds: compared with itself it is equal, in any order inside a step it is equal, and one value that
// is changed is the one that is named.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readExact, type Exact } from '../../../shared/form/exact.ts';
import { escapePointer } from '../../../shared/json/pointer.ts';
import type { Comparing } from '../../../shared/replay/compare.ts';
import { diffRecordings } from '../../../shared/replay/diff.ts';
import { Leaves } from '../../../shared/replay/leaf.ts';
import { Matcher } from '../../../shared/replay/matcher.ts';
import { chooseNormalisers } from '../../../shared/replay/normalisers.ts';
import { Pairing } from '../../../shared/replay/pairing.ts';
import type { Plan } from '../../../shared/replay/plan.ts';
import { isDifference, type ReplayRow } from '../../../shared/replay/result.ts';
import { RunFacts } from '../../../shared/replay/run-facts.ts';
import { ReplayTable } from '../../../shared/replay/table.ts';
import { crossingOf, handshake, host, line, planOf, type Fact } from '../../support/recorded.ts';
import { objectText, oddText } from '../recording/arbitrary-entry.ts';

const usual = chooseNormalisers([]);
if (!usual.ok) throw new Error('no normalisers');
const normalisers = usual.value;

const notice = fc.oneof(
  oddText.filter((text) => !text.includes('\n')).map((text) => line(text)),
  objectText.map((text) => line(text)),
  fc
    .tuple(fc.constantFrom('info', 'warn', ''), oddText)
    .map(([level, message]) => line({ type: 'notify', level, message })),
);
/** What happens between two lines of the host: its calls, their answers, and whatever else. */
const part = fc.record({
  calls: fc.array(
    fc.record({ name: fc.constantFrom('a', 'b'), args: fc.jsonValue(), answer: fc.jsonValue() }),
    {
      maxLength: 3,
    },
  ),
  notices: fc.array(notice, { maxLength: 5 }),
  answersFirst: fc.boolean(),
});

const recording = fc.array(part, { minLength: 1, maxLength: 5 }).map((parts): readonly Fact[] => {
  let id = 0;
  return [
    ...handshake,
    ...parts.flatMap(({ calls, notices, answersFirst }) => {
      const asked = calls.map((call) => ({ ...call, id: String(++id) }));
      const answers = asked.map((call) => line({ type: 'tool_result', id: call.id, content: call.answer }));
      return [
        host({ type: 'event', event: 'turn_start' }),
        ...asked.map((call) => host({ type: 'tool_call', id: call.id, name: call.name, args: call.args })),
        ...(answersFirst ? [...answers, ...notices] : [...notices, ...answers]),
      ];
    }),
  ];
});

/** The lines of a plan as if they had come from a run of it, in the order in which `arrange` puts those of each step. */
function rerun(
  plan: Plan,
  arrange: (step: Plan['steps'][number]) => readonly Plan['steps'][number]['expects'][number][],
) {
  const facts = new RunFacts();
  const comparing: Comparing = {
    recorded: new Leaves(normalisers, plan.facts),
    live: new Leaves(normalisers, plan.facts),
    pairing: new Pairing(plan.facts, facts),
    ignore: [],
  };
  const matcher = new Matcher(plan, comparing);
  const table = new ReplayTable(plan, matcher);
  for (const step of plan.steps) {
    matcher.begin(step.index);
    for (const { line: came, answers } of arrange(step)) {
      const expected = matcher.arrived({
        line: came,
        step: step.index,
        ...(answers === undefined ? {} : { answers }),
      });
      if (expected) table.matched(expected);
    }
  }
  const { matched, extra, missing } = matcher.finish();
  for (const expected of matched) table.matched(expected);
  for (const arrival of extra) table.extra(arrival);
  for (const expected of missing) table.missing(expected);
  return table.rows;
}

const different = (rows: readonly ReplayRow[]): readonly ReplayRow[] => rows.filter(isDifference);
const runs = { numRuns: 60 };

/** All values without members, with their places. */
function leaves(root: Exact): { readonly pointer: string; readonly start: number; readonly end: number }[] {
  const found: { pointer: string; start: number; end: number }[] = [];
  const walk = (node: Exact, pointer: string): void => {
    if (node.kind === 'object')
      for (const { key, value } of node.members) walk(value, `${pointer}/${escapePointer(key)}`);
    else if (node.kind === 'array') node.items.forEach((item, at) => walk(item, `${pointer}/${at}`));
    else found.push({ pointer, start: node.start, end: node.end });
  };
  walk(root, '');
  return found;
}

describe('any recording', { timeout: 30_000 }, () => {
  it('is equal to itself, line by line', () => {
    fc.assert(
      fc.property(recording, (facts) => {
        const rows = rerun(planOf(facts), ({ expects }) => expects);
        expect(different(rows)).toEqual([]);
        expect(different(diffRecordings(crossingOf(facts), crossingOf(facts), normalisers, []))).toEqual([]);
      }),
      runs,
    );
  });

  it('is equal to itself in any order inside its steps', () => {
    fc.assert(
      fc.property(recording, fc.infiniteStream(fc.nat()), (facts, random) => {
        const rows = rerun(planOf(facts), ({ expects }) => {
          const keyed = expects.map((each) => ({ each, key: random.next().value as number }));
          return keyed.sort((a, b) => a.key - b.key).map(({ each }) => each);
        });
        expect(different(rows)).toEqual([]);
      }),
      runs,
    );
  });

  it('in which one value of an answer was changed differs in that place only, and the place is named', () => {
    const answer = fc.object({
      maxDepth: 3,
      values: [fc.string(), fc.integer(), fc.boolean(), fc.constant(null)],
    });
    fc.assert(
      fc.property(answer, fc.nat(), recording, (content, which, rest) => {
        const text = JSON.stringify({ type: 'tool_result', id: 'x', content });
        const read = readExact(text);
        if (!read.ok) throw new Error('no JSON');
        const places = leaves(read.root).filter(({ pointer }) => pointer.startsWith('/content/'));
        fc.pre(places.length > 0);
        const place = places[which % places.length]!;
        const changed = `${text.slice(0, place.start)}"changed!"${text.slice(place.end)}`;
        const call = host({ type: 'tool_call', id: 'x', name: 'a', args: {} });
        const before = [...rest, call, line(text)];
        const rows = diffRecordings(
          crossingOf(before),
          crossingOf([...rest, call, line(changed)]),
          normalisers,
          [],
        );
        const spelled = text.slice(place.start, place.end);
        expect(different(rows)).toMatchObject([
          { verdict: 'changed', changes: [{ pointer: place.pointer, before: spelled, after: '"changed!"' }] },
        ]);
        const plan = planOf(before);
        const other = planOf([...rest, call, line(changed)]);
        const replayed = rerun(plan, ({ index }) => other.steps[index]?.expects ?? []);
        expect(different(replayed)).toMatchObject([
          { verdict: 'changed', changes: [{ pointer: place.pointer }] },
        ]);
      }),
      runs,
    );
  });

  it('with a line less misses that line, with a line more has one extra', () => {
    fc.assert(
      fc.property(recording, fc.nat(), (facts, which) => {
        const plan = planOf(facts);
        const all = plan.steps.flatMap(({ expects }) => expects);
        const gone = all[which % all.length];
        const rows = rerun(plan, ({ expects }) => expects.filter((each) => each !== gone));
        const verdicts = different(rows).map((row) => 'verdict' in row && row.verdict);
        // Another line of its kind with the same text may stand for it; one is missing in any case.
        expect(verdicts).toEqual(['missing']);
        const more = rerun(plan, ({ expects }) =>
          expects.flatMap((each) => (each === gone ? [each, each] : [each])),
        );
        expect(different(more).map((row) => 'verdict' in row && row.verdict)).toEqual(['extra']);
      }),
      runs,
    );
  });
});
