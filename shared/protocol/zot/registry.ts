// Frames of the zot family by which an extension registers commands and tools and subscribes to events.

import { Type } from '@sinclair/typebox';
import type { HostProfile, Issue, JsonObject } from '../define.ts';
import { counted, join, lengthOf, optional, quote, say, words, wireText } from '../say.ts';
import {
  defineFrame,
  everywhere,
  flag,
  frame,
  latestOnly,
  list,
  maybe,
  oneOf,
  raw,
  registering,
  tervaOnly,
  text,
} from './parts.ts';

export const registerCommand = defineFrame({
  from: 'extension',
  type: 'register_command',
  role: { kind: 'notice' },
  lane: 'registry',
  schema: frame('register_command', { name: text('Without the slash.'), description: maybe(text()) }, [
    'name',
  ]),
  dialects: everywhere,
  legalIn: registering,
  times: '0 or more',
  summary: (f) => join(say`/${f.name}`, optional(' · ', f.description)),
  examples: [
    { type: 'register_command', name: 'audit', description: 'Show what was blocked' },
    { type: 'register_command', name: 'audit' },
  ],
  doc: 'Binds /name to this extension. A built-in command of the same name always wins, and of two extensions the first; neither is told.',
  source: 'seed, RegisterCommandFromExt',
});

const display = Type.Object({
  subject: maybe(text('Up to 200 bytes.')),
  body: maybe(oneOf(['text', 'json', 'diff', 'table'])),
  redact: maybe(list(text(), 'Up to 16 argument names.')),
});

export const registerTool = defineFrame({
  from: 'extension',
  type: 'register_tool',
  role: { kind: 'notice' },
  lane: 'registry',
  schema: frame(
    'register_tool',
    {
      name: text(),
      description: maybe(text()),
      schema: raw('JSON Schema of the arguments. The host passes it on unread and never checks arguments.'),
      output_schema: maybe(raw()),
      namespace: maybe(text()),
      namespace_description: maybe(text()),
      namespace_instructions: maybe(text()),
      exposure: maybe(oneOf(['direct', 'codemode', 'deferred', 'model-only'])),
      deferred: maybe(flag()),
      interactive: maybe(flag('Calls have no deadline: a person may be asked.')),
      read_only: maybe(flag()),
      authority: maybe(
        oneOf([
          'local-read',
          'local-data',
          'workspace-mutation',
          'process-execution',
          'network-read',
          'external-mutation',
        ]),
      ),
      essential: maybe(flag('At most three per extension.')),
      display: maybe(display),
    },
    ['name'],
  ),
  dialects: everywhere,
  fieldDialects: {
    output_schema: latestOnly,
    namespace: latestOnly,
    namespace_description: latestOnly,
    namespace_instructions: latestOnly,
    exposure: latestOnly,
    deferred: latestOnly,
    interactive: latestOnly,
    read_only: tervaOnly,
    authority: tervaOnly,
    essential: tervaOnly,
    display: tervaOnly,
  },
  legalIn: registering,
  times: '0 or more',
  summary: (f) => join(say`${f.name}`, optional(' · ', f.description)),
  examples: [
    {
      type: 'register_tool',
      name: 'path_policy',
      description: 'Says whether a path may be written',
      schema: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    },
    { type: 'register_tool', name: 'report', schema: {} },
    {
      type: 'register_tool',
      name: 'ask',
      schema: { type: 'object' },
      output_schema: { type: 'string' },
      namespace: 'guard',
      namespace_description: 'Policies',
      namespace_instructions: 'Ask first',
      exposure: 'deferred',
      deferred: true,
      interactive: true,
    },
    {
      type: 'register_tool',
      name: 'report',
      schema: { type: 'object' },
      read_only: true,
      authority: 'local-read',
      essential: true,
      display: { subject: 'Report', body: 'table', redact: ['token'] },
    },
  ],
  doc: 'Offers a tool to the model. Built-in tools of the same name win without a word, and of two extensions the first is called, although the model may see the description of the other.',
  source: 'seed, RegisterToolFromExt; real host, May 2026',
});

export const subscribe = defineFrame({
  from: 'extension',
  type: 'subscribe',
  role: { kind: 'notice' },
  lane: 'registry',
  schema: frame('subscribe', {
    events: maybe(list(text(), 'Events to be told about.')),
    intercept: maybe(list(text(), 'Events to be asked about first.')),
  }),
  dialects: everywhere,
  legalIn: registering,
  times: '0 or more, adds up',
  summary: (f) => {
    const events = lengthOf(f.events);
    const intercepts = lengthOf(f.intercept);
    if (events + intercepts === 0) return words('nothing');
    const told = events === 0 ? [] : join(words('events '), listed(f.events));
    const asked = intercepts === 0 ? [] : join(words('intercepts '), listed(f.intercept));
    return events > 0 && intercepts > 0 ? join(told, words(' · '), asked) : join(told, asked);
  },
  check: unknownSubscriptions,
  examples: [
    { type: 'subscribe', events: ['session_start', 'turn_end'], intercept: ['tool_call'] },
    { type: 'subscribe', events: ['tool_call'] },
    { type: 'subscribe' },
  ],
  doc: 'Says which events the extension wants to hear of and which it wants to decide on. Several frames add up. Names that can not be intercepted are dropped without a word, and one element of a wrong type drops the whole frame.',
  source: 'seed, SubscribeFromExt; real host, May 2026',
});

export const setWithdrawnTools = defineFrame({
  from: 'extension',
  type: 'set_withdrawn_tools',
  role: { kind: 'notice' },
  lane: 'registry',
  schema: frame('set_withdrawn_tools', {
    tools: list(text(), "Names of the extension's own tools."),
    all: flag('Hide every tool of this extension.'),
  }),
  dialects: tervaOnly,
  legalIn: ['registering', 'ready'],
  times: '0 or more, each replaces the last',
  summary: (f) => words(f.all === true ? 'all tools' : counted(lengthOf(f.tools), 'tool')),
  examples: [
    { type: 'set_withdrawn_tools', tools: ['deploy'], all: false },
    { type: 'set_withdrawn_tools', tools: [], all: true },
  ],
  doc: 'Hides some or all of its own tools from the model until the next such frame; the frame is the whole state, not a change.',
  source: 'terva 4, set_withdrawn_tools',
});

function listed(value: unknown) {
  if (!Array.isArray(value)) return say`${value}`;
  const shown = value.slice(0, 6).map((name) => wireText(name, 60));
  return [
    { wire: shown.join(', ') },
    ...(value.length > 6 ? words(` and ${counted(value.length - 6, 'more', 'more')}`) : []),
  ];
}

function unknownSubscriptions(f: JsonObject, profile: HostProfile): readonly Issue[] {
  const issues: Issue[] = [];
  names(f.intercept).forEach((name, i) => {
    if (profile.intercepts.includes(name)) return;
    issues.push({
      code: 'intercept-not-supported',
      severity: 'warning',
      message: `${profile.name} can not be asked about ${quote(name)} beforehand and drops the wish without a word.`,
      pointer: `/intercept/${i}`,
      fix: `Intercept one of: ${profile.intercepts.join(', ')}.`,
      source: 'seed, SubscribeFromExt',
    });
  });
  names(f.events).forEach((name, i) => {
    if (profile.events.includes(name)) return;
    issues.push({
      code: 'event-unknown',
      severity: 'warning',
      message: `${profile.name} has no event ${quote(name)}: the subscription is kept, but nothing will come.`,
      pointer: `/events/${i}`,
      fix: `Subscribe to one of: ${profile.events.join(', ')}.`,
      source: 'seed, SubscribeFromExt',
    });
  });
  return issues.slice(0, 20);
}

function names(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((name) => typeof name === 'string') : [];
}
