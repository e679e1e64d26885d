// The outcome of something that may fail in an expected way. Bugs throw; what befalls an extension is a fact
// in the journal; only refusals that a caller must handle are a Result.

import type { Failure } from './errors.ts';

export type Result<T, F extends Failure = Failure> =
  { readonly ok: true; readonly value: T } | { readonly ok: false; readonly failure: F };

export function ok<T>(value: T): { readonly ok: true; readonly value: T } {
  return { ok: true, value };
}

export function failed<F extends Failure>(failure: F): { readonly ok: false; readonly failure: F } {
  return { ok: false, failure };
}
