// How a replay is told, as an interface, and its two ways: a table for people, one JSON object for programs.

import { visibleText } from '../../shared/json/visible.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import type { Pace } from '../drivers/replay.ts';
import type { ReplayRecording } from '../engine/replay-recording.ts';
import { inkFor } from './ink.ts';
import { refusalLines } from './report-text.ts';
import { replayJson } from './replay-json.ts';
import type { Accepted, ReplayedTarget } from './replayed.ts';
import { countWords, tableLines } from './replay-text.ts';
import { shown } from './shown.ts';
import type { Refusal } from './telling.ts';
import type { Terminal } from './terminal.ts';

export interface ReplayTelling {
  started(recording: ReplayRecording, target: ResolvedTarget): Promise<void>;
  /** At pace `step`: what the next Enter does. */
  steps(waiting: string): Promise<void>;
  replayed(replayed: ReplayedTarget): Promise<void>;
  /** The last word. `refusals`: what could not be done at the end; nothing else of the run is wrong. */
  ended(
    file: string,
    all: readonly ReplayedTarget[],
    accepted: Accepted | null,
    refusals: readonly Refusal[],
  ): Promise<void>;
  refused(file: string, refusals: readonly Refusal[]): Promise<void>;
}

export function textReplayTelling(terminal: Terminal, pace: Pace): ReplayTelling {
  const { out, err } = terminal;
  const ink = inkFor(terminal.isTerminal, terminal.environment);
  return {
    started: async ({ path, plan, host, damage }, target) => {
      const toSend = plan.steps.filter(({ begin }) => begin.kind === 'send').length;
      const version = target.manifest ? ` ${shown(target.manifest.version)}` : '';
      await out.lines([
        `${ink('strong', shown(target.name) + version)}   replay of ${visibleText(path)}`,
        `  sends ${counted(toSend, 'line')} of the host ${host.profile.name}, ${paceWords[pace.kind]}`,
        ...damage.map((words) => ink('warn', `▲ ${visibleText(words)}`)),
        '',
      ]);
    },
    steps: (waiting) => err.lines([`Enter: ${visibleText(waiting)}`]),
    replayed: async ({ outcome, rows, journal }) => {
      const { counts, sent, notSent, tookMs, recordedMs, end, why, ok } = outcome;
      const times = `in ${seconds(tookMs)}, recorded in ${seconds(recordedMs)}`;
      await out.lines([
        ...tableLines(rows, { ink, names: ['recorded', 'now'] }),
        '',
        ...(end === 'done' ? [] : [ink('fault', `✖ ${shown(why)}`)]),
        `${ink(ok ? 'ok' : 'fault', ok ? '✓' : '✖')} ${countWords(counts)}; ${counted(sent, 'line')} sent${notSent > 0 ? `, ${notSent} not` : ''} ${times}`,
        `Recording: ${visibleText(journal)}`,
        '',
      ]);
    },
    ended: async (file, _all, accepted, refusals) => {
      if (accepted)
        await out.lines([
          `The new run is the baseline now: ${visibleText(file)}`,
          `The old one is kept: ${visibleText(accepted.backup)}`,
        ]);
      await err.lines(refusalLines(refusals));
    },
    refused: (_file, refusals) => err.lines(refusalLines(refusals)),
  };
}

export function jsonReplayTelling({ out, err }: Terminal): ReplayTelling {
  return {
    started: async () => {},
    steps: (waiting) => err.lines([`Enter: ${visibleText(waiting)}`]),
    replayed: async () => {},
    ended: async (file, all, accepted, refusals) => {
      await err.lines(refusalLines(refusals));
      await out.lines([replayJson(file, all, accepted, refusals)]);
    },
    refused: async (file, refusals) => {
      await err.lines(refusalLines(refusals));
      await out.lines([replayJson(file, [], null, refusals)]);
    },
  };
}

const paceWords: Readonly<Record<Pace['kind'], string>> = {
  asap: 'each as soon as what it followed is there',
  recorded: 'at the pace of the recording',
  step: 'one at each Enter',
};

function counted(count: number, what: string): string {
  return `${count.toLocaleString('en-US')} ${what}${count === 1 ? '' : 's'}`;
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(2)} s`;
}
