// Colours of the terminal: by meaning, never by number, and only where a person looks at it. What is said in colour is
// also said by a glyph or a word. It must not see text that still holds an extension's escape sequences.

export type Tone = 'ext' | 'host' | 'stderr' | 'fault' | 'warn' | 'ok' | 'quiet' | 'strong';

/** Puts a text in a tone, or leaves it as it is. */
export type Ink = (tone: Tone, text: string) => string;

const codes: Readonly<Record<Tone, number>> = {
  ext: 36,
  host: 35,
  stderr: 33,
  fault: 31,
  warn: 33,
  ok: 32,
  quiet: 2,
  strong: 1,
};

export const noInk: Ink = (_tone, text) => text;

const colouredInk: Ink = (tone, text) => (text === '' ? '' : `\u001b[${codes[tone]}m${text}\u001b[0m`);

/**
 * Colour on a terminal only; NO_COLOR (any non-empty value, no-color.org) and TERM=dumb switch it off.
 * @param environment the caller's
 */
export function inkFor(isTerminal: boolean, environment: Readonly<Record<string, string | undefined>>): Ink {
  const wanted = isTerminal && !environment['NO_COLOR'] && environment['TERM'] !== 'dumb';
  return wanted ? colouredInk : noInk;
}
