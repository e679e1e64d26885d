// A line of the host on its way into the journal. What the host encoded itself goes the fast way of lines from the wire:
// nobody need look again whether it is a frame. What people and drivers send may be anything.

import type { Decoded } from '../../shared/protocol/define.ts';
import type { Raw } from '../../shared/session/entries.ts';
import type { WireLine } from '../transport/transport.ts';
import type { FactSink } from './fact-sink.ts';

/** The seq of its entry. */
export function recordHostLine(
  sink: FactSink,
  atUs: number,
  raw: Raw,
  decoded: Decoded,
  held: boolean,
  origin?: 'hand' | 'driver',
): number {
  if (origin === undefined && 'text' in raw && decoded.kind === 'frame')
    return sink.appendLine(atUs, 'host', wireLine(raw.text), decoded, held);
  const marks = { ...(held ? { held } : {}), ...(origin ? { origin } : {}) };
  return sink.append(atUs, { kind: 'line', from: 'host', raw, ending: 'lf', ...marks }, decoded);
}

function wireLine(text: string): WireLine {
  const bytes = Buffer.from(text);
  const byteLength = bytes.length;
  return { text, bytes, ending: 'lf', bom: false, byteLength, truncated: false, source: bytes, start: 0 };
}
