import { describe, expect, it } from 'vitest';
import { judgeLoader } from '../../../electron/session/opcode/loader-words.ts';
import type { Preflight } from '../../../shared/target/plugin-target.ts';

const path = '/home/ada/boom.so';
const arm: Preflight = {
  format: 'elf',
  machine: 'ARM 64',
  bits: 64,
  isShared: true,
  exported: [],
  wanted: [],
  libraries: [],
  searchPaths: [],
};

const said: readonly (readonly [words: string, code: string, named: object])[] = [
  [`${path}: cannot open shared object file: No such file or directory`, 'library-missing', { path }],
  [
    'libnode_api.so.3: cannot open shared object file: No such file or directory',
    'dependency-missing',
    { library: 'libnode_api.so.3' },
  ],
  [`${path}: undefined symbol: tree_walk`, 'symbols-missing', { symbols: 'tree_walk' }],
  [`${path}: undefined symbol: tree_walk, version V_2`, 'symbols-missing', { symbols: 'tree_walk' }],
  [`Error relocating ${path}: tree_walk: symbol not found`, 'symbols-missing', { symbols: 'tree_walk' }],
  [`dlopen(${path}, 0x0002): Symbol not found: '_tree_walk'`, 'symbols-missing', { symbols: 'tree_walk' }],
  [
    `dlopen(${path}, 2): Library not loaded: /opt/libx.dylib`,
    'dependency-missing',
    { library: '/opt/libx.dylib' },
  ],
  [`${path}: wrong ELF class: ELFCLASS32`, 'wrong-architecture', { reason: 'wrong ELF class: ELFCLASS32' }],
  [`dlopen(${path}): have 'x86_64', need 'arm64', incompatible architecture`, 'wrong-architecture', {}],
  [`${path}: invalid ELF header`, 'library-not-one', { reason: 'invalid ELF header' }],
  [`${path}: file too short`, 'library-not-one', {}],
  [
    `${path}: cannot allocate memory in static TLS block`,
    'library-refused',
    { reason: 'cannot allocate memory in static TLS block' },
  ],
];

describe('what the loader says', () => {
  it.each(said)('%s', (words, code, named) => {
    expect(judgeLoader(words, path, null)).toMatchObject({ code, words: named });
  });

  it('of a library for another machine, that it is not there: the file says more', () => {
    const words = `${path}: cannot open shared object file: No such file or directory`;
    expect(judgeLoader(words, path, arm)).toMatchObject({
      code: 'wrong-architecture',
      words: { reason: 'it is built for ARM 64' },
    });
  });
});
