import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BlockWriter } from '../../../electron/recorder/block-writer.ts';
import { LineEncoder } from '../../../electron/recorder/line-encoder.ts';
import type { WireLine } from '../../../electron/transport/transport.ts';
import { writeEntry } from '../../../shared/recording/write.ts';
import type { LineEnding, Side } from '../../../shared/session/entries.ts';
import { objectText } from '../recording/arbitrary-entry.ts';
import { wireLine } from './journal-parts.ts';

const step = fc.record({
  seqStep: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 10_000 })),
  atStep: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 100_000 })),
  from: fc.constantFrom<Side>('extension', 'host'),
  ending: fc.constantFrom<LineEnding>('lf', 'lf', 'lf', 'crlf', 'none'),
  bom: fc.boolean(),
  held: fc.boolean(),
});

describe('LineEncoder', () => {
  it('gives the very bytes that writing the entry gives, however numbers and shapes change from line to line', () => {
    const line = fc.tuple(step, objectText);
    fc.assert(
      fc.property(fc.array(line, { maxLength: 40 }), (lines) => {
        const encoder = new LineEncoder();
        const writer = new BlockWriter(-1, 0, { failed() {}, refusing() {}, recovered() {} });
        let seq = 0;
        let atUs = 0;
        let expected = '';
        for (const [{ seqStep, atStep, from, ending, bom, held }, text] of lines) {
          seq += seqStep;
          atUs += atStep;
          const wire = wireLine(text, ending, bom) as WireLine & { readonly text: string };
          encoder.encode(writer, seq, atUs, from, wire, held);
          const fields = { ...(bom ? { bom } : {}), ...(held ? { held } : {}) } as {
            bom?: true;
            held?: true;
          };
          expected += writeEntry({ kind: 'line', from, raw: { text }, ending, seq, atUs, ...fields });
        }
        writer.stop();
        expect(writer.block.bytes.toString('utf8', 0, writer.used)).toBe(expected);
      }),
      { numRuns: 500 },
    );
  });
});
