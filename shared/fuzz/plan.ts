// Lays out a run of fuzzing: which cases, in which order, from a schema and a seed. The phases take turns, so that a short run
// sees all of them. Every case is judged by the validator before it is given out; nothing is sent here.

import { boundEdits } from './bounds-of.ts';
import { branchesOfRules, placeName } from './branches.ts';
import { DeadEnd } from './dead-end.ts';
import { draftOf, draftOfRead, placesOf, readTree, type Draft, type ReadValue } from './draft.ts';
import { pointerOf } from './evaluate.ts';
import type { Fault, FuzzCase, FuzzPhase, PlanOptions } from './fuzz-types.ts';
import { judgeOpen, openSchema, type OpenSchema } from './judge.ts';
import { Maker } from './make.ts';
import { mutationsAt } from './mutate.ts';
import { placeInWords, type Mutation } from './mutation.ts';
import { Chance } from './random.ts';
import { treeOfRaw, withTreeAt, type Tree } from './tree.ts';
import { wireCases } from './wire.ts';
import { wishesOf, type Aim } from './wishes.ts';

type AnyDraft = Draft | Omit<Extract<FuzzCase, { kind: 'wire' }>, 'index'>;

/** Vain tries for one case; after as many cases in vain a phase is over: the schema has no more to give. */
const mostTries = 10;
const mostVain = 30;
/** Valid values from which bounds and mutations are gone through one by one. */
const mostBases = 40;
const purposes = { valid: 1, invalid: 2, bases: 3, bounds: 4 } as const;

/** Cases until `runs` or until the phases have no more to give. The same options give the same cases. */
export function* planCases(options: PlanOptions): Generator<FuzzCase> {
  const open = openSchema(options.schemaText);
  if ('problem' in open) return;
  // Without a value that fits there is nothing to vary: only faults of the wire are left.
  const ready = judgeOpen(open, options.schemaText, options.validate).kind === 'ready';
  const planner = new Planner(open, options);
  const streams = new Map<FuzzPhase, Iterator<AnyDraft>>(
    options.phases.filter((phase) => ready || phase === 'wire').map((phase) => [phase, planner.phase(phase)]),
  );
  const given = new Set<string>();
  for (let index = 0; index < options.runs && streams.size > 0;) {
    for (const [phase, stream] of streams) {
      if (index >= options.runs) break;
      const draft = nextNew(stream, given);
      if (draft === undefined) streams.delete(phase);
      else yield { ...draft, index: index++ } as FuzzCase;
    }
  }
}

/** The next draft that was not given out before. */
function nextNew(stream: Iterator<AnyDraft>, given: Set<string>): AnyDraft | undefined {
  for (let vain = 0; vain < mostVain; vain++) {
    const next = stream.next();
    if (next.done === true) return undefined;
    const key = next.value.kind === 'value' ? next.value.raw : next.value.why;
    // A long value is told apart by its words: remembering it would cost as much as making it.
    const short = key.length > 2_000 ? `${key.length} ${next.value.why}` : key;
    if (given.has(short)) continue;
    given.add(short);
    return next.value;
  }
  return undefined;
}

class Planner {
  readonly #open: OpenSchema;
  readonly #options: PlanOptions;
  readonly #wishes: readonly Aim[];
  #bases: readonly Tree[] | undefined;

  constructor(open: OpenSchema, options: PlanOptions) {
    this.#open = open;
    this.#options = options;
    this.#wishes = wishesOf(branchesOfRules(open.root));
  }

  phase(phase: FuzzPhase): Iterator<AnyDraft> {
    if (phase === 'wire') return this.#options.wire ? wireCases(this.#options.wire) : [].values();
    return this[phase]();
  }

  /** Given examples, and those of the schema: alone at the root, or in the place of a part. */
  *examples(): Generator<Draft> {
    for (const raw of this.#options.examples ?? []) {
      const tree = treeOfRaw(raw);
      if (tree) yield* this.#judged('examples', tree, 'a given example');
    }
    for (const { raw } of this.#open.root.examples) {
      const tree = treeOfRaw(raw);
      if (tree) yield* this.#judged('examples', tree, 'an example of the schema');
    }
    const done = new Set<string>();
    for (const base of this.#baseTrees())
      for (const place of placesOf(this.#open, base))
        for (const rules of place.rules)
          for (const { raw } of rules.examples) {
            const part = treeOfRaw(raw);
            if (!part || done.has(`${rules.at} ${raw}`)) continue;
            done.add(`${rules.at} ${raw}`);
            const words = `${placeInWords(place.way)} is the default or example of ${placeName(rules.at)}`;
            yield* this.#judged('examples', withTreeAt(base, place.way, part), words);
          }
  }

  *boundaries(): Generator<Draft> {
    const done = new Set<string>();
    for (const [at, base] of this.#baseTrees().entries())
      for (const place of placesOf(this.#open, base)) {
        const maker = this.#maker(purposes.bounds, at);
        for (const { key, keyword, side, words, part } of boundEdits(place, base, maker)) {
          if (done.has(key)) continue;
          const piece = part();
          if (!piece) continue;
          const fault = side === 'outside' ? { keyword, at: pointerOf(place.way) } : null;
          const extreme = keyword === 'extreme';
          const draft = this.#draft(
            'boundaries',
            withTreeAt(base, place.way, piece),
            `${placeInWords(place.way)} is ${words}`,
            fault,
          );
          const wanted = side === 'outside' ? 'invalid' : 'valid';
          if (!draft || (!extreme && draft.verdict !== wanted)) continue;
          // An extreme that the schema forbids is met again among the mutations.
          if (extreme && draft.verdict === 'invalid') continue;
          done.add(key);
          yield draft;
        }
      }
  }

  *valid(): Generator<Draft> {
    for (let at = 0, vain = 0; vain < mostVain; at++) {
      const wish = at % 2 === 0 ? (this.#wishes[(at / 2) % Math.max(1, this.#wishes.length)] ?? null) : null;
      const made = this.#valid(purposes.valid, at, wish);
      const words = wish ? `a valid value: ${wish.words}` : 'a valid value';
      const draft = made && draftOfRead(made, 'valid', words, null);
      if (draft) yield draft;
      vain = draft ? 0 : vain + 1;
    }
  }

  *invalid(): Generator<Draft> {
    const done = new Set<string>();
    const rounds = new Map<string, Mutation[]>();
    for (const base of this.#baseTrees())
      for (const place of placesOf(this.#open, base))
        for (const mutation of mutationsAt(base, place)) {
          if (done.has(mutation.key)) continue;
          done.add(mutation.key);
          const list = rounds.get(mutation.kind);
          if (list) list.push(mutation);
          else rounds.set(mutation.kind, [mutation]);
        }
    // By kind in turn, so that the first dozen cases are of a dozen kinds.
    const lists = [...rounds.values()];
    for (let at = 0; lists.some((list) => at < list.length); at++)
      for (const list of lists) {
        const mutation = list[at];
        if (mutation) yield* this.#mutated(mutation);
      }
    for (let at = 0, vain = 0; vain < mostVain; at++) {
      const chance = new Chance(this.#options.seed, purposes.invalid, at, 1);
      const tree = this.#valid(purposes.invalid, at, null)?.tree;
      const place = tree && chance.pick(placesOf(this.#open, tree));
      const all = tree && place ? [...mutationsAt(tree, place)] : [];
      const kind = all.length > 0 ? chance.pick([...new Set(all.map((one) => one.kind))]) : undefined;
      let drafts: Draft[] = [];
      for (let tries = 0; kind && tries < mostTries && drafts.length === 0; tries++)
        drafts = this.#mutated(chance.pick(all.filter((one) => one.kind === kind)));
      yield* drafts;
      vain = drafts.length > 0 ? 0 : vain + 1;
    }
  }

  #mutated(mutation: Mutation): Draft[] {
    const draft = this.#draft('invalid', mutation.tree(), mutation.words, mutation.fault);
    return draft && (draft.verdict === 'invalid' || !mutation.breaks) ? [draft] : [];
  }

  #judged(phase: Draft['phase'], tree: Tree, why: string): Draft[] {
    const draft = this.#draft(phase, tree, why, null);
    return draft ? [draft] : [];
  }

  /** With the verdict of the validator; undefined when it gives none. */
  #draft(phase: Draft['phase'], tree: Tree, why: string, fault: Fault | null): Draft | undefined {
    return draftOf(this.#open, this.#options.validate, phase, tree, why, fault);
  }

  #maker(purpose: number, at: number, tries = 0, wish: Aim | null = null, density?: number): Maker {
    const chance = new Chance(this.#options.seed, purpose, at, tries);
    return new Maker({
      heights: this.#open.heights,
      chance,
      wish,
      ...(density === undefined ? {} : { density }),
    });
  }

  /** A value that the validator takes; with a wish one that grants it, when there is one. */
  #valid(purpose: number, at: number, wish: Aim | null, density?: number): ReadValue | undefined {
    let second: ReadValue | undefined;
    for (let tries = 0; tries < mostTries; tries++) {
      try {
        const tree = this.#maker(purpose, at, tries, wish, wish ? (density ?? 90) : density).make(
          [this.#open.root],
          0,
        );
        const made = readTree(this.#open, this.#options.validate, tree);
        if (made?.fits !== true) continue;
        if (!wish || made.branches.has(wish.id)) return made;
        second ??= made;
      } catch (error) {
        if (!(error instanceof DeadEnd)) throw error;
      }
    }
    return second;
  }

  /** Full values that together reach every alternative, found once. */
  #baseTrees(): readonly Tree[] {
    if (this.#bases) return this.#bases;
    const bases: Tree[] = [];
    const seen = new Set<string>();
    const wishes = [
      null,
      ...this.#wishes.filter((one) => one.keyword !== 'enum' && one.keyword !== 'without'),
    ];
    for (const [at, wish] of wishes.entries()) {
      if (bases.length >= mostBases) break;
      const made = this.#valid(purposes.bases, at, wish, 100);
      if (!made || (bases.length > 0 && [...made.branches].every((branch) => seen.has(branch)))) continue;
      for (const branch of made.branches) seen.add(branch);
      bases.push(made.tree);
    }
    this.#bases = bases;
    return bases;
  }
}
