// What a session or a set of recordings put to use of what an extension offers. Types only.

import type { OfferedPart } from '../protocol/define.ts';

/** An outcome of a request that is worth a test of its own, e.g. an intercept that blocks. */
export interface OutcomeCount {
  readonly word: string;
  readonly count: number;
}

/** A way a schema can go, see shared/fuzz/branches.ts. */
export interface BranchCount {
  /** JSON pointer into the schema. */
  readonly at: string;
  readonly title: string;
  /** Only arguments that break the schema take it. */
  readonly invalid: boolean;
  readonly count: number;
}

export interface OfferCoverage {
  readonly part: OfferedPart;
  readonly name: string;
  /** How often it was put to use. */
  readonly uses: number;
  /** Empty where nothing is answered. */
  readonly outcomes: readonly OutcomeCount[];
  /** Uses that nothing was answered to. */
  readonly unanswered: number;
  /** Of the tool's schema; empty for everything else. */
  readonly branches: readonly BranchCount[];
}

export interface Share {
  readonly covered: number;
  readonly of: number;
}

export interface Coverage {
  readonly offers: readonly OfferCoverage[];
  /** Names that were put to use and that nothing offers: a typing mistake, or another extension's. */
  readonly unknown: readonly { readonly part: OfferedPart; readonly name: string; readonly uses: number }[];
  /** Offers that were used at least once. */
  readonly used: Share;
  readonly outcomes: Share;
  readonly branches: Share;
}
