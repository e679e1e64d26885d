// Frames of the zot family about tools: the model calls a tool of the extension, and in the newest zot the extension
// calls a tool of the host. `tool_result` goes both ways with different fields.

import { counted, join, lengthOf, optional, say, words, type Parts } from '../say.ts';
import type { JsonObject } from '../define.ts';
import {
  answering,
  contentBlock,
  correlationId,
  defineFrame,
  everywhere,
  flag,
  frame,
  latestOnly,
  list,
  maybe,
  raw,
  running,
  text,
} from './parts.ts';

export const toolCall = defineFrame({
  from: 'host',
  type: 'tool_call',
  role: { kind: 'request', answer: 'tool_result' },
  lane: 'calls',
  exercises: { part: 'tool', name: 'name', args: 'args' },
  schema: frame('tool_call', { id: correlationId, name: text(), args: raw('As the model wrote them.') }, [
    'id',
    'name',
  ]),
  dialects: everywhere,
  legalIn: running,
  times: '0 or more, several at once',
  summary: (f) => join(say`${f.name}`, optional(' ', f.args)),
  examples: [
    { type: 'tool_call', id: '12', name: 'path_policy', args: { path: 'src/main.ts' } },
    { type: 'tool_call', id: '13', name: 'report', args: {} },
  ],
  doc: 'The model calls a tool of the extension. Arguments come unchecked, as the model wrote them; an answer is due within the tool deadline, 60 s in real hosts.',
  source: 'seed, ToolCallFromHost',
});

export const toolResult = defineFrame({
  from: 'extension',
  type: 'tool_result',
  role: { kind: 'answer', to: 'tool_call' },
  outcome: { words: ['result', 'error'], of: (f) => (f.is_error === true ? 'error' : 'result') },
  lane: 'calls',
  schema: frame(
    'tool_result',
    {
      id: correlationId,
      content: list(contentBlock),
      is_error: maybe(flag('The model reads the content as the reason.')),
      activate_tools: maybe(list(text())),
      structured_content: maybe(raw()),
    },
    ['id'],
  ),
  dialects: everywhere,
  fieldDialects: { activate_tools: latestOnly, structured_content: latestOnly },
  legalIn: answering,
  times: 'once per tool_call',
  refusal: (id, said) => ({
    type: 'tool_result',
    id,
    content: [{ type: 'text', text: said }],
    is_error: true,
  }),
  summary: resultSummary,
  examples: [
    { type: 'tool_result', id: '12', content: [{ type: 'text', text: 'writable' }] },
    { type: 'tool_result', id: '13', content: [{ type: 'text', text: 'no such report' }], is_error: true },
    { type: 'tool_result', id: '14', content: [{ type: 'image', mime_type: 'image/png', data: 'iVBORw==' }] },
    { type: 'tool_result', id: '15', content: [] },
    {
      type: 'tool_result',
      id: '16',
      content: [{ type: 'text', text: 'ok' }],
      activate_tools: ['report'],
      structured_content: { rows: 3 },
    },
  ],
  doc: 'The answer to a tool call. A late answer, a second one and one with an unknown id are ignored; so is one whose fields have wrong types, and then the call waits on.',
  source: 'seed, ToolResultFromExt; real host, May 2026',
});

export const toolCancel = defineFrame({
  from: 'host',
  type: 'tool_cancel',
  role: { kind: 'notice' },
  lane: 'calls',
  schema: frame('tool_cancel', { id: correlationId }, ['id']),
  dialects: latestOnly,
  legalIn: running,
  times: '0 or more, while a call is open',
  summary: (f) => say`call ${f.id} is not wanted any more`,
  examples: [{ type: 'tool_cancel', id: '12' }],
  doc: 'The call with this id is no longer wanted. Only sent to extensions that announced the capability tool_cancel.',
  source: 'zot, newest: tool_cancel',
});

export const callTool = defineFrame({
  from: 'extension',
  type: 'call_tool',
  role: { kind: 'request', answer: 'tool_result' },
  lane: 'calls',
  schema: frame(
    'call_tool',
    {
      id: correlationId,
      name: text(),
      args: raw(),
      parent_id: maybe(text('The call of the host this one is made for.')),
    },
    ['id', 'name'],
  ),
  dialects: latestOnly,
  legalIn: running,
  times: '0 or more, if the host offers call_tool',
  summary: (f) => join(say`${f.name}`, optional(' ', f.args)),
  examples: [
    { type: 'call_tool', id: 'a1', name: 'read', args: { path: 'README.md' } },
    { type: 'call_tool', id: 'a2', name: 'read', args: {}, parent_id: '12' },
  ],
  doc: 'The extension calls a tool of the host. Allowed only when hello_ack offered call_tool; results come within 60 s, at most four calls deep.',
  source: 'zot, newest: call_tool',
});

export const callToolCancel = defineFrame({
  from: 'extension',
  type: 'call_tool_cancel',
  role: { kind: 'notice' },
  lane: 'calls',
  schema: frame('call_tool_cancel', { id: correlationId }, ['id']),
  dialects: latestOnly,
  legalIn: running,
  times: '0 or more, while its call is open',
  summary: (f) => say`call ${f.id} is not wanted any more`,
  examples: [{ type: 'call_tool_cancel', id: 'a1' }],
  doc: 'Takes back one call_tool of the extension.',
  source: 'zot, newest: call_tool_cancel',
});

export const toolResultFromHost = defineFrame({
  from: 'host',
  type: 'tool_result',
  role: { kind: 'answer', to: 'call_tool' },
  lane: 'calls',
  schema: frame(
    'tool_result',
    {
      id: correlationId,
      name: text(),
      content: list(contentBlock),
      is_error: maybe(flag()),
      truncated: maybe(flag('Cut at 256 KiB.')),
    },
    ['id'],
  ),
  dialects: latestOnly,
  legalIn: answering,
  times: 'once per call_tool',
  summary: resultSummary,
  examples: [
    { type: 'tool_result', id: 'a1', name: 'read', content: [{ type: 'text', text: '# Shop' }] },
    { type: 'tool_result', id: 'a2', name: 'read', content: [], is_error: true, truncated: true },
  ],
  doc: 'The answer to call_tool. It shares its name with the frame an extension answers tool calls with.',
  source: 'zot, newest: tool_result from the host',
});

/** "2 text blocks, 214 characters", with "error" before and the reason after when it is one. */
export function resultSummary(f: JsonObject): Parts {
  const blocks = Array.isArray(f.content) ? f.content : [];
  const size = blocks.reduce((sum: number, block) => sum + lengthOf(textOf(block)), 0);
  const kinds = new Set(blocks.map(kindOf));
  const only = kinds.size === 1 ? `${[...kinds][0]} ` : '';
  const amount = size > 0 ? `, ${counted(size, 'character')}` : '';
  const body = blocks.length === 0 ? 'no content' : `${counted(blocks.length, `${only}block`)}${amount}`;
  if (f.is_error !== true) return words(body);
  return join(words(`error, ${body}`), optional(' · ', textOf(blocks[0])));
}

function kindOf(block: unknown): string {
  const kind = typeof block === 'object' && block !== null ? (block as JsonObject).type : undefined;
  return kind === 'text' || kind === 'image' ? kind : 'unknown';
}

function textOf(block: unknown): unknown {
  if (typeof block !== 'object' || block === null) return undefined;
  const { text: said, data } = block as JsonObject;
  return said ?? data;
}
