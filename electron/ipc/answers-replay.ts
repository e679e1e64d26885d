// Answers about recordings as something to do again: replay, comparison, playback, and the tables of the first two.
// Translates only: each answer is one call.

import { ok, type Result } from '../../shared/result.ts';
import type { CompareDesk } from '../engine/compare-desk.ts';
import type { Opened } from '../engine/opened.ts';
import type { Playback } from '../engine/playback.ts';
import type { ReplayDesk } from '../engine/replay-desk.ts';
import type { ResultTables } from '../engine/result-tables.ts';
import type { Handlers } from './handlers.ts';

export interface ReplayParts {
  readonly replay: ReplayDesk;
  readonly compare: CompareDesk;
  readonly tables: ResultTables;
  readonly playback: Playback;
  readonly get: (id: string) => Result<Opened>;
}

type ReplayCommands = Extract<
  keyof Handlers,
  `replay.${string}` | `compare.${string}` | `results.${string}` | `playback.${string}`
>;

export function answersAboutReplay(parts: ReplayParts): Pick<Handlers, ReplayCommands> {
  const { replay, compare, tables, playback } = parts;
  const withOpened = <T>(id: string, use: (opened: Opened) => T): Result<T> => {
    const opened = parts.get(id);
    return opened.ok ? ok(use(opened.value)) : opened;
  };
  return {
    'replay.state': () => ok(replay.view),
    'replay.start': (ask) => replay.start(ask),
    'replay.step': () => ok(replay.step()),
    'replay.stop': () => ok(replay.stop()),
    'replay.accept': ({ run }) => replay.accept(run),
    'compare.open': (ask) => compare.open(ask),
    'compare.close': ({ table }) => ok(compare.close(table)),
    'results.rows': ({ table, filter, from, count }) => tables.rows(table, filter, from, count),
    'results.row': ({ table, row }) => tables.row(table, row),
    'results.next': ({ table, filter, after, by }) => tables.next(table, filter, after, by),
    'playback.times': ({ session, from, count }) =>
      withOpened(session, (opened) => playback.times(opened, from, count)),
    'playback.at': ({ session, atUs }) => withOpened(session, (opened) => playback.at(opened, atUs)),
    'playback.frame': ({ session, from, by }) =>
      withOpened(session, (opened) => playback.frame(opened, from, by)),
    'playback.summary': async ({ session, seq }) => {
      const opened = parts.get(session);
      return opened.ok ? ok(await playback.summary(opened.value, seq)) : opened;
    },
  };
}
