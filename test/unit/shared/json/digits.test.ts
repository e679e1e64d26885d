import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { losesDigits } from '../../../../shared/json/digits.ts';

describe('a JSON number in a double', () => {
  it.each([
    '7301444403300120013',
    '18446744073709551615',
    '9007199254740993',
    '3.14159265358979323846',
    '1e400',
    '-1e999',
    '1e-400',
  ])('%s loses digits', (spelled) => expect(losesDigits(spelled)).toBe(true));

  it.each([
    '0',
    '-0',
    '1.50',
    '1E2',
    '1e+21',
    '100000000000000000000',
    '9007199254740992',
    '0.1',
    '0.30000000000000004',
    '1.7976931348623157e308',
    '0.000',
    '0e5',
  ])('%s does not', (spelled) => expect(losesDigits(spelled)).toBe(false));

  it('never loses what a double printed itself', () => {
    fc.assert(
      fc.property(
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        (value) => !losesDigits(String(value)),
      ),
    );
  });

  it('loses some of an integer exactly when the double prints as another one', () => {
    fc.assert(
      fc.property(fc.bigInt({ min: -(2n ** 80n), max: 2n ** 80n }), (value) => {
        expect(losesDigits(String(value))).toBe(printed(Number(value)) !== String(value));
      }),
    );
  });
});

/** What JSON.stringify prints, without an exponent. */
function printed(value: number): string {
  const [mantissa = '', exponent = '0'] = String(value).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  return whole + fraction.padEnd(Number(exponent), '0');
}
