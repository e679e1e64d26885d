// Wire faults between the plan, which speaks of writes, and a session, which sends lines. Pure, but for the sending.

import type { FuzzSend, WireLineText } from '../../shared/fuzz/findings.ts';
import type { WireCase } from '../../shared/fuzz/fuzz-types.ts';
import type { FuzzProcess } from './fuzz-parts.ts';

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lineFeed = 10;

/** All that is written, cut at its line feeds; where one write ended within a line is kept. */
export function linesOf({ writes }: Pick<WireCase, 'writes'>): WireLineText[] {
  const parts = writes.map((write) => Buffer.from(write as string));
  const bytes = Buffer.concat(parts);
  const ends = parts.map((_, at) => parts.slice(0, at + 1).reduce((sum, { length }) => sum + length, 0));
  const lines: WireLineText[] = [];
  for (let from = 0; from < bytes.length;) {
    const to = bytes.indexOf(lineFeed, from);
    const end = to < 0 ? bytes.length : to;
    const cuts = ends
      .filter((cut) => cut > from && cut <= end && cut < bytes.length)
      .map((cut) => cut - from);
    lines.push({ ...textOf(bytes.subarray(from, end)), ...(cuts.length > 0 ? { cuts } : {}) });
    from = end + 1;
  }
  return lines;
}

function textOf(bytes: Buffer): WireLineText {
  try {
    return { text: utf8.decode(bytes) };
  } catch {
    return { base64: bytes.toString('base64') };
  }
}

/** False when nothing can be sent any more. */
export function sendLines(
  session: Pick<FuzzProcess['session'], 'send'>,
  lines: readonly WireLineText[],
): boolean {
  return lines.every(({ cuts, ...raw }) => session.send(raw, 'driver', cuts).ok);
}

export function bytesOf(send: FuzzSend): number {
  if (send.kind === 'value') return send.raw.length;
  return send.lines.reduce((sum, line) => sum + ('text' in line ? line.text : line.base64).length + 1, 0);
}
