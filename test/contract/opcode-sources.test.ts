// What the catalogue and the faults say the header says: each quotation has to stand in it, word for word.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults } from '../../shared/protocol/opcode/faults.ts';
import { opcode } from '../../shared/protocol/opcode/index.ts';
import { examples } from '../support/plugins.ts';

const header = plain(readFileSync(path.join(examples, 'include', 'opcode_plugin.h'), 'utf8'));

/** Without the signs of comments, and with one blank for any. */
function plain(text: string): string {
  return text
    .replace(/\/\*|\*\/|^[ \t]*\*(?=\s)/gm, ' ')
    .replaceAll('OPCODE_SYSV', '')
    .replace(/\s+/g, ' ')
    .replace(/ ([);,])/g, '$1');
}

const sources: readonly (readonly [name: string, source: string])[] = [
  ...opcode.frames.map(({ type, source }) => [`the frame ${type}`, source] as const),
  ...Object.entries(faults).map(([code, { source }]) => [`the fault ${code}`, source] as const),
];
const ofHeader = sources.filter(([, source]) => source.startsWith('opcode_plugin.h'));

/** Pieces between quotation marks; an ellipsis leaves something out. */
function quotations(source: string): string[] {
  return [...source.matchAll(/"((?:\\"|[^"])*(?:"\.\."[^"]*)?)"/g)]
    .flatMap(([, quoted = '']) => quoted.split('…'))
    .map((piece) => plain(piece.replaceAll('\\"', '"')).trim())
    .filter((piece) => piece !== '');
}

describe('the words of the header', () => {
  it('are the source of most rules', () => {
    expect(ofHeader.length).toBeGreaterThan(100);
    expect(sources.filter(([, source]) => source === '')).toEqual([]);
  });

  it.each(ofHeader)('are quoted as they stand there by %s', (_name, source) => {
    for (const quoted of quotations(source)) expect(header).toContain(quoted);
  });

  it('name the function that a frame of the host table is about', () => {
    for (const { type, source } of opcode.frames) {
      const [, name] = /^host\.(\w+)$/.exec(type) ?? [];
      if (name !== undefined) expect(source, type).toContain(name);
    }
  });
});
