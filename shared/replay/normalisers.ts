// What differs from run to run without meaning anything, as data: ids, times, paths, addresses, and what a person adds. A
// text is compared with such parts replaced by a word; what is paired has to be replaced by the same thing every time.

import { failure } from '../errors.ts';
import { failed, ok, type Result } from '../result.ts';

export type NormaliserName = 'ids' | 'times' | 'paths' | 'addresses' | 'own';

export interface Normaliser {
  readonly name: NormaliserName;
  /** For lists of choices. */
  readonly title: string;
  /** Parts of texts, each replaced by `word`. */
  readonly texts: readonly {
    readonly pattern: RegExp;
    readonly word: string;
    /** The same part on one side has to be the same on the other. */
    readonly paired?: true;
  }[];
}

const uuid = /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/gi;
const isoTime = /\b\d{4}-\d\d-\d\d[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?Z|[+-]\d\d(?::?\d\d)?)?\b/g;
const address = /\b0x[0-9a-f]{5,16}\b/gi;

/** Those a person can switch; ids of frames, numbers that are times, and folders need more than a pattern. */
export const normalisers: readonly Normaliser[] = [
  {
    name: 'ids',
    title: 'ids of frames and UUIDs, paired by first use',
    texts: [{ pattern: uuid, word: '‹uuid›', paired: true }],
  },
  {
    name: 'times',
    title: 'ISO 8601, and numbers that are a time near the run',
    texts: [{ pattern: isoTime, word: '‹time›' }],
  },
  { name: 'paths', title: 'the folders that the host told, and that of the extension', texts: [] },
  { name: 'addresses', title: 'addresses in memory', texts: [{ pattern: address, word: '‹address›' }] },
];

export const usualNormalisers: readonly NormaliserName[] = ['ids', 'times', 'paths', 'addresses'];

const replacement = /^\/(.+)\/([imsu]*)=(.*)$/s;

/**
 * Choices as they stand on a command line: names of normalisers (then only those are used), `none`, and replacements of a
 * person's own, `/PATTERN/=WORD`, which come on top. Nothing chosen: the usual ones.
 * Errors: `argumentInvalid`.
 */
export function chooseNormalisers(chosen: readonly string[]): Result<readonly Normaliser[]> {
  const names = new Set<string>();
  const own: Normaliser['texts'][number][] = [];
  let named = false;
  for (const choice of chosen.flatMap((text) => (text.startsWith('/') ? [text] : text.split(',')))) {
    const match = replacement.exec(choice);
    if (match) {
      const [, pattern = '', flags = '', word = ''] = match;
      try {
        own.push({ pattern: new RegExp(pattern, `g${flags}`), word: `‹${word}›` });
      } catch (error) {
        return failed(unknown(choice, error instanceof Error ? error.message : String(error)));
      }
    } else if (choice === 'none' || normalisers.some(({ name }) => name === choice)) {
      named = true;
      if (choice !== 'none') names.add(choice);
    } else return failed(unknown(choice, 'it is no name of one'));
  }
  const known = normalisers.filter(({ name }) => (named ? names.has(name) : usualNormalisers.includes(name)));
  const added: Normaliser = { name: 'own', title: 'replacements of your own', texts: own };
  return ok(own.length > 0 ? [...known, added] : known);
}

function unknown(choice: string, why: string): ReturnType<typeof failure> {
  const names = normalisers.map(({ name }) => name).join(', ');
  return failure(
    'argumentInvalid',
    `${JSON.stringify(choice)} can't be used to normalise: ${why}.`,
    `Choose among ${names} and none, or write a replacement of your own, such as '/build \\d+/=build'.`,
  );
}
