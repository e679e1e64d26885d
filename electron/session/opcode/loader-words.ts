// What the system's loader says, as one of our faults: it has one text for everything, and the reason stands in it. Words of
// glibc, musl and dyld. Pure.

import type { FaultCode, FaultWords } from '../../../shared/protocol/opcode/faults.ts';
import type { Preflight } from '../../../shared/target/plugin-target.ts';

export interface LoaderFault {
  readonly code: FaultCode;
  readonly words: FaultWords;
}

const otherMachine = /wrong ELF class|incompatible architecture|Exec format error/i;
const noLibrary = /invalid ELF header|file too short|not a mach-o|not valid mach-o|is not a dynamic library/i;
const missingLibrary = [
  /^([^:\s]+): cannot open shared object file/,
  /Error loading shared library ([^:\s]+):/,
  /Library not loaded: (\S+)/,
];
const missingSymbol = [
  /undefined symbol: ([^\s,)]+)/,
  /Error relocating [^:]+: ([^\s:]+): symbol not found/,
  /[Ss]ymbol not found[^']*'_?([^']+)'/,
];

/** @param preflight what the file itself says; null when it is no library, or was not there */
export function judgeLoader(said: string, path: string, preflight: Preflight | null): LoaderFault {
  const reason = said.startsWith(`${path}: `) ? said.slice(path.length + 2) : said;
  const machine = process.arch;
  if (otherMachine.test(said)) return { code: 'wrong-architecture', words: { path, reason, machine } };
  const symbol = firstMatch(missingSymbol, said);
  if (symbol !== undefined) return { code: 'symbols-missing', words: { symbols: symbol, reason } };
  const library = firstMatch(missingLibrary, said);
  if (library !== undefined && library !== path)
    return { code: 'dependency-missing', words: { library, reason } };
  // glibc says of a file for another machine that it is not there.
  if (library === path && preflight)
    return {
      code: 'wrong-architecture',
      words: { path, reason: `it is built for ${preflight.machine}`, machine },
    };
  if (library === path) return { code: 'library-missing', words: { path } };
  if (noLibrary.test(said)) return { code: 'library-not-one', words: { path, reason } };
  return { code: 'library-refused', words: { reason } };
}

function firstMatch(patterns: readonly RegExp[], text: string): string | undefined {
  for (const pattern of patterns) {
    const found = pattern.exec(text)?.[1];
    if (found !== undefined) return found;
  }
  return undefined;
}
