// Puts one send to a live process through the session's public commands, and says how it ended. Waits no longer than it was
// told, and not for a process that is gone. What is wrong about it is judged elsewhere.

import { childrenOf } from '../../shared/scenario/json-text.ts';
import type { FuzzSend, FuzzSubject } from '../../shared/fuzz/findings.ts';
import type { WireField } from '../../shared/session/agent.ts';
import type { HostRequest, RequestAsk } from '../session/request-desk.ts';
import type { FuzzProcess } from './fuzz-parts.ts';

export type CallEnd =
  | {
      readonly how: 'answered';
      readonly isError: boolean;
      /** Its texts, one below the other. */
      readonly text: string;
      readonly tookMs: number;
    }
  /** The host itself does not pass it on, as for plugins what does not fit the schema. */
  | { readonly how: 'refused'; readonly why: string }
  /** It is no question. */
  | { readonly how: 'sent' }
  | { readonly how: 'timedOut'; readonly afterMs: number }
  | { readonly how: 'gone' };

export type ValueSend = Extract<FuzzSend, { kind: 'value' }>;

/** @param lost resolves, with `gone`, when no answer can come any more */
export async function callWith(
  { session }: FuzzProcess,
  subject: FuzzSubject,
  send: ValueSend,
  deadlineMs: number,
  asked: (line: number | null) => void,
): Promise<CallEnd> {
  if (session.plugin) return callPlugin({ session } as FuzzProcess, subject, send, deadlineMs);
  if (subject.kind === 'event') {
    const fields = eventFields(subject.name, send.raw);
    if (!fields) return { how: 'refused', why: 'an event is an object of fields' };
    const sent = session.notice('event', fields);
    if (sent.ok) asked(sent.value);
    return sent.ok ? { how: 'sent' } : { how: 'gone' };
  }
  const ask = asking(subject, send.raw, deadlineMs);
  if (!ask) return { how: 'refused', why: 'an intercept is an object of fields' };
  const request = session.request(ask);
  asked(request.line);
  return endOf(request);
}

async function endOf(request: HostRequest): Promise<CallEnd> {
  const { end, answer, spentMs } = await request.end;
  if (answer) {
    const { frame } = answer;
    const isError =
      frame['is_error'] === true || (typeof frame['error'] === 'string' && frame['error'] !== '');
    return { how: 'answered', isError, text: textsOf(frame['content']), tookMs: spentMs };
  }
  if (end.how === 'timedOut' || end.how === 'dropped') return { how: 'timedOut', afterMs: spentMs };
  return end.how === 'notSent' ? { how: 'refused', why: end.reason } : { how: 'gone' };
}

function asking({ kind, name }: FuzzSubject, raw: string, deadlineMs: number): RequestAsk | undefined {
  const rest = { name, deadlineMs, outcome: 'it counts as a failure' };
  const named = { name: 'name', json: JSON.stringify(name) };
  if (kind === 'tool') return { type: 'tool_call', fields: [named, { name: 'args', json: raw }], ...rest };
  // A host leaves an empty text out.
  if (kind === 'command')
    return {
      type: 'command_invoked',
      fields: raw === '""' ? [named] : [named, { name: 'args', json: raw }],
      ...rest,
    };
  const fields = eventFields(name, raw);
  return fields && { type: 'event_intercept', fields, ...rest };
}

/** The members of the object, each as it is spelled. */
function eventFields(event: string, raw: string): WireField[] | undefined {
  const { kind, children } = childrenOf(raw);
  if (kind !== 'object') return undefined;
  return [
    { name: 'event', json: JSON.stringify(event) },
    ...children.map(({ key, offset, end }) => ({ name: String(key), json: raw.slice(offset, end) })),
  ];
}

async function callPlugin(
  { session }: FuzzProcess,
  { kind, name }: FuzzSubject,
  { raw }: ValueSend,
  timeoutMs: number,
): Promise<CallEnd> {
  const { plugin } = session;
  if (!plugin) throw new Error('Only plugins are called so.');
  const startedAt = performance.now();
  const spent = (): number => performance.now() - startedAt;
  if (kind === 'tool') {
    const { end, isError, content, tookMs } = await plugin.callTool({
      name,
      argsText: raw,
      raw: false,
      timeoutMs,
    });
    const text = content.map((block) => (block.kind === 'text' ? block.text : '')).join('\n');
    if (end.how === 'answered') return { how: 'answered', isError, text, tookMs };
    if (end.how === 'timedOut') return { how: 'timedOut', afterMs: tookMs };
    return end.how === 'notSent' ? { how: 'refused', why: end.reason } : { how: 'gone' };
  }
  if (kind === 'command') {
    const args: unknown = JSON.parse(raw);
    if (typeof args !== 'string') return { how: 'refused', why: 'a command is given a text' };
    const { end, effect, tookMs } = await within(plugin.runCommand({ name, args }), timeoutMs);
    if (end.how === 'timedOut') return { how: 'timedOut', afterMs: timeoutMs };
    if (end.how !== 'answered') return { how: 'gone' };
    return { how: 'answered', isError: effect.kind === 'error', text: '', tookMs };
  }
  const returns = await within(
    plugin.tell(name, raw, kind === 'intercept').then((all) => ({ all })),
    timeoutMs,
  );
  if (!('all' in returns)) return { how: 'timedOut', afterMs: timeoutMs };
  return returns.all.some(({ value }) => value === null)
    ? { how: 'gone' }
    : { how: 'answered', isError: false, text: '', tookMs: spent() };
}

const late = { end: { how: 'timedOut' } as const, effect: { kind: 'noop' } as const, tookMs: 0 };

/** Plugins' commands and events have no deadline of their own to be given. */
async function within<T>(promise: Promise<T>, ms: number): Promise<T | typeof late> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<typeof late>((resolve) => (timer = setTimeout(() => resolve(late), ms)));
  try {
    return await Promise.race([promise, over]);
  } finally {
    clearTimeout(timer);
  }
}

function textsOf(content: unknown): string {
  if (!Array.isArray(content)) return '';
  return content
    .map((block: unknown) =>
      typeof block === 'object' && block !== null && 'text' in block && typeof block.text === 'string'
        ? block.text
        : '',
    )
    .join('\n');
}
