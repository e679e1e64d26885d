// The stand-in's way to the recorder: gathers what passed into batches and hands them over a few milliseconds later. Never
// waits: what the recorder is too slow for is left out and counted, because the streams must not wait for a disk.

import { Batch, batchBytes, sizeOfRecord, streamNames, type RecordKind, type StreamName } from './batch.ts';
import type { NewEntry } from '../../shared/session/entries.ts';

/** How long a record may wait for others. */
const gatherMs = 20;
/** Gathered or handed over, and not yet recorded, at most. */
export const usualLogBytes = 256 * 1024 * 1024;
const keptSpares = 16;
const nothing = new Uint8Array(0);

export interface LogParts {
  /** Hands a batch over; its memory comes back by `returned`. */
  readonly post: (buffer: ArrayBuffer, used: number) => void;
  /** µs since the tap began. */
  readonly nowUs: () => number;
  readonly mostBytes?: number;
}

export class TapLog {
  readonly #parts: LogParts;
  readonly #mostBytes: number;
  readonly #spares: ArrayBuffer[] = [];
  readonly #lost = new Map<StreamName, number>();
  #batch: Batch | undefined;
  #outstanding = 0;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;

  constructor(parts: LogParts) {
    this.#parts = parts;
    this.#mostBytes = parts.mostBytes ?? usualLogBytes;
  }

  /** Bytes of a stream as they passed. */
  bytes(stream: StreamName, chunk: Uint8Array): void {
    if (this.#overfull(chunk.length)) {
      this.#lost.set(stream, (this.#lost.get(stream) ?? 0) + chunk.length);
      return;
    }
    this.#put(stream, 0, chunk);
  }

  /** A whole line that the gate holds under this number. */
  held(kind: 'heldHost' | 'heldExtension', number: number, line: Uint8Array): void {
    this.#put(kind, number, line);
    this.flush(); // whoever decides about it waits for it
  }

  /** The stream's end. */
  end(stream: StreamName): void {
    this.#put('end', streamNames.indexOf(stream), nothing);
  }

  fact(entry: NewEntry): void {
    this.#put('fact', 0, Buffer.from(JSON.stringify(entry)));
  }

  /** Hands over what was gathered. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const batch = this.#batch;
    if (!batch || batch.used === 0) return;
    this.#batch = undefined;
    this.#outstanding += batch.used;
    this.#parts.post(batch.buffer, batch.used);
  }

  /** The recorder is done with a batch of so many bytes. */
  returned(buffer: ArrayBuffer, used: number): void {
    this.#outstanding -= used;
    if (buffer.byteLength === batchBytes && this.#spares.length < keptSpares) this.#spares.push(buffer);
  }

  /** Nobody records any more. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#batch = undefined;
  }

  #overfull(length: number): boolean {
    return this.#outstanding + (this.#batch?.used ?? 0) + length > this.#mostBytes;
  }

  #put(kind: RecordKind, number: number, bytes: Uint8Array): void {
    if (this.#closed) return;
    if (this.#lost.size > 0) this.#tellLost();
    this.#add(kind, number, bytes);
    this.#timer ??= setTimeout(() => this.flush(), gatherMs);
  }

  #tellLost(): void {
    for (const [stream, bytes] of this.#lost)
      this.#add('lost', streamNames.indexOf(stream), Buffer.from(String(bytes)));
    this.#lost.clear();
  }

  #add(kind: RecordKind, number: number, bytes: Uint8Array): void {
    if (this.#batch && !this.#batch.hasRoom(bytes.length)) this.flush();
    this.#batch ??= new Batch(this.#memory(bytes.length));
    this.#batch.add(kind, this.#parts.nowUs(), number, bytes);
  }

  #memory(length: number): ArrayBuffer {
    const needed = sizeOfRecord(length);
    if (needed > batchBytes) return memory(needed);
    return this.#spares.pop() ?? memory(batchBytes);
  }
}

/** Not cleared, as all that is read of it is written first. */
function memory(bytes: number): ArrayBuffer {
  return Buffer.allocUnsafeSlow(bytes).buffer as ArrayBuffer;
}
