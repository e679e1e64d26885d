// The shape of a rule of conformance: what an extension has to keep to, from which strictness on it is told how gravely, what
// goes wrong in the real host, what to do, and where the rule comes from. Knows no rule by name.

import type { HostProfile } from '../protocol/define.ts';
import type { Severity } from '../session/entries.ts';

/** Strictness runs from 1, only what breaks in every host, to 10, all that could be better. */
export const leastStrictness = 1;
export const usualStrictness = 5;
export const mostStrictness = 10;

/** From which strictness on a broken rule is told as what. A level that is left out is never reached. */
export interface Levels {
  readonly error?: number;
  readonly warning?: number;
  readonly info?: number;
}

/** A problem of the journal, or an issue of one line, that breaks a rule. */
export interface RuleMatch {
  readonly code: string;
  /** Only on a frame of one of these types. */
  readonly frames?: readonly string[];
  /** Only at this place of the frame, or below it. */
  readonly pointer?: string;
  readonly severity?: Severity;
}

/** What has to be tried before it is known whether a rule is kept; none: any session shows it. */
export type ProbeName = 'nonsense' | 'busy' | 'folder';

export const stages = ['start', 'registry', 'answers', 'lines', 'process', 'probes'] as const;
export type Stage = (typeof stages)[number];

export interface Rule {
  /** Kebab-case, for baselines and reports; never given to another rule. */
  readonly id: string;
  /** What is right, in a few words: "hello comes first". */
  readonly title: string;
  readonly stage: Stage;
  readonly protocols: readonly string[];
  /** Only hosts of these names have it; absent: all of the protocols. */
  readonly profiles?: readonly string[];
  readonly levels: Levels;
  /** What goes wrong in the real host. */
  readonly wrong: string;
  readonly fix: string;
  readonly source: string;
  /** What in a journal breaks it; rules that need more than one row are found by the fold. */
  readonly matches: readonly RuleMatch[];
  readonly probe?: ProbeName;
  /** Rules that are broken as well when this one is, and for no reason of their own. */
  readonly entails: readonly string[];
}

type Written = Omit<Rule, 'protocols' | 'matches' | 'entails'> & {
  readonly matches?: readonly (string | RuleMatch)[];
  readonly entails?: readonly string[];
};

/** Rules of one protocol as they are written down. */
export function rulesOf(protocol: string, written: readonly Written[]): readonly Rule[] {
  return written.map((rule) => ({
    ...rule,
    protocols: [protocol],
    matches: (rule.matches ?? []).map((match) => (typeof match === 'string' ? { code: match } : match)),
    entails: rule.entails ?? [],
  }));
}

/** How grave it is at this strictness; undefined: it is not told. */
export function severityAt({ levels }: Pick<Rule, 'levels'>, strictness: number): Severity | undefined {
  if (levels.error !== undefined && strictness >= levels.error) return 'error';
  if (levels.warning !== undefined && strictness >= levels.warning) return 'warning';
  if (levels.info !== undefined && strictness >= levels.info) return 'info';
  return undefined;
}

export function appliesTo(
  rule: Pick<Rule, 'protocols' | 'profiles'>,
  profile: Pick<HostProfile, 'name' | 'protocol'>,
): boolean {
  return rule.protocols.includes(profile.protocol) && (rule.profiles?.includes(profile.name) ?? true);
}
