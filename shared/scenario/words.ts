// A step in a few words, for lists and titles. Pure; texts are not cut, that is the view's.

import type { Expectation, FieldText, Matcher, RowMatch, SessionRef, Step } from './format.ts';

export function stepTitle(step: Step): string {
  switch (step.do) {
    case 'tool_call':
      return `${step.tool} ${step.args}${to(step.session)}`;
    case 'command':
      return `/${step.name}${step.args === '' ? '' : ` ${step.args}`}${to(step.session)}`;
    case 'event':
    case 'intercept':
      return eventTitle(step.event, step.fields);
    case 'turn': {
      const { text, tools, step: number } = step.turn;
      const parts = [
        ...(text === '' ? [] : [JSON.stringify(text)]),
        ...tools.map(({ tool, args }) => `${tool} ${args}`),
      ];
      return `${number}${parts.length === 0 ? '' : `: ${parts.join(', ')}`}`;
    }
    case 'send':
      return `${step.raw}${to(step.session)}`;
    case 'wait':
      return step.wait.kind === 'time' ? `${step.wait.ms} ms` : `for ${rowWords(step.wait.row)}`;
    case 'expect':
      return expectWords(step.expect);
    case 'shutdown':
      return step.session === undefined ? 'all' : refWords(step.session);
  }
}

/** `tool_call tool_name "bash"`. */
export function eventTitle(event: string, fields: readonly FieldText[]): string {
  return [event, ...fields.map(({ name, json }) => `${name} ${json}`)].join(' ');
}

function to(session: SessionRef | undefined): string {
  return session === undefined ? '' : ` (${refWords(session)})`;
}

export function refWords(session: SessionRef): string {
  return typeof session === 'number' ? `extension ${session}` : session;
}

/** "Ada", contains "Ada", matches /Ada/. */
export function matcherWords(matcher: Matcher): string {
  if ('equals' in matcher) return JSON.stringify(matcher.equals);
  if ('contains' in matcher) return `contains ${JSON.stringify(matcher.contains)}`;
  return `matches /${matcher.matches}/`;
}

export function rowWords({ type, id, from, session, text, value }: RowMatch): string {
  const parts = [
    `a row ${type}`,
    id === undefined ? '' : `with id ${JSON.stringify(id)}`,
    from === undefined ? '' : `from the ${from}`,
    session === undefined ? '' : `of ${refWords(session)}`,
    text === undefined ? '' : `whose line ${'equals' in text ? 'is ' : ''}${matcherWords(text)}`,
    ...(value ?? []).map(({ pointer, json }) => `with ${pointer} ${json}`),
  ];
  return parts.filter((part) => part !== '').join(' ');
}

function expectWords(expect: Expectation): string {
  const { isError, text, blocked, reason, action, verdicts, timedOut, gone, value, row, withinMs } = expect;
  const flags = { is_error: isError, blocked, timed_out: timedOut, gone };
  const parts = [
    ...Object.entries(flags).map(([name, flag]) => (flag === undefined ? '' : `${name} ${flag}`)),
    text && `text ${matcherWords(text)}`,
    ...(value ?? []).map(({ pointer, json }) => `${pointer === '' ? 'value' : pointer} ${json}`),
    action && `action ${action}`,
    reason && `reason ${matcherWords(reason)}`,
    verdicts && `verdicts ${verdicts.join(', ')}`,
    row && rowWords(row),
    withinMs === undefined ? '' : `within ${withinMs} ms`,
  ];
  return parts.filter(Boolean).join(', ');
}
