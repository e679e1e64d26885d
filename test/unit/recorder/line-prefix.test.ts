import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LinePrefixes } from '../../../electron/recorder/line-prefix.ts';
import { lineHead } from '../../../shared/recording/write.ts';
import type { LineEnding, Side } from '../../../shared/session/entries.ts';

const step = fc.record({
  seqStep: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 10_000 })),
  atStep: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
  from: fc.constantFrom<Side>('extension', 'host'),
  ending: fc.constantFrom<LineEnding>('lf', 'lf', 'lf', 'crlf', 'none'),
  bom: fc.boolean(),
  held: fc.boolean(),
});

describe('LinePrefixes', () => {
  it('gives the very bytes that writing the entry gives, however numbers and shapes change from line to line', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const prefixes = new LinePrefixes();
        let seq = 0;
        let atUs = 0;
        for (const { seqStep, atStep, from, ending, bom, held } of steps) {
          seq += seqStep;
          atUs += atStep;
          const fields = { ...(bom ? { bom } : {}), ...(held ? { held } : {}) } as {
            bom?: true;
            held?: true;
          };
          const bytes = prefixes.for(from, ending, bom, held).place(seq, atUs);
          const expected = `${lineHead({ seq, atUs, from, ending, ...fields })},"frame":`;
          expect(Buffer.from(bytes.bytes).toString('latin1')).toBe(expected);
        }
      }),
      { numRuns: 500 },
    );
  });
});
