// How a simulated run and its steps are told. Pure.

import type { PluginRunNews } from '@shared/ipc/contract.ts';
import type { CallReport, RunStep, StepReport } from '@shared/session/plugin-run.ts';
import { counted } from '../../format/count.ts';

export function runWords(news: PluginRunNews | null): string {
  if (!news) return 'Not run yet.';
  if (news.state === 'stopping') return 'It is being stopped.';
  if (news.confirm) return 'It waits for your answer.';
  if (news.state === 'running') return `Step ${(news.at ?? 0) + 1} of ${news.count}.`;
  if (news.stopped !== '') return `After ${counted(news.steps.length, 'step')}: ${news.stopped}.`;
  return `All ${counted(news.count, 'step')} went through.`;
}

export function stepTitle(step: RunStep): string {
  return step.kind === 'event'
    ? step.event
    : `calls: ${step.calls.map(({ name }) => name).join(', ') || 'none'}`;
}

export interface StepLook {
  readonly tone: 'done' | 'veto' | 'bad';
  readonly words: string;
}

/** What came of a step, in one line. */
export function stepLook({ step, returns, calls, stopped }: StepReport): StepLook {
  if (stopped !== '') return { tone: 'veto', words: stopped };
  if (step.kind === 'calls') {
    const vetoed = calls.filter(({ outcome }) => outcome === 'vetoed');
    const failed = calls.filter(
      ({ outcome, isError }) => outcome === 'failed' || (outcome === 'ran' && isError),
    );
    const words = [
      counted(calls.length, 'call'),
      vetoed.length > 0 ? `${vetoed.length} vetoed` : '',
      failed.length > 0 ? `${failed.length} failed` : '',
    ];
    const tone = failed.length > 0 ? 'bad' : vetoed.length > 0 ? 'veto' : 'done';
    return { tone, words: words.filter((one) => one !== '').join(', ') };
  }
  if (returns.length === 0) return { tone: 'done', words: 'no handler' };
  const values = returns.map(({ value }) => (value === null ? 'no return' : String(value)));
  const bad = returns.some(({ value }) => value === null || value < 0);
  return { tone: bad ? 'bad' : 'done', words: `returned ${values.join(', ')}` };
}

const outcomes: Readonly<Record<CallReport['outcome'], string>> = {
  ran: 'ran',
  vetoed: 'not run',
  notConfirmed: 'not allowed',
  failed: 'failed',
};
export function callWords({ outcome, vetoedBy, isError }: CallReport): string {
  if (outcome === 'vetoed') return `not run: vetoed by ${vetoedBy}`;
  return outcome === 'ran' && isError ? 'ran, with an error' : outcomes[outcome];
}
