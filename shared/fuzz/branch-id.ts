// How a branch of a schema is called. The one place that makes such names: what enumerates branches and what finds them in a
// value have to agree.

import type { BranchId } from './fuzz-types.ts';
import type { Rules } from './rules.ts';

/** Pointer of the schema, a space, the branch: `#/properties/mode enum 1`, `# oneOf 0`, `# with "path"`. */
export function branchId(rules: { readonly at: string }, name: string): BranchId {
  return `#${rules.at} ${name}`;
}

interface KeyBranches {
  readonly key: string;
  readonly rules: Rules;
  readonly with: BranchId;
  readonly without: BranchId;
}

const known = new WeakMap<Rules, readonly KeyBranches[]>();

/** The named keys of an object with the names of being there and not: asked for with every value, so made once. */
export function keyBranches(rules: Rules): readonly KeyBranches[] {
  let all = known.get(rules);
  if (!all) {
    all = [...rules.properties].map(([key, one]) => ({
      key,
      rules: one,
      with: branchId(rules, `with ${JSON.stringify(key)}`),
      without: branchId(rules, `without ${JSON.stringify(key)}`),
    }));
    known.set(rules, all);
  }
  return all;
}
