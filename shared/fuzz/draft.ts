// One value with what is to be said of it before it is a case: its text, the verdict of the validator, the branches it takes
// and the fault it shows. Each is found once; makes no value.

import { evaluate, faultsAndBranches, type Place } from './evaluate.ts';
import type { Fault, Validate, ValueCase } from './fuzz-types.ts';
import type { OpenSchema } from './judge.ts';
import { rawOfTree, valueOfTree, type Tree } from './tree.ts';

/** A case before it has its place in the plan. */
export type Draft = Omit<ValueCase, 'index'>;

const inherited = /"(?:__proto__|constructor|toString|valueOf|hasOwnProperty)":/;

export function placesOf({ root }: OpenSchema, tree: Tree): readonly Place[] {
  return [...evaluate(root, valueOfTree(tree)).places.values()];
}

/** A value with its text, the verdict of the validator and what the rules say, each found once. */
export interface ReadValue extends ReturnType<typeof faultsAndBranches> {
  readonly tree: Tree;
  readonly raw: string;
  readonly fits: boolean;
}

/** Undefined when ajv gives no word: its stack does not reach that deep, or a key named toString stands in its way. */
export function readTree({ root }: OpenSchema, validate: Validate, tree: Tree): ReadValue | undefined {
  const raw = rawOfTree(tree);
  let value: unknown;
  let fits: boolean;
  try {
    value = JSON.parse(raw);
    fits = validate(value);
  } catch {
    return undefined; // a value without a verdict is no case
  }
  const { faults, branches } = faultsAndBranches(root, value);
  return { tree, raw, fits, faults, branches };
}

export function draftOf(
  open: OpenSchema,
  validate: Validate,
  phase: Draft['phase'],
  tree: Tree,
  why: string,
  fault: Fault | null,
): Draft | undefined {
  const made = readTree(open, validate, tree);
  return made && draftOfRead(made, phase, why, fault);
}

export function draftOfRead(
  { raw, fits, branches, faults }: ReadValue,
  phase: Draft['phase'],
  why: string,
  fault: Fault | null,
): Draft | undefined {
  const [first] = faults;
  // ajv looks past keys that every object inherits: what it says of such a value is no verdict.
  if (fits && first && inherited.test(raw)) return undefined;
  const found: Fault = first
    ? { keyword: first.keyword, at: first.at }
    : (fault ?? { keyword: 'format', at: '' });
  return {
    kind: 'value',
    phase,
    verdict: fits ? 'valid' : 'invalid',
    raw,
    why,
    branches: [...branches],
    fault: fits ? null : (fault ?? found),
  };
}
