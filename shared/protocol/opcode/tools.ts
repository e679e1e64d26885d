// Frames about tools: registration, the call, its end, partial results. `host.tool_done` is what answers a call; that the
// C function returned is a notice, because work may go on elsewhere.

import type { FrameDef } from '../define.ts';
import { counted, join, lengthOf, optional, say, words } from '../say.ts';
import { flagNames, toolFlags, toolLayout } from './abi.ts';
import {
  callNumber,
  cText,
  everywhere,
  hostNotice,
  integer,
  maybe,
  normativeOnly,
  pluginCall,
  pointer,
  returnsNothing,
  running,
  shown,
  shownAfter,
  text,
} from './parts.ts';
import { resultParts } from './result-text.ts';

export const registerTool = hostNotice({
  name: 'register_tool',
  args: {
    registration: integer('Counts the tools of this plugin, as they came.'),
    struct_size: integer(),
    flags: maybe(integer()),
    name: maybe(cText()),
    label: maybe(cText()),
    description: maybe(cText()),
    parameters_json: maybe(cText('A JSON Schema object.')),
    prompt_snippet: maybe(cText()),
    prompt_guidelines: maybe(cText('One a line.')),
    execute: maybe(pointer()),
    update: maybe(pointer()),
  },
  lane: 'registry',
  summary: (f) => join(shown(f.name ?? null), words(flagWords(f.flags)), shownAfter(' · ', f.description)),
  examples: [
    {
      registration: 1,
      struct_size: toolLayout.size,
      flags: toolFlags.READONLY | toolFlags.THREADSAFE,
      name: 'word_count',
      label: 'Count words',
      description: 'Counts the words of a file.',
      parameters_json: '{"type":"object","properties":{"path":{"type":"string"}},"required":["path"]}',
      prompt_snippet: null,
      prompt_guidelines: 'Give a path inside the project.',
      execute: '0x7f3a5c001402',
      update: null,
    },
    { registration: 2, struct_size: 16 },
  ],
  doc: 'Registers a tool. Fields behind struct_size are not read. A name that is taken, too long or of the wrong letters is refused; in order while init runs, or once a session has started.',
  header: 'valid during init or after session_start',
});

function flagWords(flags: unknown): string {
  if (typeof flags !== 'number') return '';
  const { known } = flagNames(flags);
  return known.length === 0 ? '' : ` · ${known.join(', ').toLowerCase()}`;
}

const executed = pluginCall({
  type: 'tool.execute',
  exercises: { part: 'tool', name: 'tool', args: 'args_json', argsAs: 'text' },
  args: {
    tool: text('Name of the tool.'),
    registration: maybe(integer('Which of several of that name; else the first.')),
    tool_call_id: cText(),
    args_json: cText('The arguments, a JSON object.'),
    signal_token: cText(),
  },
  ...returnsNothing,
  lane: 'calls',
  times: '0 or more, several may wait for tool_done',
  summary: (f) => join(say`${f.tool}`, shownAfter(' ', f.args_json)),
  examples: [
    {
      tool: 'word_count',
      registration: 1,
      tool_call_id: 'call_12',
      args_json: '{"path":"README.md"}',
      signal_token: 'run-1',
    },
  ],
  doc: 'The host calls a tool on the main loop. The function may return long before the call is over: tool_done ends it, from the main loop or, of a tool marked THREADSAFE, from a thread.',
  source:
    'opcode_plugin.h: OpcodeToolV1.execute ("Called on the main loop once per tool call after argument validation")',
});

export const toolExecute: FrameDef = {
  ...executed[0],
  role: { kind: 'request', answer: 'host.tool_done' },
};
export const toolReturned: FrameDef = {
  ...executed[1],
  role: { kind: 'notice' },
  doc: 'The C function has returned; the call itself is over with tool_done.',
};

export const toolDone: FrameDef = {
  ...hostNotice({
    name: 'tool_done',
    args: { id: callNumber, result_json: cText(), is_error: integer() },
    lane: 'calls',
    times: 'exactly once per tool.execute',
    summary: (f) => resultParts(f.result_json, f.is_error),
    examples: [
      {
        id: '12',
        result_json: '{"content":[{"type":"text","text":"214 words"}],"is_error":false}',
        is_error: 0,
      },
      {
        id: '13',
        result_json: '{"content":[{"type":"text","text":"no such file"}],"is_error":true}',
        is_error: 1,
      },
    ],
    doc: 'Ends a call, exactly once. The result belongs to the host from then on and so has to come from host->alloc.',
    header: 'Call exactly once per call handle',
  }),
  role: { kind: 'answer', to: 'tool.execute' },
  outcome: { words: ['result', 'error'], of: (f) => (f.is_error === 0 ? 'result' : 'error') },
};

export const [toolUpdate, toolUpdated] = pluginCall({
  type: 'tool.update',
  args: { tool: text(), registration: maybe(integer()), call: callNumber, partial_json: cText() },
  ...returnsNothing,
  dialects: normativeOnly,
  lane: 'calls',
  times: '0 or more while a call is open',
  summary: (f) => join(say`${f.tool} · call ${f.call}: `, words(partialWords(f.partial_json))),
  examples: [
    {
      tool: 'word_count',
      registration: 1,
      call: '12',
      partial_json: '{"content":[{"type":"text","text":"100 words so far"}]}',
    },
  ],
  doc: 'A partial result of a call, in the shape of the final one. The table has no function to send one, so it is the host that calls the function a plugin gave.',
  source: 'opcode_plugin.h: OpcodeToolV1.update ("Optional: stream partial output to the UI")',
});

function partialWords(partial: unknown): string {
  return partial === null ? 'NULL' : counted(lengthOf(partial), 'character');
}

export const [defer, deferred, deferredBack] = deferFrames();

function deferFrames(): readonly [FrameDef, FrameDef, FrameDef] {
  const asked = hostNotice({
    name: 'defer',
    args: { defer: integer('Counts the deferred functions.'), fn: pointer(), userdata: pointer() },
    lane: 'calls',
    summary: (f) => join(say`function ${f.fn}`, optional(' · number ', f.defer)),
    examples: [{ defer: 3, fn: '0x7f3a5c0015a0', userdata: '0x55d0c81e72a0' }],
    doc: 'Has a function run on the main loop, in the order of the calls, whatever thread asks.',
    header: 'schedules fn(userdata) on the main loop; safe from any thread',
  });
  const [run, back] = pluginCall({
    type: 'deferred',
    sentByHost: 'always',
    args: { defer: integer() },
    ...returnsNothing,
    lane: 'calls',
    legalIn: running,
    dialects: everywhere,
    times: 'once per defer',
    summary: (f) => say`deferred function number ${f.defer}`,
    examples: [{ defer: 3 }],
    doc: 'The main loop runs what was deferred. It has no value to return.',
    source: asked.source,
  });
  return [asked, run, back];
}
