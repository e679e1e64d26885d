import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openRecording } from '../../../electron/recorder/recording-file.ts';
import { writeEntry, writeHeader } from '../../../shared/recording/write.ts';
import { newEntry } from '../recording/arbitrary-entry.ts';
import { header } from '../recording/header.ts';
import { decoding, tempDir } from './journal-parts.ts';

let dir: string;
beforeAll(() => (dir = tempDir()));
afterAll(() => fs.rmSync(dir, { recursive: true, force: true }));

const change = fc.oneof(
  fc.record({ kind: fc.constant('cut' as const), at: fc.nat(), length: fc.nat({ max: 200 }) }),
  fc.record({ kind: fc.constant('put' as const), at: fc.nat(), bytes: fc.uint8Array({ maxLength: 60 }) }),
  fc.record({ kind: fc.constant('over' as const), at: fc.nat(), bytes: fc.uint8Array({ maxLength: 60 }) }),
);
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never;

function changed(bytes: Buffer, one: Change): Buffer {
  const at = one.at % (bytes.length + 1);
  if (one.kind === 'cut') return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + one.length)]);
  const rest = bytes.subarray(one.kind === 'put' ? at : at + one.bytes.length);
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(one.bytes), rest]);
}

it('a file that was damaged anyhow is opened as far as it goes or refused, and never breaks the reader', async () => {
  const file = path.join(dir, 'x.fsj');
  await fc.assert(
    fc.asyncProperty(
      fc.array(newEntry, { maxLength: 12 }),
      fc.array(change, { maxLength: 4 }),
      async (made, changes) => {
        const whole = made.map((entry, index) => writeEntry({ ...entry, seq: index + 1, atUs: index }));
        const good = Buffer.from(writeHeader(header) + whole.join(''), 'utf8');
        fs.writeFileSync(file, changes.reduce(changed, good));
        const opened = await openRecording(file, () => decoding);
        if (!opened.ok) {
          expect(opened.failure.code).toMatch(/^recording/);
          return;
        }
        const recording = opened.value;
        await recording.indexed;
        const rows = await recording.rows(1, recording.count);
        expect(rows.map((row) => row.seq)).toEqual(Array.from({ length: recording.count }, (_, i) => i + 1));
        for (const { seq } of rows.slice(0, 20)) expect((await recording.view(seq))?.entry.seq).toBe(seq);
        expect(recording.summary.entries).toBeLessThanOrEqual(recording.count);
        for (const damage of recording.damage) expect(damage.message).toContain(`Line ${damage.line} (byte`);
        await recording.close();
      },
    ),
    { numRuns: 400 },
  );
});
