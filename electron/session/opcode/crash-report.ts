// Reads what the handler in the plugin's process wrote while it went down: the signal, the address, the thread, and the
// stack as the C library prints it. Names that the C library does not know are looked up in the library's own table.
// Never throws: half a report is one.

import { constants } from 'node:os';
import type { CrashReport } from './opcode-types.ts';

const signalBytes = 32;
const threadBytes = 8;
/** Signals whose address says something. */
const withAddress = new Set(['SIGSEGV', 'SIGBUS', 'SIGFPE', 'SIGILL']);

/** What a library's own tables know. */
export interface LibrarySymbols {
  /** The function that lies at an offset, with the distance from its start. */
  nameAt(library: string, offset: number): string | undefined;
  offsetOf(library: string, symbol: string): number | undefined;
  /** "boom.c:12" for each offset; undefined for those that nothing is known of. */
  linesAt?(library: string, offsets: readonly number[]): readonly (string | undefined)[];
}

export function readCrashReport(bytes: Uint8Array, symbols: LibrarySymbols): CrashReport {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.length < signalBytes)
    return { signal: 'an unknown signal', address: null, thread: null, frames: [] };
  const number = view.readInt32LE(0);
  const signal =
    Object.entries(constants.signals).find(([, value]) => value === number)?.[0] ?? `signal ${number}`;
  const address = withAddress.has(signal) ? `0x${view.readBigUInt64LE(16).toString(16)}` : null;
  const thread = view.length >= signalBytes + threadBytes ? Number(view.readBigUInt64LE(signalBytes)) : null;
  const lines = view.toString('utf8', signalBytes + threadBytes).split('\n');
  // The handler itself and the system's step into it.
  const frames = lines.filter((line) => line !== '').slice(2);
  // What is behind the plugin is our way of calling it.
  const ours = frames.findIndex((line) => line.includes('koffi'));
  const theirs = ours < 0 ? frames : frames.slice(0, ours);
  return { signal, address, thread, frames: inWords(theirs.map(placeOf), symbols) };
}

interface Place {
  /** As the C library printed it. */
  readonly printed: string;
  readonly path: string;
  readonly symbol: string;
  /** From the symbol, or from the start of the library when there is none. */
  readonly distance: string;
  readonly address: string;
}

/** `path/boom.so(boom_walk+0x12)[0x7f…]`, `path/boom.so(+0x1350)[0x7f…]`. */
function placeOf(printed: string): Place {
  const match = /^(.*?)(?:\(([^()+]*)(?:\+(0x[0-9a-f]+))?\))?\s*\[(0x[0-9a-f]+)\]$/.exec(printed);
  const [, path = '', symbol = '', distance = '', address = ''] = match ?? [];
  return { printed, path, symbol, distance, address };
}

/** "boom_walk+0x12 (boom.c:7), boom.so+0x1350". */
function inWords(places: readonly Place[], symbols: LibrarySymbols): string[] {
  const found = places.map((place, depth) => {
    const offset = offsetOf(place, symbols);
    // All but the innermost are where a call returns to, which may be behind the end of the function that made it.
    return { place, offset, inside: offset === undefined || depth === 0 ? offset : offset - 1 };
  });
  const lines = new Map<number, string>();
  for (const library of new Set(places.map(({ path }) => path))) {
    const ours = found.flatMap(({ place, inside }, at) =>
      place.path === library && library !== '' && inside !== undefined ? [{ at, inside }] : [],
    );
    const told = symbols.linesAt?.(
      library,
      ours.map(({ inside }) => inside),
    );
    ours.forEach(({ at }, index) => lines.set(at, told?.[index] ?? ''));
  }
  return found.map(({ place, offset, inside }, at) => {
    const named = inside === undefined ? undefined : symbols.nameAt(place.path, inside);
    return frameWords(place, offset, named, lines.get(at) ?? '');
  });
}

function offsetOf({ path, symbol, distance }: Place, symbols: LibrarySymbols): number | undefined {
  const start = symbol === '' ? 0 : symbols.offsetOf(path, symbol);
  return start === undefined || distance === '' ? undefined : start + Number(distance);
}

function frameWords(
  { printed, path, symbol, distance, address }: Place,
  offset: number | undefined,
  named: string | undefined,
  line: string,
): string {
  if (address === '') return printed;
  const library = path.slice(path.lastIndexOf('/') + 1);
  if (library === '') return address;
  const at = line === '' ? '' : ` (${line})`;
  const place = `${library}${offset === undefined ? '' : `+0x${offset.toString(16)}`}`;
  if (named !== undefined) return `${named}${at}, ${place}`;
  if (symbol === '') return `${place}${at}`;
  return `${symbol}${distance === '' ? '' : `+${distance}`}${at}, ${library}`;
}
