// How deep the flattest value of each schema is, found before anything is generated: a schema whose every value has to hold
// another one of its own is endless, and below a certain depth the flattest way is taken. A lower bound; never hangs.

import { jsonTypes, type JsonType, type Rules } from './rules.ts';

/** More schemas than any document of a tool holds; the rest counts as flat. */
const mostRules = 20_000;

export class Heights {
  readonly #heights = new Map<Rules, number>();
  /** Schemas `false` count as flat: that nothing fits them is another matter than endlessness. */
  constructor(root: Rules) {
    const all = reachable(root);
    for (const rules of all) this.#heights.set(rules, Infinity);
    for (let changed = true; changed;) {
      changed = false;
      for (const rules of all) {
        const height = this.#heightOf(rules);
        if (height < (this.#heights.get(rules) ?? 0)) {
          this.#heights.set(rules, height);
          changed = true;
        }
      }
    }
  }

  /** Infinity when the schema is endless. */
  of(rules: Rules): number {
    return this.#heights.get(rules) ?? 0;
  }

  /** The flattest value of one type that the rules themselves allow. */
  ofType(rules: Rules, type: JsonType): number {
    if (type === 'object') {
      const needed = rules.required.map((key) => this.#ofKey(rules, key));
      return 1 + Math.max(-1, ...needed);
    }
    if (type !== 'array') return 0;
    const least = rules.bounds.minItems ?? 0;
    const items = rules.prefix.slice(0, least);
    const rest = rules.items && least > rules.prefix.length ? [rules.items] : [];
    const held = rules.contains && rules.contains.least > 0 ? [rules.contains.rules] : [];
    return 1 + Math.max(-1, ...[...items, ...rest, ...held].map((one) => this.of(one)));
  }

  #ofKey(rules: Rules, key: string): number {
    const named = rules.properties.get(key);
    const patterns = rules.patternProperties.filter(({ regex }) => regex?.test(key));
    const other = !named && patterns.length === 0 ? rules.additionalProperties : undefined;
    return Math.max(
      0,
      ...[named, other, ...patterns.map((one) => one.rules)].map((one) => (one ? this.of(one) : 0)),
    );
  }

  #heightOf(rules: Rules): number {
    if (rules.always !== undefined) return 0;
    const given = rules.constant !== null || rules.allowed !== null;
    const own = given ? 0 : Math.min(...(rules.types ?? jsonTypes).map((type) => this.ofType(rules, type)));
    const target = rules.target();
    const parts = [own, target ? this.of(target) : 0, ...rules.allOf.map((one) => this.of(one))];
    for (const arms of [rules.anyOf, rules.oneOf])
      if (arms.length > 0) parts.push(Math.min(...arms.map((one) => this.of(one))));
    return Math.max(...parts);
  }
}

/** Every schema that a value may meet, the root first. */
export function reachable(root: Rules): readonly Rules[] {
  const found = new Set<Rules>([root]);
  for (const rules of found) {
    if (found.size > mostRules) break;
    for (const one of below(rules)) found.add(one);
  }
  return [...found];
}

function below(rules: Rules): readonly Rules[] {
  const { condition } = rules;
  return [
    rules.target(),
    ...rules.properties.values(),
    ...rules.patternProperties.map((one) => one.rules),
    rules.additionalProperties,
    rules.propertyNames,
    ...rules.dependentSchemas.values(),
    rules.unevaluatedProperties,
    ...rules.prefix,
    rules.items,
    rules.contains?.rules,
    rules.unevaluatedItems,
    ...rules.allOf,
    ...rules.anyOf,
    ...rules.oneOf,
    rules.not,
    condition?.if,
    condition?.then,
    condition?.else,
  ].filter((one): one is Rules => one !== undefined && one !== null);
}
