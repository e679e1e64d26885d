// Calls per second of a run of fuzzing (inputs made, sent, judged, recorded) against a bare loop that sends the very same
// inputs one after the other and parses the answers, in the same run. With one call at a time, and with eight. FUZZ_COUNT and
// FUZZ_ROUNDS change its size.

import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { usualSettings } from '../../electron/drivers/fuzz.ts';
import { startFuzz } from '../../electron/engine/fuzz-run.ts';
import { everyTool } from '../../electron/engine/fuzz-subjects.ts';
import { defaultSettings, Workspace } from '../../electron/engine/workspace.ts';
import { median, say } from './say.ts';

const count = Number(process.env.FUZZ_COUNT ?? 10_000);
const rounds = Number(process.env.FUZZ_ROUNDS ?? 3);
const program = path.resolve(import.meta.dirname, 'fuzz-echo.mjs');
const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-fuzz-bench-'));
/** Calls that do not count: programs are slow at first. */
const warmUp = 1_000;

interface Fuzzed {
  readonly perSecond: number;
  readonly raws: readonly string[];
}

async function fuzzed(concurrency: number, seed: number): Promise<Fuzzed> {
  const environment = Object.fromEntries(
    Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
  );
  const options = { stateDir, environment, programVersion: '0.0.0-bench' };
  const target = await new Workspace(options).resolve({ kind: 'command', argv: [process.execPath, program] });
  if (!target.ok) throw new Error(target.failure.message);
  const raws: string[] = [];
  let [startedAt, endedAt] = [0, 0];
  const run = await startFuzz({
    workspace: options,
    target: target.value,
    settings: defaultSettings(target.value, os.tmpdir(), 'zot-latest'),
    choice: everyTool,
    fuzz: { ...usualSettings, parts: ['valid'], runs: count + warmUp, concurrency, seed },
    called: ({ raw }) => {
      raws.push(raw);
      endedAt = performance.now();
      if (raws.length === warmUp) startedAt = endedAt;
    },
  });
  if (!run.ok) throw new Error(run.failure.message);
  const { buckets } = await run.value.fuzz.outcome;
  await run.value.over;
  if (buckets.length > 0) throw new Error(JSON.stringify(buckets));
  if (raws.length < count) throw new Error(`Only ${raws.length} inputs of ${count} came.`);
  return { perSecond: ((raws.length - warmUp) * 1_000) / (endedAt - startedAt), raws };
}

function bare(raws: readonly string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [program], { stdio: ['pipe', 'pipe', 'inherit'] });
    let [next, startedAt, rest, perSecond] = [0, 0, '', 0];
    const call = (): void => {
      if (next === warmUp) startedAt = performance.now();
      const args = raws[next] ?? '{}';
      child.stdin.write(`{"type":"tool_call","id":"${next}","name":"find","args":${args}}\n`);
    };
    const answered = (line: string): void => {
      const { type, id } = JSON.parse(line) as { type: string; id: string };
      if (type === 'ready') return call();
      if (type !== 'tool_result') return;
      if (id !== String(next)) return reject(new Error(`A wrong answer: ${line}`));
      if (++next < raws.length) return call();
      perSecond = ((raws.length - warmUp) * 1_000) / (performance.now() - startedAt);
      child.stdin.end('{"type":"shutdown"}\n');
    };
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) answered(line);
    });
    child.on('error', reject);
    child.on('close', () =>
      perSecond > 0 ? resolve(perSecond) : reject(new Error(`It ended after ${next} calls.`)),
    );
  });
}

const words = (rates: readonly number[]): string =>
  `${rates.map((rate) => Math.round(rate)).join(' ')} calls/s, median ${Math.round(median(rates))}`;

try {
  const [loop, one, eight]: number[][] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const first = await fuzzed(1, round + 1);
    one?.push(first.perSecond);
    loop?.push(await bare(first.raws));
    eight?.push((await fuzzed(8, round + 1)).perSecond);
  }
  say(`${count} inputs from a schema, ${rounds} rounds; the bare loop sends the same ones`);
  say(`bare loop      ${words(loop ?? [])}`);
  say(`fuzzing, 1     ${words(one ?? [])}, ratio ${(median(one ?? []) / median(loop ?? [])).toFixed(2)}`);
  say(`fuzzing, 8     ${words(eight ?? [])}, ratio ${(median(eight ?? []) / median(loop ?? [])).toFixed(2)}`);
} finally {
  fs.rmSync(stateDir, { recursive: true, force: true });
}
