// An extension that never stops talking: after ready, 60 numbered notices every 5 ms. After each batch it writes how many
// it has said, when, and the longest time its own timer was late, into the file it is given.
import fs from 'node:fs';

const side = fs.openSync(process.argv[2] ?? 'side', 'a');
const nowMs = () => Number(process.hrtime.bigint() / 1_000n) / 1_000;
/** @param {object} frame */
const say = (frame) => fs.writeSync(1, `${JSON.stringify(frame)}\n`);
process.stdin.on('end', () => process.exit(0)).resume();
process.on('uncaughtException', () => process.exit(0)); // nobody reads any more

say({ type: 'hello', name: 'ticking', version: '1.0.0' });
say({ type: 'ready' });
const filling = 'x'.repeat(150);
let count = 0;
let lastMs = nowMs();
let longestMs = 0;
fs.writeSync(side, `${JSON.stringify({ pid: process.pid })}\n`);
setInterval(() => {
  const atMs = nowMs();
  longestMs = Math.max(longestMs, atMs - lastMs);
  lastMs = atMs;
  let batch = '';
  for (let i = 0; i < 60; i++) {
    count += 1;
    batch += `${JSON.stringify({ type: 'notify', level: 'info', message: `${count} ${filling}` })}\n`;
  }
  fs.writeSync(1, batch);
  fs.writeSync(side, `${JSON.stringify({ count, atMs: nowMs(), longestMs })}\n`);
}, 5);
