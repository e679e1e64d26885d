// What an export would change, as a person reviews it: every place with what stands there before and after, as far as a
// screen can show, and all of it counted. Plain values that cross the border to the window.

import type { Edit } from './edit.ts';
import type { Redactor, Redacted } from './redactor.ts';
import type { Suspect } from './suspects.ts';

export interface PreviewEdit {
  readonly rule: string;
  /** A little of what stands before and behind it; "…" where it was cut. */
  readonly lead: string;
  readonly before: string;
  readonly after: string;
  readonly trail: string;
}

export interface PreviewRow {
  /** 0: the header of the recording. */
  readonly seq: number;
  /** "tool_result", "stderr", "header" … */
  readonly what: string;
  readonly edits: readonly PreviewEdit[];
  /** Edits of this row that are not listed. */
  readonly left: number;
}

export interface RedactionMeter {
  /** Places masked. */
  readonly masked: number;
  /** Different values. */
  readonly values: number;
  readonly byRule: readonly { readonly rule: string; readonly count: number }[];
  /** What looks like a secret and was not masked; the first ones, and how many. */
  readonly suspects: readonly Suspect[];
  readonly suspectCount: number;
}

export interface RedactionPreview {
  readonly meter: RedactionMeter;
  readonly rows: readonly PreviewRow[];
  /** Rows with changes that are not listed. */
  readonly left: number;
}

export const mostPreviewRows = 500;
const mostEdits = 20;
const around = 32;
const longest = 400;

export class PreviewList {
  readonly rows: PreviewRow[] = [];
  left = 0;

  add(seq: number, what: string, { edits, before }: Redacted<unknown>): void {
    if (edits.length === 0) return;
    if (this.rows.length >= mostPreviewRows) {
      this.left++;
      return;
    }
    const shown = edits
      .slice(0, mostEdits)
      .map((edit, at) =>
        placed(before, edit, edits[at - 1]?.end ?? 0, edits[at + 1]?.start ?? before.length),
      );
    this.rows.push({ seq, what, edits: shown, left: edits.length - shown.length });
  }
}

export function meterOf(redactor: Redactor): RedactionMeter {
  return {
    masked: redactor.total,
    values: redactor.values,
    byRule: [...redactor.counts].map(([rule, count]) => ({ rule, count })),
    suspects: redactor.suspects.kept,
    suspectCount: redactor.suspects.count,
  };
}

/** Around it stands what no other edit changes. */
function placed(
  text: string,
  { start, end, text: after, rule }: Edit,
  from: number,
  to: number,
): PreviewEdit {
  const leadFrom = Math.max(from, start - around);
  const trailTo = Math.min(to, end + around);
  return {
    rule,
    lead: (leadFrom > 0 ? '…' : '') + text.slice(leadFrom, start),
    before: cut(text.slice(start, end)),
    after: cut(after),
    trail: text.slice(end, trailTo) + (trailTo < text.length ? '…' : ''),
  };
}

function cut(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** "3 values masked at 7 places: 4 variable DEMO_SECRET, 3 known shapes of tokens", or that nothing was. */
export function meterWords({
  masked,
  values,
  byRule,
}: Pick<RedactionMeter, 'masked' | 'values' | 'byRule'>): string {
  if (masked === 0) return 'Nothing was masked.';
  const count = (n: number, one: string, many: string): string =>
    `${n.toLocaleString('en-US')} ${n === 1 ? one : many}`;
  const rules = byRule.map((each) => `${each.count.toLocaleString('en-US')} by ${each.rule}`).join(', ');
  return `${count(values, 'value', 'values')} masked at ${count(masked, 'place', 'places')}: ${rules}.`;
}
