// What the first bytes of a program say about how the system will start it: script, ELF, Mach-O. Pure. It must not
// touch the file system; whether the interpreters named here exist is asked in executable.ts.

/** Enough for a shebang line and for the headers of an ELF file. */
export const headBytes = 4096;

export type ProgramFormat =
  | { readonly kind: 'script'; readonly shebang: Shebang }
  | {
      readonly kind: 'elf';
      readonly machine: number;
      readonly bits: 32 | 64;
      readonly loader: string | undefined;
    }
  | { readonly kind: 'machO' }
  /** Neither: the kernel refuses it (ENOEXEC) unless a handler is registered for it. */
  | { readonly kind: 'other' };

export interface Shebang {
  /** Up to the first blank; a CR at the end of the line is part of it, as it is for the kernel. */
  readonly interpreter: string;
  /** The rest of the line, one argument for the kernel. */
  readonly rest: string;
  /** Programs that `env` will look for along PATH; empty when the interpreter is not env. */
  readonly viaEnv: readonly string[];
}

export function formatOf(head: Buffer): ProgramFormat {
  if (head[0] === 0x23 && head[1] === 0x21) return { kind: 'script', shebang: parseShebang(head) };
  if (head.subarray(0, 4).equals(Buffer.from([0x7f, 0x45, 0x4c, 0x46]))) return elf(head);
  const magic = head.length >= 4 ? head.readUInt32BE(0) : 0;
  if ([0xfeedface, 0xfeedfacf, 0xcefaedfe, 0xcffaedfe, 0xcafebabe].includes(magic)) return { kind: 'machO' };
  return { kind: 'other' };
}

function parseShebang(head: Buffer): Shebang {
  const end = head.indexOf(10);
  const line = head.toString('utf8', 2, end === -1 ? head.length : end).replace(/^[ \t]+|[ \t]+$/g, '');
  const blank = line.search(/[ \t]/);
  const interpreter = blank === -1 ? line : line.slice(0, blank);
  const rest = blank === -1 ? '' : line.slice(blank).replace(/^[ \t]+/, '');
  const isEnv = /(^|\/)env$/.test(interpreter);
  return { interpreter, rest, viaEnv: isEnv ? programsOfEnv(rest) : [] };
}

/** `env -S node --flag`, `env VAR=1 python3`: the first word that is no option and no assignment. */
function programsOfEnv(rest: string): readonly string[] {
  const words = rest.startsWith('-') ? rest.split(/[ \t]+/) : [rest];
  const program = words.find((word) => word !== '' && !word.startsWith('-') && !word.includes('='));
  return program === undefined ? [] : [program];
}

function elf(head: Buffer): ProgramFormat {
  const bits = head[4] === 1 ? 32 : 64;
  const little = head[5] !== 2;
  const u16 = (at: number): number => (little ? head.readUInt16LE(at) : head.readUInt16BE(at));
  const u32 = (at: number): number => (little ? head.readUInt32LE(at) : head.readUInt32BE(at));
  // Upper halves of 64-bit offsets are left out: what is beyond the head is not looked at anyway.
  const word = (at: number): number => u32(bits === 64 && !little ? at + 4 : at);
  if (head.length < 64) return { kind: 'other' };
  const table = word(bits === 64 ? 32 : 28);
  const entrySize = u16(bits === 64 ? 54 : 42);
  const entries = u16(bits === 64 ? 56 : 44);
  let loader: string | undefined;
  for (let i = 0; i < entries; i += 1) {
    const at = table + i * entrySize;
    if (at + entrySize > head.length) break;
    if (u32(at) !== 3) continue; // PT_INTERP
    const offset = word(at + (bits === 64 ? 8 : 4));
    const length = word(at + (bits === 64 ? 32 : 16));
    if (length > 0 && offset + length <= head.length)
      loader = head.toString('latin1', offset, offset + length - 1);
  }
  return { kind: 'elf', machine: u16(18), bits, loader };
}

/** ELF machine numbers and what Node calls them; 32-bit programs run beside their 64-bit kin. */
const machines: Readonly<Record<string, readonly number[]>> = {
  x64: [62, 3],
  ia32: [3],
  arm64: [183, 40],
  arm: [40],
  riscv64: [243],
  ppc64: [21],
  s390x: [22],
  loong64: [258],
};
const names: Readonly<Record<number, string>> = {
  3: 'x86 (32 bit)',
  21: 'PowerPC 64',
  22: 's390',
  40: 'ARM (32 bit)',
  62: 'x86-64',
  183: 'ARM 64',
  243: 'RISC-V',
  258: 'LoongArch',
};

/** Whether this machine (`process.arch`) runs that ELF machine number; unknown architectures are given the benefit. */
export function runsHere(machine: number, arch: string): boolean {
  return machines[arch]?.includes(machine) ?? true;
}

export function machineName(machine: number): string {
  return names[machine] ?? `machine number ${machine}`;
}
