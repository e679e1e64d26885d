// Reads what an ELF file says about itself: machine, names it gives and wants, libraries it asks for. Only reads bytes; a
// file that lies about its own tables gives less, never an exception. Knows nothing of plugins.

import { machineName } from '../../transport/program-format.ts';
import type { Preflight } from '../../../shared/target/plugin-target.ts';

const magic = Buffer.from([0x7f, 0x45, 0x4c, 0x46]);
const sharedObject = 3;
const sectionStrings = { symbolTable: 2, dynamicSymbols: 11, dynamic: 6 } as const;
const tag = { needed: 1, rpath: 15, runpath: 29 } as const;

export interface ElfSymbol {
  readonly name: string;
  readonly value: number;
  readonly size: number;
  readonly isFunction: boolean;
  readonly isDefined: boolean;
  readonly binding: 'local' | 'global' | 'weak' | 'other';
}

interface Section {
  readonly type: number;
  readonly offset: number;
  readonly size: number;
  readonly link: number;
  readonly entrySize: number;
}

export function isElf(bytes: Buffer): boolean {
  return bytes.subarray(0, 4).equals(magic);
}

export class ElfFile {
  readonly bits: 32 | 64;
  readonly machine: number;
  readonly #bytes: Buffer;
  readonly #little: boolean;
  readonly #type: number;
  readonly #sections: readonly Section[];

  private constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.bits = bytes[4] === 1 ? 32 : 64;
    this.#little = bytes[5] !== 2;
    this.#type = this.#u16(16);
    this.machine = this.#u16(18);
    this.#sections = this.#readSections();
  }

  /** Undefined when it is none, or too short to be one. */
  static read(bytes: Buffer): ElfFile | undefined {
    return isElf(bytes) && bytes.length >= 64 ? new ElfFile(bytes) : undefined;
  }

  get preflight(): Preflight {
    const symbols = this.#symbols(sectionStrings.dynamicSymbols);
    const outside = symbols.filter(({ binding }) => binding === 'global' || binding === 'weak');
    return {
      format: 'elf',
      machine: machineName(this.machine),
      bits: this.bits,
      isShared: this.#type === sharedObject,
      exported: outside.filter(({ isDefined }) => isDefined).map(({ name }) => name),
      wanted: outside
        .filter(({ isDefined, binding }) => !isDefined && binding === 'global')
        .map(({ name }) => name),
      libraries: this.#dynamicTexts([tag.needed]),
      searchPaths: this.#dynamicTexts([tag.rpath, tag.runpath]).flatMap((paths) => paths.split(':')),
    };
  }

  /** Without its table of sections a file does not say what it exports; the loader can do without. */
  get hasSections(): boolean {
    return this.#sections.length > 0;
  }

  /** The function that an offset lies in, with the distance: "boom_walk+0x12". */
  nameAt(offset: number): string | undefined {
    const tables = [sectionStrings.symbolTable, sectionStrings.dynamicSymbols];
    const inside = tables
      .flatMap((table) => this.#symbols(table))
      .find(
        ({ isFunction, value, size }) => isFunction && offset >= value && offset < value + Math.max(size, 1),
      );
    return inside === undefined ? undefined : `${inside.name}+0x${(offset - inside.value).toString(16)}`;
  }

  /** Where a function or a piece of data begins. */
  offsetOf(name: string): number | undefined {
    return this.#symbols(sectionStrings.dynamicSymbols).find(
      (symbol) => symbol.isDefined && symbol.name === name,
    )?.value;
  }

  #readSections(): Section[] {
    const wide = this.bits === 64;
    const table = this.#word(wide ? 40 : 32);
    const entrySize = this.#u16(wide ? 58 : 46);
    const count = this.#u16(wide ? 60 : 48);
    const sections: Section[] = [];
    for (let i = 0; i < count; i++) {
      const at = table + i * entrySize;
      if (entrySize === 0 || at + entrySize > this.#bytes.length) break;
      sections.push({
        type: this.#u32(at + 4),
        offset: this.#word(at + (wide ? 24 : 16)),
        size: this.#word(at + (wide ? 32 : 20)),
        link: this.#u32(at + (wide ? 40 : 24)),
        entrySize: this.#word(at + (wide ? 56 : 36)),
      });
    }
    return sections;
  }

  #symbols(type: number): ElfSymbol[] {
    const table = this.#sections.find((section) => section.type === type);
    const names = table && this.#sections[table.link];
    if (!table || !names || table.entrySize === 0) return [];
    const symbols: ElfSymbol[] = [];
    const wide = this.bits === 64;
    for (let at = table.offset; at + table.entrySize <= table.offset + table.size; at += table.entrySize) {
      if (at + table.entrySize > this.#bytes.length) break;
      const name = this.#text(names, this.#u32(at));
      if (name === '') continue;
      const info = this.#bytes[at + (wide ? 4 : 12)] ?? 0;
      symbols.push({
        name,
        value: this.#word(at + (wide ? 8 : 4)),
        size: this.#word(at + (wide ? 16 : 8)),
        isFunction: (info & 15) === 2,
        isDefined: this.#u16(at + (wide ? 6 : 14)) !== 0,
        binding: (['local', 'global', 'weak'] as const)[info >> 4] ?? 'other',
      });
    }
    return symbols;
  }

  #dynamicTexts(tags: readonly number[]): string[] {
    const table = this.#sections.find(({ type }) => type === sectionStrings.dynamic);
    const names = table && this.#sections[table.link];
    if (!table || !names) return [];
    const step = this.bits === 64 ? 16 : 8;
    const texts: string[] = [];
    for (let at = table.offset; at + step <= table.offset + table.size; at += step) {
      if (at + step > this.#bytes.length) break;
      if (tags.includes(this.#word(at))) texts.push(this.#text(names, this.#word(at + step / 2)));
    }
    return texts;
  }

  #text(names: Section, offset: number): string {
    const start = names.offset + offset;
    if (offset >= names.size || start >= this.#bytes.length) return '';
    const end = this.#bytes.indexOf(0, start);
    return this.#bytes.toString('latin1', start, end < 0 ? this.#bytes.length : end);
  }

  #u16(at: number): number {
    if (at + 2 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt16LE(at) : this.#bytes.readUInt16BE(at);
  }

  #u32(at: number): number {
    if (at + 4 > this.#bytes.length) return 0;
    return this.#little ? this.#bytes.readUInt32LE(at) : this.#bytes.readUInt32BE(at);
  }

  /** A word of the file's own width; beyond what a number holds exactly no file is long. */
  #word(at: number): number {
    if (this.bits === 32) return this.#u32(at);
    if (at + 8 > this.#bytes.length) return 0;
    return Number(this.#little ? this.#bytes.readBigUInt64LE(at) : this.#bytes.readBigUInt64BE(at));
  }
}
