// How a session stands, in one shape and one word, from what its journal amounts to. Pure: the sidebar, the top bar
// and the crash card all read it here, so that they never disagree.

import type { OpenSession } from '@shared/ipc/contract.ts';
import type { SessionSummary } from '@shared/session/summary.ts';
import { bytes, grouped } from '../format/count.ts';

export interface Standing {
  readonly shape: 'ready' | 'starting' | 'held' | 'ended' | 'crashed' | 'recording';
  readonly word: string;
  /** Set when the word deserves a ground of its own. */
  readonly tone?: 'held' | 'fault';
}

/** Did it end in a way nobody asked for? An exit before hello counts, whatever its code. */
export function crashed(summary: SessionSummary): boolean {
  if (summary.spawnFailed) return true;
  if (summary.stopAsked || !summary.exit) return false;
  return summary.exit.signal !== null || summary.exit.code !== 0 || summary.hello === null;
}

/** A plugin that the host would not have: it ended it, before it was loaded. */
export function refused({ plugin, ready, exit, problemCounts, stopAsked }: SessionSummary): boolean {
  return (
    plugin !== undefined && !ready && exit?.signal === 'SIGKILL' && problemCounts.error > 0 && !stopAsked
  );
}

/** `exit 1`, `SIGSEGV`, `ended`. */
export function exitWord(summary: SessionSummary): string {
  if (summary.spawnFailed) return 'did not start';
  if (refused(summary)) return 'refused';
  const exit = summary.exit;
  if (!exit) return 'ended';
  return exit.signal ?? `exit ${exit.code ?? '?'}`;
}

export function standing(kind: OpenSession['kind'], summary: SessionSummary): Standing {
  if (kind === 'recording') return { shape: 'recording', word: grouped(summary.entries) };
  if (crashed(summary)) {
    const loud = summary.exit?.signal !== null || summary.spawnFailed !== null;
    return { shape: 'crashed', word: exitWord(summary), ...(loud ? { tone: 'fault' } : {}) };
  }
  if (summary.exit || summary.state === 'ended') return { shape: 'ended', word: exitWord(summary) };
  if (summary.held.length > 0)
    return { shape: 'held', word: `${grouped(summary.held.length)} held`, tone: 'held' };
  if (summary.state === 'ready') return { shape: 'ready', word: 'ready' };
  if (summary.state === 'stopping') return { shape: 'starting', word: 'stopping' };
  if (summary.state === 'idle' || summary.state === 'starting')
    return { shape: 'starting', word: 'starting' };
  return { shape: 'starting', word: 'handshake', tone: 'held' };
}

/** What the journal does not hold in full, one phrase each: `1 truncated`, `3 redacted`, `12 not written`. */
export function lossesOf({ meter }: SessionSummary): readonly string[] {
  if (!meter) return [];
  const all: string[] = [];
  if (meter.truncatedLines) {
    all.push(`${grouped(meter.truncatedLines)} truncated, ${bytes(meter.truncatedBytes)} left out`);
  }
  if (meter.redactedValues) all.push(`${grouped(meter.redactedValues)} redacted`);
  if (meter.unwritten) all.push(`${grouped(meter.unwritten)} not written`);
  return all;
}
