// A program of its own that keeps a journal, to be killed or to be starved of disk. Arguments: folder of the journal,
// then `flood` (lines without end, reporting on stdout) or `obey` (commands on stdin, one answer each on stdout).

import fs from 'node:fs';
import { createJournal } from '../../../electron/recorder/create-journal.ts';
import { header } from '../../unit/recording/header.ts';
import { decoding, putLine } from '../../unit/recorder/journal-parts.ts';

const [dir = '', mode = ''] = process.argv.slice(2);
const made = createJournal({ place: { dir, name: 'child' }, header, ...decoding });
if (!made.ok) throw new Error(made.failure.message);
const journal = made.value;

const filling = 'x'.repeat(150);
function append(lines: number): void {
  for (let i = 0; i < lines; i++) {
    putLine(journal, `{"type":"notify","level":"info","message":"${journal.count + 1} ${filling}"}`, {
      atUs: performance.now() * 1_000,
    });
  }
}
// Written at once, so that what was told is known to the reader even when we are killed right after.
const tell = (told: object): void => {
  fs.writeSync(1, `${JSON.stringify(told)}\n`);
};
const nowMs = (): number => Number(process.hrtime.bigint() / 1_000n) / 1_000;

tell({ path: journal.path });

if (mode === 'flood') {
  let lastMs = nowMs();
  let longestMs = 0;
  setInterval(() => {
    const atMs = nowMs();
    longestMs = Math.max(longestMs, atMs - lastMs);
    lastMs = atMs;
    append(300);
    tell({ count: journal.count, atMs: nowMs(), longestMs });
  }, 4);
}

if (mode === 'obey') {
  let rest = '';
  process.stdin.setEncoding('utf8').on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) void obey(line);
  });
}

/** `append N`, `state`, `row N`, `close`. */
async function obey(command: string): Promise<void> {
  const [verb, amount] = command.split(' ');
  if (verb === 'append') append(Number(amount));
  if (verb === 'close') await journal.close();
  else await journal.flush();
  tell({
    count: journal.count,
    unwritten: journal.unwritten,
    trouble: journal.trouble?.code ?? null,
    full: journal.full,
    rows: verb === 'row' ? await journal.rows(Number(amount), 1) : [],
  });
  if (verb === 'close') process.exit(0);
}
