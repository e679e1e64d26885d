// Chooses for one value: follows references and allOf, takes an arm of each alternative, and says what must not come. What
// leaves no choice is remembered. Makes no value.

import { DeadEnd } from './dead-end.ts';
import type { Making } from './making.ts';
import type { Rules } from './rules.ts';

export interface Chosen {
  readonly flat: readonly Rules[];
  readonly forbidden: ReadonlySet<string>;
  readonly nots: readonly Rules[];
  /** Only looking at the value tells whether it keeps everything. */
  readonly soft: boolean;
}

/** Follows references and allOf, and takes one arm of each alternative. */
export function choose(list: readonly Rules[], making: Making, depth: number): Chosen {
  const [only] = list;
  const simple = only && list.length === 1 ? simpleOf(only) : null;
  if (simple) return simple;
  const flat = new Set<Rules>();
  const forbidden = new Set<string>();
  const nots: Rules[] = [];
  let soft = false;
  const visit = (rules: Rules): void => {
    if (flat.has(rules)) return;
    if (rules.always === false)
      throw new DeadEnd('impossible', rules.at, 'The schema is false: nothing fits.', true);
    flat.add(rules);
    const target = rules.target();
    if (target) visit(target);
    rules.allOf.forEach(visit);
    for (const name of ['anyOf', 'oneOf'] as const) {
      const arms = rules[name];
      if (arms.length === 0) continue;
      soft ||= name === 'oneOf';
      visit(armOf(rules, name, arms, making, depth));
    }
    soft ||= isSoft(rules);
    if (rules.not) forbid(rules.not, forbidden, nots);
    const { condition } = rules;
    if (condition) {
      if (holds(rules, making)) {
        visit(condition.if);
        if (condition.then) visit(condition.then);
      } else {
        forbid(condition.if, forbidden, nots);
        if (condition.else) visit(condition.else);
      }
    }
    for (const [key, one] of rules.dependentSchemas)
      if (rules.required.includes(key) || making.chance.is(50)) visit(one);
      else forbidden.add(key);
  };
  list.forEach(visit);
  return { flat: flat.size > 0 ? [...flat] : [], forbidden, nots, soft };
}

const simples = new WeakMap<Rules, Chosen | null>();

/** What comes out for rules that leave no choice; null for others. */
function simpleOf(rules: Rules): Chosen | null {
  let chosen = simples.get(rules);
  if (chosen === undefined) {
    const parts = rules.allOf.length + rules.anyOf.length + rules.oneOf.length + rules.dependentSchemas.size;
    const isSimple =
      parts === 0 && !rules.not && !rules.condition && !rules.target() && rules.always !== false;
    chosen = isSimple ? { flat: [rules], forbidden: new Set(), nots: [], soft: isSoft(rules) } : null;
    simples.set(rules, chosen);
  }
  return chosen;
}

function isSoft(rules: Rules): boolean {
  return (
    rules.not !== undefined ||
    rules.condition !== undefined ||
    (rules.contains !== undefined && rules.contains.most < Infinity) ||
    rules.unevaluatedProperties !== undefined ||
    rules.unevaluatedItems !== undefined ||
    rules.dependentSchemas.size > 0
  );
}

function armOf(
  rules: Rules,
  name: 'anyOf' | 'oneOf',
  arms: readonly Rules[],
  making: Making,
  depth: number,
): Rules {
  const { chance, heights } = making;
  const deep = making.isDeep(depth);
  const wish = deep ? null : making.wish;
  const wished = wish?.at === rules.at && wish.keyword === name ? arms[Number(wish.choice)] : undefined;
  if (wished && chance.is(90)) return wished;
  const towards = wish ? arms.filter(({ at }) => wish.at === at || wish.at.startsWith(`${at}/`)) : [];
  if (towards.length > 0 && chance.is(90)) return chance.pick(towards);
  const open = arms.filter((arm) => heights.of(arm) < Infinity && arm.always !== false);
  const left = open.length > 0 ? open : arms;
  if (!deep) return chance.pick(left);
  const low = Math.min(...left.map((arm) => heights.of(arm)));
  return chance.pick(left.filter((arm) => heights.of(arm) === low));
}

function holds(rules: Rules, { wish, chance }: Making): boolean {
  if (wish?.at === rules.at && wish.keyword === 'if' && chance.is(95)) return wish.choice === 'then';
  return chance.is(50);
}

/** What must not hold: single keys are left out from the start, everything else is looked at. */
function forbid(rules: Rules, forbidden: Set<string>, nots: Rules[]): void {
  nots.push(rules);
  const [only, ...more] = rules.required;
  const bare = rules.properties.size === 0 && rules.anyOf.length === 0 && rules.allOf.length === 0;
  if (only !== undefined && more.length === 0 && bare && rules.types === null && rules.oneOf.length === 0)
    forbidden.add(only);
  for (const one of rules.anyOf) if (bare || rules.types === null) forbid(one, forbidden, nots);
}

export function hasChoice(list: readonly Rules[]): boolean {
  const seen = new Set<Rules>(list);
  for (const rules of seen) {
    if (rules.anyOf.length > 0 || rules.oneOf.length > 0 || rules.condition || rules.not) return true;
    if (rules.dependentSchemas.size > 0) return true;
    const target = rules.target();
    for (const one of [...rules.allOf, ...(target ? [target] : [])]) seen.add(one);
  }
  // A key or item that had to be tried again may come out otherwise.
  return false;
}
