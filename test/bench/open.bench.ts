// Opening a recording of 1,000,000 frames: when the first rows can be read, and how long the index takes against a bare
// loop that reads the same file, splits lines and calls JSON.parse. FLOOD_COUNT changes its size.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { makeDecodeLine } from '../../shared/protocol/codec.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import { openRecording } from '../../electron/recorder/recording-file.ts';
import { makeValidateFrame } from '../../electron/session/validate-frame.ts';
import { recordedFlood } from './flood-run.ts';
import { median, ms, rate, say } from './say.ts';

const count = Number(process.env.FLOOD_COUNT ?? 1_000_000);
const rounds = 5;
const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-open-'));
const found = profileNamed('zot-latest');
if (!found) throw new Error('no zot-latest');
const { protocol, profile } = found;
const decode = makeDecodeLine(protocol, profile, makeValidateFrame());

async function bareRead(file: string): Promise<number> {
  const startedAt = performance.now();
  let rest = '';
  for await (const chunk of fs.createReadStream(file, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) JSON.parse(line);
  }
  return performance.now() - startedAt;
}

try {
  const run = await recordedFlood(stateDir, count);
  const bare: number[] = [];
  const first: number[] = [];
  const indexed: number[] = [];
  for (let round = 0; round < rounds; round++) {
    bare.push(await bareRead(run.path));
    const startedAt = performance.now();
    const opened = await openRecording(run.path, () => ({ decode, profile }));
    if (!opened.ok) throw new Error(opened.failure.message);
    await opened.value.rows(1, 60);
    first.push(performance.now() - startedAt);
    await opened.value.indexed;
    indexed.push(performance.now() - startedAt);
    if (opened.value.count !== run.entries)
      throw new Error(`It has ${opened.value.count} of ${run.entries} entries.`);
    await opened.value.close();
  }
  say(`${run.entries} entries, ${Math.round(fs.statSync(run.path).size / 1e6)} MB`);
  say(`first rows  ${first.map((value) => value.toFixed(1)).join(' ')} ms`);
  say(`indexed     ${ms(indexed)} median ${rate(count, median(indexed))}`);
  say(`bare loop   ${ms(bare)} median ${rate(count, median(bare))}`);
  say(`ratio       ${(median(bare) / median(indexed)).toFixed(2)}`);
  say(`peak memory ${Math.round(process.resourceUsage().maxRSS / 1024)} MiB`);
} finally {
  fs.rmSync(stateDir, { recursive: true, force: true });
}
