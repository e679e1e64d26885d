// Tells an inspection as exactly one JSON object on stdout, at the end. Refusals also go to stderr as text.

import type { Printer } from './printer.ts';
import { refusalJson, reportJson, type ReportedProblem } from './report-json.ts';
import { refusalLines } from './report-text.ts';
import type { OwnProblem, Telling } from './telling.ts';

function aboutNoRow({ code, severity, message }: OwnProblem): ReportedProblem {
  return { code, severity, message, seq: null };
}

export function jsonTelling(out: Printer, err: Printer): Telling {
  return {
    started: async () => {},
    judged: async () => {},
    ended: async (summary, { ok, state, own, diagnoses }) => {
      const problems = [...summary.problems, ...own.map(aboutNoRow)];
      await out.lines([reportJson({ ok, state, summary, problems, diagnoses })]);
    },
    refused: async (refusals) => {
      await err.lines(refusalLines(refusals));
      await out.lines([refusalJson(refusals)]);
    },
  };
}
