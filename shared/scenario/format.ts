// The scenario file, version 1: one step a line, each a JSON object, so that a change of one step is a change of one line.
// `//` and `/* */` comments and blank lines are allowed; a step never spans lines. Types only; parse.ts reads the file.
//
//   {"framescope_scenario": 1, "name": "greeting", "profile": "zot-latest"}
//   // the call that the documentation shows
//   {"do": "tool_call", "tool": "greet", "args": {"name": "Ada"}}
//   {"do": "expect", "is_error": false, "text": "Hello, Ada."}
//
// JSON values that go over the wire (arguments, fields, frames) are kept as the text that stands in the file: digits, key
// order and escapes are the author's.

export const scenarioVersion = 1;
export const scenarioExtension = '.scenario';

/** JSON as it stands in the file, comments taken out. */
export type JsonText = string;

export interface Scenario {
  /** Empty when the file gives none. */
  readonly name: string;
  /** Name of a host profile; null: whoever runs it decides. */
  readonly profile: string | null;
  readonly steps: readonly Step[];
}

/** An extension by its name, or by its place in the load order, from 1. */
export type SessionRef = string | number;

/** A member of a frame besides type, id and event: its name on the wire and its value. */
export interface FieldText {
  readonly name: string;
  readonly json: JsonText;
}

export type Matcher =
  | { readonly equals: string }
  | { readonly contains: string }
  /** Source of a regular expression with the flags `s` and `u`. */
  | { readonly matches: string };

/** What the value at a JSON pointer (RFC 6901) has to be. */
export interface PointerValue {
  readonly pointer: string;
  readonly json: JsonText;
}

/** Which rows of a recording are meant. All that is given has to fit. */
export interface RowMatch {
  /** The type column: a frame's type, `not JSON`, `stderr`, `exited` … */
  readonly type: string;
  readonly id?: string;
  readonly from?: 'extension' | 'host';
  readonly session?: SessionRef;
  /** The line as it crossed. */
  readonly text?: Matcher;
  readonly value?: readonly PointerValue[];
}

/** A tool that the model asks for in a turn. */
export interface TurnTool {
  readonly tool: string;
  readonly id: string;
  readonly args: JsonText;
  readonly session?: SessionRef;
  readonly timeoutMs?: number;
}

/** One turn of the agent, every value filled in. */
export interface Turn {
  /** The session_start event goes out first. */
  readonly sessionStart: boolean;
  /** A whole number as JSON text. */
  readonly step: JsonText;
  /** What the model says; empty: nothing, and nobody is asked about it. */
  readonly text: string;
  readonly tools: readonly TurnTool[];
  readonly stop: string;
  readonly error: string;
}

/** What became of one hop of an intercept chain, as an `expect` names it. */
export const verdictWords = ['allow', 'block', 'rewrite', 'timeout', 'gone', 'refused', 'not_asked'] as const;
export type VerdictWord = (typeof verdictWords)[number];

export const actionWords = [
  'prompt',
  'insert',
  'display',
  'open_panel',
  'tool_prompt',
  'noop',
  'error',
] as const;
export type ActionWord = (typeof actionWords)[number];

/** What is checked of the last outcome, and of rows. */
export interface Expectation {
  readonly isError?: boolean;
  readonly text?: Matcher;
  readonly blocked?: boolean;
  readonly reason?: Matcher;
  readonly action?: ActionWord;
  readonly verdicts?: readonly VerdictWord[];
  readonly timedOut?: boolean;
  readonly gone?: boolean;
  readonly value?: readonly PointerValue[];
  readonly row?: RowMatch;
  /** For an outcome: it took no longer. For a row: how long to wait for it. */
  readonly withinMs?: number;
}

interface Placed {
  /** Counts from 1. */
  readonly index: number;
  /** Line of the file, from 1. */
  readonly line: number;
}

export interface ToolCallStep extends Placed {
  readonly do: 'tool_call';
  readonly tool: string;
  readonly args: JsonText;
  readonly session?: SessionRef;
  readonly timeoutMs?: number;
}
export interface CommandStep extends Placed {
  readonly do: 'command';
  readonly name: string;
  readonly args: string;
  readonly session?: SessionRef;
}
export interface EventStep extends Placed {
  readonly do: 'event';
  readonly event: string;
  readonly fields: readonly FieldText[];
}
export interface InterceptStep extends Placed {
  readonly do: 'intercept';
  readonly event: string;
  readonly fields: readonly FieldText[];
}
export interface TurnStep extends Placed {
  readonly do: 'turn';
  readonly turn: Turn;
}
export interface SendStep extends Placed {
  readonly do: 'send';
  /** The line without its end: a frame, compacted, or any text. */
  readonly raw: string;
  /** Absent: every extension that runs. */
  readonly session?: SessionRef;
}
export interface WaitStep extends Placed {
  readonly do: 'wait';
  readonly wait:
    | { readonly kind: 'time'; readonly ms: number }
    | { readonly kind: 'row'; readonly row: RowMatch; readonly timeoutMs: number };
}
export interface ExpectStep extends Placed {
  readonly do: 'expect';
  readonly expect: Expectation;
}
export interface ShutdownStep extends Placed {
  readonly do: 'shutdown';
  /** Absent: all. */
  readonly session?: SessionRef;
}

export type Step =
  | ToolCallStep
  | CommandStep
  | EventStep
  | InterceptStep
  | TurnStep
  | SendStep
  | WaitStep
  | ExpectStep
  | ShutdownStep;

export type StepName = Step['do'];

/** One thing wrong with a scenario, where, and what would be right. */
export interface ScenarioFault {
  /** From 1. */
  readonly line: number;
  /** From 1, in UTF-16 units. */
  readonly column: number;
  /** How many UTF-16 units from there are meant; 0 where something is missing. */
  readonly length: number;
  readonly message: string;
  readonly fix?: string;
}

export type ParsedScenario =
  | { readonly ok: true; readonly scenario: Scenario }
  /** In the order of the file; at least one. */
  | { readonly ok: false; readonly faults: readonly ScenarioFault[] };
