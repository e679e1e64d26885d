// Decodes a line as it stands in a journal, the same way it was decoded when it crossed. The one place that knows how an
// entry's fields become the decoder's arguments.

import { tooLongLine } from '../protocol/codec.ts';
import type { Decoded, DecodeLine, HostProfile } from '../protocol/define.ts';
import type { Entry, LineEntry, Raw } from './entries.ts';

/** An entry with what the decoder makes of it; only lines are decoded. */
export interface DecodedEntry {
  readonly entry: Entry;
  readonly decoded?: Decoded;
}

/** The text of a raw line; undefined when its bytes are not UTF-8. */
export function textOf(raw: Raw): string | undefined {
  return 'text' in raw ? raw.text : undefined;
}

/** A line of which only a part was kept is told by its length; every other one by its text. */
export function decodeEntry(entry: LineEntry, decode: DecodeLine, profile: HostProfile): Decoded {
  if (entry.truncated !== true) return decode(textOf(entry.raw), entry.from, entry.ending);
  const kept = textOf(entry.raw);
  const keptBytes = kept === undefined ? base64Bytes(entry.raw) : new TextEncoder().encode(kept).length;
  return tooLongLine(entry.byteLength ?? keptBytes, keptBytes, profile);
}

function base64Bytes(raw: Raw): number {
  return 'base64' in raw ? Math.floor((raw.base64.replace(/=+$/, '').length * 3) / 4) : 0;
}
