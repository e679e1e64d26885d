// Looks at a library before it is run: whether it is one, for this machine, with the one symbol that makes it a plugin, and
// whether what it asks for is to be found. Says what it sees as remarks; an `error` means that it can't be loaded.

import { readFileSync } from 'node:fs';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { entrySymbol } from '../../../shared/protocol/opcode/abi.ts';
import { namedFault, type FaultCode, type FaultWords } from '../../../shared/protocol/opcode/faults.ts';
import type { Preflight } from '../../../shared/target/plugin-target.ts';
import type { TargetRemark } from '../../../shared/target/target.ts';
import { runsHere } from '../../transport/program-format.ts';
import { ElfFile } from './elf.ts';
import { readMachO } from './mach-o.ts';
import { sourceLines } from './source-lines.ts';

export interface Preflighted {
  readonly preflight: Preflight | null;
  readonly remarks: readonly TargetRemark[];
}

/** @param platform of this machine; given in tests */
export async function preflight(
  file: string,
  bytes: Buffer,
  platform = process.platform,
): Promise<Preflighted> {
  if (platform === 'win32') return { preflight: null, remarks: [notOnWindows] };
  const elf = ElfFile.read(bytes);
  const read = elf?.preflight ?? readMachO(bytes);
  if (!read)
    return { preflight: null, remarks: [remark('library-not-one', { path: file, reason: whatItIs(bytes) })] };
  const remarks: TargetRemark[] = [];
  const native = platform === 'darwin' ? 'machO' : 'elf';
  const machine = process.arch;
  if (read.format !== native || (elf && !runsHere(elf.machine, machine)) || read.bits !== 64)
    remarks.push(
      remark('wrong-architecture', { path: file, machine, reason: `it is built for ${builtFor(read)}` }),
    );
  else if (!read.isShared) remarks.push(remark('library-not-one', { path: file, reason: 'it is a program' }));
  const isTold = read.exported.length > 0 || elf?.hasSections === true;
  if (isTold && !read.exported.includes(entrySymbol)) remarks.push(remark('entry-missing', {}));
  const others = read.exported.filter((name) => name !== entrySymbol && !name.startsWith('_'));
  if (others.length > 0) remarks.push(exportsMore(others));
  for (const library of read.libraries)
    if (!(await isFound(library, path.dirname(file), read.searchPaths))) remarks.push(notFound(library));
  return { preflight: read, remarks };
}

export const notOnWindows = remark('platform-unsupported', { platform: 'Windows' });

function builtFor({ format, machine, bits }: Preflight): string {
  return `${machine}, ${bits} bits (${format === 'elf' ? 'ELF, as on Linux' : 'Mach-O, as on macOS'})`;
}

function remark(code: FaultCode, words: FaultWords): TargetRemark {
  const { severity, message, fix } = namedFault(code, words);
  return { code, severity, message, ...(fix === undefined ? {} : { fix }) };
}

function exportsMore(names: readonly string[]): TargetRemark {
  const shown = names.slice(0, 5).join(', ');
  const more = names.length > 5 ? ` and ${names.length - 5} more` : '';
  return {
    code: 'library-exports-more',
    severity: 'info',
    message: `The library exports more than opcode_plugin_init: ${shown}${more}. Names of plugins in one host can clash.`,
    fix: 'Make them static, or build with -fvisibility=hidden.',
  };
}

const usualFolders = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib'];
const multiarch: Readonly<Record<string, string>> = { x64: 'x86_64-linux-gnu', arm64: 'aarch64-linux-gnu' };

/** The usual places only: the loader knows more of them, so that what is not here is said as a warning. */
async function isFound(library: string, folder: string, searchPaths: readonly string[]): Promise<boolean> {
  if (process.platform !== 'linux' || library.includes('/')) return true; // macOS keeps its own in a cache
  const triple = multiarch[process.arch] ?? '';
  const own = searchPaths.map((one) => one.replace(/\$\{?ORIGIN\}?/, folder));
  const given = (process.env['LD_LIBRARY_PATH'] ?? '').split(':').filter((one) => one !== '');
  const places = [...own, ...given, ...usualFolders, ...usualFolders.map((one) => path.join(one, triple))];
  for (const place of places) if (await isThere(path.join(place, library))) return true;
  return false;
}

async function isThere(file: string): Promise<boolean> {
  try {
    await access(file);
    return true;
  } catch {
    return false; // that is the answer
  }
}

function notFound(library: string): TargetRemark {
  return {
    code: 'dependency-not-seen',
    severity: 'warning',
    message: `The library asks for ${library}, which is in none of the usual places.`,
    fix: 'Install it, or build the plugin with -Wl,-rpath and its folder.',
  };
}

/** Of a file that is no library: what it looks like. */
function whatItIs(bytes: Buffer): string {
  if (bytes.length === 0) return 'the file is empty';
  const head = bytes.subarray(0, 512);
  if (head.includes('version https://git-lfs')) return 'it is a pointer of Git LFS, not the file itself';
  const isText = !head.some((byte) => byte < 9 || (byte > 13 && byte < 32));
  if (isText)
    return `it is a text that begins with ${JSON.stringify(head.toString('utf8').split('\n')[0]?.slice(0, 40))}`;
  return head.subarray(0, 4).toString('hex') === '7f454c46'
    ? 'it is cut off'
    : 'it is neither ELF nor Mach-O';
}

/** The tables of libraries, read when something has crashed. */
export const librarySymbols = {
  nameAt: (library: string, offset: number) => elfOf(library)?.nameAt(offset),
  offsetOf: (library: string, symbol: string) => elfOf(library)?.offsetOf(symbol),
  linesAt: (library: string, offsets: readonly number[]) => sourceLines(library, offsets),
} as const;

function elfOf(library: string): ElfFile | undefined {
  try {
    return ElfFile.read(readFileSync(library));
  } catch {
    return undefined; // the library is gone, or not ours to read: the place says enough
  }
}
