// What the window has to do recordings again with: replay, comparison, playback, and the tables of the first two. Joins
// them; wires only.

import type { ReplayView } from '../../shared/ipc/contract.ts';
import { CalmNews } from './calm-news.ts';
import { CompareDesk } from './compare-desk.ts';
import { Playback } from './playback.ts';
import { ReplayDesk } from './replay-desk.ts';
import { ResultTables } from './result-tables.ts';
import type { SessionDesk } from './session-desk.ts';
import type { Workspace } from './workspace.ts';

export interface RecordingDesksParts {
  readonly desk: Pick<SessionDesk, 'agreed' | 'start'>;
  readonly workspace: Workspace;
  /** Tells the window how far a replay is. */
  readonly send: (view: ReplayView) => void;
  readonly report: (what: string, error: unknown) => void;
}

const pauseMs = 100;

export function makeRecordingDesks({ desk, workspace, send, report }: RecordingDesksParts) {
  const tables = new ResultTables();
  const news = new CalmNews(() => {
    if (replay.view) send(replay.view);
  }, pauseMs);
  const replay: ReplayDesk = new ReplayDesk({
    agreed: (input) => desk.agreed(input),
    start: (input, mode, how) => desk.start(input, mode, how),
    tables,
    changed: () => news.changed(),
    report: (error) => report('replaying', error),
  });
  return {
    answers: {
      tables,
      replay,
      compare: new CompareDesk(tables),
      playback: new Playback(),
      get: (id: string) => workspace.get(id),
    },
    close: (): void => {
      replay.close();
      news.close();
    },
  };
}
