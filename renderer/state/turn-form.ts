// A turn as fields to fill in, and the script it stands for. Pure text; values are the person's own spelling throughout.

import { compactJson } from '@shared/json/compact.ts';
import { scenarioVersion } from '@shared/scenario/format.ts';

export interface TurnTool {
  tool: string;
  id: string;
  /** JSON text; empty is `{}`. */
  args: string;
}

export interface TurnForm {
  sessionStart: boolean;
  /** A whole number as text. */
  step: string;
  /** What the model says; empty: nothing. */
  text: string;
  tools: TurnTool[];
  stop: string;
  error: string;
}

export function newTurn(): TurnForm {
  return {
    sessionStart: true,
    step: '1',
    text: 'I will clean the build folder.',
    tools: [{ tool: 'bash', id: 'toolu_1', args: '{"command": "rm -rf build && npm run build"}' }],
    stop: 'tool_use',
    error: '',
  };
}

export function emptyTool(): TurnTool {
  return { tool: '', id: '', args: '{}' };
}

/** A scenario of one turn. Fields that can't be written (arguments that are no JSON) stand in it as they are. */
export function turnScript(form: TurnForm): string {
  const { sessionStart, step, text, tools, stop, error } = form;
  const parts = [
    '"do": "turn"',
    `"session_start": ${sessionStart}`,
    `"step": ${step.trim()}`,
    `"text": ${JSON.stringify(text)}`,
    `"tools": [${tools.map(toolText).join(', ')}]`,
    ...(stop === '' ? [] : [`"stop": ${JSON.stringify(stop)}`]),
    ...(error === '' ? [] : [`"error": ${JSON.stringify(error)}`]),
  ];
  return `{"framescope_scenario": ${scenarioVersion}, "name": "turn"}\n{${parts.join(', ')}}\n`;
}

function toolText({ tool, id, args }: TurnTool): string {
  // A step is one line: white space between the parts of the arguments means nothing and goes.
  const spelled = args.trim() === '' ? '{}' : (compactJson(args) ?? args.replaceAll('\n', ' '));
  const parts = [
    `"tool": ${JSON.stringify(tool)}`,
    ...(id === '' ? [] : [`"id": ${JSON.stringify(id)}`]),
    `"args": ${spelled}`,
  ];
  return `{${parts.join(', ')}}`;
}
