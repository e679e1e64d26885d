// Reads what a Mach-O file says about itself, as elf.ts does for ELF: the first architecture of a fat file that this machine
// runs, else the first. Only reads bytes; what does not fit gives less, never an exception.

import type { Preflight } from '../../../shared/target/plugin-target.ts';

const thin = { 0xfeedfacf: 64, 0xfeedface: 32 } as const;
const fatMagic = 0xcafebabe;
const command = { symbols: 0x2, dylib: 0xc, weakDylib: 0x80000018, rpath: 0x8000001c } as const;
const dylibFile = 6;
const bundleFile = 8;

const machines: Readonly<Record<number, string>> = {
  0x01000007: 'x86-64',
  0x0100000c: 'ARM 64',
  7: 'x86 (32 bit)',
  12: 'ARM (32 bit)',
};
const archOf: Readonly<Record<string, number>> = { x64: 0x01000007, arm64: 0x0100000c };

/** Undefined when it is none. */
export function readMachO(file: Buffer): Preflight | undefined {
  const bytes = slice(file);
  if (bytes === undefined) return undefined;
  const bits = thin[bytes.readUInt32LE(0) as keyof typeof thin];
  const fileType = bytes.readUInt32LE(12);
  const preflight = {
    exported: [] as string[],
    wanted: [] as string[],
    libraries: [] as string[],
    searchPaths: [] as string[],
  };
  let at = bits === 64 ? 32 : 28;
  for (let i = 0; i < bytes.readUInt32LE(16) && at + 8 <= bytes.length; i++) {
    const kind = bytes.readUInt32LE(at);
    const size = bytes.readUInt32LE(at + 4);
    if (size < 8 || at + size > bytes.length) break;
    if (kind === command.dylib || kind === command.weakDylib)
      preflight.libraries.push(text(bytes, at, 8, size));
    else if (kind === command.rpath) preflight.searchPaths.push(text(bytes, at, 8, size));
    else if (kind === command.symbols && size >= 24) readSymbols(bytes, at, bits, preflight);
    at += size;
  }
  const machine = machines[bytes.readUInt32LE(4)] ?? `machine number ${bytes.readUInt32LE(4)}`;
  const isShared = fileType === dylibFile || fileType === bundleFile;
  return { format: 'machO', machine, bits, isShared, ...preflight };
}

function slice(file: Buffer): Buffer | undefined {
  if (file.length < 32) return undefined;
  if (file.readUInt32LE(0) in thin) return file;
  if (file.readUInt32BE(0) !== fatMagic) return undefined;
  let first: Buffer | undefined;
  for (let i = 0; i < Math.min(file.readUInt32BE(4), 16); i++) {
    const at = 8 + i * 20;
    if (at + 20 > file.length) break;
    const part = file.subarray(
      file.readUInt32BE(at + 8),
      file.readUInt32BE(at + 8) + file.readUInt32BE(at + 12),
    );
    if (part.length < 32 || !(part.readUInt32LE(0) in thin)) continue;
    if (file.readUInt32BE(at) === archOf[process.arch]) return part;
    first ??= part;
  }
  return first;
}

/** A text whose offset stands at `field` of the load command at `at`. */
function text(bytes: Buffer, at: number, field: number, size: number): string {
  const start = at + bytes.readUInt32LE(at + field);
  const end = bytes.indexOf(0, start);
  return bytes.toString('latin1', start, end < 0 || end > at + size ? at + size : end);
}

function readSymbols(
  bytes: Buffer,
  at: number,
  bits: 32 | 64,
  into: { readonly exported: string[]; readonly wanted: string[] },
): void {
  const [table, count, names] = [
    bytes.readUInt32LE(at + 8),
    bytes.readUInt32LE(at + 12),
    bytes.readUInt32LE(at + 16),
  ];
  const step = bits === 64 ? 16 : 12;
  for (let i = 0; i < count; i++) {
    const entry = table + i * step;
    if (entry + step > bytes.length) break;
    const kind = bytes[entry + 4] ?? 0;
    const isOutside = (kind & 1) !== 0 && (kind & 0xe0) === 0;
    const start = names + bytes.readUInt32LE(entry);
    const end = bytes.indexOf(0, start);
    if (!isOutside || start >= bytes.length || end < 0) continue;
    // C names stand there with an underscore before them.
    const name = bytes.toString('latin1', start, end).replace(/^_/, '');
    if ((kind & 0x0e) === 0) into.wanted.push(name);
    else into.exported.push(name);
  }
}
