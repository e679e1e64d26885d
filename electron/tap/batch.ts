// What the stand-in tells the recorder, as bytes in one block: pieces of the three streams and facts, each with its time.
// Both threads know this layout and nothing else of each other's memory. Making it must cost next to nothing: it happens
// between two frames of somebody else's conversation.

/** `stdin` … `stderr`: bytes as they passed; the rest stands between them in the order it happened. */
export const recordKinds = [
  'stdin',
  'stdout',
  'stderr',
  'heldHost',
  'heldExtension',
  'end',
  'lost',
  'fact',
] as const;
export type RecordKind = (typeof recordKinds)[number];
export type StreamName = 'stdin' | 'stdout' | 'stderr';

export interface BatchRecord {
  readonly kind: RecordKind;
  /** µs since the tap began. */
  readonly atUs: number;
  /** Of held lines the number the gate knows them by; of `end` and `lost` the stream's place; of `lost` see `bytes`. */
  readonly number: number;
  /** A view into the batch. */
  readonly bytes: Buffer;
}

const headBytes = 24;
const alignment = 8;
/** Room of a usual batch. */
export const batchBytes = 1024 * 1024;

const codes = Object.fromEntries(recordKinds.map((kind, code) => [kind, code])) as Record<RecordKind, number>;

export function sizeOfRecord(length: number): number {
  return headBytes + Math.ceil(length / alignment) * alignment;
}

export class Batch {
  readonly buffer: ArrayBuffer;
  readonly #view: DataView;
  readonly #bytes: Uint8Array;
  used = 0;

  constructor(buffer: ArrayBuffer) {
    this.buffer = buffer;
    this.#view = new DataView(buffer);
    this.#bytes = new Uint8Array(buffer);
  }

  hasRoom(length: number): boolean {
    return this.used + sizeOfRecord(length) <= this.buffer.byteLength;
  }

  /** The bytes are copied. */
  add(kind: RecordKind, atUs: number, number: number, bytes: Uint8Array): void {
    const at = this.used;
    this.#view.setUint32(at, codes[kind]);
    this.#view.setUint32(at + 4, bytes.length);
    this.#view.setFloat64(at + 8, atUs);
    this.#view.setFloat64(at + 16, number);
    this.#bytes.set(bytes, at + headBytes);
    this.used = at + sizeOfRecord(bytes.length);
  }
}

/** The records of a batch, in order. */
export function* recordsOf(buffer: ArrayBuffer, used: number): Generator<BatchRecord, void, undefined> {
  const view = new DataView(buffer);
  for (let at = 0; at < used;) {
    const length = view.getUint32(at + 4);
    const kind = recordKinds[view.getUint32(at)];
    if (kind === undefined) throw new Error(`a batch has no record of kind ${view.getUint32(at)}`);
    yield {
      kind,
      atUs: view.getFloat64(at + 8),
      number: view.getFloat64(at + 16),
      bytes: Buffer.from(buffer, at + headBytes, length),
    };
    at += sizeOfRecord(length);
  }
}

export const streamNames: readonly StreamName[] = ['stdin', 'stdout', 'stderr'];
