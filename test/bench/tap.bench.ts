// What a tap costs: the time it adds to a frame, and the rate of bytes it lets through, against `cat` in the same place, all
// of it recorded. Prints ratios. TAP_FRAMES, TAP_MB and TAP_ROUNDS change its size.
import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { builtTap } from '../support/built-tap.ts';
import { median, percentile, say } from './say.ts';

const frames = Number(process.env.TAP_FRAMES ?? 10_000);
const megabytes = Number(process.env.TAP_MB ?? 100);
const rounds = Number(process.env.TAP_ROUNDS ?? 5);
const warmUp = 1_000;
/** Between one answer and the next frame, in the paced run. */
const pauseMs = 2;

const state = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-tap-bench-'));
const env = { ...process.env, FRAMESCOPE_STATE_DIR: state };
const folder = await builtTap();
const tap = [process.execPath, path.join(folder, 'tap.js'), '--'];
const frame = `${JSON.stringify({ type: 'tool_result', id: '1', content: [{ type: 'text', text: 'x'.repeat(150) }] })}\n`;

/** Round trips of one frame after the other through `cat`, in µs. */
async function roundTrips(before: readonly string[], count: number, paced: boolean): Promise<number[]> {
  const [program = '', ...args] = [...before, 'cat'];
  const child = spawn(program, args, { env, stdio: ['pipe', 'pipe', 'inherit'] });
  const took: number[] = [];
  await new Promise<void>((resolve) => {
    let at = -warmUp;
    let missing = frame.length;
    let sentAt = 0;
    const send = (): void => {
      sentAt = performance.now();
      child.stdin.write(frame);
    };
    child.stdout.on('data', (chunk: Buffer) => {
      missing -= chunk.length;
      if (missing > 0) return;
      missing = frame.length;
      if (at >= 0) took.push((performance.now() - sentAt) * 1_000);
      at += 1;
      if (at === count) resolve();
      else if (paced && at >= 0) setTimeout(send, pauseMs);
      else send();
    });
    send();
  });
  child.stdin.end();
  await new Promise((resolve) => child.once('close', resolve));
  return took;
}

const consumer = `
  const fs = require('fs'); const block = Buffer.alloc(1 << 20); let bytes = 0, first = 0, last = 0;
  for (;;) {
    const count = fs.readSync(0, block, 0, block.length, null);
    if (first === 0) first = performance.now();
    if (count === 0) break;
    bytes += count; last = performance.now();
  }
  console.log(bytes / 1e3 / (last - first));
`;

/** MB/s at the end of a pipe, from the first byte to the last. */
function throughput(stage: string): Promise<number> {
  const script = `${stage} | '${process.execPath}' -e "$CONSUMER"`;
  const child = spawn('sh', ['-c', script], {
    env: { ...env, CONSUMER: consumer },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return new Promise((resolve) => child.on('close', () => resolve(Number(out))));
}

function told(name: string, runs: readonly (readonly number[])[]): readonly [number, number] {
  const at = (percent: number): number => median(runs.map((run) => percentile(run, percent)));
  say(`  ${name} p50 ${at(50).toFixed(0)} µs, p99 ${at(99).toFixed(0)} µs, p99.9 ${at(99.9).toFixed(0)} µs`);
  return [at(50), at(99)];
}

async function latency(title: string, count: number, paced: boolean): Promise<void> {
  const bare: number[][] = [];
  const tapped: number[][] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await roundTrips([], count, paced));
    tapped.push(await roundTrips(tap, count, paced));
  }
  say(`${title}: ${count} round trips of ${frame.length} B through cat, ${rounds} rounds`);
  const [bare50, bare99] = told('bare  ', bare);
  const [tap50, tap99] = told('tapped', tapped);
  say(
    `  added to a frame (half a round trip): p50 ${((tap50 - bare50) / 2).toFixed(0)} µs, p99 ${((tap99 - bare99) / 2).toFixed(0)} µs; ratio p50 ${(tap50 / bare50).toFixed(2)}`,
  );
}

/** Lines of the host and of the extension in all recordings, and what is said to be missing. */
function recorded(): { readonly lines: number; readonly missing: boolean } {
  const journals = path.join(state, 'journals');
  let lines = 0;
  let missing = false;
  for (const name of fs.readdirSync(journals)) {
    const text = fs.readFileSync(path.join(journals, name), 'latin1');
    lines += text.split('"kind":"line"').length - 1;
    missing ||= text.includes('are not in this recording');
    fs.rmSync(path.join(journals, name));
  }
  return { lines, missing };
}

try {
  await latency('one after the other', frames, false);
  const all = recorded();
  say(`  recorded: ${all.lines} lines of ${rounds * 2 * (frames + warmUp)}`);
  await latency(`one every ${pauseMs} ms`, Math.round(frames / 10), true);
  recorded();

  const file = path.join(state, 'frames');
  const block = frame.repeat(4_000);
  for (let written = 0; written < megabytes * 1e6; written += block.length) fs.appendFileSync(file, block);
  const quoted = tap.map((word) => `'${word}'`).join(' ');
  const cat: number[] = [];
  const ours: number[] = [];
  let lost = false;
  for (let round = 0; round < rounds; round++) {
    cat.push(await throughput(`cat '${file}' | cat`));
    ours.push(await throughput(`${quoted} cat '${file}'`));
    lost ||= recorded().missing;
  }
  const rates = (values: readonly number[]): string => values.map((value) => value.toFixed(0)).join(' ');
  say(
    `${megabytes} MB of such frames in one go, ${rounds} rounds, ${lost ? 'NOT all' : 'all'} of it recorded`,
  );
  say(`  cat    ${rates(cat)} MB/s, median ${median(cat).toFixed(0)}`);
  say(`  tapped ${rates(ours)} MB/s, median ${median(ours).toFixed(0)}`);
  say(`  ratio of the medians ${(median(ours) / median(cat)).toFixed(2)} (aim: at least 0.50)`);
} finally {
  fs.rmSync(state, { recursive: true, force: true });
}
