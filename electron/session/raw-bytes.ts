// Between bytes, text and what the journal keeps of a line. UTF-8 only, without guessing.

import type { Raw } from '../../shared/session/entries.ts';
import type { WireLine } from '../transport/transport.ts';

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
const lineFeed = Buffer.from('\n');

/** Copies what is only valid during the transport's callback. */
export function rawOf(line: WireLine): Raw {
  return line.text === undefined
    ? { base64: Buffer.from(line.bytes).toString('base64') }
    : { text: line.text };
}

/** The text of a line, undefined when its bytes are not UTF-8. */
export function textOf(raw: Raw): string | undefined {
  if ('text' in raw) return raw.text;
  try {
    return strictUtf8.decode(Buffer.from(raw.base64, 'base64'));
  } catch {
    // Not UTF-8: that is the answer, not a fault.
    return undefined;
  }
}

/** The bytes for the wire, line feed included. */
export function wireBytes(raw: Raw): Uint8Array {
  return 'text' in raw
    ? Buffer.from(`${raw.text}\n`)
    : Buffer.concat([Buffer.from(raw.base64, 'base64'), lineFeed]);
}
