// A flood of 1,000,000 frames of 200 bytes from a real process, recorded by the real pipeline: none may be missing, in
// the running numbers and in the file read again. Prints our rate against a bare loop in the same run, and how long a
// window waits for its rows meanwhile. Processor time is printed too, all threads together: on a busy machine it tells
// more than the clock. FLOOD_COUNT and FLOOD_ROUNDS change its size.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeDecodeLine } from '../../shared/protocol/codec.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import { makeValidateFrame } from '../../electron/session/validate-frame.ts';
import type { JournalReader } from '../../electron/recorder/journal-type.ts';
import { openRecording } from '../../electron/recorder/recording-file.ts';
import { bareFlood } from './bare-loop.ts';
import { recordedFlood, type FloodRun } from './flood-run.ts';
import { numbersInFile } from './numbers-in-file.ts';
import { cpuTimer, median, ms, percentile, rate, say } from './say.ts';

const count = Number(process.env.FLOOD_COUNT ?? 1_000_000);
const rounds = Number(process.env.FLOOD_ROUNDS ?? 5);
const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-flood-'));

/** What a window at 60 Hz asks for while it scrolls: a screen of rows, at the tail and somewhere before. */
function scrolling(waitsMs: number[]): (journal: JournalReader) => () => void {
  return (journal) => {
    let at = 0;
    const timer = setInterval(() => {
      const from = at++ % 2 === 0 ? Math.max(1, journal.count - 60) : 1 + ((at * 7_919) % journal.count);
      const asked = performance.now();
      void journal.rows(from, 60).then((rows) => {
        if (rows.length === 0) throw new Error(`No rows from ${from}.`);
        waitsMs.push(performance.now() - asked);
      });
    }, 16);
    return () => clearInterval(timer);
  };
}

async function check(run: FloodRun): Promise<void> {
  const { lines, missing } = await numbersInFile(run.path);
  if (missing.length > 0 || lines !== count)
    throw new Error(`${missing.length} frames are missing in ${run.path}.`);
  const found = profileNamed('zot-latest');
  if (!found) throw new Error('no zot-latest');
  const decode = makeDecodeLine(found.protocol, found.profile, makeValidateFrame());
  const opened = await openRecording(run.path, () => ({ decode, profile: found.profile }));
  if (!opened.ok) throw new Error(opened.failure.message);
  await opened.value.indexed;
  const { count: entries, damageWords } = opened.value;
  await opened.value.close();
  if (entries !== run.entries || damageWords.length > 0) {
    throw new Error(`Opened again it has ${entries} of ${run.entries} entries. ${damageWords.join(' ')}`);
  }
}

try {
  const bare: number[] = [];
  const ours: FloodRun[] = [];
  const cpuMs = { bare: [] as number[], ours: [] as number[] };
  for (let round = 0; round < rounds; round++) {
    const usedByBare = cpuTimer();
    bare.push(await bareFlood(count));
    cpuMs.bare.push(usedByBare());
    const usedByOurs = cpuTimer();
    const run = await recordedFlood(stateDir, count);
    cpuMs.ours.push(usedByOurs());
    await check(run);
    ours.push(run);
    fs.rmSync(run.path);
  }
  const oursMs = ours.map((run) => run.elapsedMs);
  const ratios = oursMs.map((elapsed, round) => (bare[round] ?? 0) / elapsed);
  say(`${count} frames of 200 bytes, ${rounds} rounds, none missing, none missing in the files read again`);
  say(`bare loop   ${ms(bare)} median ${rate(count, median(bare))}`);
  say(`recorded    ${ms(oursMs)} median ${rate(count, median(oursMs))}`);
  say(`in the file ${ms(ours.map((run) => run.writtenMs))}`);
  say(
    `ratio       ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}, of the medians ${(median(bare) / median(oursMs)).toFixed(2)}`,
  );

  say(
    `processor   bare ${ms(cpuMs.bare)}, recorded ${ms(cpuMs.ours)}, ratio ${(median(cpuMs.bare) / median(cpuMs.ours)).toFixed(2)}`,
  );

  const waitsMs: number[] = [];
  const scrolled = await recordedFlood(stateDir, count, scrolling(waitsMs));
  await check(scrolled);
  say(
    `with a window that scrolls: ${rate(count, scrolled.elapsedMs)}, ${waitsMs.length} reads of 60 rows, ` +
      `p50 ${percentile(waitsMs, 50).toFixed(1)} ms, p99 ${percentile(waitsMs, 99).toFixed(1)} ms`,
  );
  say(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
} finally {
  fs.rmSync(stateDir, { recursive: true, force: true });
}
