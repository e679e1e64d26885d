// Why a run that never became ready falls short, as one problem in plain words. Pure: it reads the summary.

import type { SessionSummary } from '../../shared/session/summary.ts';
import type { OwnProblem } from './telling.ts';

export type Ending = 'ready' | 'ended' | 'timeout' | 'interrupted' | 'gone';

/**
 * What the engine did not say itself; undefined when nothing has to be added.
 * @param option of the command, by which it waits longer
 * @param isPlugin it is loaded, and says no hello
 */
export function shortfall(
  ending: Ending,
  summary: SessionSummary,
  waitedMs: number,
  option = '--timeout',
  isPlugin = false,
): OwnProblem | undefined {
  if (summary.spawnFailed) {
    const { code, message, fix } = summary.spawnFailed;
    return hasError(summary) ? undefined : { code, severity: 'error', message, ...(fix ? { fix } : {}) };
  }
  if (ending === 'timeout')
    return isPlugin ? notLoaded(summary, waitedMs, option) : silence(summary, waitedMs, option);
  // Who stops listening (`| head`) has not interrupted anything: what was seen so far is judged.
  if (ending === 'gone') return undefined;
  if (ending === 'interrupted')
    return {
      code: 'interrupted',
      severity: 'error',
      message: 'Interrupted before the extension was ready.',
    };
  if (ending === 'ended' && !hasError(summary))
    return {
      code: 'ended-before-ready',
      severity: 'error',
      message: 'The extension ended before it was ready.',
      fix: 'Its last words are in the rows above: look at stderr and at the exit code.',
    };
  return undefined;
}

function hasError(summary: SessionSummary): boolean {
  return summary.problemCounts.error > 0;
}

function notLoaded({ state, hello }: SessionSummary, waitedMs: number, option: string): OwnProblem {
  const step = hello
    ? 'init'
    : state === 'starting'
      ? 'starting its process'
      : 'opening the library or its entry point';
  return {
    code: 'not-loaded-in-time',
    severity: 'error',
    message: `The plugin was not loaded within ${waitedMs / 1_000} s: ${step} has not come to its end.`,
    fix: `The last rows above say what runs; a slow start gets more time with ${option} MS.`,
  };
}

function silence(summary: SessionSummary, waitedMs: number, option: string): OwnProblem {
  const { notFrames, frames } = summary;
  const seen =
    notFrames > 0
      ? `; ${notFrames} ${notFrames === 1 ? 'line' : 'lines'} came on stdout that ${notFrames === 1 ? 'is no frame' : 'are no frames'}`
      : frames > 0
        ? '; other frames came, but hello has to be the first'
        : '; not one whole line came on stdout';
  return {
    code: 'hello-timeout',
    severity: 'error',
    message: `No hello came in ${waitedMs / 1_000} s${seen}.`,
    fix: `The extension has to print hello as one line of JSON and flush it; a slow start gets more time with ${option} MS.`,
  };
}
