import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ElfFile } from '../../../electron/session/discover/elf.ts';
import { readMachO } from '../../../electron/session/discover/mach-o.ts';
import { plugin } from '../../support/plugins.ts';

const bytes = readFileSync(plugin('segfault'));

describe('an ELF library', () => {
  it('says what it is for, what it gives and what it wants', () => {
    const read = ElfFile.read(bytes)?.preflight;
    expect(read).toMatchObject({ format: 'elf', bits: 64, isShared: true, exported: ['opcode_plugin_init'] });
    expect(read?.libraries).toContain('libc.so.6');
    expect(ElfFile.read(readFileSync(plugin('undefined-symbol')))?.preflight.wanted).toContain(
      'tree_sitter_of_no_library',
    );
  });

  it('knows the function that an offset lies in, static ones too', () => {
    const elf = ElfFile.read(bytes);
    const start = elf?.offsetOf('opcode_plugin_init') ?? 0;
    expect(elf?.nameAt(start + 4)).toBe('opcode_plugin_init+0x4');
    const names = Array.from({ length: 2_000 }, (_, at) => elf?.nameAt(start - at)?.split('+')[0]);
    expect(names).toContain('value_of');
    expect(elf?.nameAt(0x7fff_ffff)).toBeUndefined();
  });

  it('is read without an exception whatever is wrong with it', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(bytes.length - 1), fc.nat(255)), { maxLength: 200 }),
        fc.nat(bytes.length),
        (changes, length) => {
          const broken = Buffer.from(bytes);
          for (const [at, byte] of changes) broken[at] = byte;
          const elf = ElfFile.read(broken.subarray(0, length));
          expect(() => [elf?.preflight, elf?.nameAt(4_096)]).not.toThrow();
        },
      ),
      { numRuns: 200 },
    );
  });
});

/** A Mach-O library with one export, one import, one library and one search path; fat when `fat`. */
function machO(cpu: number, fat = false): Buffer {
  const command = (kind: number, body: Buffer): Buffer => {
    const padded = Buffer.concat([body, Buffer.alloc((8 - (body.length % 8)) % 8)]);
    const head = Buffer.alloc(8);
    head.writeUInt32LE(kind, 0);
    head.writeUInt32LE(8 + padded.length, 4);
    return Buffer.concat([head, padded]);
  };
  const dylib = Buffer.concat([
    Buffer.from([24, 0, 0, 0]),
    Buffer.alloc(12),
    Buffer.from('/usr/lib/libSystem.B.dylib\0'),
  ]);
  const rpath = Buffer.concat([Buffer.from([12, 0, 0, 0]), Buffer.from('@loader_path\0')]);
  const fixed = [command(0xc, dylib), command(0x8000001c, rpath)];
  const symtabAt = 32 + Buffer.concat(fixed).length + 24;
  const names = Buffer.from('\0_opcode_plugin_init\0_tree_walk\0');
  const symbols = Buffer.alloc(32);
  symbols.writeUInt32LE(1, 0);
  symbols[4] = 0x0f;
  symbols.writeUInt32LE(21, 16);
  symbols[20] = 0x01;
  const symtab = Buffer.alloc(16);
  [symtabAt, 2, symtabAt + 32, names.length].forEach((value, at) => symtab.writeUInt32LE(value, at * 4));
  const commands = Buffer.concat([...fixed, command(2, symtab)]);
  const head = Buffer.alloc(32);
  [0xfeedfacf, cpu, 0, 6, 3, commands.length].forEach((value, at) => head.writeUInt32LE(value, at * 4));
  const thin = Buffer.concat([head, commands, symbols, names]);
  if (!fat) return thin;
  const table = Buffer.alloc(28);
  [0xcafebabe, 1, cpu, 0, 28, thin.length, 0].forEach((value, at) => table.writeUInt32BE(value, at * 4));
  return Buffer.concat([table, thin]);
}

describe('a Mach-O library', () => {
  const expected = {
    format: 'machO',
    machine: 'ARM 64',
    bits: 64,
    isShared: true,
    exported: ['opcode_plugin_init'],
    wanted: ['tree_walk'],
    libraries: ['/usr/lib/libSystem.B.dylib'],
    searchPaths: ['@loader_path'],
  };

  it('says the same, thin or fat', () => {
    expect(readMachO(machO(0x0100000c))).toEqual(expected);
    expect(readMachO(machO(0x0100000c, true))).toEqual(expected);
    expect(readMachO(bytes)).toBeUndefined();
  });

  it('is read without an exception whatever is wrong with it', () => {
    const whole = machO(0x01000007, true);
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 20 }),
        fc.nat(whole.length),
        (changes, length) => {
          const broken = Buffer.from(whole);
          for (const [at, byte] of changes) broken[at] = byte;
          expect(() => readMachO(broken.subarray(0, length))).not.toThrow();
        },
      ),
    );
  });
});
