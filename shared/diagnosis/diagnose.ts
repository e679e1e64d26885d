// From broken rules to what a person asks: what is wrong, where does it show, what is to be done. Pure; the rules have been
// found before, and what only follows from another is left out.

import { judged, type Finding } from '../conformance/finding.ts';
import { usualStrictness, type Rule } from '../conformance/rule.ts';
import { causes, stderrHints, type Cause, type CauseId } from './causes.ts';

export interface Diagnosis {
  readonly id: CauseId;
  /** "It ends before it says hello". */
  readonly title: string;
  /** One plain sentence. */
  readonly cause: string;
  /** seqs of rows, the first ones. */
  readonly rows: readonly number[];
  readonly fix: string;
  /** The rule that is broken. */
  readonly rule: string;
}

const mostRows = 5;

/** The gravest first; one for each cause. Empty when nothing of the kind is wrong. */
export function diagnose(findings: readonly Finding[], rules: readonly Rule[]): readonly Diagnosis[] {
  const told = new Map<CauseId, Diagnosis>();
  for (const finding of judged(findings, rules, usualStrictness)) {
    if (finding.severity === 'info') continue;
    const cause = causes.find((one) => isCause(one, finding));
    const [first] = finding.evidence;
    if (!cause || !first || told.has(cause.id)) continue;
    const rows = finding.evidence.flatMap(({ seq }) => (seq === null ? [] : [seq])).slice(0, mostRows);
    const fix = stderrHints.find(({ says }) => says.test(lastWords(first.words)))?.fix;
    told.set(cause.id, {
      id: cause.id,
      title: cause.title,
      cause: first.words,
      rows,
      fix: fix ?? first.fix ?? finding.is.fix,
      rule: finding.rule,
    });
  }
  return [...told.values()];
}

function isCause({ rules, frames, words }: Cause, { rule, evidence }: Finding): boolean {
  const [first] = evidence;
  if (!first || !rules.includes(rule)) return false;
  return (frames?.includes(first.frame ?? '') ?? true) && (words?.test(first.words) ?? true);
}

/** Hints are about what the process said, not about our own words. */
function lastWords(sentence: string): string {
  return sentence.split(/Last on std(?:err|out): /)[1] ?? '';
}
