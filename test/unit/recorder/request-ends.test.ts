// Rows of requests that ended without an answer: nothing waits any more, and an answer that comes all the same is late.

import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Journal } from '../../../electron/recorder/journal.ts';
import type { NewEntry } from '../../../shared/session/entries.ts';
import { newJournal, put, putLine, tempDir } from './journal-parts.ts';

let dir: string;
let journal: Journal;
beforeEach(() => {
  dir = tempDir();
  journal = newJournal(path.join(dir, 'journals'));
});
afterEach(async () => {
  await journal.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

const passed: NewEntry = {
  kind: 'decided',
  decision: 'deadlinePassed',
  message: 'm',
  value: { deadline: 'tool_call #1', afterMs: 5, outcome: 'o' },
};
const settled: NewEntry = {
  kind: 'decided',
  decision: 'requestSettled',
  message: 'm',
  value: { id: '1', type: 'tool_call', how: 'gone', reason: 'r' },
};

it.each([
  ['its deadline', passed],
  ['the end of its process', settled],
])('a request does not wait any more after %s, also when the file is read again', async (_what, fact) => {
  const asked = putLine(journal, '{"type":"tool_call","id":"1","name":"t","args":{}}', { from: 'host' });
  expect((await journal.rows(asked, 1))[0]).toMatchObject({ pending: true });
  put(journal, { ...fact, line: asked } as NewEntry);
  expect((await journal.rows(asked, 1))[0]).not.toHaveProperty('pending');
  const late = putLine(journal, '{"type":"tool_result","id":"1","content":[]}');
  expect((await journal.rows(asked, 1))[0]).toMatchObject({ pairSeq: late });
});
