// What was found so far, rule by rule: counts all, keeps the first few. Knows which rules a host has; others are not kept.

import type { Issue } from '../protocol/define.ts';
import { keptEvidence, type Evidence, type Finding } from './finding.ts';
import type { Rule, RuleMatch } from './rule.ts';

interface Kept {
  count: number;
  readonly evidence: Evidence[];
}

/** A problem or an issue, as rules are matched against it. */
export type Coded = Pick<Issue, 'code' | 'severity' | 'message' | 'pointer' | 'fix'>;

export class FoundList {
  readonly #rules: ReadonlySet<string>;
  readonly #byCode = new Map<string, { readonly match: RuleMatch; readonly rule: string }[]>();
  readonly #found = new Map<string, Kept>();

  constructor(rules: readonly Rule[]) {
    this.#rules = new Set(rules.map(({ id }) => id));
    for (const { id, matches } of rules)
      for (const match of matches) {
        const known = this.#byCode.get(match.code);
        if (known) known.push({ match, rule: id });
        else this.#byCode.set(match.code, [{ match, rule: id }]);
      }
  }

  has(rule: string): boolean {
    return this.#rules.has(rule);
  }

  add(rule: string, evidence: Evidence): void {
    if (!this.#rules.has(rule)) return;
    const kept = this.#found.get(rule);
    if (!kept) {
      this.#found.set(rule, { count: 1, evidence: [evidence] });
      return;
    }
    // A line and a problem about it say the same.
    if (evidence.seq !== null && kept.evidence.at(-1)?.seq === evidence.seq) return;
    kept.count++;
    if (kept.evidence.length < keptEvidence) kept.evidence.push(evidence);
  }

  /** @param frame type of the frame it is about; '' for what is no frame */
  addCoded(coded: Coded, frame: string, seq: number): void {
    const rule = this.ruleOf(coded, frame);
    if (rule === undefined) return;
    const { message: words, fix } = coded;
    this.add(rule, {
      seq,
      words,
      ...(frame === '' ? {} : { frame }),
      ...(fix === undefined ? {} : { fix }),
    });
  }

  get findings(): readonly Finding[] {
    return [...this.#found].map(([rule, { count, evidence }]) => ({ rule, count, evidence: [...evidence] }));
  }

  /** The first rule that such a problem breaks; undefined: none of this host. */
  ruleOf({ code, pointer = '', severity }: Coded, frame: string): string | undefined {
    return this.#byCode
      .get(code)
      ?.find(
        ({ match }) =>
          (match.frames?.includes(frame) ?? true) &&
          (match.pointer === undefined ||
            pointer === match.pointer ||
            pointer.startsWith(`${match.pointer}/`)) &&
          (match.severity === undefined || match.severity === severity),
      )?.rule;
  }
}
