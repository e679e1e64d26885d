// Tells an inspection as text: rows while they come, registrations and problems, the rows of the shutdown, the end.

import type { SessionSummary } from '../../shared/session/summary.ts';
import { Follower } from './follow.ts';
import { diagnosisLines } from './diagnosis-text.ts';
import { inkFor } from './ink.ts';
import { problemsText } from './problems-text.ts';
import { endLines, refusalLines, registrationLines, targetLines } from './report-text.ts';
import type { OwnProblem, Telling } from './telling.ts';
import type { Terminal } from './terminal.ts';
import { legend } from './timeline-text.ts';

export function textTelling(terminal: Terminal): Telling {
  const { out, err, width } = terminal;
  const ink = inkFor(terminal.isTerminal, terminal.environment);
  let follower: Follower | undefined;
  let toldProblems = 0;
  let toldOwn = 0;
  let rowsWhenJudged = 0;

  /** Problems found since they were last told. */
  const newProblems = (title: string, summary: SessionSummary, own: readonly OwnProblem[]): string[] => {
    const found = summary.problems.slice(toldProblems);
    const added = own.slice(toldOwn);
    toldProblems = summary.problems.length;
    toldOwn = own.length;
    return problemsText(title, found, added, ink);
  };

  return {
    started: async (target, profile, journal) => {
      await out.lines([...targetLines(target, profile, ink), '', ink('quiet', legend)]);
      follower = new Follower(journal, out, { ink, width });
    },
    judged: async (summary, own) => {
      await follower?.caughtUp();
      rowsWhenJudged = summary.entries;
      const problems = newProblems('Problems', summary, own);
      const none = summary.state === 'ready' && problems.length === 0 ? [ink('ok', 'No problems.')] : [];
      await out.lines(['', ...registrationLines(summary, ink), ...problems, ...none, '']);
    },
    ended: async (summary, { own, diagnoses }, journalPath) => {
      await follower?.caughtUp();
      follower?.close();
      const problems = newProblems('Problems of the shutdown', summary, own);
      // A gap below the rows of the shutdown, where there are any.
      const gap = summary.entries > rowsWhenJudged ? [''] : [];
      const found = problems.length > 0 ? [...gap, ...problems, ''] : gap;
      await out.lines([...found, ...diagnosisLines(diagnoses, ink), ...endLines(summary, journalPath)]);
    },
    refused: (refusals) => err.lines(refusalLines(refusals)),
  };
}
