// How an entry that is read back is decoded: with what the session decoded it with, so that the same comes of it.
// It must not know any protocol.

import type { Decoded, DecodeLine, HostProfile } from '../../shared/protocol/define.ts';
import { decodeEntry } from '../../shared/session/decode-entry.ts';
import type { LineEntry } from '../../shared/session/entries.ts';

/** The decoder of a session and the profile it was made for. */
export interface Decoding {
  readonly decode: DecodeLine;
  readonly profile: HostProfile;
}

export type DecodeEntry = (entry: LineEntry) => Decoded;

export function decodeEntryWith({ decode, profile }: Decoding): DecodeEntry {
  return (entry) => decodeEntry(entry, decode, profile);
}
