// One open session as the app and the command line see it: a journal, and for live ones the session that fills it.

import type { OpenSession } from '../../shared/ipc/contract.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { ExtensionPlace } from '../../shared/target/found-extension.ts';
import { tappedWhy } from '../../shared/tap/words.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import type { Session } from '../session/session-type.ts';

export interface Opened {
  readonly id: SessionId;
  readonly name: string;
  readonly kind: 'live' | 'recording';
  readonly profile: string;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly journal: JournalReader;
  readonly session?: Session;
  readonly target?: ResolvedTarget;
  /** Recordings count as explicit. */
  readonly place: ExtensionPlace;
  /** Folder of the project it was found for, told as such in hello_ack; null when it was opened by itself. */
  readonly project: string | null;
  /** Another host runs it; we look on through its tap. */
  readonly tapped?: {
    /** Of the tap. */
    readonly pid: number;
    readonly argv: readonly string[];
  };
  /** The session it took over from, which may be closed by now. */
  readonly replaces?: SessionId;
  /** What could not be read of a recording, in words. */
  readonly damage: () => readonly string[];
}

export function describeOpened(opened: Opened): OpenSession {
  return {
    id: opened.id,
    name: opened.name,
    kind: opened.kind,
    targetKey: opened.target?.key ?? null,
    ...(opened.target ? { argv: opened.target.argv, input: opened.target.input } : {}),
    ...(opened.target?.plugin ? { plugin: opened.target.plugin } : {}),
    ...(opened.tapped ? tappedFacts(opened.tapped, opened.session?.state === 'ended') : {}),
    ...(opened.replaces ? { replaces: opened.replaces } : {}),
    place: opened.place,
    profile: opened.profile,
    journalPath: opened.journal.path,
    startedAt: opened.startedAt,
    summary: opened.journal.summary,
    damage: opened.damage(),
  };
}

function tappedFacts({ argv, pid }: NonNullable<Opened['tapped']>, over: boolean) {
  return { argv, tapped: { pid, why: tappedWhy, over } };
}

/** How a session ended in a few words, for the list of recent targets. */
export function outcomeWords(summary: SessionSummary): string {
  if (summary.spawnFailed) return 'did not start';
  const exit = summary.exit;
  if (!exit) return '';
  if (exit.signal && !summary.stopAsked) return exit.signal;
  if (exit.code !== null && exit.code !== 0) return `exit ${exit.code}`;
  const { error, warning } = summary.problemCounts;
  const found = error + warning;
  return found === 0 ? 'ended' : `${found} ${found === 1 ? 'problem' : 'problems'}`;
}
