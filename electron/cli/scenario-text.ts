// The facts of a scenario as lines of text: each step with its number, below it what came of it. Pure but for what it
// remembers to line up; nothing that an extension wrote reaches a line before it has been made visible.

import type { Check, Finding, PartOutcome, ScenarioFact, TurnOutcome } from '../../shared/scenario/facts.ts';
import { eventTitle } from '../../shared/scenario/words.ts';
import type {
  ChainHop,
  ChainOutcome,
  CommandOutcome,
  RequestEnd,
  ToolOutcome,
} from '../../shared/session/agent.ts';
import { endWords } from '../../shared/session/agent-words.ts';
import { duration } from './clock-text.ts';
import { blockLines, effectLines, rewriteLines, shownLines } from './content-text.ts';
import type { Ink } from './ink.ts';
import { shown } from './shown.ts';
import { cut, padEnd } from './text-width.ts';

const numberColumns = 3;
const nameColumns = 10;
const indent = ' '.repeat(numberColumns + 2);
const longestLines = 40;

export interface ScenarioLooks {
  readonly ink: Ink;
  /** Columns of the terminal; undefined: lines may be as long as they are. */
  readonly width: number | undefined;
  readonly nameOf: (session: string | null) => string;
}

export function factLines(fact: ScenarioFact, looks: ScenarioLooks): string[] {
  const { ink, width } = looks;
  switch (fact.kind) {
    case 'scenario':
    case 'finding':
    case 'outcome':
      return [];
    case 'began': {
      const title = shown(fact.title);
      const line = `${String(fact.step).padStart(numberColumns)}  ${padEnd(fact.do, nameColumns)} `;
      return [
        ink(
          'strong',
          line + (width === undefined ? title : cut(title, Math.max(20, width - line.length))),
        ).trimEnd(),
      ];
    }
    case 'happened': {
      const inside = fact.part !== null;
      const lines = outcomeLines(fact.outcome, looks);
      const [first = '', ...rest] = inside
        ? [partTitle(fact.outcome), ...lines.map((line) => `  ${line}`)]
        : lines;
      return first === '' ? [] : [first, ...rest].map((line) => indent + line);
    }
    case 'died':
      return [indent + ink('fault', `✖ ${shown(fact.name)} ended: ${shown(fact.how)}`)];
  }
}

/** The last lines of a run. */
export function endingLines(
  { ok, steps, done, checks, findings }: Extract<ScenarioFact, { kind: 'outcome' }>,
  ink: Ink,
): string[] {
  const count = done === steps ? counted(steps, 'step') : `${done} of ${counted(steps, 'step')}`;
  const words = `${count}, ${counted(checks, 'check')}`;
  if (ok) return [ink('ok', `✓ As expected: ${words}.`)];
  return [
    ink('fault', `✖ ${counted(findings.length, 'finding')} in ${words}:`),
    ...findings.map(findingLine),
  ];
}

function findingLine({ step, line, message, code }: Finding): string {
  return `  step ${step} (line ${line}): ${shown(message)} [${code}]`;
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`;
}

function partTitle(outcome: PartOutcome): string {
  switch (outcome.kind) {
    case 'event':
      return `event ${shown(eventTitle(outcome.emitted.event, outcome.fields))}`;
    case 'intercept':
      return `intercept ${shown(eventTitle(outcome.chain.event, outcome.fields))}`;
    case 'tool':
      return `tool_call ${shown(`${outcome.tool.tool} ${outcome.argsText}`)}`;
    case 'hostTool':
      return `tool_call ${shown(`${outcome.name} ${outcome.argsText}`)}`;
    case 'command':
    case 'turn':
    case 'sent':
    case 'waited':
    case 'checked':
    case 'stopped':
      return outcome.kind;
  }
}

function outcomeLines(outcome: PartOutcome, looks: ScenarioLooks): string[] {
  const { ink, nameOf } = looks;
  switch (outcome.kind) {
    case 'tool':
      return toolLines(outcome.tool, looks);
    case 'hostTool':
      return [ink('quiet', 'a tool of the host: no extension is called')];
    case 'command':
      return commandLines(outcome.command, looks);
    case 'event': {
      const { sent, notSent } = outcome.emitted;
      if (notSent !== undefined) return [ink('fault', `✖ not sent: ${shown(notSent)}`)];
      const to = sent.map(({ session }) => shown(nameOf(session))).join(', ');
      return [ink('quiet', to === '' ? 'nobody subscribed' : `→ ${to}`)];
    }
    case 'intercept':
      return chainLines(outcome.chain, ink);
    case 'turn':
      return turnLines(outcome.turn, ink);
    case 'sent':
      return [
        ...(outcome.to.length > 0 ? [`→ ${outcome.to.map(({ name }) => shown(name)).join(', ')}`] : []),
        ...outcome.refused.map(({ name, why }) => ink('fault', `✖ ${shown(name)}: ${shown(why)}`)),
      ];
    case 'waited': {
      const { row, tookMs } = outcome;
      if (row) return [`${row.type}: row ${row.seq} of ${shown(row.name)} ${ink('quiet', ms(tookMs))}`];
      return [ink('quiet', `${ms(tookMs)} passed`)];
    }
    case 'checked':
      return outcome.checks.map((check) => checkLine(check, ink));
    case 'stopped':
      return outcome.extensions.map(({ name, how }) => `${shown(name)}: ${how}`);
  }
}

function toolLines(
  { session, end, isError, content, remarks, tookMs }: ToolOutcome,
  looks: ScenarioLooks,
): string[] {
  const { ink } = looks;
  return [
    headLine(looks.nameOf(session), end, isError, tookMs, ink),
    ...bounded(blockLines(content)),
    ...remarks.map(({ message }) => ink('warn', `▲ ${shown(message)}`)),
  ];
}

function commandLines({ session, end, effect, tookMs }: CommandOutcome, looks: ScenarioLooks): string[] {
  const head = headLine(looks.nameOf(session), end, effect.kind === 'error', tookMs, looks.ink);
  return end.how === 'answered' ? [head, ...bounded(effectLines(effect))] : [head];
}

function headLine(name: string, end: RequestEnd, isError: boolean, tookMs: number, ink: Ink): string {
  if (end.how !== 'answered') return ink('fault', `✖ ${shown(name)}: ${shown(endWords(end))}`);
  const mark = isError ? ink('fault', '✖ an error of') : '←';
  return `${mark} ${shown(name)} ${ink('quiet', ms(tookMs))}`;
}

function chainLines({ event, blocked, reason, hops }: ChainOutcome, ink: Ink): string[] {
  if (hops.length === 0) return [ink('quiet', 'nobody intercepts it: allowed')];
  return [
    ...hops.flatMap((hop) => hopLines(hop, event, ink)),
    ...(blocked ? [ink('fault', `blocked: ${shown(reason)}`)] : []),
  ];
}

const verdictWords: Readonly<Record<ChainHop['verdict'], string>> = {
  allow: 'allow',
  block: 'block',
  rewrite: 'rewrite',
  timeout: 'no answer',
  gone: 'gone',
  refusedRewrite: 'rewrite refused',
  notAsked: 'not asked',
};

function hopLines(hop: ChainHop, event: string, ink: Ink): string[] {
  const { name, verdict, before, after, reason, spentMs, remarks } = hop;
  const bad = verdict === 'timeout' || verdict === 'gone' || verdict === 'block';
  // Of a guard that failed the reason says it all: how long it was waited for, and what followed.
  const words = verdict === 'timeout' && reason !== '' ? shown(reason) : verdictWords[verdict];
  const time = verdict === 'notAsked' || verdict === 'timeout' ? '' : ` ${ink('quiet', ms(spentMs))}`;
  const why = reason === '' || verdict === 'timeout' ? '' : `  ${shown(reason)}`;
  return [
    `${shown(name)}  ${bad ? ink('fault', words) : words}${time}${why}`,
    ...(before === after
      ? []
      : bounded(rewriteLines(before, after, event === 'tool_call', ink)).map((line) => `  ${line}`)),
    ...remarks.map(({ message }) => ink('warn', `▲ ${shown(message)}`)),
  ];
}

function turnLines({ refused, blocked, reason, shown: message, tookMs }: TurnOutcome, ink: Ink): string[] {
  const time = ink('quiet', ms(tookMs));
  if (refused) return [`${ink('fault', 'the turn was blocked:')} ${shown(reason)} ${time}`];
  const told = message === '' ? [] : bounded(shownLines(message)).map((line) => `the person reads: ${line}`);
  return [...told, `${blocked ? 'the turn ended, with something blocked' : 'the turn ended'} ${time}`];
}

function checkLine({ what, ok, wanted, found }: Check, ink: Ink): string {
  if (ok) return `${ink('ok', '✓')} ${what} ${shown(wanted)}`;
  return `${ink('fault', '✖')} ${what}: expected ${shown(wanted)}, found ${shown(found)}`;
}

function bounded(lines: readonly string[]): string[] {
  if (lines.length <= longestLines) return [...lines];
  return [...lines.slice(0, longestLines), `… ${counted(lines.length - longestLines, 'more line')}`];
}

function ms(milliseconds: number): string {
  return duration(milliseconds * 1_000);
}
