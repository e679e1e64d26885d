import fs from 'node:fs';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { maxPendingBytes } from '../../../electron/recorder/block-writer.ts';
import type { Journal } from '../../../electron/recorder/journal.ts';
import { newJournal, putLine, reopened, tempDir } from './journal-parts.ts';

let dir: string;
let journal: Journal;
beforeEach(() => {
  dir = tempDir();
  journal = newJournal(dir);
});
afterEach(async () => {
  await journal.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

const line = `{"type":"notify","level":"info","message":"${'x'.repeat(60_000)}"}`;

it('is full when more waits than should, says once when it is not any more, and loses nothing', async () => {
  const lines = Math.ceil(maxPendingBytes / 60_000);
  // Nothing is written within one turn, so all of it waits.
  for (let i = 0; i < lines; i++) putLine(journal, line);
  expect(journal.full).toBe(true);
  await new Promise<void>((resolve) => journal.whenReady(resolve));
  expect(journal.full).toBe(false);
  expect(journal.unwritten).toBe(0);
  await journal.close();
  const again = await reopened(journal.path);
  expect(again).toMatchObject({ count: lines, damage: [] });
  await again.close();
});

it('calls back soon when it is not full at all', async () => {
  await new Promise<void>((resolve) => journal.whenReady(resolve));
});
