// Lines of source against what the C compiler itself wrote into a library.

import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { ElfFile } from '../../../electron/session/discover/elf.ts';
import { sourceLines } from '../../../electron/session/discover/source-lines.ts';
import { fixtures, plugin } from '../../support/plugins.ts';

const library = plugin('segfault');

describe('lines of source', () => {
  it('are those of the functions that lie at the addresses', () => {
    const entry = ElfFile.read(readFileSync(library))?.offsetOf('opcode_plugin_init') ?? 0;
    const source = readFileSync(path.join(fixtures, 'segfault.c'), 'utf8').split('\n');
    const line = source.findIndex((text) => text.startsWith('PLUGIN(')) + 1;
    expect(sourceLines(library, [entry, 0x7fffffff])).toEqual([`segfault.c:${line}`, undefined]);
  });

  it('are unknown in a library that was built without them', () => {
    const bare = `${library}.${process.pid}.bare`;
    execFileSync('strip', ['-g', '-o', bare, library]);
    const entry = ElfFile.read(readFileSync(bare))?.offsetOf('opcode_plugin_init') ?? 0;
    expect(entry).toBeGreaterThan(0);
    expect(sourceLines(bare, [entry])).toEqual([undefined]);
    execFileSync('rm', [bare]);
  });

  it('are unknown where the program that knows them is not installed', () => {
    expect(sourceLines(library, [0x1129, 0x1130], 'no-such-addr2line')).toEqual([undefined, undefined]);
    expect(sourceLines(library, [])).toEqual([]);
  });
});
