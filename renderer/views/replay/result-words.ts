// What a row of a table of compared lines says: its verdict, and in a few words what differs. Pure; looks are the views'.

import type { Component } from 'svelte';
import type { LucideProps } from '@lucide/svelte';
import Check from '@lucide/svelte/icons/check';
import ClockAlert from '@lucide/svelte/icons/clock-alert';
import GitCompare from '@lucide/svelte/icons/git-compare';
import Minus from '@lucide/svelte/icons/minus';
import Plus from '@lucide/svelte/icons/plus';
import { isDifference, type ReplayRow, type Verdict } from '@shared/replay/result.ts';

export interface VerdictLook {
  readonly word: string;
  readonly icon: Component<LucideProps>;
  readonly tone: 'ok' | 'warn' | 'fault' | 'accent' | 'held';
}

export const verdictLooks: Readonly<Record<Verdict, VerdictLook>> = {
  equal: { word: 'equal', icon: Check, tone: 'ok' },
  changed: { word: 'changed', icon: GitCompare, tone: 'warn' },
  missing: { word: 'missing', icon: Minus, tone: 'fault' },
  extra: { word: 'extra', icon: Plus, tone: 'accent' },
  late: { word: 'late', icon: ClockAlert, tone: 'held' },
};

const hostWords = {
  waiting: 'to be sent',
  sent: 'sent',
  own: 'its own',
  notSent: 'not sent',
} as const;

/** The word of the first column. */
export function verdictWord(row: ReplayRow): string {
  // That the host asked it to end is no line; not every host says so with one.
  if (row.kind === 'host' && row.baseline === null && row.state === 'waiting') return 'asked to end';
  if (row.kind === 'host') return hostWords[row.state];
  if (row.verdict === null) return 'to come';
  return row.kind === 'compared' && row.forgiven ? 'ignored' : row.verdict;
}

/** Set where the verdict needs a second glance. */
export function loudLook(row: ReplayRow): VerdictLook | null {
  if (!isDifference(row)) return null;
  if (row.kind === 'host') return { word: 'not sent', icon: Minus, tone: 'fault' };
  return row.verdict === null ? null : verdictLooks[row.verdict];
}

/** A piece of the words: what was on the wire, or ours. */
export type Said = { readonly wire: string } | { readonly words: string };

export function differenceWords(row: ReplayRow): readonly Said[] {
  if (row.kind === 'exit') {
    if (row.verdict !== 'changed') return [{ words: row.before }];
    return [{ words: `${row.before}; this time ${row.after}` }];
  }
  const name: Said[] = row.name === undefined ? [] : [{ wire: row.name }];
  if (row.kind === 'host') {
    if (row.state === 'notSent') return [...name, { words: row.why }];
    return row.state === 'own' ? [...name, { words: 'by the rules of the host, not compared' }] : name;
  }
  if (row.changes.length > 0) return changeWords(row.changes, row.left);
  const { verdict } = row;
  if (verdict === 'missing') return [{ wire: row.baseline?.text ?? '' }];
  if (verdict === 'extra') return [{ wire: row.run?.text ?? '' }];
  const late: Said[] = verdict === 'late' ? [{ words: 'as recorded, but too late' }] : [];
  const same: Said[] = row.normalised.length > 0 ? [{ words: `but for ${row.normalised.join(', ')}` }] : [];
  const left: Said[] = row.ignored > 0 ? [{ words: `${row.ignored} ignored` }] : [];
  return [...name, ...late, ...same, ...left];
}

function changeWords(
  changes: Extract<ReplayRow, { kind: 'compared' }>['changes'],
  left: number,
): readonly Said[] {
  const said = changes.slice(0, 2).flatMap(({ pointer, before, after }): Said[] => {
    const what = before === null ? 'added' : after === null ? 'is gone' : 'changed';
    return [pointer === '' ? { words: 'the line' } : { wire: pointer }, { words: what }];
  });
  const more = changes.length + left - 2;
  return more > 0 ? [...said, { words: `and ${more} more` }] : said;
}

/** µs of an answer in this run, and how much more than in the other one. */
export function latencies(row: ReplayRow): { readonly runUs?: number; readonly moreUs?: number } {
  if (row.kind !== 'compared') return {};
  const [before, now] = [row.baseline?.latencyUs, row.run?.latencyUs];
  if (now === undefined) return before === undefined ? {} : { runUs: before };
  return before === undefined ? { runUs: now } : { runUs: now, moreUs: now - before };
}

/** Slower by so much that it is worth a glance; never a difference. */
export function isSlower({ runUs = 0, moreUs = 0 }: ReturnType<typeof latencies>): boolean {
  return moreUs > 100_000 && moreUs > runUs - moreUs;
}
