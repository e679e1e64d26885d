// Reads a value with the rules of a schema: what is broken and where, which branches it takes, and which rules speak about
// each place of it. Whether a value is valid is ajv's word, not this one's; formats and outside references are taken as
// kept. Pure; ends for every schema and every value.

import { escapePointer } from '../json/pointer.ts';
import { branchId, keyBranches } from './branch-id.ts';
import type { BranchId, Fault } from './fuzz-types.ts';
import { isOfType, kindOf, sameValue, uniqueValues } from './json-values.ts';
import { checkScalar, speaksOfScalars } from './evaluate-scalar.ts';
import type { Rules } from './rules.ts';
import type { Way } from './tree.ts';

/** What speaks about one place of a value. */
export interface Place {
  readonly way: Way;
  readonly rules: Set<Rules>;
}

export interface Evaluation {
  readonly faults: readonly (Fault & { /** Pointer of the schema. */ readonly rule: string })[];
  readonly branches: ReadonlySet<BranchId>;
  /** By JSON pointer into the value, in the order they were reached. */
  readonly places: ReadonlyMap<string, Place>;
}

/** What a schema has said about the keys and items of a value, for unevaluatedProperties and unevaluatedItems. */
interface Seen {
  readonly keys: Set<string>;
  readonly items: Set<number>;
}

/** The way to a place from its end: made into an array and a pointer only where those are asked for. */
interface Trail {
  readonly above: Trail | null;
  readonly step: string | number;
}

const scalarSeen: Seen = { keys: new Set(), items: new Set() };

/** More steps than any honest pair of schema and value takes; the rest counts as kept. */
const mostSteps = 200_000;
/** References in a circle, or a value deeper than any schema has something to say about. */
const deepest = 250;

export function evaluate(rules: Rules, value: unknown): Evaluation {
  return runOf(rules, value, true);
}

/** The same without places, for a third of the time. */
export function faultsAndBranches(rules: Rules, value: unknown): Omit<Evaluation, 'places'> {
  return runOf(rules, value, false);
}

function runOf(rules: Rules, value: unknown, places: boolean): Run {
  const run = new Run({ steps: 0 }, places);
  run.check(rules, value, null, 0);
  return run;
}

/** Whether a value breaks none of the rules; cheaper words for evaluate(…).faults being empty. */
export function keeps(rules: Rules, value: unknown): boolean {
  return runOf(rules, value, false).faults.length === 0;
}

class Run implements Evaluation {
  readonly faults: (Fault & { rule: string })[] = [];
  readonly branches = new Set<BranchId>();
  readonly places = new Map<string, Place>();
  readonly #count: { steps: number };
  readonly #notes: boolean;

  constructor(count: { steps: number }, notes: boolean) {
    this.#count = count;
    this.#notes = notes;
  }

  check(rules: Rules, value: unknown, way: Trail | null, depth: number): Seen {
    const inner = typeof value === 'object' && value !== null;
    const seen: Seen = inner ? { keys: new Set(), items: new Set() } : scalarSeen;
    if (depth > deepest || this.#count.steps++ > mostSteps) return seen;
    if (this.#notes) this.#note(rules, way);
    if (rules.always === false) this.#fault('false', rules, way);
    const kind = kindOf(value);
    if (rules.types) this.#types(rules, value, way);
    if (rules.allowed || rules.constant) this.#given(rules, value, way);
    if (speaksOfScalars(rules))
      checkScalar(rules, value, {
        fault: (keyword) => this.#fault(keyword, rules, way),
        hit: (name) => this.branches.add(branchId(rules, name)),
      });
    this.#combine(rules, value, way, depth, seen);
    if (kind === 'object') this.#object(rules, value as Record<string, unknown>, way, depth, seen);
    if (kind === 'array') this.#array(rules, value as unknown[], way, depth, seen);
    return seen;
  }

  #note(rules: Rules, way: Trail | null): void {
    const path = wayOf(way);
    const pointer = pointerOf(path);
    const place = this.places.get(pointer);
    if (place) place.rules.add(rules);
    else this.places.set(pointer, { way: path, rules: new Set([rules]) });
  }

  #notePlace(pointer: string, { way, rules }: Place): void {
    const known = this.places.get(pointer);
    if (known) for (const one of rules) known.rules.add(one);
    else this.places.set(pointer, { way, rules });
  }

  #fault(keyword: string, rules: Rules, way: Trail | null): void {
    this.faults.push({ keyword, at: pointerOf(wayOf(way)), rule: rules.at });
  }

  #types(rules: Rules, value: unknown, way: Trail | null): void {
    const type = rules.types?.find((one) => isOfType(value, one));
    if (type === undefined) this.#fault('type', rules, way);
    else if ((rules.types?.length ?? 0) > 1) this.branches.add(branchId(rules, `type ${type}`));
  }

  #given(rules: Rules, value: unknown, way: Trail | null): void {
    if (rules.constant && !sameValue(rules.constant.value, value)) this.#fault('const', rules, way);
    if (!rules.allowed) return;
    const index = rules.allowed.findIndex((given) => sameValue(given.value, value));
    if (index < 0) this.#fault('enum', rules, way);
    else this.branches.add(branchId(rules, `enum ${index}`));
  }

  /** A look that counts only when it is taken. */
  #look(rules: Rules, value: unknown, way: Trail | null, depth: number): { run: Run; seen: Seen } {
    const run = new Run(this.#count, this.#notes);
    const seen = run.check(rules, value, way, depth + 1);
    return { run, seen };
  }

  #take(look: { run: Run; seen: Seen }, seen: Seen): void {
    for (const branch of look.run.branches) this.branches.add(branch);
    for (const [pointer, place] of look.run.places) this.#notePlace(pointer, place);
    for (const key of look.seen.keys) seen.keys.add(key);
    for (const item of look.seen.items) seen.items.add(item);
  }

  #all(rules: Rules, value: unknown, way: Trail | null, depth: number, seen: Seen): void {
    const other = this.check(rules, value, way, depth + 1);
    for (const key of other.keys) seen.keys.add(key);
    for (const item of other.items) seen.items.add(item);
  }

  #combine(rules: Rules, value: unknown, way: Trail | null, depth: number, seen: Seen): void {
    const target = rules.target();
    if (target) this.#all(target, value, way, depth, seen);
    for (const one of rules.allOf) this.#all(one, value, way, depth, seen);
    for (const name of ['anyOf', 'oneOf'] as const) {
      const arms = rules[name];
      if (arms.length === 0) continue;
      const looks = arms.map((arm) => this.#look(arm, value, way, depth));
      const taken = looks.flatMap((look, at) => (look.run.faults.length === 0 ? [at] : []));
      if (taken.length === 0) this.#nearest(looks);
      if (taken.length === 0 || (name === 'oneOf' && taken.length > 1)) this.#fault(name, rules, way);
      for (const at of taken) {
        const look = looks[at];
        if (look) this.#take(look, seen);
        this.branches.add(branchId(rules, `${name} ${at}`));
      }
    }
    if (rules.not && this.#look(rules.not, value, way, depth).run.faults.length === 0)
      this.#fault('not', rules, way);
    this.#condition(rules, value, way, depth, seen);
  }

  /** A value that fits no alternative has reached the one it fits best. */
  #nearest(looks: readonly { run: Run }[]): void {
    const [best] = looks.toSorted((one, other) => one.run.faults.length - other.run.faults.length);
    for (const branch of best?.run.branches ?? []) this.branches.add(branch);
  }

  #condition(rules: Rules, value: unknown, way: Trail | null, depth: number, seen: Seen): void {
    const { condition } = rules;
    if (!condition) return;
    const look = this.#look(condition.if, value, way, depth);
    const holds = look.run.faults.length === 0;
    // What the condition reads counts as spoken of; its branches are those of then and else.
    if (holds) for (const key of look.seen.keys) seen.keys.add(key);
    this.branches.add(branchId(rules, holds ? 'then' : 'else'));
    const follows = holds ? condition.then : condition.else;
    if (follows) this.#all(follows, value, way, depth, seen);
  }

  #object(
    rules: Rules,
    value: Readonly<Record<string, unknown>>,
    way: Trail | null,
    depth: number,
    seen: Seen,
  ): void {
    const keys = Object.keys(value);
    const descend = (one: Rules, key: string): void => {
      this.#below(one, value[key], { above: way, step: key }, depth);
      seen.keys.add(key);
    };
    for (const { key, rules: one, with: there, without } of keyBranches(rules)) {
      const present = Object.hasOwn(value, key);
      this.branches.add(present ? there : without);
      if (present) descend(one, key);
    }
    for (const key of rules.required) if (!Object.hasOwn(value, key)) this.#fault('required', rules, way);
    for (const { regex, rules: one, source } of rules.patternProperties)
      for (const key of keys.filter((name) => regex?.test(name))) {
        this.branches.add(branchId(rules, `pattern ${JSON.stringify(source)}`));
        descend(one, key);
      }
    const { additionalProperties: others, propertyNames } = rules;
    if (others) {
      for (const key of keys.filter((name) => isAdditional(rules, name))) {
        if (others.always === false) this.#fault('additionalProperties', rules, way);
        else descend(others, key);
        this.branches.add(branchId(rules, 'additional key'));
      }
    }
    if (propertyNames)
      for (const key of keys)
        if (this.#look(propertyNames, key, way, depth).run.faults.length > 0)
          this.#fault('propertyNames', rules, way);
    this.#dependent(rules, value, way, depth, seen);
    const rest = rules.unevaluatedProperties;
    if (rest)
      for (const key of keys.filter((name) => !seen.keys.has(name))) {
        if (rest.always === false) this.#fault('unevaluatedProperties', rules, way);
        else descend(rest, key);
        seen.keys.add(key);
      }
  }

  #dependent(
    rules: Rules,
    value: Readonly<Record<string, unknown>>,
    way: Trail | null,
    depth: number,
    seen: Seen,
  ): void {
    for (const [key, needed] of rules.dependentRequired)
      if (Object.hasOwn(value, key) && needed.some((one) => !Object.hasOwn(value, one)))
        this.#fault('dependentRequired', rules, way);
    for (const [key, one] of rules.dependentSchemas)
      if (Object.hasOwn(value, key)) this.#all(one, value, way, depth, seen);
  }

  #array(rules: Rules, value: readonly unknown[], way: Trail | null, depth: number, seen: Seen): void {
    if (rules.items || rules.prefix.length > 0)
      this.branches.add(branchId(rules, value.length === 0 ? 'no items' : 'with items'));
    value.forEach((item, at) => {
      const one = rules.prefix[at] ?? rules.items;
      if (!one) return;
      seen.items.add(at);
      if (one.always === false) this.#fault('items', rules, way);
      else this.#below(one, item, { above: way, step: at }, depth);
    });
    if (rules.contains) {
      const found = value.flatMap((item, at) =>
        this.#look(rules.contains?.rules as Rules, item, { above: way, step: at }, depth).run.faults
          .length === 0
          ? [at]
          : [],
      );
      if (found.length < rules.contains.least || found.length > rules.contains.most)
        this.#fault('contains', rules, way);
      for (const at of found) seen.items.add(at);
    }
    if (rules.uniqueItems && !uniqueValues(value)) this.#fault('uniqueItems', rules, way);
    const rest = rules.unevaluatedItems;
    if (rest)
      value.forEach((item, at) => {
        if (seen.items.has(at)) return;
        if (rest.always === false) this.#fault('unevaluatedItems', rules, way);
        else this.#below(rest, item, { above: way, step: at }, depth);
        seen.items.add(at);
      });
  }

  #below(rules: Rules, value: unknown, way: Trail | null, depth: number): void {
    this.check(rules, value, way, depth + 1);
  }
}

/** Whether additionalProperties of these rules speaks of a key. */
export function isAdditional(rules: Rules, key: string): boolean {
  return !rules.properties.has(key) && !rules.patternProperties.some(({ regex }) => regex?.test(key));
}

function wayOf(trail: Trail | null): Way {
  const way: (string | number)[] = [];
  for (let here = trail; here; here = here.above) way.push(here.step);
  return way.reverse();
}

export function pointerOf(way: Way): string {
  return way.map((step) => `/${escapePointer(String(step))}`).join('');
}
