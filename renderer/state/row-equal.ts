// Whether two copies of a row look the same. Every message from the main process is a new copy, so object identity
// says nothing; keeping the old object where nothing changed keeps what hangs on it (a drawn line, a loaded detail).

import type { SummaryPart } from '@shared/protocol/define.ts';
import type { Row } from '@shared/session/row.ts';

/** Deep equality of plain row values. */
export function sameRow(a: Row, b: Row): boolean {
  const keys = Object.keys(a) as (keyof Row)[];
  if (keys.length !== Object.keys(b).length) return false;
  return keys.every((key) => {
    if (key === 'summary') return sameParts(a.summary, b.summary);
    if (key === 'held') return JSON.stringify(a.held) === JSON.stringify(b.held);
    return a[key] === b[key];
  });
}

function sameParts(a: readonly SummaryPart[], b: readonly SummaryPart[]): boolean {
  return a.length === b.length && a.every((part, at) => partKey(part) === partKey(b[at]));
}

function partKey(part: SummaryPart | undefined): string | undefined {
  return part && ('words' in part ? `w${part.words}` : `x${part.wire}`);
}
