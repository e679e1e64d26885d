// What a tap and the app say to each other over their private socket: one JSON object a line. Types and the checks of what
// comes in, the only place where they are declared. Pure; both sides treat the other one's words as foreign.

import type { GateMode, Raw } from '../session/entries.ts';

/** Of this conversation; another one is refused, never guessed at. */
export const tapVersion = 1;
/** Which host a tap stands before, as far as it can know: taps are for subprocesses, and those are zot's. */
export const tapProfile = { protocol: 'zot', name: 'zot-latest' } as const;
/** Longest line a tap may send: a list of held lines, or its hello. */
export const maxTapLineBytes = 4 * 1024 * 1024;
/** Longest line the app may send: an edited frame, escaped. */
export const maxAppLineBytes = 64 * 1024 * 1024;

const maxText = 65_536;
const maxWords = 10_000;

/** The first line of a tap. */
export interface TapHello {
  readonly kind: 'hello';
  readonly tap: number;
  /** Proves that it could read the app's file. */
  readonly key: string;
  /** Of the tap itself. */
  readonly pid: number;
  /** Absolute path of the recording it writes. */
  readonly journal: string;
  readonly name: string;
  readonly argv: readonly string[];
  readonly cwd: string;
}

/** How the tap stands; said after every change. */
export interface TapState {
  readonly kind: 'state';
  /** Bytes of the recording that are in the file: whole lines. */
  readonly bytes: number;
  readonly mode: GateMode;
  /** seqs held now, oldest first. */
  readonly held: readonly number[];
  /** Nothing follows: the recording is complete. */
  readonly over: boolean;
}

export type FromTap = TapHello | TapState;

export type FromApp =
  | { readonly kind: 'welcome'; readonly tap: number }
  | { readonly kind: 'mode'; readonly mode: GateMode }
  | { readonly kind: 'release'; readonly line: number; readonly edited?: Raw }
  | { readonly kind: 'releaseAll' }
  | { readonly kind: 'drop'; readonly line: number }
  /** The app looks at this session no longer: the tap is not to come back to it. */
  | { readonly kind: 'leave' };

type Fields = Readonly<Record<string, unknown>>;

/** Undefined when it is none. */
export function fromTap(value: unknown): FromTap | undefined {
  if (!isFields(value)) return undefined;
  if (value['kind'] === 'hello') return isHello(value) ? (value as unknown as TapHello) : undefined;
  if (value['kind'] === 'state') return isState(value) ? (value as unknown as TapState) : undefined;
  return undefined;
}

/** Undefined when it is none. */
export function fromApp(value: unknown): FromApp | undefined {
  if (!isFields(value)) return undefined;
  return isAppWord(value) ? (value as unknown as FromApp) : undefined;
}

function isAppWord(value: Fields): boolean {
  switch (value['kind']) {
    case 'welcome':
      return isCount(value['tap']);
    case 'mode':
      return isMode(value['mode']);
    case 'release':
      return isSeq(value['line']) && (value['edited'] === undefined || isRaw(value['edited']));
    case 'drop':
      return isSeq(value['line']);
    case 'releaseAll':
    case 'leave':
      return true;
    default:
      return false;
  }
}

function isHello({ tap, key, pid, journal, name, argv, cwd }: Fields): boolean {
  const texts = [key, journal, name, cwd].every(isText);
  return texts && isCount(tap) && isSeq(pid) && isList(argv, isText) && argv.length > 0;
}

function isState({ bytes, mode, held, over }: Fields): boolean {
  return isCount(bytes) && isMode(mode) && isList(held, isSeq, 1_000_000) && typeof over === 'boolean';
}

function isRaw(value: unknown): value is Raw {
  if (!isFields(value)) return false;
  const keys = Object.keys(value);
  const [key = ''] = keys;
  return keys.length === 1 && (key === 'text' || key === 'base64') && typeof value[key] === 'string';
}

function isList<T>(
  value: unknown,
  is: (element: unknown) => element is T,
  most = maxWords,
): value is readonly T[] {
  return Array.isArray(value) && value.length <= most && value.every(is);
}

const isFields = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isText = (value: unknown): value is string => typeof value === 'string' && value.length <= maxText;
const isCount = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 0;
const isSeq = (value: unknown): value is number => isCount(value) && value > 0;
const isMode = (value: unknown): value is GateMode => value === 'run' || value === 'step';
