// A simulated turn: the values that are filled in where none are given, and the order in which an agent goes through it
// (real host, May 2026: turn_start → question turn_start → model → question assistant_message → assistant_message →
// tool_call for each tool → turn_end → for each tool the question, then the call). Pure: what the answers lead to is the
// driver's.

import type { stepFields } from './fields.ts';
import type { FieldText, JsonText, Turn, TurnTool } from './format.ts';
import type { Values } from './read-fields.ts';

/** One thing the agent does in a turn; `tool` counts from 0. */
export type TurnPart =
  | { readonly do: 'event'; readonly event: 'session_start' | 'turn_start'; readonly fields: Fields }
  /** `fields` are those of a turn that was not blocked. */
  | { readonly do: 'event'; readonly event: 'turn_end'; readonly fields: Fields }
  /** The text is the one that went through the question. */
  | { readonly do: 'event'; readonly event: 'assistant_message'; readonly fields: Fields }
  | { readonly do: 'event'; readonly event: 'tool_call'; readonly fields: Fields; readonly tool: number }
  | {
      readonly do: 'intercept';
      readonly event: 'turn_start' | 'assistant_message';
      readonly fields: Fields;
    }
  | { readonly do: 'intercept'; readonly event: 'tool_call'; readonly fields: Fields; readonly tool: number }
  /** The arguments are those that went through the question. */
  | { readonly do: 'tool_call'; readonly call: TurnTool; readonly tool: number };

type Fields = readonly FieldText[];

/** What a turn is when nothing is given: something for every guard to look at. */
const usual = {
  text: 'I will look at the files.',
  tool: { tool: 'bash', args: '{"command":"ls"}' },
} as const;

/** Fills in what the file leaves open, and notes what later turns have to know. */
export function fillTurn(
  given: Values<typeof stepFields.turn>,
  progress: { turns: number; toolIds: number; sessionStarted: boolean },
): Turn {
  progress.turns++;
  const nothing = given.text === undefined && given.tools === undefined;
  const tools = (given.tools ?? (nothing ? [usual.tool] : [])).map((tool): TurnTool => {
    const { tool: name = '', args = '{}', id, session, timeout_ms } = { ...emptyTool, ...tool };
    return {
      tool: name,
      id: id ?? `toolu_${++progress.toolIds}`,
      args,
      ...(session === undefined ? {} : { session }),
      ...(timeout_ms === undefined ? {} : { timeoutMs: timeout_ms }),
    };
  });
  const sessionStart = given.session_start ?? !progress.sessionStarted;
  progress.sessionStarted ||= sessionStart;
  return {
    sessionStart,
    step: given.step ?? String(progress.turns),
    text: given.text ?? (nothing ? usual.text : ''),
    tools,
    stop: given.stop ?? (given.error !== undefined ? 'error' : tools.length > 0 ? 'tool_use' : 'end_turn'),
    error: given.error ?? '',
  };
}

type GivenTool = NonNullable<Values<typeof stepFields.turn>['tools']>[number];
const emptyTool: GivenTool = {};

/** All that a turn does when nothing is blocked, in order. */
export function turnSteps(turn: Turn): readonly TurnPart[] {
  const step = [field('step', turn.step)];
  const text = [field('text', JSON.stringify(turn.text))];
  const asked = turn.tools.map((call, tool) => ({ call, tool, fields: toolFields(call) }));
  return [
    ...(turn.sessionStart ? [{ do: 'event', event: 'session_start', fields: [] } as const] : []),
    { do: 'event', event: 'turn_start', fields: step },
    { do: 'intercept', event: 'turn_start', fields: step },
    // An empty message is not asked about, nor told (real host, May 2026).
    ...(turn.text === ''
      ? []
      : ([
          { do: 'intercept', event: 'assistant_message', fields: text },
          { do: 'event', event: 'assistant_message', fields: text },
        ] as const)),
    ...asked.map(({ tool, fields }) => ({ do: 'event', event: 'tool_call', fields, tool }) as const),
    { do: 'event', event: 'turn_end', fields: turnEnd(turn.stop, turn.error) },
    ...asked.flatMap(
      ({ call, tool, fields }) =>
        [
          { do: 'intercept', event: 'tool_call', fields, tool },
          { do: 'tool_call', call, tool },
        ] as const,
    ),
  ];
}

/** Fields of turn_end; a blocked turn ends with stop `error` and the reason (real host, May 2026). */
export function turnEnd(stop: string, error: string): readonly FieldText[] {
  return [
    ...(stop === '' ? [] : [field('stop', JSON.stringify(stop))]),
    ...(error === '' ? [] : [field('error', JSON.stringify(error))]),
  ];
}

function toolFields({ id, tool, args }: TurnTool): readonly FieldText[] {
  return [
    field('tool_id', JSON.stringify(id)),
    field('tool_name', JSON.stringify(tool)),
    field('tool_args', args),
  ];
}

function field(name: string, json: JsonText): FieldText {
  return { name, json };
}
