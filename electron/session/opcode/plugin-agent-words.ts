// The words and small shapes of a plugin's agent: what arguments lack, what an event carries, why something did not come
// about. Pure; the asking is in plugin-agent.ts.

import { compactJson } from '../../../shared/json/compact.ts';
import type { RequestEnd, ToolOutcome, WireField } from '../../../shared/session/agent.ts';
import { endWords } from '../../../shared/session/agent-words.ts';
import { checkJson } from '../check-json.ts';
import type { Session } from '../session-type.ts';
import type { PluginHandler, PluginTool } from './plugin-offers.ts';

const text = (value: string): string => JSON.stringify(value);

/** Of the arguments, in sentences; the header: execute is called after argument validation. */
export function invalidWords(tool: PluginTool, args: string): readonly string[] {
  if (tool.schemaText === null || tool.schemaProblem !== '') return [];
  const { issues } = checkJson(tool.schemaText, args);
  return issues
    .filter(({ severity }) => severity !== 'info')
    .map(({ pointer, message }) => (pointer === '' ? message : `${pointer}: ${message}`));
}

export function eventFields(event: string, { registration }: PluginHandler, payload: string): WireField[] {
  return [
    { name: 'event', json: text(event) },
    { name: 'registration', json: String(registration) },
    { name: 'payload_json', json: text(payload) },
  ];
}

/** The fields of an event as one object, their values as they were written. */
export function payloadOf(fields: readonly WireField[]): string {
  return `{${fields.map(({ name, json }) => `${text(name)}:${compactJson(json) ?? 'null'}`).join(',')}}`;
}

export function vetoWords(event: string, plugin: string): string {
  return event === 'input' ? `handled by plugin ${plugin}` : `tool call refused by plugin ${plugin}`;
}

export function reasonWords(end: RequestEnd, failClosed: boolean): string {
  return `${endWords(end)} ${failClosed ? 'Blocked, because guards that fail block.' : 'It counts as 0.'}`;
}

export function failedWords(tool: string, end: RequestEnd): string {
  return end.how === 'answered'
    ? `${tool} gave no result that can be read.`
    : `${tool} failed. ${endWords(end)}`;
}

export function notSent(session: Session, tool: string, reason: string): ToolOutcome {
  return {
    ...{ tool, session: session.id, callId: null, line: null, end: { how: 'notSent', reason } as const },
    isError: true,
    content: [{ kind: 'text', text: reason }],
    remarks: [],
    tookMs: 0,
  };
}
