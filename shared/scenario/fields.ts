// Which steps there are and which fields each has, as data: the parser, its suggestions and the table of the
// documentation come from here. A new field is one row, and its use in build-step.ts.

import type { StepName } from './format.ts';

export type FieldKind =
  | 'text'
  | 'json'
  | 'object'
  | 'integer'
  | 'flag'
  | 'ms'
  | 'session'
  | 'matcher'
  | 'values'
  | 'row'
  | 'tools'
  | 'verdicts'
  | 'action'
  | 'side';

export interface FieldDef {
  readonly name: string;
  readonly kind: FieldKind;
  readonly required?: true;
  readonly doc: string;
}

export interface StepDef {
  readonly summary: string;
  readonly fields: readonly FieldDef[];
  /** Any other field is one of the frame, sent as it stands. */
  readonly open?: true;
}

/** What a value of each kind has to be, in words. */
export const kindWords: Readonly<Record<FieldKind, string>> = {
  text: 'a text in double quotes',
  json: 'any JSON value',
  object: 'an object in braces',
  integer: 'a whole number',
  flag: 'true or false',
  ms: 'whole milliseconds, 0 or more',
  session: 'the name of an extension, or its place in the load order from 1',
  matcher: 'a text, {"contains": "…"} or {"matches": "…"}',
  values: 'an object of JSON pointers and values, like {"/name": "Ada"}',
  row: 'an object like {"type": "notify"}',
  tools: 'a list of objects like {"tool": "bash", "args": {}}',
  verdicts: 'a list of allow, block, rewrite, timeout, gone, refused, not_asked',
  action: 'one of prompt, insert, display, open_panel, tool_prompt, noop, error',
  side: '"extension" or "host"',
};

const session = {
  name: 'session',
  kind: 'session',
  doc: 'which extension; without it the one that has the name',
} as const;
const timeout = { name: 'timeout_ms', kind: 'ms', doc: 'instead of the time limit of the host' } as const;

export const headerFields = [
  { name: 'framescope_scenario', kind: 'integer', required: true, doc: 'version of the format: 1' },
  { name: 'name', kind: 'text', doc: 'shown where the scenario is run' },
  { name: 'profile', kind: 'text', doc: 'the host to behave as, unless whoever runs it says another' },
] as const satisfies readonly FieldDef[];

export const rowFields = [
  {
    name: 'type',
    kind: 'text',
    required: true,
    doc: 'what the type column shows: a frame type, `not JSON`, `stderr`, `exited` …',
  },
  { name: 'id', kind: 'text', doc: 'the id of the frame' },
  { name: 'from', kind: 'side', doc: 'whose line it is' },
  { name: 'session', kind: 'session', doc: 'of which extension; without it any' },
  { name: 'text', kind: 'matcher', doc: 'the line as it crossed' },
  { name: 'value', kind: 'values', doc: 'values in the frame' },
] as const satisfies readonly FieldDef[];

export const toolFields = [
  { name: 'tool', kind: 'text', required: true, doc: 'its name' },
  { name: 'args', kind: 'json', doc: 'the arguments, sent as they are spelled; `{}` when absent' },
  { name: 'id', kind: 'text', doc: "the model's id of the call; `toolu_1`, `toolu_2` … when absent" },
  session,
  timeout,
] as const satisfies readonly FieldDef[];

export const stepFields = {
  tool_call: [
    { name: 'tool', kind: 'text', required: true, doc: 'its name' },
    { name: 'args', kind: 'json', doc: 'the arguments, sent as they are spelled; `{}` when absent' },
    session,
    timeout,
  ],
  command: [
    { name: 'name', kind: 'text', required: true, doc: 'its name without the slash' },
    { name: 'args', kind: 'text', doc: 'what a person types behind the name' },
    session,
  ],
  event: [{ name: 'event', kind: 'text', required: true, doc: 'which event' }],
  intercept: [{ name: 'event', kind: 'text', required: true, doc: 'what is asked about' }],
  turn: [
    { name: 'session_start', kind: 'flag', doc: 'whether the session begins; true in the first turn only' },
    { name: 'step', kind: 'integer', doc: 'number of the turn; counts from 1 when absent' },
    { name: 'text', kind: 'text', doc: 'what the model says' },
    { name: 'tools', kind: 'tools', doc: 'what the model calls, one after the other' },
    {
      name: 'stop',
      kind: 'text',
      doc: 'why it ended; `tool_use` when there are tools, else `end_turn`',
    },
    { name: 'error', kind: 'text', doc: 'what went wrong, with `"stop": "error"`' },
  ],
  send: [
    { name: 'frame', kind: 'object', doc: 'a frame, sent without the blanks between its parts' },
    { name: 'raw', kind: 'text', doc: 'any line, sent as it is' },
    { name: 'session', kind: 'session', doc: 'to which extension; without it to all' },
  ],
  wait: [
    { name: 'ms', kind: 'ms', doc: 'a length of time' },
    {
      name: 'for',
      kind: 'row',
      doc: 'a row that has come since the last step that did something; each row counts once',
    },
    { name: 'timeout_ms', kind: 'ms', doc: 'how long to wait for the row; 5000 when absent' },
  ],
  expect: [
    { name: 'is_error', kind: 'flag', doc: 'whether a tool or a command ended in an error' },
    {
      name: 'text',
      kind: 'matcher',
      doc: 'text of the result, of the command, or of the message that goes on',
    },
    {
      name: 'value',
      kind: 'values',
      doc: 'values in that text, read as JSON, or in the arguments that go on',
    },
    { name: 'action', kind: 'action', doc: 'what the command asked for' },
    { name: 'blocked', kind: 'flag', doc: 'whether an intercept was blocked' },
    { name: 'reason', kind: 'matcher', doc: 'the reason as the model or the user gets it' },
    { name: 'verdicts', kind: 'verdicts', doc: 'what each extension decided, in the order asked' },
    { name: 'timed_out', kind: 'flag', doc: 'whether an answer was waited for in vain' },
    { name: 'gone', kind: 'flag', doc: 'whether a process ended meanwhile' },
    { name: 'row', kind: 'row', doc: 'a row that has come since the last step that did something' },
    {
      name: 'within_ms',
      kind: 'ms',
      doc: 'the most the outcome took; with `row` how long to wait for it, 2000 when absent',
    },
  ],
  shutdown: [{ name: 'session', kind: 'session', doc: 'which extension; without it all' }],
} as const satisfies Readonly<Record<StepName, readonly FieldDef[]>>;

export const stepDefs: Readonly<Record<StepName, StepDef>> = {
  tool_call: { summary: 'Calls a tool, as the model does.', fields: stepFields.tool_call },
  command: { summary: 'Gives a command, as the person does.', fields: stepFields.command },
  event: {
    summary: 'Tells an event to all that subscribed to it. Other fields are those of the event.',
    fields: stepFields.event,
    open: true,
  },
  intercept: {
    summary: 'Asks all that intercept it, one after the other. Other fields are those of the question.',
    fields: stepFields.intercept,
    open: true,
  },
  turn: { summary: 'Walks through one turn of the agent.', fields: stepFields.turn },
  send: { summary: 'Puts a line of the host on the wire, right or wrong.', fields: stepFields.send },
  wait: { summary: 'Waits for a time, or for a row.', fields: stepFields.wait },
  expect: { summary: 'Checks the last outcome, or that a row is there.', fields: stepFields.expect },
  shutdown: { summary: "Stops extensions the host's way.", fields: stepFields.shutdown },
};

export const stepNames = Object.keys(stepDefs) as StepName[];

/** Which checks make sense of the outcome of which step. `gone`, `row` and `within_ms` always do. */
export const checksOf: Readonly<Record<'tool_call' | 'command' | 'intercept' | 'turn', readonly string[]>> = {
  tool_call: ['is_error', 'text', 'value', 'timed_out'],
  command: ['is_error', 'text', 'value', 'action', 'timed_out'],
  intercept: ['blocked', 'reason', 'text', 'value', 'verdicts', 'timed_out'],
  turn: ['is_error', 'text', 'blocked', 'reason', 'timed_out'],
};
