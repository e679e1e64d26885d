// Frames of the zot family by which the host asks before something happens, and the extension decides.

import { Type } from '@sinclair/typebox';
import type { HostProfile, Issue, JsonObject } from '../define.ts';
import { join, optional, quote, say, words, type Parts } from '../say.ts';
import {
  answering,
  correlationId,
  defineFrame,
  everywhere,
  flag,
  frame,
  integer,
  latestOnly,
  maybe,
  raw,
  running,
  text,
} from './parts.ts';

export const eventIntercept = defineFrame({
  from: 'host',
  type: 'event_intercept',
  role: { kind: 'request', answer: 'event_intercept_response' },
  exercises: { part: 'intercept', name: 'event' },
  lane: 'intercepts',
  schema: frame(
    'event_intercept',
    {
      id: correlationId,
      event: text(),
      tool_id: maybe(text()),
      tool_name: maybe(text()),
      tool_args: maybe(raw()),
      step: maybe(integer()),
      text: maybe(text()),
      system_prompt: maybe(text()),
      session_id: maybe(text()),
      agent_run_id: maybe(text()),
      cwd: maybe(text()),
      provider: maybe(text()),
      model: maybe(text()),
      origin_extension: maybe(text()),
    },
    ['id', 'event'],
  ),
  dialects: everywhere,
  fieldDialects: {
    system_prompt: latestOnly,
    session_id: latestOnly,
    agent_run_id: latestOnly,
    cwd: latestOnly,
    provider: latestOnly,
    model: latestOnly,
    origin_extension: latestOnly,
  },
  // Raw JSON and what the newest zot has as a pointer; everything else follows Go's omitempty (real host, May 2026).
  keptEmpty: ['tool_args', 'system_prompt'],
  legalIn: running,
  times: '0 or more, for intercepted events',
  summary: eventSummary,
  check: (f, profile) => unknownEvent(f, profile, profile.intercepts),
  examples: [
    {
      type: 'event_intercept',
      id: '20',
      event: 'tool_call',
      tool_id: 't1',
      tool_name: 'bash',
      tool_args: {},
    },
    { type: 'event_intercept', id: '21', event: 'tool_call', tool_id: 't2', tool_name: 'write' },
    { type: 'event_intercept', id: '22', event: 'turn_start', step: 3 },
    { type: 'event_intercept', id: '23', event: 'assistant_message', text: 'Done.' },
    {
      type: 'event_intercept',
      id: '24',
      event: 'before_agent_start',
      system_prompt: 'You are helpful.',
      session_id: 's1',
      agent_run_id: 'r1',
      cwd: '/srv/app',
      provider: 'anthropic',
      model: 'claude-sonnet-4-5',
      origin_extension: 'repo-guard',
    },
    { type: 'event_intercept', id: '25', event: 'user_message', text: 'Hello' },
  ],
  doc: 'The host asks before it goes on: the tool runs, the turn starts or the message is shown only after the answer. Silence for 5 s means allow. Several extensions are asked one after the other.',
  source: 'seed, EventInterceptFromHost',
});

export const eventInterceptResponse = defineFrame({
  from: 'extension',
  type: 'event_intercept_response',
  role: { kind: 'answer', to: 'event_intercept' },
  outcome: {
    words: ['allow', 'block', 'rewrite'],
    of: decisionOutcome,
    onlyFor: { rewrite: ['tool_call', 'assistant_message', 'before_agent_start', 'user_message'] },
  },
  lane: 'intercepts',
  schema: frame(
    'event_intercept_response',
    {
      id: correlationId,
      block: maybe(flag()),
      reason: maybe(text('Shown to the model or the user when blocked.')),
      modified_args: maybe(raw('Replaces all arguments; it is not merged into them.')),
      replace_text: maybe(text('Replaces what the user sees; the transcript keeps the original.')),
      system_prompt: maybe(Type.String({ description: 'Up to 1 MiB; empty removes the prompt.' })),
    },
    ['id'],
  ),
  dialects: everywhere,
  fieldDialects: { system_prompt: latestOnly },
  legalIn: answering,
  times: 'once per event_intercept',
  refusal: (id) => ({ type: 'event_intercept_response', id }),
  summary: decisionSummary,
  check: decisionIssues,
  examples: [
    { type: 'event_intercept_response', id: '20' },
    { type: 'event_intercept_response', id: '20', block: true, reason: 'outside the project' },
    { type: 'event_intercept_response', id: '20', modified_args: { command: 'ls' } },
    { type: 'event_intercept_response', id: '23', replace_text: 'Done, with care.' },
    { type: 'event_intercept_response', id: '24', system_prompt: '' },
  ],
  doc: 'The decision: allow (the default of every field), block with a reason, or rewrite. With block, rewrites are ignored. Late answers and unknown ids are ignored.',
  source: 'seed, EventInterceptResponseFromExt',
});

/** With block, rewrites are ignored (seed). */
function decisionOutcome(f: JsonObject): string {
  if (f.block === true) return 'block';
  return ['modified_args', 'replace_text', 'system_prompt'].some((key) => f[key] !== undefined)
    ? 'rewrite'
    : 'allow';
}

/** The event's name and what it is about, also for one-way events. */
export function eventSummary(f: JsonObject): Parts {
  return join(
    say`${f.event}`,
    optional(' ', f.tool_name),
    optional(' ', f.tool_args),
    optional(' · step ', f.step),
    optional(' · ', f.stop),
    optional(' · ', f.status),
    optional(' · ', f.text),
    optional(' · ', f.error),
  );
}

/** A name the profile does not have: only a hand-made frame or another host sends it. */
export function unknownEvent(
  f: JsonObject,
  profile: HostProfile,
  known: readonly string[],
): readonly Issue[] {
  if (typeof f.event !== 'string' || known.includes(f.event)) return [];
  return [
    {
      code: 'event-unknown',
      severity: 'info',
      message: `${profile.name} does not send this frame for ${quote(f.event)}.`,
      pointer: '/event',
      source: profile.source,
    },
  ];
}

function decisionSummary(f: JsonObject): Parts {
  if (f.block === true) return join(words('block'), optional(': ', f.reason));
  const changes = join(
    f.modified_args === undefined ? [] : say`modified_args ${f.modified_args}`,
    optional('replace_text ', f.replace_text),
    f.system_prompt === undefined ? [] : say`system_prompt ${f.system_prompt}`,
  );
  return changes.length === 0 ? words('allow') : changes;
}

function decisionIssues(f: JsonObject): readonly Issue[] {
  const args = f.modified_args;
  if (args === undefined || (typeof args === 'object' && args !== null && !Array.isArray(args))) return [];
  return [
    {
      code: 'modified-args-not-object',
      severity: 'warning',
      message:
        'modified_args is no JSON object. The seed says such a rewrite is dropped; the real host hands it to the tool all the same.',
      pointer: '/modified_args',
      fix: 'Send the whole object of arguments, with the keys you did not change.',
      source: 'seed, EventInterceptResponseFromExt; real host, May 2026',
    },
  ];
}
