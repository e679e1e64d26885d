// A line from the wire as an entry that may be kept: its bytes are copied, or taken as text where they are UTF-8.

import type { LineEntry, Side, StderrEntry } from '../../shared/session/entries.ts';
import type { WireLine } from '../transport/transport.ts';

export function lineEntry(from: Side, line: WireLine, held: boolean): LineEntry {
  return { kind: 'line', from, ...lineFields(line), ...(held ? { held } : {}) };
}

export function stderrEntry(line: WireLine): StderrEntry {
  return { kind: 'stderr', ...lineFields(line) };
}

function lineFields(line: WireLine): Omit<StderrEntry, 'kind'> {
  return {
    raw: line.text === undefined ? { base64: base64Of(line.bytes) } : { text: line.text },
    ending: line.ending,
    ...(line.bom ? { bom: true as const } : {}),
    ...(line.truncated ? { byteLength: line.byteLength, truncated: true as const } : {}),
  };
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}
