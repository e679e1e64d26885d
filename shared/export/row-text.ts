// A row's text in one line, with what would be invisible or act on a terminal or a page made visible.

import { visibleText } from '../json/visible.ts';
import type { Row } from '../session/row.ts';

export function rowText({ summary }: Pick<Row, 'summary'>): string {
  return visibleText(summary.map((part) => ('words' in part ? part.words : part.wire)).join(''));
}

/** "+1.234 s": time since the session began. */
export function atText(atUs: number): string {
  if (atUs < 1_000_000) return `+${(atUs / 1_000).toFixed(1)} ms`;
  return `+${(atUs / 1_000_000).toFixed(3)} s`;
}
