// C values as the child holds them, and how they are written into a frame. A text keeps its bytes: what is not UTF-8 is not
// hidden, and what is edited at the gate replaces them.

import { isUtf8 } from 'node:buffer';
import type { Pointer } from './native.ts';

/** A text that was read. `bytes` only when they are not UTF-8. */
export interface CText {
  readonly text: string;
  readonly bytes?: Buffer;
  /** Where it came from; absent for one that was edited. */
  readonly at?: Pointer;
  /** No text can be there: nobody looked, and `text` is empty. */
  readonly unread?: true;
}

/** An argument of a host function. null: NULL. */
export type CValue = CText | bigint | number | null;
export type CValues = Readonly<Record<string, CValue>>;

export function textFrom(bytes: Buffer, at: Pointer): CText {
  if (isUtf8(bytes)) return { text: bytes.toString('utf8'), at };
  return { text: bytes.toString('latin1'), bytes: Buffer.from(bytes), at };
}

export function bytesOf({ text, bytes }: CText): Buffer {
  return bytes ?? Buffer.from(text, 'utf8');
}

export function isText(value: CValue | undefined): value is CText {
  return typeof value === 'object' && value !== null;
}

export function textJson(value: CText | null): string {
  if (value === null) return 'null';
  if (value.unread) return `{"at":${pointerJson(value.at ?? null)}}`;
  return value.bytes === undefined
    ? JSON.stringify(value.text)
    : `{"base64":"${value.bytes.toString('base64')}"}`;
}

export function hex(pointer: Pointer): string {
  return `0x${pointer.toString(16)}`;
}

export function pointerJson(pointer: Pointer | null): string {
  return pointer === null ? 'null' : `"${hex(pointer)}"`;
}

/** A text as it stands in a frame, read back: after an edit, or in a frame of the host. Undefined when it is none. */
export function textOfJson(value: unknown): CText | null | undefined {
  if (value === null) return null;
  if (typeof value === 'string') return { text: value };
  if (typeof value !== 'object' || value === undefined) return undefined;
  const { base64 } = value as { readonly base64?: unknown };
  if (typeof base64 !== 'string') return undefined;
  const bytes = Buffer.from(base64, 'base64');
  return isUtf8(bytes) ? { text: bytes.toString('utf8') } : { text: bytes.toString('latin1'), bytes };
}

/** A pointer as koffi gives it: null, or an address. */
export function pointerOf(value: unknown): Pointer | null {
  if (value === null || value === undefined) return null;
  const pointer = BigInt.asUintN(64, BigInt(value as bigint));
  return pointer === 0n ? null : pointer;
}

/** Large ones arrive negative. */
export function unsigned(value: unknown): bigint {
  return BigInt.asUintN(64, BigInt(value as bigint | number));
}
