// How a command of the contract is declared: the JSON Schema of its arguments, and the type of its result. Nothing else.

import { Type, type TSchema } from '@sinclair/typebox';

export interface CommandDef<A extends TSchema, R> {
  readonly args: A;
  /** Type only. */
  readonly result?: R;
}

export function command<R>() {
  return <A extends TSchema>(args: A): CommandDef<A, R> => ({ args });
}

export const strict = { additionalProperties: false };
export const none = Type.Object({}, strict);
/** Of a session, not of a frame. */
export const id = Type.String({ minLength: 1, maxLength: 64 });
export const path = Type.String({ minLength: 1, maxLength: 4096 });
