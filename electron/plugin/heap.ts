// Memory that the host gives to the plugin: what it must free, texts that are valid until the next turn of the main loop,
// and what was given back. Given-back memory is kept for a while before the system gets it, so that a second free or a late
// use can be told from a new address that happens to be the same. Speaks of addresses only; knows no ABI.

import { calloc, copyText, fill, free, type Pointer } from './native.ts';

/** What is kept after it was given back. */
const keptBytes = 4 << 20;
const keptBlocks = 4_096;
const poison = 0xdd;
/** A text handed to a thread of the plugin stays this long at least: it does not live by turns. */
const threadTextMs = 1_000;

export interface Block {
  readonly bytes: number;
  /** The call during which it was made. */
  readonly call: string | undefined;
}

export interface TurnText {
  readonly bytes: number;
  /** The host function that gave it. */
  readonly from: string;
  /** Whether the plugin may free it: json_get_str speaks of the host's allocator. */
  readonly freeable: boolean;
  /** Valid until this time at least, whatever turns there are. */
  readonly notBeforeMs: number;
}

export interface HoldHow {
  readonly freeable?: boolean;
  /** Handed to a thread of the plugin. */
  readonly thread?: boolean;
  /** Until it is unpinned. */
  readonly pinned?: boolean;
}

export type GivenBack = { readonly bytes: number; readonly how: string; readonly wasText: boolean };

export class Heap {
  /** Whether given-back memory is filled, so that a late use shows. */
  poisons = false;
  readonly #live = new Map<Pointer, Block>();
  readonly #texts = new Map<Pointer, TurnText>();
  readonly #kept = new Map<Pointer, GivenBack>();
  readonly #ofCall = new Map<string, Set<Pointer>>();
  #liveBytes = 0;
  #keptBytes = 0;

  get live(): { readonly count: number; readonly bytes: number } {
    return { count: this.#live.size, bytes: this.#liveBytes };
  }

  /** Zeroed; null when there is none. */
  alloc(bytes: number | bigint, call: string | undefined): Pointer | null {
    const pointer = calloc(bytes);
    if (pointer !== null) this.#own(pointer, Number(bytes), call);
    return pointer;
  }

  copy(bytes: Buffer, call: string | undefined): Pointer | null {
    const pointer = copyText(bytes);
    if (pointer !== null) this.#own(pointer, bytes.length + 1, call);
    return pointer;
  }

  /** A text for the plugin to read until the next turn. */
  hold(bytes: Buffer, from: string, how: HoldHow = {}): Pointer | null {
    const pointer = copyText(bytes);
    if (pointer === null) return null;
    const notBeforeMs = how.pinned ? Infinity : validUntil(how.thread ?? false);
    this.#texts.set(pointer, { bytes: bytes.length + 1, from, freeable: how.freeable ?? false, notBeforeMs });
    return pointer;
  }

  /** From now on it lives by turns like any other. */
  unpin(pointer: Pointer, thread: boolean): void {
    const text = this.#texts.get(pointer);
    if (text !== undefined) this.#texts.set(pointer, { ...text, notBeforeMs: validUntil(thread) });
  }

  block(pointer: Pointer): Block | undefined {
    return this.#live.get(pointer);
  }

  text(pointer: Pointer): TurnText | undefined {
    return this.#texts.get(pointer);
  }

  givenBack(pointer: Pointer): GivenBack | undefined {
    return this.#kept.get(pointer);
  }

  /** Takes a block or a text back; `how` says who gave it. False when it is neither. */
  release(pointer: Pointer, how: string): boolean {
    const block = this.#live.get(pointer);
    if (block !== undefined) {
      this.#disown(pointer, block);
      this.#keep(pointer, { bytes: block.bytes, how, wasText: false });
      return true;
    }
    const text = this.#texts.get(pointer);
    if (text === undefined) return false;
    this.#texts.delete(pointer);
    this.#keep(pointer, { bytes: text.bytes, how, wasText: true });
    return true;
  }

  /** A new turn begins: texts of the one before are not valid any more. */
  endTurn(): void {
    if (this.#texts.size === 0) return;
    const nowMs = performance.now();
    for (const [pointer, { notBeforeMs, bytes, from }] of this.#texts) {
      if (notBeforeMs > nowMs) continue;
      this.#texts.delete(pointer);
      this.#keep(pointer, { bytes, how: from, wasText: true });
    }
  }

  /** What a call made and did not free; from now on it is nobody's. */
  settleCall(call: string): { readonly count: number; readonly bytes: number } {
    const made = this.#ofCall.get(call);
    this.#ofCall.delete(call);
    let bytes = 0;
    for (const pointer of made ?? []) bytes += this.#live.get(pointer)?.bytes ?? 0;
    return { count: made?.size ?? 0, bytes };
  }

  #own(pointer: Pointer, bytes: number, call: string | undefined): void {
    this.#live.set(pointer, { bytes, call });
    this.#liveBytes += bytes;
    if (call === undefined) return;
    const made = this.#ofCall.get(call);
    if (made === undefined) this.#ofCall.set(call, new Set([pointer]));
    else made.add(pointer);
  }

  #disown(pointer: Pointer, { bytes, call }: Block): void {
    this.#live.delete(pointer);
    this.#liveBytes -= bytes;
    const ofCall = call === undefined ? undefined : this.#ofCall.get(call);
    ofCall?.delete(pointer);
    if (call !== undefined && ofCall?.size === 0) this.#ofCall.delete(call);
  }

  #keep(pointer: Pointer, given: GivenBack): void {
    if (this.poisons) fill(pointer, poison, given.bytes);
    this.#kept.set(pointer, given);
    this.#keptBytes += given.bytes;
    for (const [oldest, { bytes }] of this.#kept) {
      if (this.#kept.size <= keptBlocks && this.#keptBytes <= keptBytes) return;
      this.#kept.delete(oldest);
      this.#keptBytes -= bytes;
      free(oldest);
    }
  }
}

function validUntil(thread: boolean): number {
  return thread ? performance.now() + threadTextMs : 0;
}
