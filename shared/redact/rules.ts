// What is redacted, as a person chooses it and as it is looked for. Choices are plain values that cross the border to the
// window; rules are made from them once. A choice that can't be used is refused, never passed over: what was meant to be
// masked would go out.

import { failure } from '../errors.ts';
import { parseIgnore, type IgnoreRule } from '../replay/ignore.ts';
import { failed, ok, type Result } from '../result.ts';
import { defaultPatterns, type PatternRule } from './patterns.ts';
import { foldName, sensitivity } from './sensitive-names.ts';
import type { KnownValue } from './value-finder.ts';

/** A variable of an environment. Its value is in no recording: it is looked for because it may have been printed. */
export interface NamedValue {
  readonly name: string;
  readonly value: string;
}

export interface RedactionChoice {
  /** The rules that need no choosing: names, shapes, and variables whose names say that they hold a secret. */
  readonly defaults: boolean;
  /** Names of keys, in any letter case, with or without `_` and `-`; `*` stands for anything. */
  readonly keys: readonly string[];
  /** As `parseIgnore` takes them, such as `/args/token`, or with a type in front, `tool_result:/content/0/text`. */
  readonly pointers: readonly string[];
  /** Sources of regular expressions, or `/…/flags`; the group `secret` is masked if there is one, else all of the match. */
  readonly regexes: readonly string[];
}

export const usualChoice: RedactionChoice = { defaults: true, keys: [], pointers: [], regexes: [] };

export interface KeyRule {
  readonly rule: string;
  readonly fits: (name: string) => boolean;
  /** A person named it: everything below is masked, numbers too. */
  readonly chosen: boolean;
  readonly numbers: (name: string) => boolean;
}

export interface PointerRule {
  readonly rule: string;
  readonly place: IgnoreRule;
}

export interface RedactionRules {
  readonly defaults: boolean;
  readonly keys: readonly KeyRule[];
  readonly pointers: readonly PointerRule[];
  readonly patterns: readonly PatternRule[];
  /** Values of variables, the longest first. */
  readonly values: readonly KnownValue[];
}

export const defaultKeysRule = 'keys that name secrets';
const shortestValue = 4;
/** Of a variable that nobody chose. */
const shortestUsualValue = 8;
const shortestPart = 8;

/**
 * @param environment variables whose values may be in the recording, the extension's own first
 * @param variables names a person chose; each must be among them
 * Errors: `argumentInvalid`, naming the choice and what would be right.
 */
export function rulesOf(
  { defaults, keys, pointers, regexes }: RedactionChoice,
  environment: readonly NamedValue[] = [],
  variables: readonly string[] = [],
): Result<RedactionRules> {
  const places: PointerRule[] = [];
  for (const text of pointers) {
    const place = parseIgnore(text);
    if (!place.ok) return failed(notUsable('place', text, place.failure.fix ?? ''));
    places.push({ rule: `place ${text}`, place: place.value });
  }
  const patterns: PatternRule[] = [];
  for (const text of regexes) {
    const pattern = regexOf(text);
    if (typeof pattern === 'string') return failed(notUsable('regular expression', text, `${pattern}.`));
    patterns.push({ rule: `regex ${text}`, pattern, teaches: false });
  }
  for (const name of keys)
    if (foldName(name) === '') return failed(notUsable('name of a key', name, 'Give at least one letter.'));
  const missing = variables.find((name) => !environment.some((one) => one.name === name));
  if (missing !== undefined) return failed(notSet(missing));
  const short = environment.find(
    ({ name, value }) => variables.includes(name) && value.length < shortestValue,
  );
  if (short) return failed(tooShort(short));
  const values = valuesOf(environment, variables, defaults);
  const usualKeys: KeyRule[] = defaults
    ? [
        {
          rule: defaultKeysRule,
          fits: (name) => sensitivity(name) !== undefined,
          chosen: false,
          numbers: (name) => sensitivity(name) === 'numbersToo',
        },
      ]
    : [];
  return ok({
    defaults,
    keys: [...keys.map(chosenKey), ...usualKeys],
    pointers: places,
    patterns: [...patterns, ...(defaults ? defaultPatterns : [])],
    values,
  });
}

function chosenKey(name: string): KeyRule {
  const parts = name.split('*').map((part) => foldName(part).replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  const pattern = new RegExp(`^${parts.join('.*')}$`, 's');
  return {
    rule: `key ${name}`,
    fits: (key) => pattern.test(foldName(key)),
    chosen: true,
    numbers: () => true,
  };
}

/** A message where it is none. */
function regexOf(text: string): RegExp | string {
  const [, source = text, flags = ''] = /^\/(.+)\/([imsu]*)$/s.exec(text) ?? [];
  try {
    const pattern = new RegExp(source, `dg${flags}`);
    return ''.match(pattern) === null ? pattern : 'it fits the empty text';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function valuesOf(
  environment: readonly NamedValue[],
  variables: readonly string[],
  defaults: boolean,
): KnownValue[] {
  const values: KnownValue[] = [];
  const known = new Set<string>();
  const add = (value: string, rule: string): void => {
    if (known.has(value)) return;
    known.add(value);
    values.push({ value, rule });
  };
  for (const { name, value } of environment) {
    const chosen = variables.includes(name);
    const usual = defaults && sensitivity(name) !== undefined && value.length >= shortestUsualValue;
    if (!chosen && !usual) continue;
    const rule = `variable ${name}`;
    add(value, rule);
    // A key of several lines may be printed line by line.
    const lines = value.split(/\r?\n/);
    if (lines.length > 1)
      for (const line of lines) if (line.trim().length >= shortestPart) add(line.trim(), rule);
  }
  values.sort((one, other) => other.value.length - one.value.length);
  return values;
}

function notUsable(what: string, text: string, fix: string): ReturnType<typeof failure> {
  return failure('argumentInvalid', `${JSON.stringify(text)} is no ${what} that can be redacted.`, fix);
}

function tooShort({ name, value }: NamedValue): ReturnType<typeof failure> {
  return failure(
    'argumentInvalid',
    `The value of ${name} has ${value.length} characters: so short a text stands everywhere, so it can't be looked for.`,
    `Mask its places instead, with a key or a pointer, and leave ${name} out.`,
  );
}

function notSet(name: string): ReturnType<typeof failure> {
  return failure(
    'argumentInvalid',
    `The variable ${name} is not set here, so its value is not known and can't be masked.`,
    `Set ${name} to the value that it had when this was recorded, or leave it out.`,
  );
}
