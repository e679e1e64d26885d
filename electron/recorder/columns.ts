// The index of a journal as growing typed arrays, one element an entry: where it stands in the file, and what the list
// and the time view need without reading it. It must not hold an object per entry, and knows nothing of files.

import type { EntryKind } from '../../shared/session/entries.ts';
import type { JournalColumns } from './journal-type.ts';

/** `kind` column → kind of entry. Only ever appended to. */
export const rowKinds: readonly EntryKind[] = [
  'line',
  'stderr',
  'spawned',
  'spawnFailed',
  'closed',
  'exited',
  'signalled',
  'pipesHeld',
  'stateChanged',
  'decided',
  'problem',
  'released',
  'edited',
  'dropped',
  'modeChanged',
  'clock',
  'writeStalled',
  'writeResumed',
  'meter',
  'note',
];

/** Bits of the `flags` column, as journal-type.ts names them. */
export const flag = {
  error: 1,
  warning: 2,
  info: 4,
  held: 8,
  wasHeld: 16,
  edited: 32,
  dropped: 64,
  pending: 128,
} as const;

const kindCodes = new Map(rowKinds.map((kind, code) => [kind, code]));

export function kindCode(kind: EntryKind): number {
  const code = kindCodes.get(kind);
  if (code === undefined) throw new Error(`Kind ${kind} is missing in rowKinds.`);
  return code;
}

/** An extension may invent any number of types; those beyond the column's width share one name. */
const maxTypeNames = 65_535;
const otherTypes = '(other types)';

/** What is not used yet costs address space, not memory; copying again and again costs time. */
const growth = 4;

export class Columns implements JournalColumns {
  count = 0;
  atUs = new Float64Array(1024);
  kind = new Uint8Array(1024);
  typeCode = new Uint16Array(1024);
  pairSeq = new Uint32Array(1024);
  flags = new Uint8Array(1024);
  /** Byte in the file where the entry's line begins. */
  offset = new Float64Array(1024);
  /** Bytes of the line, LF included; 0: the entry is not kept anywhere. */
  byteLength = new Uint32Array(1024);
  readonly typeNames: string[] = [];
  readonly #typeCodes = new Map<string, number>();

  /** Adds an entry's element to every column; returns its seq. */
  push(
    atUs: number,
    kind: number,
    typeCode: number,
    flags: number,
    offset: number,
    byteLength: number,
  ): number {
    const index = this.count;
    if (index === this.atUs.length) this.#grow(index * growth);
    this.atUs[index] = atUs;
    this.kind[index] = kind;
    this.typeCode[index] = typeCode;
    this.flags[index] = flags;
    this.offset[index] = offset;
    this.byteLength[index] = byteLength;
    this.count = index + 1;
    return index + 1;
  }

  /** The code of a name in the type column. */
  typeCodeOf(name: string): number {
    const known = this.#typeCodes.get(name);
    if (known !== undefined) return known;
    const code = Math.min(this.typeNames.length, maxTypeNames);
    if (code === maxTypeNames) this.typeNames[code] = otherTypes;
    else {
      this.typeNames.push(name);
      this.#typeCodes.set(name, code);
    }
    return code;
  }

  /** Kept entries that end behind this byte of the file. */
  countBehind(end: number): number {
    let count = 0;
    for (let index = this.count - 1; index >= 0; index--) {
      const length = this.byteLength[index] ?? 0;
      if ((this.offset[index] ?? 0) + length <= end) break;
      if (length > 0) count++;
    }
    return count;
  }

  #grow(length: number): void {
    this.atUs = grown(this.atUs, new Float64Array(length));
    this.kind = grown(this.kind, new Uint8Array(length));
    this.typeCode = grown(this.typeCode, new Uint16Array(length));
    this.pairSeq = grown(this.pairSeq, new Uint32Array(length));
    this.flags = grown(this.flags, new Uint8Array(length));
    this.offset = grown(this.offset, new Float64Array(length));
    this.byteLength = grown(this.byteLength, new Uint32Array(length));
  }
}

function grown<T extends Float64Array | Uint32Array | Uint16Array | Uint8Array>(old: T, wider: T): T {
  wider.set(old);
  return wider;
}
