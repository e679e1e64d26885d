// Whole lines as hosts and extensions of each dialect write them. Our own corpus has at least one for every frame and
// dialect; the one terva publishes is read too where a copy lies beside this repository (see the first test's name).

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { protocols } from '../../shared/protocol/registry.ts';
import type { Side } from '../../shared/session/entries.ts';
import { decoderFor } from '../support/protocol-parts.ts';

interface OwnLine {
  readonly name: string;
  readonly from: Side;
  readonly dialects: readonly string[];
  readonly line: string;
}
interface PublishedLine {
  readonly name: string;
  readonly dir: 'ext_to_host' | 'host_to_ext' | 'both';
  readonly frame: string;
}

const root = path.resolve(import.meta.dirname, '../..');
const published = path.resolve(root, '../shared/protocol/terva-golden.jsonl');

function linesOf<T>(file: string): readonly T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as T);
}

const corpus = path.join(root, 'test/fixtures/corpus');
const own = readdirSync(corpus).flatMap((file) => linesOf<OwnLine>(path.join(corpus, file)));
const golden = existsSync(published) ? linesOf<PublishedLine>(published) : [];

function expectClean(line: string, from: Side, dialect: string): void {
  const decoded = decoderFor(dialect)(line, from, 'lf');
  expect(decoded.issues, dialect).toEqual([]);
  expect(decoded.kind).toBe('frame');
  expect(decoded.kind === 'frame' && decoded.def.dialects).toContain(dialect);
}

describe('the corpus', () => {
  it(
    golden.length > 0
      ? 'is our own and the one terva publishes'
      : 'is our own only: no copy of the one terva publishes lies beside this repository',
    () => {
      expect(own.length).toBeGreaterThan(80);
      if (existsSync(published)) expect(golden.length).toBeGreaterThan(80);
    },
  );

  it('has a line for every frame in every dialect that knows it', () => {
    const types = new Set(
      own.flatMap(({ line, from, dialects }) =>
        dialects.map(
          (dialect) => `${dialect}: ${(JSON.parse(line) as { type: string }).type} from the ${from}`,
        ),
      ),
    );
    const wanted = protocols.flatMap(({ frames }) =>
      frames.flatMap((def) => def.dialects.map((dialect) => `${dialect}: ${def.type} from the ${def.from}`)),
    );
    expect(wanted.filter((each) => !types.has(each))).toEqual([]);
  });

  it.each(own.map((each) => [each.name, each] as const))('decodes "%s" without an issue', (_name, each) => {
    for (const dialect of each.dialects) expectClean(each.line, each.from, dialect);
  });

  it('says of every line what is foreign to a dialect it was not written for', () => {
    for (const { line, from, dialects, name } of own) {
      const protocol = protocols.find(({ profiles }) => profiles.some((one) => dialects.includes(one.name)));
      for (const { name: dialect } of protocol?.profiles ?? []) {
        if (dialects.includes(dialect)) continue;
        expect(decoderFor(dialect)(line, from, 'lf').issues, `${name} in ${dialect}`).not.toEqual([]);
      }
    }
  });

  describe.runIf(golden.length > 0)('as terva publishes it', () => {
    it.each(golden.map((each) => [each.name, each] as const))(
      'decodes "%s" without an issue',
      (_name, each) => {
        const sides: Side[] =
          each.dir === 'both' ? ['extension', 'host'] : [each.dir === 'ext_to_host' ? 'extension' : 'host'];
        for (const from of sides) expectClean(each.frame, from, 'terva-6');
      },
    );
  });
});
