// How well a value fits a schema, roughly: enough to see which branch of oneOf or anyOf somebody has in mind. It is no
// check: patterns and bounds are left to the checker. Remembers its answers, so that schemas that refer to themselves end.

import { memberOf, type Exact } from './exact.ts';
import { allows, facetsOf, type Choice, type Facets, type JsonType } from './facets.ts';
import { sameJson } from './same.ts';
import type { SubSchema } from './schema.ts';

export interface Fit {
  /** 0: it fits. */
  readonly misfit: number;
  /** Keys of the value that the schema speaks of. */
  readonly known: number;
}

const whole: Fit = { misfit: 0, known: 0 };
const mostAnswers = 20_000;
const mostItems = 20;

export class Fitting {
  readonly #answers = new Map<Exact, Map<Exact, Fit>>();
  #count = 0;

  fit(schema: SubSchema, value: Exact): Fit {
    const ofSchema = this.#answers.get(schema.node) ?? new Map<Exact, Fit>();
    this.#answers.set(schema.node, ofSchema);
    const known = ofSchema.get(value);
    if (known) return known;
    if (this.#count++ > mostAnswers) return whole;
    // Asked again while it is worked out, the schema refers to itself: nothing more is learnt from that.
    ofSchema.set(value, whole);
    const found = this.#fit(
      facetsOf([schema], (choice) => this.best(choice, value)),
      value,
    );
    ofSchema.set(value, found);
    return found;
  }

  /** Index of the branch that fits best: the first of equals. */
  best({ branches }: Choice, value: Exact | undefined): number {
    if (!value) return 0;
    let best = 0;
    let bestFit: Fit | undefined;
    branches.forEach((branch, at) => {
      const fit = this.fit(branch, value);
      if (bestFit && !better(fit, bestFit)) return;
      best = at;
      bestFit = fit;
    });
    return best;
  }

  #fit(facets: Facets, value: Exact): Fit {
    let misfit = facets.never ? 10 : 0;
    let known = 0;
    const { types, allowed, orNull } = facets;
    if (types && !(orNull && value.kind === 'null') && !typesOf(value).some((one) => allows(types, one)))
      misfit += 10;
    if (allowed && !allowed.some((one) => sameJson(one.node, value))) misfit += 5;
    if (value.kind === 'object') {
      for (const key of facets.required) if (!memberOf(value, key)) misfit += 2;
      for (const member of value.members) {
        const schemas = facets.properties.get(member.key);
        if (schemas) known++;
        else if (facets.additional === 'none' && facets.patterns.length === 0) misfit += 2;
        for (const schema of schemas ?? []) misfit += Math.min(5, this.fit(schema, member.value).misfit);
      }
    }
    if (value.kind === 'array') {
      const { items } = facets;
      value.items.slice(0, mostItems).forEach((item, at) => {
        const schemas = facets.prefix[at] ?? (items === 'none' ? [] : (items ?? []));
        for (const schema of schemas) misfit += Math.min(5, this.fit(schema, item).misfit);
      });
    }
    return { misfit, known };
  }
}

function better(a: Fit, b: Fit): boolean {
  return a.misfit < b.misfit || (a.misfit === b.misfit && a.known > b.known);
}

/** Types that a value has: 3 and 3.0 are integers and numbers. */
export function typesOf(value: Exact): readonly JsonType[] {
  if (value.kind !== 'number') return [value.kind];
  return Number.isInteger(Number(value.raw)) ? ['integer', 'number'] : ['number'];
}
