// Recordings of every version there was, frozen: they must open for ever. A fixture is never made anew; a new version
// of the format gets a folder of its own, and its files are pinned here by their hashes.

import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { recordingVersion } from '../../shared/recording/format.ts';
import { parseEntry } from '../../shared/recording/parse.ts';
import { writeEntry } from '../../shared/recording/write.ts';
import { reopened } from '../unit/recorder/journal-parts.ts';

const root = path.resolve(import.meta.dirname, '../fixtures/recordings');

interface Frozen {
  readonly file: string;
  readonly sha256: string;
  readonly entries: number;
  readonly name: string;
}
const frozen: readonly Frozen[] = [
  {
    file: 'v1/every-kind.fsj',
    sha256: 'b79dc08a4e3c37031a07021ec1200b74f66979fe17ea0e9d1d116499129a59c2',
    entries: 54,
    name: 'greeter',
  },
  {
    file: 'v1/greeting.fsj',
    sha256: '233b16ee22914b1d2164801e87acf8516e39e5a8c0a802fac17cae9a3b642044',
    entries: 39,
    name: 'greeter',
  },
];

it('there are fixtures of every version, and each is pinned', () => {
  const versions = Array.from({ length: recordingVersion }, (_, i) => `v${i + 1}`);
  expect(readdirSync(root).sort()).toEqual(versions);
  const files = versions.flatMap((version) =>
    readdirSync(path.join(root, version)).map((file) => `${version}/${file}`),
  );
  expect(files.sort()).toEqual(frozen.map(({ file }) => file).sort());
});

describe.each(frozen)('$file', ({ file, sha256, entries, name }) => {
  const target = path.join(root, file);

  it('is as it was written', () => {
    expect(createHash('sha256').update(readFileSync(target)).digest('hex')).toBe(sha256);
  });

  it('opens with all of its entries and no damage', async () => {
    const recording = await reopened(target);
    expect(recording.damageWords).toEqual([]);
    expect([recording.count, recording.header?.target.name]).toEqual([entries, name]);
    expect((await recording.rows(1, entries)).map(({ seq }) => seq)).toEqual(
      Array.from({ length: entries }, (_, i) => i + 1),
    );
    await recording.close();
  });
});

it('what is read of the newest version is written again byte for byte', () => {
  const lines = readFileSync(path.join(root, `v${recordingVersion}/every-kind.fsj`), 'utf8')
    .split(/(?<=\n)/)
    .slice(1);
  for (const line of lines) {
    const entry = parseEntry(line);
    if ('fault' in entry) throw new Error(entry.message);
    expect(writeEntry(entry)).toBe(line);
  }
});
