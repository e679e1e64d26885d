// Values that trouble careless readers, as JSON text: used by mutations and as payload lists for fuzzing by hand. Data only.

import { leaf, textLeaf, type Tree } from './tree.ts';

export interface Odd {
  readonly words: string;
  readonly tree: Tree;
}

const odd = (words: string, raw: string): Odd => ({ words, tree: leaf(raw) });
const text = (words: string, value: string): Odd => ({ words, tree: textLeaf(value) });

export const oddNumbers: readonly Odd[] = [
  odd('2^53+1', '9007199254740993'),
  odd('-0', '-0'),
  odd('2^31', '2147483648'),
  odd('-2^31-1', '-2147483649'),
  odd('2^63', '9223372036854775808'),
  odd('2^64', '18446744073709551616'),
  odd('1e308', '1e308'),
  odd('1e400', '1e400'),
  odd('1e-400', '1e-400'),
  odd('a number of 40 digits', '1234567890123456789012345678901234567890'),
  odd('a fraction', '0.1'),
  odd('1.0', '1.0'),
  odd('-1', '-1'),
];

export const oddTexts: readonly Odd[] = [
  text('an empty string', ''),
  text('a blank', ' '),
  text('a NUL character', 'a\u0000b'),
  text('line breaks', 'a\nb\r\nc'),
  odd('half a surrogate pair', '"\\ud800"'),
  text('right-to-left override', '\u202etxt.exe'),
  text('emoji with joiners', '👩‍👩‍👧‍👦'),
  text('a combining mark alone', '\u0301'),
  text('a long run of combining marks', `a${'\u0301'.repeat(50)}`),
  text('line separators U+2028 and U+2029', 'a\u2028b\u2029c'),
  text('a byte order mark', '\ufeffa'),
  text('Arabic and Chinese letters', 'مرحبا 中文 ﷽'),
  text('a letter beyond 16 bits', '𝒳'),
  text('special dotless letters', 'İıſ'),
  odd('all escapes', '"\\"\\\\\\/\\b\\f\\n\\r\\t\\u0041"'),
];

export const injections: readonly Odd[] = [
  text('a path upwards', '../../../../etc/passwd'),
  text('a path upwards of Windows', '..\\..\\..\\windows\\win.ini'),
  text('an absolute path', '/dev/null'),
  text('a shell command', '; echo framescope #'),
  text('a command substitution', '$(echo framescope)'),
  text('backticks', '`echo framescope`'),
  text('an option', '--help'),
  text('a quote', "'"),
  text('two quotes', '"\'"'),
  text('an SQL condition', "' OR '1'='1"),
  text('markup', '<img src=x onerror=alert(1)>'),
  text('a script', '</script><script>alert(1)</script>'),
  text('a template', '{{7*7}}${7*7}#{7*7}'),
  text('a format string', '%s%n%x%d'),
  text('a terminal escape', '\u001b[2J\u001b]0;x\u0007'),
  text('a JSON frame', '{"type":"shutdown"}'),
  text('a frame on a new line', '\n{"type":"shutdown"}\n'),
  text('a file URL', 'file:///etc/passwd'),
];

export const oddShapes: readonly Odd[] = [
  odd('null', 'null'),
  odd('true', 'true'),
  odd('false', 'false'),
  odd('0', '0'),
  odd('an empty string', '""'),
  odd('an empty array', '[]'),
  odd('an empty object', '{}'),
  odd('an array holding null', '[null]'),
];

/** Keys that troubled readers of JavaScript, Python and Go. */
export const oddKeys: readonly string[] = [
  '__proto__',
  'constructor',
  'toString',
  '',
  ' ',
  '__class__',
  'a.b',
  'a/b',
];

export const longLetters = 100_000;
export const deepLevels = [200, 2_000] as const;

/** Arrays, or objects, in each other. */
export function nested(levels: number, objects: boolean): Tree {
  return leaf(
    objects ? '{"a":'.repeat(levels) + 'null' + '}'.repeat(levels) : '['.repeat(levels) + ']'.repeat(levels),
  );
}
