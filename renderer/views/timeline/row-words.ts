// What the narrow columns of a row say: the mark in the gutter and the words of the latency column. Pure; the drawings
// are FrameRow.svelte's.

import { duration } from '../../format/duration.ts';
import type { Row } from '@shared/session/row.ts';

export type Mark = 'held' | 'error' | 'warning' | 'edited';

/** The worst that is to be said of the row; only one mark fits. */
export function markOf(row: Row): Mark | null {
  if (isHeld(row)) return 'held';
  if (row.severity === 'error' || row.severity === 'warning') return row.severity;
  return row.edited ? 'edited' : null;
}

export function isHeld(row: Row): boolean {
  return row.held !== undefined && 'now' in row.held;
}

/** What is to be said of a time that jumps; undefined when it does not. */
export function jumpWords({ jumpUs }: Row): string | undefined {
  if (jumpUs === undefined) return undefined;
  return jumpUs < 0
    ? `Time goes back ${duration(-jumpUs)} here: rows stand in the order they were recorded in`
    : `${duration(jumpUs)} passed before this row: the machine may have slept`;
}

export interface LatencyWords {
  readonly words: string;
  readonly tone: 'plain' | 'running' | 'held' | 'fault' | 'quiet';
}

/** Whether the column shows a number that runs, so that only such rows follow the time. */
export function latencyRuns(row: Row, sessionRuns: boolean): boolean {
  return isHeld(row) || (row.pending === true && sessionRuns);
}

/**
 * The latency column. `nowUs` is µs since the session began and only looked at where `latencyRuns` says so;
 * `sessionRuns` is false once no answer can come any more.
 */
export function latencyWords(row: Row, nowUs: number, sessionRuns: boolean): LatencyWords | null {
  if (isHeld(row)) return { words: `held ${duration(nowUs - row.atUs)}`, tone: 'held' };
  if (row.dropped) return { words: 'dropped', tone: 'quiet' };
  if (row.latencyUs !== undefined) return { words: duration(row.latencyUs), tone: 'plain' };
  if (row.pending) {
    if (!sessionRuns) return { words: 'unanswered', tone: row.answerOptional ? 'quiet' : 'fault' };
    return { words: duration(nowUs - row.atUs), tone: 'running' };
  }
  if (row.held && 'heldUs' in row.held) return { words: `held ${duration(row.held.heldUs)}`, tone: 'quiet' };
  return null;
}
