// What a host function does, as the rule files give it to the table: how its call is written, and what it answers. Types
// and the small ways to make answers; no rules.

import { isText, type CText, type CValues } from './c-value.ts';
import type { Pointer } from './native.ts';

export interface HostCall {
  readonly function: string;
  args: CValues;
  /** The call of the host that runs on the main loop, when it was made there. */
  readonly during: string | undefined;
  /** The thread, when it was not the main loop; 0 when nobody knows which. */
  readonly thread: number | undefined;
}

export type Answer =
  | { readonly kind: 'number'; readonly value: bigint | number }
  | { readonly kind: 'address'; readonly pointer: Pointer | null }
  /** `at`: where the text lies for the plugin. */
  | { readonly kind: 'text'; readonly text: CText | null; readonly at: Pointer | null };

export interface HostRule {
  /** Members of the frame, when they are not the arguments as they came. */
  readonly fields?: (call: HostCall) => string;
  /** Nothing is returned by functions without a value. */
  readonly act?: (call: HostCall) => Answer | undefined;
}

export type HostRules = Readonly<Record<string, HostRule>>;

/** null also for one that was not read: the host has nothing to go by. */
export function textArg(call: HostCall, name: string): CText | null {
  const value = call.args[name];
  return isText(value) && value.unread !== true ? value : null;
}

/** As it stands in a frame, unread ones too. */
export function shownArg(call: HostCall, name: string): CText | null {
  const value = call.args[name];
  return isText(value) ? value : null;
}

export function pointerArg(call: HostCall, name: string): Pointer | null {
  const value = call.args[name];
  return typeof value === 'bigint' && value !== 0n ? value : null;
}

export function numberArg(call: HostCall, name: string): number {
  const value = call.args[name];
  return typeof value === 'number' ? value : typeof value === 'bigint' ? Number(value) : 0;
}

export function bigArg(call: HostCall, name: string): bigint {
  const value = call.args[name];
  return typeof value === 'bigint' ? value : typeof value === 'number' ? BigInt(value) : 0n;
}
