// Small questions about a row that several query fields share.

import type { Severity, Side } from '../session/entries.ts';
import type { Row } from '../session/row.ts';

const rank: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };

export function atLeastSeverity(row: Row, least: Severity): boolean {
  return row.severity !== undefined && rank[row.severity] >= rank[least];
}

export function sideWords(side: Side): string {
  return side === 'host' ? 'the host' : 'the extension';
}

/** What plain words in a query look at: the type column and the summary, as one lower-case text. */
export function searchText(row: Row): string {
  let text = row.type;
  text += ' ';
  for (const part of row.summary) text += 'words' in part ? part.words : part.wire;
  return text.toLowerCase();
}
