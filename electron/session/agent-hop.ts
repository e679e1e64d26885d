// What one guard's answer to an intercept means: allow, block, or a rewrite of what the event is about. Pure. The order,
// the deadlines and what flows from one guard to the next are agent-chain.ts.

import { compactJson } from '../../shared/json/compact.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import type { AgentRemark, HopVerdict, WireField } from './agent-type.ts';
import { noteRemark } from './agent-tools.ts';
import { defaultReason } from './agent-words.ts';
import { rawMember, textMember } from './frame-fields.ts';
import type { Answer, RequestResult } from './request-desk.ts';

/** What a guard may rewrite of an event: the field it is asked with, and the field of its answer. */
interface Rewrite {
  readonly asked: string;
  readonly answer: string;
  /** The value is JSON text; otherwise a string of the frame. */
  readonly json: boolean;
}

/** seed, EventInterceptFromHost; newest zot: before_agent_start; terva: user_message. turn_start can only be blocked. */
const rewrites: Readonly<Record<string, Rewrite>> = {
  tool_call: { asked: 'tool_args', answer: 'modified_args', json: true },
  assistant_message: { asked: 'text', answer: 'replace_text', json: false },
  user_message: { asked: 'text', answer: 'replace_text', json: false },
  before_agent_start: { asked: 'system_prompt', answer: 'system_prompt', json: false },
};

/** Newest zot: a longer system prompt is dropped. */
const mostPromptBytes = 1024 * 1024;

export interface Judged {
  readonly verdict: HopVerdict;
  /** What goes on to the next guard. */
  readonly after: string;
  /** The guard's own, or why the host decided without it; '' when there is nothing to say. */
  readonly reason: string;
  readonly remarks: readonly AgentRemark[];
}

/** The value a chain is about: arguments as compact JSON text, a message or a prompt; '' when the event has none. */
export function valueOf(event: string, fields: readonly WireField[]): string {
  const rewrite = rewrites[event];
  const field = rewrite && fields.find(({ name }) => name === rewrite.asked);
  if (!rewrite || !field) return '';
  const compact = compactJson(field.json);
  if (rewrite.json || compact === undefined) return compact ?? field.json;
  const value: unknown = JSON.parse(compact);
  return typeof value === 'string' ? value : compact;
}

/** The fields for the next guard, with the value as it is now. */
export function fieldsWith(
  event: string,
  fields: readonly WireField[],
  value: string,
  changed: boolean,
): WireField[] {
  const rewrite = rewrites[event];
  if (!rewrite || !changed) return [...fields];
  const json = rewrite.json ? value : JSON.stringify(value);
  const others = fields.filter(({ name }) => name !== rewrite.asked);
  return [...others, { name: rewrite.asked, json }];
}

/** Block wins over any rewrite in the same answer (seed, EventInterceptResponseFromExt). */
export function judge(
  event: string,
  before: string,
  result: RequestResult,
  profile: HostProfile,
  failClosed: boolean,
): Judged {
  const remarks = result.notes.map(noteRemark);
  const { answer } = result;
  if (!answer) return withoutAnswer(before, result, profile, failClosed, remarks);
  const reason = textMember(answer.frame, 'reason') ?? '';
  if (answer.frame['block'] === true) return { verdict: 'block', after: before, reason, remarks };
  return rewritten(event, before, answer, profile, failClosed, remarks);
}

/** Silence means allow (seed: "missing the deadline is treated as allow"); a guard that is gone is not waited for. */
function withoutAnswer(
  before: string,
  { end }: RequestResult,
  profile: HostProfile,
  failClosed: boolean,
  remarks: readonly AgentRemark[],
): Judged {
  const waited = end.how === 'timedOut' || end.how === 'dropped';
  const what = waited
    ? `no answer in ${profile.interceptDeadlineMs / 1_000} s`
    : `no answer: ${'reason' in end ? end.reason : 'gone'}`;
  const verdict: HopVerdict = waited ? 'timeout' : end.how === 'notSent' ? 'notAsked' : 'gone';
  const dropped = end.how === 'dropped' ? [note('dropped-at-gate', `${capital(end.reason)}.`)] : [];
  const reason = failClosed ? `${what}: blocked, because guards that fail block` : `${what}: allowed`;
  return { verdict, after: before, reason, remarks: [...remarks, ...dropped] };
}

function rewritten(
  event: string,
  before: string,
  answer: Answer,
  profile: HostProfile,
  failClosed: boolean,
  remarks: readonly AgentRemark[],
): Judged {
  const allow: Judged = { verdict: 'allow', after: before, reason: '', remarks };
  const rewrite = rewrites[event];
  if (!rewrite) return allow;
  const after = rewrite.json ? rewrittenJson(rewrite, answer) : rewrittenText(event, rewrite, answer);
  if (after === undefined || after === before) return allow;
  if (event === 'before_agent_start' && Buffer.byteLength(after) > mostPromptBytes)
    return refused(allow, failClosed, 'The system prompt is longer than 1 MiB; the host drops the rewrite.');
  if (!rewrite.json || after.startsWith('{')) return { ...allow, verdict: 'rewrite', after };
  if (profile.rewrittenArgs === 'objectOnly')
    return refused(allow, failClosed, 'modified_args is no JSON object, so the rewrite is dropped (seed).');
  const words = 'modified_args is no JSON object. The seed says it is dropped; the real host hands it on.';
  return {
    ...allow,
    verdict: 'rewrite',
    after,
    remarks: [...remarks, note('modified-args-not-object', words)],
  };
}

function rewrittenJson({ answer: field }: Rewrite, { frame, text }: Answer): string | undefined {
  if (frame[field] === undefined) return undefined;
  const raw = rawMember(text, field);
  return raw === null ? JSON.stringify(frame[field]) : compactJson(raw);
}

/** An empty text is no rewrite, blanks are one (real host, May 2026); an empty system prompt removes it (newest zot). */
function rewrittenText(event: string, { answer: field }: Rewrite, { frame }: Answer): string | undefined {
  const text = frame[field];
  if (typeof text !== 'string') return undefined;
  return text === '' && event !== 'before_agent_start' ? undefined : text;
}

function refused(allow: Judged, failClosed: boolean, words: string): Judged {
  const reason = failClosed ? 'a rewrite that does not count: blocked, because guards that fail block' : '';
  return {
    ...allow,
    verdict: 'refusedRewrite',
    reason,
    remarks: [...allow.remarks, note('rewrite-refused', words)],
  };
}

/** Whether this verdict ends the chain. */
export function blocks(verdict: HopVerdict, failClosed: boolean): boolean {
  if (verdict === 'block') return true;
  return (
    failClosed &&
    (verdict === 'timeout' || verdict === 'gone' || verdict === 'refusedRewrite' || verdict === 'notAsked')
  );
}

/** The refusal as it is read: the guard's reason, the host's words for none; a suppressed message has no reason at all. */
export function refusal(event: string, reason: string): string {
  if (event === 'assistant_message') return '';
  return reason === '' ? defaultReason(event) : reason;
}

/**
 * Whether a chain has changed the value in the end. The real hosts compare as values, with numbers as 64-bit floats, so a
 * difference beyond their precision is none (real host, May 2026).
 */
export function sameValue(event: string, a: string, b: string, profile: HostProfile): boolean {
  if (a === b) return true;
  if (!rewrites[event]?.json || profile.sameArgs === 'sameText') return false;
  const [first, second] = [doublesOf(a), doublesOf(b)];
  return first !== undefined && first === second;
}

/** Canonical text of a JSON value with sorted keys; undefined when a number is too large for the host to compare. */
function doublesOf(text: string): string | undefined {
  if (text === '') return undefined;
  let fits = true;
  const sorted = (value: unknown): unknown => {
    if (typeof value === 'number' && !Number.isFinite(value)) fits = false;
    if (Array.isArray(value)) return value.map(sorted);
    if (typeof value !== 'object' || value === null) return value;
    const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0));
    return Object.fromEntries(entries.map(([key, member]) => [key, sorted(member)]));
  };
  try {
    const canonical = JSON.stringify(sorted(JSON.parse(text)));
    return fits ? canonical : undefined;
  } catch {
    return undefined; // nested too deep to compare: told apart by their text
  }
}

export function note(code: string, message: string): AgentRemark {
  return { code, severity: 'warning', message };
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
