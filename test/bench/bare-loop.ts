// What any host would do at the least with an extension's output: read the pipe, split lines, call JSON.parse. Kept as
// fast as plain code for it gets; our pipeline is measured against it in the same run.

import { spawn } from 'node:child_process';
import path from 'node:path';

export const floodProgram = path.resolve(import.meta.dirname, '../fixtures/extensions/flood/main.mjs');

/** Starts the flood and reads `count` frames behind its first two lines; resolves with the ms from hello_ack to the last. */
export function bareFlood(count: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [floodProgram], {
      env: { ...process.env, FIXTURE_COUNT: String(count) },
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    child.on('error', reject);
    let startedAt = 0;
    let elapsedMs = 0;
    let seen = 0;
    let rest = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      const lines = (rest + chunk).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        JSON.parse(line);
        seen++;
      }
      if (startedAt === 0) {
        startedAt = performance.now();
        child.stdin.write('{"type":"hello_ack","protocol_version":1}\n');
      }
      if (elapsedMs === 0 && seen >= count + 2) {
        elapsedMs = performance.now() - startedAt;
        child.stdin.end('{"type":"shutdown"}\n');
      }
    });
    child.on('close', () =>
      elapsedMs > 0 ? resolve(elapsedMs) : reject(new Error(`The flood ended after ${seen} lines.`)),
    );
  });
}
