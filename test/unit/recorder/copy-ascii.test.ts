import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesOf, copyAscii } from '../../../electron/recorder/copy-ascii.ts';

it('copies exactly the bytes of the range, at any place and of any length', () => {
  const ascii = fc
    .array(fc.integer({ min: 0, max: 127 }), { maxLength: 80 })
    .map((codes) => Uint8Array.from(codes));
  fc.assert(
    fc.property(ascii, fc.nat(), fc.nat(), fc.nat({ max: 9 }), (source, first, second, at) => {
      const start = first % (source.length + 1);
      const length = second % (source.length - start + 1);
      const target = new Uint8Array(at + length + 3).fill(0xee);
      copyAscii(bytesOf(source), start, bytesOf(target), at, length);
      const expected = new Uint8Array(target.length).fill(0xee);
      expected.set(source.subarray(start, start + length), at);
      expect(target).toEqual(expected);
    }),
    { numRuns: 1_000 },
  );
});
