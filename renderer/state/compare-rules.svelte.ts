// What does not count between two runs, as the person chose it: normalisers, replacements of their own, places to ignore.
// Replay and comparison share it; kept between runs of the app.

import { parseIgnore } from '@shared/replay/ignore.ts';
import { chooseNormalisers, normalisers, type NormaliserName } from '@shared/replay/normalisers.ts';
import { keep, kept } from './kept.ts';

const isTexts = (value: unknown): value is string[] =>
  Array.isArray(value) && value.every((text) => typeof text === 'string');

export const choosable = normalisers.map(({ name, title }) => ({ name, title }));

export class CompareRules {
  #off = $state.raw<readonly string[]>(kept('replay.off', [], isTexts));
  #own = $state.raw<readonly string[]>(kept('replay.own', [], isTexts));
  #ignore = $state.raw<readonly string[]>(kept('replay.ignore', [], isTexts));

  /** As `chooseNormalisers` reads it. */
  get normalise(): readonly string[] {
    const on = choosable.map(({ name }) => name).filter((name) => this.isOn(name));
    return [...(on.length === 0 ? ['none'] : on), ...this.#own];
  }
  /** Replacements of the person's own, `/PATTERN/=WORD`. */
  get own(): readonly string[] {
    return this.#own;
  }
  /** Places, as `parseIgnore` reads them. */
  get ignore(): readonly string[] {
    return this.#ignore;
  }

  isOn(name: NormaliserName): boolean {
    return !this.#off.includes(name);
  }
  turn(name: NormaliserName, on: boolean): void {
    this.#off = on ? this.#off.filter((one) => one !== name) : [...this.#off, name];
    keep('replay.off', this.#off);
  }

  /** Why the text is no place; undefined when it was added. */
  addIgnore(text: string): string | undefined {
    const rule = parseIgnore(text.trim());
    if (!rule.ok) return `${rule.failure.message} ${rule.failure.fix ?? ''}`;
    if (!this.#ignore.includes(rule.value.text)) this.#setIgnore([...this.#ignore, rule.value.text]);
    return undefined;
  }
  removeIgnore(text: string): void {
    this.#setIgnore(this.#ignore.filter((one) => one !== text));
  }
  /** Why the text is no replacement; undefined when it was added. */
  addOwn(text: string): string | undefined {
    const wanted = text.trim();
    const chosen = chooseNormalisers([wanted]);
    if (!wanted.startsWith('/'))
      return 'A replacement is written /PATTERN/=WORD, such as /build \\d+/=build.';
    if (!chosen.ok) return `${chosen.failure.message} ${chosen.failure.fix ?? ''}`;
    if (!this.#own.includes(wanted)) this.#setOwn([...this.#own, wanted]);
    return undefined;
  }
  removeOwn(text: string): void {
    this.#setOwn(this.#own.filter((one) => one !== text));
  }

  #setIgnore(all: readonly string[]): void {
    this.#ignore = all;
    keep('replay.ignore', all);
  }
  #setOwn(all: readonly string[]): void {
    this.#own = all;
    keep('replay.own', all);
  }
}
