// What is to be fuzzed next, and how, as a person chose it. Says why it can not be begun; asks main for nothing.

import { fuzzStages, type FuzzPart, type FuzzSubject } from '@shared/fuzz/findings.ts';
import { fuzzPhases } from '@shared/fuzz/fuzz-types.ts';
import type { SessionSummary } from '@shared/session/summary.ts';

export const partWords: Readonly<Record<FuzzPart, { readonly label: string; readonly words: string }>> = {
  examples: { label: 'Examples', words: 'examples and defaults of the schema' },
  boundaries: { label: 'Boundaries', words: 'every bound: on it, one inside, one outside' },
  valid: { label: 'Valid', words: 'random values that fit' },
  invalid: { label: 'Invalid', words: 'one thing wrong: type, key, format, odd text' },
  wire: { label: 'Wire', words: 'broken JSON, odd ids, split and glued frames' },
  handshake: { label: 'Handshake', words: 'a field in hello_ack that it can not know' },
  together: { label: 'Together', words: 'eight calls at once' },
  endurance: { label: 'Endurance', words: '1,600 calls or more: memory and times' },
};
export const allParts: readonly FuzzPart[] = [...fuzzPhases, ...fuzzStages];
const mostRuns = 1_000_000;
const mostSeed = 4_294_967_295;

export function subjectKey({ kind, name }: FuzzSubject): string {
  return `${kind} ${name}`;
}

/** What an extension offers that can be fuzzed. */
export function subjectsOf(summary: SessionSummary): readonly FuzzSubject[] {
  const once = (kind: FuzzSubject['kind'], names: readonly string[]): FuzzSubject[] =>
    [...new Set(names)].map((name) => ({ kind, name }));
  return [
    ...once(
      'tool',
      summary.tools.map(({ name }) => name),
    ),
    ...once(
      'command',
      summary.commands.map(({ name }) => name),
    ),
    ...once('event', summary.events),
    ...once('intercept', summary.intercepts),
  ];
}

export class FuzzForm {
  /** By `subjectKey`; none: every tool. */
  chosen = $state.raw<ReadonlySet<string>>(new Set());
  parts = $state.raw<ReadonlySet<FuzzPart>>(new Set(allParts));
  runs = $state('400');
  /** '' lets one be chosen. */
  seed = $state('');
  concurrency = $state('1');
  timeoutMs = $state('2000');

  /** The first thing that is wrong, as a sentence. */
  readonly problem = $derived.by<string | null>(() => {
    if (this.parts.size === 0) return 'Choose a phase.';
    if (!isWhole(this.runs, 1, mostRuns)) return 'Inputs are a number from 1 to 1,000,000.';
    if (this.seed !== '' && !isWhole(this.seed, 0, mostSeed))
      return 'A seed is a whole number up to 4294967295.';
    if (!isWhole(this.concurrency, 1, 64)) return 'From 1 to 64 calls may be under way.';
    if (!isWhole(this.timeoutMs, 10, 600_000)) return 'The time for an answer is from 10 to 600,000 ms.';
    return null;
  });

  toggle(subject: FuzzSubject): void {
    const next = new Set(this.chosen);
    if (!next.delete(subjectKey(subject))) next.add(subjectKey(subject));
    this.chosen = next;
  }
  only(subjects: readonly FuzzSubject[]): void {
    this.chosen = new Set(subjects.map(subjectKey));
  }
  togglePart(part: FuzzPart): void {
    const next = new Set(this.parts);
    if (!next.delete(part)) next.add(part);
    this.parts = next;
  }

  /** Only what the extension still offers. */
  choice(offered: readonly FuzzSubject[]) {
    const chosen = offered.filter((subject) => this.chosen.has(subjectKey(subject)));
    const names = (kind: FuzzSubject['kind']): string[] =>
      chosen.filter((subject) => subject.kind === kind).map(({ name }) => name);
    return {
      tools: names('tool'),
      commands: names('command'),
      events: names('event'),
      intercepts: names('intercept'),
    };
  }

  settings() {
    return {
      parts: allParts.filter((part) => this.parts.has(part)),
      runs: Number(this.runs),
      ...(this.seed === '' ? {} : { seed: Number(this.seed) }),
      concurrency: Number(this.concurrency),
      timeoutMs: Number(this.timeoutMs),
    };
  }
}

function isWhole(text: string, least: number, most: number): boolean {
  return /^\d+$/.test(text.trim()) && Number(text) >= least && Number(text) <= most;
}
