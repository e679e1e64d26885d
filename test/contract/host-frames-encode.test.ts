// What a host sends can be made again byte for byte: from the values of a frame in any order, by the catalogue's order and
// the rules of the real hosts' encoder. Our own corpus, and the one terva publishes where a copy lies beside this repository.

import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { encodeFields, fieldsAsSent } from '../../electron/session/encode.ts';
import { rawMember } from '../../electron/session/frame-fields.ts';
import { hostFrameDef } from '../../electron/session/host-frame-def.ts';
import { compactJson } from '../../shared/json/compact.ts';
import { frameDef, profileNamed } from '../../shared/protocol/registry.ts';

const root = path.resolve(import.meta.dirname, '../..');
const published = path.resolve(root, '../shared/protocol/terva-golden.jsonl');

interface HostLine {
  readonly name: string;
  readonly line: string;
  readonly dialect: string;
}

function linesOf<T>(file: string): readonly T[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line) as T);
}

type OwnLine = { name: string; from: string; dialects: string[]; line: string };
const own = linesOf<OwnLine>(path.join(root, 'test/fixtures/corpus/zot-family.jsonl')).flatMap(
  ({ name, from, dialects, line }): HostLine[] =>
    from === 'host' && isCanonical(line) ? [{ name, line, dialect: dialects[0] ?? '' }] : [],
);
const golden = linesOf<{ name: string; dir: string; frame: string }>(published).flatMap(
  ({ name, dir, frame: line }): HostLine[] =>
    dir !== 'ext_to_host' && isHostFrame(line) ? [{ name, line, dialect: 'terva-6' }] : [],
);

/** Some lines of the corpus are there for their odd spelling: white space, keys out of order, empty optional fields. */
function isCanonical(line: string): boolean {
  return compactJson(line) === line && line.startsWith('{"type":') && !/[<>&]|:""|:0[,}]|:null/.test(line);
}

function isHostFrame(line: string): boolean {
  const { type } = JSON.parse(line) as { type: string };
  const protocol = profileNamed('terva-6')?.protocol;
  return protocol !== undefined && frameDef(protocol, 'host', type) !== undefined;
}

function madeAgain({ line, dialect }: HostLine): string {
  const { type, id, ...rest } = JSON.parse(line) as Record<string, unknown> & { type: string; id?: string };
  const profile = profileNamed(dialect)?.profile;
  if (!profile) throw new Error(`No profile ${dialect}.`);
  const fields = Object.keys(rest)
    .reverse()
    .map((name) => ({ name, json: rawMember(line, name) ?? '' }));
  const encoded = encodeFields(type, id ?? null, fieldsAsSent(hostFrameDef({ profile }, type), fields));
  return encoded.ok ? encoded.text : `not JSON: ${encoded.name}`;
}

describe('a line of a host', () => {
  it(`is made again from ${own.length} lines of ours${golden.length > 0 ? ` and ${golden.length} that terva publishes` : '; no copy of those that terva publishes lies beside this repository'}`, () => {
    expect(own.length).toBeGreaterThan(20);
    if (existsSync(published)) expect(golden.length).toBeGreaterThan(30);
  });

  it.each([...own, ...golden].map((each) => [each.name, each] as const))('%s', (_name, each) => {
    expect(madeAgain(each)).toBe(each.line);
  });
});
