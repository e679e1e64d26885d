// The recording as a scenario: what the host asked becomes a step, what was answered an expectation. Frames that the host's own
// rules send are left to the host that runs it; a frame without a step of its own is sent as it was.

import type { JsonObject } from '../protocol/define.ts';
import { childrenOf, valueAt } from '../scenario/json-text.ts';
import { compactJson } from '../json/compact.ts';
import { maskSource, oneLine, timeSource, uuidSource } from './test-words.ts';
import type { RecordedTest, TestLine, TestStep } from './test-steps.ts';

/** How the second line of a scenario made here begins. */
export const scenarioMark = '// Made from a recording by';

type Step = readonly string[];

/** How a frame of the host is written as a step, by its type; `answer` is the line that answered it. */
const steps: Readonly<Record<string, (sent: TestLine, answer: TestLine | undefined) => Step>> = {
  tool_call: ({ text, frame }, answer) => [
    step('tool_call', [member('tool', frame?.['name']), ['args', valueAt(text, '/args')]]),
    ...expectation(answer, ({ frame: said }) => [
      ['is_error', JSON.stringify(said?.['is_error'] === true)],
      ['text', matcher(contentText(said))],
    ]),
  ],
  command_invoked: ({ frame }, answer) => [
    step('command', [member('name', frame?.['name']), member('args', frame?.['args'])]),
    ...expectation(answer, ({ frame: said }) => commandChecks(said ?? {})),
  ],
  event: (sent) => [step('event', [member('event', sent.frame?.['event']), ...otherMembers(sent)])],
  event_intercept: (sent, answer) => [
    step('intercept', [member('event', sent.frame?.['event']), ...otherMembers(sent)]),
    ...expectation(answer, ({ frame: said }) => [
      ['blocked', JSON.stringify(said?.['block'] === true)],
      ...(said?.['block'] === true && typeof said['reason'] === 'string' && said['reason'] !== ''
        ? [['reason', contains(said['reason'])] as const]
        : []),
    ]),
  ],
};

export function scenarioText(test: RecordedTest, writtenBy: string): string {
  const answers = answersOf(test.steps);
  const body = test.steps.flatMap(({ sent, expects }) => {
    if (!sent || sent.line.sentByHost) return [];
    const notices = expects
      .filter(({ line }) => line.role === 'notice' && line.isFrame)
      .map(
        ({ line }) => `{"do": "wait", "for": {"type": ${JSON.stringify(line.type)}, "from": "extension"}}`,
      );
    return ['', ...stepOf(sent, answers.get(sent)), ...notices];
  });
  const head = `{"framescope_scenario": 1, "name": ${JSON.stringify(test.name)}, "profile": ${JSON.stringify(test.profile)}}`;
  const none = ['', '// The host asked nothing in the recording.', '{"do": "wait", "ms": 0}'];
  return [head, `${scenarioMark} ${oneLine(writtenBy)}.`, ...(body.length > 0 ? body : none), ''].join('\n');
}

function stepOf(sent: TestLine, answer: TestLine | undefined): Step {
  const type = sent.frame?.['type'];
  const known = typeof type === 'string' && Object.hasOwn(steps, type) ? steps[type] : undefined;
  if (known && sent.line.origin === undefined) return known(sent, answer);
  const frame = sent.frame ? compactJson(sent.text) : undefined;
  return [
    frame === undefined
      ? step('send', [['raw', JSON.stringify(sent.text)]])
      : step('send', [['frame', frame]]),
  ];
}

/** The line that answered each request of the host. */
function answersOf(all: readonly TestStep[]): ReadonlyMap<TestLine, TestLine> {
  const open = new Map<string, TestLine>();
  const answers = new Map<TestLine, TestLine>();
  for (const { sent, expects } of all) {
    if (sent?.line.answer !== undefined && sent.line.id !== undefined)
      open.set(`${sent.line.answer} ${sent.line.id}`, sent);
    for (const line of expects) {
      const request = line.line.role === 'answer' ? open.get(`${line.line.type} ${line.line.id}`) : undefined;
      if (request && !answers.has(request)) answers.set(request, line);
    }
  }
  return answers;
}

type Member = readonly [name: string, json: string | undefined];

function step(name: string, members: readonly Member[]): string {
  const all: readonly Member[] = [['do', JSON.stringify(name)], ...members];
  const said = all.flatMap(([key, json]) => (json === undefined ? [] : [`${JSON.stringify(key)}: ${json}`]));
  return `{${said.join(', ')}}`;
}

function member(name: string, value: unknown): Member {
  return [name, typeof value === 'string' ? JSON.stringify(value) : undefined];
}

/** All of a frame but what the step says already; of a key that stands twice the last one counts. */
function otherMembers({ text }: TestLine): Member[] {
  const said = new Map<string, string>();
  for (const { key, offset, end } of childrenOf(text).children)
    if (typeof key === 'string' && !['type', 'id', 'event'].includes(key.toLowerCase()))
      said.set(key, compactJson(text.slice(offset, end)) ?? 'null');
  return [...said];
}

function expectation(answer: TestLine | undefined, checks: (answer: TestLine) => readonly Member[]): Step {
  if (!answer) return ['// It was not answered in the recording.'];
  return [step('expect', checks(answer))];
}

function commandChecks(said: JsonObject): Member[] {
  const { action, error } = said;
  if (typeof error === 'string' && error !== '')
    return [
      ['is_error', 'true'],
      ['text', contains(error)],
    ];
  const text = typeof action === 'string' ? said[action] : undefined;
  return [
    ['is_error', 'false'],
    ...(['prompt', 'insert', 'display', 'open_panel', 'tool_prompt', 'noop'].includes(String(action))
      ? [member('action', action)]
      : []),
    ...(typeof text === 'string' ? [['text', matcher(text)] as const] : []),
  ];
}

function contentText(said: JsonObject | null): string {
  const content = said?.['content'];
  if (!Array.isArray(content)) return '';
  return (content as readonly unknown[])
    .flatMap((block) => {
      const { type, text } = (block ?? {}) as { readonly type?: unknown; readonly text?: unknown };
      return type === 'text' && typeof text === 'string' ? [text] : [];
    })
    .join('\n');
}

const varying = new RegExp(`${maskSource}|${uuidSource}|${timeSource}`, 'g');

/** The text itself, or a pattern where it holds a time, a UUID or a mask. */
function matcher(text: string): string {
  if (text.search(varying) < 0) return JSON.stringify(text);
  return JSON.stringify({ matches: `^${patternOf(text)}$` }).replace(/^\{"matches":/, '{"matches": ');
}

function contains(text: string): string {
  if (text.search(varying) >= 0) return JSON.stringify({ matches: patternOf(text) });
  return JSON.stringify({ contains: text });
}

function patternOf(text: string): string {
  let done = 0;
  let pattern = '';
  for (const match of text.matchAll(varying)) {
    pattern += `${quoted(text.slice(done, match.index))}.*`;
    done = match.index + match[0].length;
  }
  return pattern + quoted(text.slice(done));
}

function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
