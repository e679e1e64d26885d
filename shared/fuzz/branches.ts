// The branches of a schema, enumerated, and those that a value takes: what coverage counts and what generating aims at. A
// branch is one way a value can go: an alternative, a value of an enum, a key there or not, a side of a bound, a type.

import { branchId } from './branch-id.ts';
import { isExclusive } from './evaluate-scalar.ts';
import { evaluate } from './evaluate.ts';
import type { BranchId } from './fuzz-types.ts';
import { isOfType } from './json-values.ts';
import { openSchema } from './judge.ts';
import type { BoundName, Rules } from './rules.ts';
import { treeOfRaw, valueOfTree } from './tree.ts';

export interface Branch {
  readonly id: BranchId;
  /** JSON pointer into the schema. */
  readonly at: string;
  /** In words: `mode is "read"`, `path left out`, `count beyond maximum 10`. */
  readonly title: string;
  /** Only values that break the schema take it. */
  readonly invalid: boolean;
}

/** Every branch, in the order of the schema; none of what is no schema. */
export function branchesOf(schemaText: string): readonly Branch[] {
  const open = openSchema(schemaText);
  return 'problem' in open ? [] : branchesOfRules(open.root);
}

/** The branches that a JSON text takes; none of what is no JSON. */
export function coveredBy(schemaText: string, raw: string): readonly BranchId[] {
  const open = openSchema(schemaText);
  return 'problem' in open ? [] : coveredByRules(open.root, raw);
}

/** Asks many values of one schema: opens it once. */
export function makeCovered(schemaText: string): (raw: string) => readonly BranchId[] {
  const open = openSchema(schemaText);
  return (raw) => ('problem' in open ? [] : coveredByRules(open.root, raw));
}

export function coveredByRules(root: Rules, raw: string): readonly BranchId[] {
  const tree = treeOfRaw(raw);
  return tree ? [...evaluate(root, valueOfTree(tree)).branches] : [];
}

export function branchesOfRules(root: Rules): readonly Branch[] {
  const all = new Set<Rules>([root]);
  const branches: Branch[] = [];
  for (const rules of all) {
    branches.push(...ownBranches(rules));
    for (const one of countedBelow(rules)) if (one.always === undefined) all.add(one);
  }
  return branches;
}

/** Schemas in which a value can take a branch; not those that only forbid, choose or name. */
function countedBelow(rules: Rules): readonly Rules[] {
  const target = rules.target();
  const { condition } = rules;
  return [
    ...(target ? [target] : []),
    ...rules.allOf,
    ...rules.anyOf,
    ...rules.oneOf,
    ...[condition?.then, condition?.else].filter((one) => one !== undefined),
    ...rules.properties.values(),
    ...rules.patternProperties.map((one) => one.rules),
    ...rules.dependentSchemas.values(),
    ...[rules.additionalProperties, rules.unevaluatedProperties].filter((one) => one !== undefined),
    ...rules.prefix,
    ...[rules.items, rules.unevaluatedItems].filter((one) => one !== undefined),
  ];
}

function ownBranches(rules: Rules): Branch[] {
  const name = placeName(rules.at);
  const branches: Branch[] = [];
  const add = (key: string, words: string, invalid = false): void => {
    branches.push({ id: branchId(rules, key), at: rules.at, title: `${name} ${words}`.trim(), invalid });
  };
  if (rules.types && rules.types.length > 1)
    for (const type of rules.types) add(`type ${type}`, `is ${type}`);
  rules.allowed?.forEach(({ raw, value }, at) => {
    const fits = rules.types === null || rules.types.some((type) => isOfType(value, type));
    add(`enum ${at}`, `is ${short(raw)}`, !fits);
  });
  for (const word of ['anyOf', 'oneOf'] as const)
    rules[word].forEach((arm, at) => {
      if (arm.always !== false) add(`${word} ${at}`, `takes alternative ${at + 1} of ${rules[word].length}`);
    });
  if (rules.condition) {
    add('then', 'keeps the condition');
    add('else', 'does not keep the condition');
  }
  for (const [key, one] of rules.properties) {
    const quoted = JSON.stringify(key);
    add(`with ${quoted}`, `with ${quoted}`, one.always === false);
    add(`without ${quoted}`, `without ${quoted}`, rules.required.includes(key));
  }
  for (const { source } of rules.patternProperties)
    add(`pattern ${JSON.stringify(source)}`, `with a key like ${source}`);
  if (rules.additionalProperties)
    add('additional key', 'with a key that is not named', rules.additionalProperties.always === false);
  for (const [bound, value] of Object.entries(rules.bounds) as [BoundName, number][]) {
    add(`${bound} inside`, `within ${bound} ${value}`);
    if (!isExclusive(bound)) add(`${bound} on`, `on ${bound} ${value}`);
    // Nothing is shorter than nothing.
    if (!(value === 0 && /^min[LIP]/.test(bound))) add(`${bound} outside`, `beyond ${bound} ${value}`, true);
  }
  for (const [word, of] of [
    ['multipleOf', rules.multipleOf],
    ['pattern', rules.pattern?.source],
  ] as const)
    if (of !== undefined) {
      add(`${word} kept`, `keeps ${word} ${short(String(of))}`);
      add(`${word} broken`, `breaks ${word} ${short(String(of))}`, true);
    }
  if (rules.items || rules.prefix.length > 0) {
    add('no items', 'without items');
    add('with items', 'with items', rules.items?.always === false && rules.prefix.length === 0);
  }
  return branches;
}

/** The keys on the way to a schema: `filter.limit`; the value itself for the root. */
export function placeName(at: string): string {
  const words = at
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const named = words.filter((word, index) => {
    const holder = words[index - 1] ?? '';
    if (['properties', '$defs', 'definitions', 'patternProperties', 'dependentSchemas'].includes(holder))
      return true;
    return ['anyOf', 'oneOf', 'allOf', 'prefixItems', 'items'].includes(holder) && /^\d+$/.test(word);
  });
  return named.length === 0 ? 'the value' : named.join('.');
}

function short(text: string): string {
  return text.length > 60 ? `${text.slice(0, 57)}…` : text;
}
