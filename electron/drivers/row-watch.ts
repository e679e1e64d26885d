// Looks through the rows of all sessions since a mark, and waits for one that is not there yet. Reads journals only; never
// waits longer than it was told, nor after the run was called off.

import type { FoundRow } from '../../shared/scenario/facts.ts';
import type { Matcher, RowMatch } from '../../shared/scenario/format.ts';
import { sameJson, valueAt } from '../../shared/scenario/json-text.ts';
import type { Row } from '../../shared/session/row.ts';
import { CalledOff } from './called-off.ts';
import { meant, type ScenarioSession } from './scenario-session.ts';

const pageRows = 200;

export class RowWatch {
  readonly #sessions: readonly ScenarioSession[];
  readonly #signal: AbortSignal | undefined;
  /** Rows up to here were there before, by session. */
  readonly #marks = new Map<ScenarioSession, number>();
  /** Rows that a wait has had, so that the next wait means another. */
  readonly #had = new Set<string>();

  constructor(sessions: readonly ScenarioSession[], signal?: AbortSignal) {
    this.#sessions = sessions;
    this.#signal = signal;
    this.mark();
  }

  /** Rows count from here. */
  mark(): void {
    for (const session of this.#sessions) this.#marks.set(session, session.journal.count);
    this.#had.clear();
  }

  /**
   * The first row since the mark that fits, now or within `timeoutMs`.
   * @param once rows that were given out before do not count, and this one will not
   */
  async find(match: RowMatch, timeoutMs: number, once = false): Promise<FoundRow | null> {
    const cursors = new Map(this.#marks);
    let found: FoundRow | null = null;
    await this.until(timeoutMs, async () => {
      found ??= await this.#look(match, cursors, once);
      return found !== null;
    });
    if (found && once) this.#had.add(keyOf(found));
    return found;
  }

  /**
   * Resolves with true once `holds` does, looking again whenever a journal grows; with false when time is up.
   * Throws CalledOff when the run is called off.
   */
  async until(timeoutMs: number, holds: () => boolean | Promise<boolean>): Promise<boolean> {
    let wake = (): void => {};
    let over = false;
    const end = (): void => {
      over = true;
      wake();
    };
    const stops = this.#sessions.map(({ journal }) => journal.onGrow(() => wake()));
    const timer = setTimeout(end, timeoutMs);
    this.#signal?.addEventListener('abort', end, { once: true });
    try {
      for (;;) {
        const grown = new Promise<void>((resolve) => (wake = resolve));
        if (await holds()) return true;
        if (this.#signal?.aborted) throw new CalledOff();
        if (over) return false;
        await grown;
      }
    } finally {
      clearTimeout(timer);
      for (const stop of stops) stop();
      this.#signal?.removeEventListener('abort', end);
    }
  }

  async #look(
    match: RowMatch,
    cursors: Map<ScenarioSession, number>,
    once: boolean,
  ): Promise<FoundRow | null> {
    for (const session of meant(this.#sessions, match.session)) {
      for (;;) {
        const cursor = cursors.get(session) ?? 0;
        const rows = await session.journal.rows(cursor + 1, pageRows);
        if (rows.length === 0) break;
        for (const row of rows) {
          const found = { session: session.id, name: session.name, seq: row.seq, type: row.type };
          if (once && this.#had.has(keyOf(found))) continue;
          if (await fits(row, match, session)) return found;
        }
        cursors.set(session, cursor + rows.length);
      }
    }
    return null;
  }
}

const keyOf = ({ session, seq }: Pick<FoundRow, 'session' | 'seq'>): string => `${session} ${seq}`;

async function fits(row: Row, match: RowMatch, { journal }: ScenarioSession): Promise<boolean> {
  if (row.type !== match.type) return false;
  if (match.from !== undefined && row.from !== match.from) return false;
  if (match.id === undefined && match.text === undefined && match.value === undefined) return true;
  const view = await journal.view(row.seq);
  if (!view) return false;
  const { entry, decoded } = view;
  const id = decoded && 'id' in decoded ? decoded.id : undefined;
  if (match.id !== undefined && id !== match.id) return false;
  const raw = 'raw' in entry && 'text' in entry.raw ? entry.raw.text : undefined;
  if (match.text !== undefined && (raw === undefined || !matches(match.text, raw))) return false;
  return (match.value ?? []).every(({ pointer, json }) => sameJson(valueAt(raw ?? '', pointer) ?? '', json));
}

export function matches(matcher: Matcher, text: string): boolean {
  if ('equals' in matcher) return text === matcher.equals;
  if ('contains' in matcher) return text.includes(matcher.contains);
  return new RegExp(matcher.matches, 'su').test(text);
}
