// Simpler candidates for a case that failed, biggest cuts first. Each is simpler by a measure that cannot go down for ever, has
// the same verdict, and breaks no rule that the original did not break. Whether it still fails is for the driver to find out.

import { evaluate } from './evaluate.ts';
import type { FuzzCase, Validate, ValueCase, WireCase, WireWrite } from './fuzz-types.ts';
import { openSchema, type OpenSchema } from './judge.ts';
import { draftOf } from './draft.ts';
import { compareCost } from './shrink-cost.ts';
import { simplerTrees } from './simpler.ts';
import { rawOfTree, treeOfRaw, valueOfTree } from './tree.ts';

export interface ShrinkContext {
  readonly schemaText: string;
  readonly validate: Validate;
}

/** Candidates that were looked at without one being right; more would cost more than they bring. */
const mostLooks = 4_000;

/** Ends for every case. Take the first candidate that still fails and ask again with it; stop when none does. */
export function* shrinkCase(found: FuzzCase, context: ShrinkContext): Generator<FuzzCase> {
  if (found.kind === 'wire') yield* simplerWrites(found);
  else yield* simplerValues(found, context);
}

function* simplerValues(found: ValueCase, { schemaText, validate }: ShrinkContext): Generator<ValueCase> {
  const open = openSchema(schemaText);
  const tree = treeOfRaw(found.raw);
  if ('problem' in open || !tree) return;
  const broken = keywordsOf(open, found.raw);
  const seen = new Set<string>();
  const { places } = evaluate(open.root, valueOfTree(tree));
  let looks = 0;
  for (const candidate of simplerTrees(tree, places)) {
    if (looks++ > mostLooks) return;
    const raw = rawOfTree(candidate);
    if (compareCost(raw, found.raw) >= 0 || seen.has(raw)) continue;
    if (raw.length < 10_000) seen.add(raw);
    const draft = draftOf(open, validate, found.phase, candidate, found.why, found.fault);
    if (!draft || draft.verdict !== found.verdict) continue;
    if (draft.verdict === 'invalid' && !sameFault(keywordsOf(open, raw), broken)) continue;
    const at = found.fault && draft.fault ? { ...draft.fault, keyword: found.fault.keyword } : draft.fault;
    yield { ...draft, fault: at, index: found.index };
  }
}

function keywordsOf({ root }: OpenSchema, raw: string): ReadonlySet<string> {
  return new Set(evaluate(root, JSON.parse(raw) as unknown).faults.map(({ keyword }) => keyword));
}

/** Nothing new is broken, and what was broken is not all mended: an empty set is a format, which only ajv sees. */
function sameFault(now: ReadonlySet<string>, before: ReadonlySet<string>): boolean {
  if (before.size === 0) return now.size === 0;
  return now.size > 0 && [...now].every((keyword) => before.has(keyword));
}

/** Fewer writes, fewer lines, shorter runs of the same letter; the line end stays. */
function* simplerWrites(found: WireCase): Generator<WireCase> {
  const { writes } = found;
  for (let at = 0; at + 1 < writes.length; at++) {
    const [one, other] = [writes[at], writes[at + 1]];
    if (typeof one === 'string' && one.endsWith('\n')) yield withWrites(found, writes.toSpliced(at, 1));
    if (typeof one === 'string' && typeof other === 'string' && !one.endsWith('\n'))
      yield withWrites(found, writes.toSpliced(at, 2, one + other));
  }
  for (const [at, write] of writes.entries()) {
    if (typeof write !== 'string') continue;
    const lines = write.split('\n').slice(0, -1);
    if (lines.length > 1)
      for (const gone of lines.keys())
        yield withWrites(found, writes.with(at, `${lines.toSpliced(gone, 1).join('\n')}\n`));
    const run = /([a-zA-Z])\1{7,}/.exec(write);
    if (!run) continue;
    for (const left of [
      0,
      Math.floor(run[0].length / 2),
      Math.floor(run[0].length * 0.75),
      run[0].length - 1,
    ])
      yield withWrites(
        found,
        writes.with(
          at,
          write.slice(0, run.index) +
            write.slice(run.index, run.index + left) +
            write.slice(run.index + run[0].length),
        ),
      );
  }
}

function withWrites(found: WireCase, writes: readonly WireWrite[]): WireCase {
  const text = writes.filter((write) => typeof write === 'string').join('');
  const bytes = writes.some((write) => typeof write !== 'string');
  return {
    ...found,
    writes,
    answers: found.answers.filter((id) => bytes || text.includes(JSON.stringify(id))),
  };
}
