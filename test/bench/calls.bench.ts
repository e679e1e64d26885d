// Round trips of tool calls, one after the other, through our host with everything recorded, against the same extension
// driven by a bare loop in the same run. Prints both rates, their ratio, and what our host adds to a call. CALLS_COUNT and
// CALLS_ROUNDS change its size.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bareCalls, hostedCalls, type Calls } from './call-loops.ts';
import { median, percentile, say } from './say.ts';

const count = Number(process.env.CALLS_COUNT ?? 20_000);
const rounds = Number(process.env.CALLS_ROUNDS ?? 5);
const warmUp = 2_000;
const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-calls-'));

const perSecond = ({ elapsedMs }: Calls): number => (count / elapsedMs) * 1_000;

/** A call and its answer, both in the file. */
function checkRecorded(file: string, entries: number): void {
  const lines = fs.readFileSync(file, 'utf8').trimEnd().split('\n');
  const of = (type: string): number => lines.filter((line) => line.includes(`"type":"${type}"`)).length;
  const [calls, results] = [of('tool_call'), of('tool_result')];
  if (calls !== count + warmUp || results !== count + warmUp)
    throw new Error(`${calls} calls and ${results} results of ${count + warmUp} are in ${file}.`);
  if (lines.length <= entries) throw new Error(`${lines.length} lines for ${entries} entries in ${file}.`);
}

function told(name: string, runs: readonly Calls[]): { readonly p50: number; readonly p99: number } {
  const p50 = median(runs.map(({ tookUs }) => percentile([...tookUs], 50)));
  const p99 = median(runs.map(({ tookUs }) => percentile([...tookUs], 99)));
  const rates = runs.map((run) => Math.round(perSecond(run)));
  say(
    `${name} ${rates.join(' ')} calls/s, median ${median(rates)}, p50 ${p50.toFixed(0)} µs, p99 ${p99.toFixed(0)} µs`,
  );
  return { p50, p99 };
}

try {
  const bare: Calls[] = [];
  const ours: Calls[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await bareCalls(count, warmUp));
    const run = await hostedCalls(stateDir, count, warmUp);
    checkRecorded(run.path, run.entries);
    fs.rmSync(run.path);
    ours.push(run);
  }
  say(`${count} tool calls one after the other, ${rounds} rounds, all of them in the recordings`);
  const bareTook = told('bare loop ', bare);
  const ourTook = told('our host  ', ours);
  const ratios = ours.map((run, round) => perSecond(run) / perSecond(bare[round] ?? run));
  const [rate, bareRate] = [median(ours.map(perSecond)), median(bare.map(perSecond))];
  say(
    `ratio      ${ratios.map((ratio) => ratio.toFixed(2)).join(' ')}, of the medians ${(rate / bareRate).toFixed(2)}`,
  );
  say(`           of a call in the middle (p50) ${(bareTook.p50 / ourTook.p50).toFixed(2)}`);
  say(
    `added      p50 ${(ourTook.p50 - bareTook.p50).toFixed(0)} µs, p99 ${(ourTook.p99 - bareTook.p99).toFixed(0)} µs`,
  );
} finally {
  fs.rmSync(stateDir, { recursive: true, force: true });
}
