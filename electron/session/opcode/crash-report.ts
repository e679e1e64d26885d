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
  return { signal, address, thread, frames: theirs.map((line, depth) => frameWords(line, depth, symbols)) };
}

/**
 * `path/boom.so(boom_walk+0x12)[0x7f…]`, `path/boom.so(+0x1350)[0x7f…]`: "boom_walk, boom.so+0x1350". All but the innermost
 * are where a call returns to, which may be behind the end of the function that made it.
 */
function frameWords(line: string, depth: number, symbols: LibrarySymbols): string {
  const match = /^(.*?)(?:\(([^()+]*)(?:\+(0x[0-9a-f]+))?\))?\s*\[(0x[0-9a-f]+)\]$/.exec(line);
  if (!match) return line;
  const [, path = '', symbol = '', distance = '', address = ''] = match;
  const library = path.slice(path.lastIndexOf('/') + 1);
  if (library === '') return address;
  const start = symbol === '' ? 0 : symbols.offsetOf(path, symbol);
  const offset = start === undefined || distance === '' ? undefined : start + Number(distance);
  const named = offset === undefined ? undefined : symbols.nameAt(path, depth === 0 ? offset : offset - 1);
  const place = `${library}${offset === undefined ? '' : `+0x${offset.toString(16)}`}`;
  if (named !== undefined) return `${named}, ${place}`;
  return symbol === '' ? place : `${symbol}${distance === '' ? '' : `+${distance}`}, ${library}`;
}
