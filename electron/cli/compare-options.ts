// The options by which a comparison is told what does not count; `replay` and `diff` have them alike.

import { InvalidArgumentError, Option } from 'commander';
import { parseIgnore, type IgnoreRule } from '../../shared/replay/ignore.ts';
import { chooseNormalisers, normalisers, type Normaliser } from '../../shared/replay/normalisers.ts';
import type { Result } from '../../shared/result.ts';

export interface CompareOptions {
  readonly ignore: readonly IgnoreRule[];
  readonly normalize: readonly string[];
}

export function ignoreOption(): Option {
  return new Option(
    '--ignore <POINTER>',
    'leave out a place: /args/time, tool_result:/content/*/text, or notify: for all of a type; may be given again',
  )
    .argParser((text: string, before: readonly IgnoreRule[] = []) => [...before, checked(parseIgnore(text))])
    .default([], 'none');
}

export function normalizeOption(): Option {
  const names = normalisers.map(({ name }) => name).join(', ');
  return new Option(
    '--normalize <WHAT>',
    `what differs without meaning anything: ${names}, none, or a replacement of your own, '/PATTERN/=WORD'; may be given again`,
  )
    .argParser((text: string, before: readonly string[] = []) => {
      checked(chooseNormalisers([text]));
      return [...before, text];
    })
    .default([], 'all of them');
}

export function chosenNormalisers({ normalize }: CompareOptions): readonly Normaliser[] {
  return checked(chooseNormalisers(normalize));
}

function checked<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new InvalidArgumentError(`${result.failure.message} ${result.failure.fix ?? ''}`);
}
