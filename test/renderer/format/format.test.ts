import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytes, counted, grouped } from '../../../renderer/format/count.ts';
import { duration } from '../../../renderer/format/duration.ts';
import { bytesOfBase64, hexLine, hexLineCount, hexText } from '../../../renderer/format/hex.ts';
import { rulerMark, seconds } from '../../../renderer/format/time.ts';

describe('a point in time', () => {
  it.each([
    [0, '0.0000'],
    [99, '0.0000'],
    [184_100, '0.1841'],
    [16_119_999, '16.1199'],
    [12_345_678_901, '12345.6789'],
    [-5, '0.0000'],
  ])('%i µs reads %s', (atUs, text) => {
    expect(seconds(atUs)).toBe(text);
  });

  it('never swaps the order of two rows', () => {
    fc.assert(
      fc.property(fc.nat(), fc.nat(), (a, b) => {
        const [early, late] = a < b ? [a, b] : [b, a];
        expect(Number(seconds(early))).toBeLessThanOrEqual(Number(seconds(late)));
      }),
    );
  });

  it.each([
    [12_000_000, 1_000_000, '12.0 s'],
    [350_000, 50_000, '350 ms'],
    [1_350_000, 50_000, '1.35 s'],
    [2_500, 500, '2.5 ms'],
    [2_005, 5, '2.005 ms'],
    [120_000_000, 60_000_000, '2 min'],
    [7_200_000_000, 3_600_000_000, '2:00 h'],
  ])('a ruler mark at %i µs with steps of %i µs reads %s', (atUs, stepUs, text) => {
    expect(rulerMark(atUs, stepUs)).toBe(text);
  });
});

describe('a length of time', () => {
  it.each([
    [0, '0 µs'],
    [412, '412 µs'],
    [999.6, '1.0 ms'],
    [9_100, '9.1 ms'],
    [99_960, '100 ms'],
    [784_000, '784 ms'],
    [999_600, '1.00 s'],
    [1_630_000, '1.63 s'],
    [59_996_000, '1 min 00 s'],
    [125_000_000, '2 min 05 s'],
    [3_599_600_000, '1 h 00 min'],
    [3_720_000_000, '1 h 02 min'],
    [3_600_000_000_000, '1,000 h 00 min'],
    [-1, '0 µs'],
  ])('%d µs reads %s', (us, text) => {
    expect(duration(us)).toBe(text);
  });

  it('never says 1000 of a unit or 60 seconds', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 4e9, noNaN: true }), (us) => {
        expect(duration(us)).not.toMatch(/^(1000(\.0)? (µs|ms)|60\.00 s|60 min)|min 60 s| 60 min/);
      }),
    );
  });
});

describe('a count', () => {
  it.each([
    [0, '0'],
    [999, '999'],
    [1_842, '1,842'],
    [1_200_000, '1,200,000'],
  ])('%i reads %s', (n, text) => {
    expect(grouped(n)).toBe(text);
  });

  it('agrees with its noun', () => {
    expect([
      counted(0, 'row'),
      counted(1, 'row'),
      counted(1_842, 'row'),
      counted(2, 'reply', 'replies'),
    ]).toEqual(['0 rows', '1 row', '1,842 rows', '2 replies']);
  });

  it.each([
    [217, '217 B'],
    [1_023, '1023 B'],
    [1_024, '1.0 KiB'],
    [1_331, '1.3 KiB'],
    [626_688, '612 KiB'],
    [1_048_570, '1.0 MiB'],
    [64_382_566, '61.4 MiB'],
    [31_457_280, '30.0 MiB'],
    [5 * 1_024 ** 5, '5,120 TiB'],
  ])('%i bytes read %s', (n, text) => {
    expect(bytes(n)).toBe(text);
  });
});

describe('a hex dump', () => {
  const all = new TextEncoder().encode('{"type":"hello"}\u0000\u00ff!');

  it('shows the offset, the bytes and the ASCII of a line', () => {
    expect(hexLine(all, 0, 16)).toEqual({
      offset: '0000',
      hex: '7b 22 74 79 70 65 22 3a 22 68 65 6c 6c 6f 22 7d',
      ascii: '{"type":"hello"}',
    });
    expect(hexLine(all, 1, 16)).toEqual({ offset: '0010', hex: '00 c3 bf 21', ascii: '···!' });
  });

  it('has a line for every byte and all offsets of one width', () => {
    const big = new Uint8Array(70_000);
    expect(hexLineCount(big.length, 16)).toBe(4_375);
    expect(hexLine(big, 0, 16).offset).toBe('00000');
    expect(hexLine(big, 4_374, 16).offset).toBe('11160');
    expect(hexLineCount(0, 16)).toBe(0);
  });

  it('can be had in shorter lines', () => {
    expect(hexLine(all, 2, 8)).toEqual({ offset: '0010', hex: '00 c3 bf 21', ascii: '···!' });
    expect(hexLineCount(all.length, 8)).toBe(3);
  });

  it('can be had as one text', () => {
    expect(hexText(Uint8Array.of(0, 255, 16))).toBe('00 ff 10');
  });

  it('takes every byte out of base64', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (value) => {
        expect(bytesOfBase64(Buffer.from(value).toString('base64'))).toEqual(value);
      }),
    );
  });
});
