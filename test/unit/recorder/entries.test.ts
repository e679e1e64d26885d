// All entries of a recording in order, for those that go through the whole of it.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { OpenRecording } from '../../../electron/recorder/open-recording.ts';
import { openRecording } from '../../../electron/recorder/recording-file.ts';
import { profileOf } from '../../support/protocol-parts.ts';
import { decode, entries, handshake, host, line, writeRecording } from '../../support/recorded.ts';

let folder: string;
let opened: OpenRecording | undefined;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-entries-'));
});
afterEach(async () => {
  await opened?.close();
  rmSync(folder, { recursive: true, force: true });
});

const huge = { type: 'tool_result', id: '1', content: [{ type: 'text', text: 'x'.repeat(300_000) }] };
const facts = [
  ...handshake,
  line('not a frame'),
  host({ type: 'tool_call', id: '1', name: 'greet', args: {} }),
  line(huge),
  { kind: 'exited', code: 0, signal: null } as const,
];

async function read(): Promise<OpenRecording> {
  const file = writeRecording(path.join(folder, 'a.fsj'), facts);
  const found = await openRecording(file, () => ({ decode, profile: profileOf('zot-latest').profile }));
  if (!found.ok) throw new Error(found.failure.message);
  opened = found.value;
  await opened.indexed;
  return opened;
}

it('come in full with their decoded lines, huge ones too, whatever the pages', async () => {
  const recording = await read();
  const expected = JSON.parse(JSON.stringify(entries(facts))) as unknown;
  for (const page of [1, 3, 1_000]) {
    const all = [];
    for (let seq = 1; seq <= recording.count; seq += page) all.push(...(await recording.entries(seq, page)));
    expect(JSON.parse(JSON.stringify(all))).toEqual(expected);
  }
});

it('are clipped to what there is', async () => {
  const recording = await read();
  expect((await recording.entries(-3, 5)).map(({ entry }) => entry.seq)).toEqual([1]);
  expect((await recording.entries(recording.count, 9)).map(({ entry }) => entry.seq)).toEqual([
    recording.count,
  ]);
  expect(await recording.entries(recording.count + 1, 9)).toEqual([]);
});
