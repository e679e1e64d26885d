// Bytes of a journal on their way to the file: they gather in blocks, blocks are written in order, one at a time, while
// the next one fills. What is not in the file yet is read from the blocks. Never throws and never waits: a disk that is
// full is told to the owner once, tried again every second, and what can't be kept meanwhile is refused (`refusing`).

import fs from 'node:fs';
import { bytesOf, type Bytes } from './copy-ascii.ts';
import { readFully } from './read-fully.ts';

/** What stopped the writing. */
export interface WriteTrouble {
  /** errno name, e.g. ENOSPC. */
  readonly code: string;
  readonly message: string;
}

export interface BlockWriterOwner {
  /** Writing began to fail; what is pending stays readable. */
  failed(trouble: WriteTrouble): void;
  /** `refusing` has turned true. Called a little later, so that it may append. */
  refusing(): void;
  /** Everything pending is in the file again. */
  recovered(): void;
}

export interface Memory extends Bytes {
  readonly bytes: Buffer;
}

interface Block {
  readonly memory: Memory;
  /** Place of its first byte in the file. */
  readonly start: number;
  readonly length: number;
}

const blockBytes = 1024 * 1024;
/** What is appended reaches the file after this time at the latest, if the disk keeps up. */
const flushMs = 50;
const retryMs = 1_000;
/** More waiting than this is too much: back-pressure, or refusal when the disk does not take it. */
export const maxPendingBytes = 64 * 1024 * 1024;
const keptSpares = 8;

export class BlockWriter {
  /** The block that fills; bytes up to `used` are taken. The owner writes into it after `room`. */
  block = newBlock(blockBytes);
  used = 0;
  /** Nothing more is kept until the disk takes what waits. */
  refusing = false;
  trouble: WriteTrouble | undefined;
  /** Bytes that are in the file. */
  written: number;
  readonly #fd: number;
  readonly #owner: BlockWriterOwner;
  #blockStart: number;
  #sealed: Block[] = [];
  readonly #spares: Memory[] = [];
  #timer: NodeJS.Timeout | undefined;
  #due = false;
  #writing = false;
  #settling: (() => void)[] = [];
  #draining: (() => void)[] = [];

  constructor(fd: number, start: number, owner: BlockWriterOwner) {
    this.#fd = fd;
    this.#owner = owner;
    this.#blockStart = start;
    this.written = start;
  }

  /** Where the next byte will stand in the file. */
  get end(): number {
    return this.#blockStart + this.used;
  }

  get pendingBytes(): number {
    return this.#blockStart + this.used - this.written;
  }

  get full(): boolean {
    return this.trouble === undefined && this.pendingBytes > maxPendingBytes;
  }

  /** Called once when half of what may wait is free again; at once when it is. */
  whenReady(callback: () => void): void {
    if (!this.full) queueMicrotask(callback);
    else this.#draining.push(callback);
  }

  /** Makes `block` have that many bytes behind `used`. */
  room(bytes: number): void {
    if (this.block.bytes.length - this.used < bytes) this.#next(bytes);
  }

  /** Appends a text; returns its length in bytes. Takes it even when `refusing`, which is the caller's to heed. */
  put(text: string): number {
    const length = Buffer.byteLength(text, 'utf8');
    this.room(length);
    this.block.bytes.write(text, this.used, length, 'utf8');
    this.used += length;
    this.touched();
    return length;
  }

  /** To be called after bytes were put into the block: sees to it that they are written soon. */
  touched(): void {
    if (this.#timer !== undefined || this.#due) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#due = true;
      this.#pump();
    }, flushMs);
  }

  /** Bytes from..to of the file, pending ones included. What is in blocks is copied before this returns. */
  async read(from: number, to: number): Promise<Buffer> {
    const out = Buffer.allocUnsafe(to - from);
    const fileEnd = Math.min(to, this.written);
    for (const part of [
      ...this.#sealed,
      { memory: this.block, start: this.#blockStart, length: this.used },
    ]) {
      const first = Math.max(from, part.start, this.written);
      const last = Math.min(to, part.start + part.length);
      if (first < last) part.memory.bytes.copy(out, first - from, first - part.start, last - part.start);
    }
    if (from < fileEnd) await readFully(this.#fd, out.subarray(0, fileEnd - from), from);
    return out;
  }

  /** Resolves when everything is in the file, or one more attempt to write it failed. */
  async settle(): Promise<void> {
    this.#due = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const done = new Promise<void>((resolve) => this.#settling.push(resolve));
    this.#pump();
    await done;
  }

  #next(bytes: number): void {
    this.#seal();
    if (bytes > blockBytes) {
      this.#spares.push(this.block);
      this.block = newBlock(bytes);
    }
    this.#pump();
    if (this.trouble && !this.refusing && this.pendingBytes > maxPendingBytes) {
      this.refusing = true;
      queueMicrotask(() => this.#owner.refusing());
    }
  }

  #seal(): void {
    if (this.used === 0) return;
    this.#sealed.push({ memory: this.block, start: this.#blockStart, length: this.used });
    this.#blockStart += this.used;
    this.used = 0;
    this.block = this.#spares.pop() ?? newBlock(blockBytes);
  }

  /** Starts writing the next block, if there is one and none is on its way. */
  #pump(): void {
    if (this.#writing) return;
    if (this.#due && this.#sealed.length === 0) {
      this.#due = false;
      this.#seal();
    }
    const block = this.#sealed[0];
    if (!block) {
      this.#settled();
      return;
    }
    if (this.trouble && this.#timer !== undefined) return; // the timer will try again
    this.#writing = true;
    const sent = this.written - block.start;
    fs.write(this.#fd, block.memory.bytes, sent, block.length - sent, null, (error, count) => {
      this.#writing = false;
      if (error) this.#failed(error);
      else this.#wrote(block, count);
    });
  }

  #wrote(block: Block, count: number): void {
    this.written += count;
    if (this.written === block.start + block.length) {
      this.#sealed.shift();
      const { memory } = block;
      if (memory.bytes.length === blockBytes && this.#spares.length < keptSpares) this.#spares.push(memory);
    }
    if (this.trouble && this.#sealed.length === 0) {
      this.trouble = undefined;
      this.refusing = false;
      this.#owner.recovered();
    }
    if (this.#draining.length > 0 && this.pendingBytes < maxPendingBytes / 2) this.#drained();
    this.#pump();
  }

  #failed(error: NodeJS.ErrnoException): void {
    const first = this.trouble === undefined;
    this.trouble = { code: error.code ?? 'unknown', message: error.message };
    this.#due = true;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#pump();
    }, retryMs);
    this.#settled();
    this.#drained(); // the session goes on; what can't be kept is counted
    if (first) this.#owner.failed(this.trouble);
  }

  #settled(): void {
    const waiting = this.#settling;
    this.#settling = [];
    for (const resolve of waiting) resolve();
  }

  #drained(): void {
    const waiting = this.#draining;
    this.#draining = [];
    for (const callback of waiting) callback();
  }

  /** Stops trying; what is pending stays readable. */
  stop(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}

function newBlock(length: number): Memory {
  const bytes = Buffer.allocUnsafeSlow(length);
  return { ...bytesOf(bytes), bytes };
}
