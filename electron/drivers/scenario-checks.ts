// What an outcome amounts to for a check, the checks themselves, and what of an outcome is not as it should be unless a
// check says otherwise. Pure; rows are looked for elsewhere.

import type { Check, Finding, FindingCode, PartOutcome } from '../../shared/scenario/facts.ts';
import type { ActionWord, Expectation, VerdictWord } from '../../shared/scenario/format.ts';
import { sameJson, valueAt } from '../../shared/scenario/json-text.ts';
import type { SessionId } from '../../shared/ids.ts';
import { matcherWords } from '../../shared/scenario/words.ts';
import type {
  ChainOutcome,
  CommandEffect,
  CommandOutcome,
  HopVerdict,
  RequestEnd,
  ToolOutcome,
} from '../../shared/session/agent.ts';
import { matches } from './row-watch.ts';

/** An outcome as checks see it. */
export interface Judged {
  readonly isError: boolean;
  readonly text: string;
  readonly blocked: boolean;
  readonly reason: string;
  readonly action: ActionWord | '';
  readonly verdicts: readonly VerdictWord[];
  readonly timedOut: boolean;
  readonly tookMs: number;
}

export interface Fault extends Pick<Finding, 'code' | 'message'> {
  /** The one that is gone. */
  readonly session?: SessionId;
}

const nothing: Judged = {
  isError: false,
  text: '',
  blocked: false,
  reason: '',
  action: '',
  verdicts: [],
  timedOut: false,
  tookMs: 0,
};

/** Undefined for what has no outcome to be checked. */
export function judge(outcome: PartOutcome): Judged | undefined {
  switch (outcome.kind) {
    case 'tool': {
      const { isError, end, tookMs } = outcome.tool;
      return {
        ...nothing,
        isError,
        text: resultText(outcome.tool),
        timedOut: end.how === 'timedOut',
        tookMs,
      };
    }
    case 'command': {
      const { effect, end, tookMs } = outcome.command;
      const isError = effect.kind === 'error' || end.how !== 'answered';
      const timedOut = end.how === 'timedOut';
      return { ...nothing, isError, text: effectText(effect), action: actionOf(effect), timedOut, tookMs };
    }
    case 'intercept': {
      const { blocked, reason, value, hops, spentMs } = outcome.chain;
      const verdicts = hops.map(({ verdict }) => verdictWord[verdict]);
      const timedOut = verdicts.includes('timeout');
      return { ...nothing, blocked, reason, text: value, verdicts, timedOut, tookMs: spentMs };
    }
    case 'turn': {
      const { shown, refused: _, ...rest } = outcome.turn;
      return { ...nothing, ...rest, text: shown };
    }
    case 'hostTool':
    case 'event':
    case 'sent':
    case 'waited':
    case 'checked':
    case 'stopped':
      return undefined;
  }
}

/** The texts of a result, one below the other, as the model gets them. */
export function resultText({ content }: ToolOutcome): string {
  return content.flatMap((block) => (block.kind === 'text' ? [block.text] : [])).join('\n');
}

export function effectText(effect: CommandEffect): string {
  switch (effect.kind) {
    case 'openPanel':
      return effect.panel.lines.join('\n');
    case 'toolPrompt':
      return effect.argsText;
    case 'noop':
      return '';
    case 'prompt':
    case 'insert':
    case 'display':
    case 'error':
      return effect.text;
  }
}

function actionOf(effect: CommandEffect): ActionWord {
  if (effect.kind === 'openPanel') return 'open_panel';
  return effect.kind === 'toolPrompt' ? 'tool_prompt' : effect.kind;
}

const verdictWord: Readonly<Record<HopVerdict, VerdictWord>> = {
  allow: 'allow',
  block: 'block',
  rewrite: 'rewrite',
  timeout: 'timeout',
  gone: 'gone',
  refusedRewrite: 'refused',
  notAsked: 'not_asked',
};

/** The checks of an expectation but those of rows and processes. */
export function checkOutcome(expect: Expectation, judged: Judged): Check[] {
  const checks: Check[] = [];
  const add = (what: string, ok: boolean, wanted: string, found: string): void => {
    checks.push({ what, ok, wanted, found });
  };
  const flag = (what: string, wanted: boolean | undefined, found: boolean): void => {
    if (wanted !== undefined) add(what, wanted === found, String(wanted), String(found));
  };
  flag('is_error', expect.isError, judged.isError);
  flag('blocked', expect.blocked, judged.blocked);
  flag('timed_out', expect.timedOut, judged.timedOut);
  for (const name of ['text', 'reason'] as const) {
    const matcher = expect[name];
    if (matcher)
      add(name, matches(matcher, judged[name]), matcherWords(matcher), JSON.stringify(judged[name]));
  }
  for (const { pointer, json } of expect.value ?? []) {
    const found = valueAt(judged.text, pointer);
    add(pointer === '' ? 'value' : `value ${pointer}`, sameJson(found ?? '', json), json, found ?? 'nothing');
  }
  if (expect.action) add('action', expect.action === judged.action, expect.action, judged.action || 'none');
  if (expect.verdicts) {
    const [wanted, found] = [expect.verdicts.join(', '), judged.verdicts.join(', ')];
    add('verdicts', wanted === found, wanted || 'none', found || 'none');
  }
  if (expect.withinMs !== undefined && !expect.row && expect.gone === undefined)
    add(
      'within_ms',
      judged.tookMs <= expect.withinMs,
      `${expect.withinMs} ms`,
      `${Math.ceil(judged.tookMs)} ms`,
    );
  return checks;
}

/** What an expectation decides itself, so that it is no finding beside it. */
export function takenOver(expect: Expectation, code: FindingCode): boolean {
  switch (code) {
    case 'is-error':
    case 'not-sent':
    case 'dropped':
      return expect.isError !== undefined;
    case 'blocked':
      return expect.blocked !== undefined || expect.verdicts !== undefined;
    case 'timed-out':
      return expect.timedOut !== undefined || expect.verdicts !== undefined;
    case 'process-died':
      return expect.gone !== undefined || expect.verdicts !== undefined;
    case 'expect-failed':
    case 'wait-timed-out':
    case 'interrupted':
      return false;
  }
}

/** @param nameOf name of an extension, for sentences */
export function faultsOf(outcome: PartOutcome, nameOf: (session: string | null) => string): Fault[] {
  switch (outcome.kind) {
    case 'tool':
      return toolFaults(outcome.tool, nameOf);
    case 'command':
      return commandFaults(outcome.command, nameOf);
    case 'intercept':
      return chainFaults(outcome.chain);
    case 'event': {
      const { event, notSent } = outcome.emitted;
      return notSent === undefined
        ? []
        : [{ code: 'not-sent', message: `${event} was not sent: ${notSent}` }];
    }
    case 'sent':
      return outcome.refused.map(({ name, why }) => ({
        code: 'not-sent',
        message: `${name} got nothing: ${why}`,
      }));
    case 'waited':
      return [];
    case 'hostTool':
    case 'turn':
    case 'checked':
    case 'stopped':
      return [];
  }
}

function endFaults(what: string, who: string, end: RequestEnd, session: SessionId | null): Fault[] {
  switch (end.how) {
    case 'answered':
      return [];
    case 'timedOut':
      return [
        { code: 'timed-out', message: `${who} did not answer ${what} in ${lengthOfTime(end.afterMs)}.` },
      ];
    case 'gone':
      return [
        {
          code: 'process-died',
          message: `${what} got no answer: ${end.reason}`,
          ...(session ? { session } : {}),
        },
      ];
    case 'notSent':
      return [{ code: 'not-sent', message: `${what} was not sent: ${end.reason}` }];
    case 'dropped':
      return [{ code: 'dropped', message: `${what} got no answer: ${end.reason}` }];
  }
}

function toolFaults(tool: ToolOutcome, nameOf: (session: string | null) => string): Fault[] {
  const faults = endFaults(tool.tool, nameOf(tool.session), tool.end, tool.session);
  if (faults.length > 0 || !tool.isError) return faults;
  return [{ code: 'is-error', message: `${tool.tool} ended in an error${quoted(resultText(tool))}` }];
}

function commandFaults(command: CommandOutcome, nameOf: (session: string | null) => string): Fault[] {
  const faults = endFaults(`/${command.command}`, nameOf(command.session), command.end, command.session);
  if (faults.length > 0 || command.effect.kind !== 'error') return faults;
  return [
    { code: 'is-error', message: `/${command.command} ended in an error${quoted(command.effect.text)}` },
  ];
}

function chainFaults({ event, blocked, reason, hops, decidedBy }: ChainOutcome): Fault[] {
  const faults: Fault[] = hops.flatMap(({ session, name, verdict, spentMs, reason: why }): Fault[] => {
    if (verdict === 'timeout')
      return [
        {
          code: 'timed-out',
          message: `${name} did not answer about ${event} in ${lengthOfTime(spentMs)}${blocked ? '' : ': allowed'}.`,
        },
      ];
    if (verdict === 'gone')
      return [
        {
          code: 'process-died',
          message: `${name} could not be asked about ${event}: ${why || 'it is gone'}`,
          session,
        },
      ];
    return [];
  });
  if (!blocked) return faults;
  const by = hops.find(({ session }) => session === decidedBy)?.name;
  faults.push({ code: 'blocked', message: `${event} was blocked${by ? ` by ${by}` : ''}${quoted(reason)}` });
  return faults;
}

const quoted = (text: string): string => (text.trim() === '' ? '.' : `: ${text}`);

/** 5 s, 250 ms. */
export function lengthOfTime(ms: number): string {
  return ms >= 1_000 ? `${Number((ms / 1_000).toFixed(1))} s` : `${Math.round(ms)} ms`;
}
