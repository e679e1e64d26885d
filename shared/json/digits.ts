// Whether a JSON number survives being parsed into a double and printed again.

/** True when digits are lost: 7301444403300120013, 0.1000000000000000055511, 1e400. Spelling alone (1.0, 1e2) loses none. */
export function losesDigits(spelled: string): boolean {
  // Up to 15 significant digits always survive, whatever is left of them.
  if (spelled.length <= 15 && !/e/i.test(spelled)) return false;
  const parsed = Number(spelled);
  if (!Number.isFinite(parsed)) return true;
  return significant(spelled) !== significant(String(parsed));
}

/** Whether two spellings are the same number, digit by digit: 1, 1.0 and 1e0 are. */
export function sameNumber(a: string, b: string): boolean {
  return a === b || significant(a) === significant(b);
}

/** Sign, digits and power of ten in one form for every spelling of a number: 1.0, 1e0 and 1 give the same text. */
export function significant(spelled: string): string {
  const match = /^(-?)(\d+)(?:\.(\d+))?(?:e([+-]?\d+))?$/i.exec(spelled);
  if (match === null) return spelled;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = (whole + fraction).replace(/^0+/, '');
  const trimmed = digits.replace(/0+$/, '');
  if (trimmed === '') return '0';
  const shift = digits.length - trimmed.length - fraction.length;
  // An exponent may itself be longer than a double can hold.
  const power =
    exponent.length < 15 ? Number(exponent) + shift : BigInt(exponent.replace('+', '')) + BigInt(shift);
  return `${sign}${trimmed}e${power}`;
}
