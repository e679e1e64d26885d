// The frame that is being composed, as two texts that are one: the line as it would be sent, and the same laid out for
// reading. What was typed last is the truth; the other is derived and differs in white space only. Pure.

import { prettyJson } from '@shared/form/layout.ts';
import { compactJson } from '@shared/json/compact.ts';

export type DraftView = 'json' | 'raw';

export interface Draft {
  readonly text: string;
  /** Which of the two the text is. */
  readonly as: DraftView;
}

/** The line as it would be sent: a raw text exactly, laid-out JSON without its white space, anything else as it is. */
export function wireOf({ text, as }: Draft): string {
  return as === 'raw' ? text : (compactJson(text) ?? text);
}

/** What a view shows; typing into it makes that the truth. */
export function shownAs({ text, as }: Draft, view: DraftView): string {
  if (view === as) return text;
  return view === 'raw' ? wireOf({ text, as }) : prettyJson(text);
}
