// What of an extension can be fuzzed, and with which schema: its tools with their own, commands with a text, events and
// questions with the fields that hosts send. Starts the extension once to see what it registers.

import { failure } from '../../shared/errors.ts';
import type { FuzzSubject } from '../../shared/fuzz/findings.ts';
import type { WireFrame } from '../../shared/fuzz/fuzz-types.ts';
import type { FrameDef, HostProfile, JsonObject } from '../../shared/protocol/define.ts';
import { nearestName } from '../../shared/protocol/near.ts';
import { eventTemplates } from '../../shared/protocol/opcode/event-names.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { FuzzProcess, SubjectPlan } from '../drivers/fuzz.ts';
import { makeValidator } from '../session/schema-validator.ts';

/** What is to be fuzzed; all empty: every tool. */
export interface FuzzChoice {
  readonly tools: readonly string[];
  readonly commands: readonly string[];
  readonly events: readonly string[];
  readonly intercepts: readonly string[];
}

export const everyTool: FuzzChoice = { tools: [], commands: [], events: [], intercepts: [] };

/** Errors are one sentence of what is not there, and what is. */
export function subjectPlans({ session }: FuzzProcess, choice: FuzzChoice): Result<SubjectPlan[]> {
  const offered = offersOf(session);
  const chosen: FuzzSubject[] = [
    ...choice.tools.map((name) => ({ kind: 'tool', name }) as const),
    ...choice.commands.map((name) => ({ kind: 'command', name: name.replace(/^\//, '') }) as const),
    ...choice.events.map((name) => ({ kind: 'event', name }) as const),
    ...choice.intercepts.map((name) => ({ kind: 'intercept', name }) as const),
  ];
  const subjects = chosen.length > 0 ? chosen : offered.tool.map((name) => ({ kind: 'tool', name }) as const);
  if (subjects.length === 0)
    return failed(failure('argumentInvalid', 'It registers no tool to fuzz.', othersWords(offered)));
  const plans: SubjectPlan[] = [];
  for (const subject of subjects) {
    const names = offered[subject.kind];
    if (!names.includes(subject.name)) return failed(notOffered(subject, names));
    plans.push(planOf(session, subject));
  }
  return ok(plans);
}

type Offered = Readonly<Record<FuzzSubject['kind'], readonly string[]>>;

function offersOf({ plugin, offers, profile }: FuzzProcess['session']): Offered {
  const once = (names: readonly string[]): string[] => [...new Set(names)];
  if (plugin) {
    const { tools, commands, handlers } = plugin.offered;
    const events = once(handlers.map(({ event }) => event));
    return {
      tool: once(tools.map(({ name }) => name)),
      command: once(commands.map(({ name }) => name)),
      event: events,
      intercept: events.filter((name) => profile.intercepts.includes(name)),
    };
  }
  const named = (kind: string): string[] =>
    once(offers.registrations.filter((one) => one.kind === kind).map(({ name }) => name));
  return {
    tool: named('tool'),
    command: named('command'),
    event: [...offers.events],
    intercept: [...offers.intercepts],
  };
}

const kindWords: Readonly<Record<FuzzSubject['kind'], readonly [string, string]>> = {
  tool: ['has no tool', 'It has'],
  command: ['has no command', 'It has'],
  event: ['does not subscribe to', 'It subscribes to'],
  intercept: ['does not intercept', 'It intercepts'],
};

function notOffered({ kind, name }: FuzzSubject, names: readonly string[]): ReturnType<typeof failure> {
  const [lacks, has] = kindWords[kind];
  const near = nearestName(name, names);
  const all = names.length === 0 ? 'It has none of that kind.' : `${has}: ${names.join(', ')}.`;
  return failure(
    'argumentInvalid',
    `It ${lacks} "${name}".`,
    near === undefined ? all : `Did you mean ${near}? ${all}`,
  );
}

function othersWords({ command, event, intercept }: Offered): string {
  const [first] = [
    ...command.map((name) => `--command ${name}`),
    ...intercept.map((name) => `--intercept ${name}`),
    ...event.map((name) => `--event ${name}`),
  ];
  return first === undefined
    ? 'It registers nothing else either.'
    : `Say what to fuzz, for instance ${first}.`;
}

function planOf(session: FuzzProcess['session'], subject: FuzzSubject): SubjectPlan {
  const given = schemaOf(session, subject);
  const schemaText = given ?? '{"type":"object"}';
  const validator = makeValidator(schemaText);
  const validate = validator.ok ? validator.validate : () => true;
  return {
    subject,
    schemaText: schemaText.trim() === '' ? 'true' : schemaText,
    validate,
    isGiven: given !== undefined,
    schemaProblem: validator.ok ? '' : validator.problem,
    examples: examplesOf(session, subject),
    wire: session.plugin ? undefined : wireOf(session, subject),
  };
}

function schemaOf(
  { plugin, offers, profile }: FuzzProcess['session'],
  { kind, name }: FuzzSubject,
): string | undefined {
  if (kind === 'tool') {
    const schema = plugin
      ? plugin.offered.tools.find((tool) => tool.name === name)?.schemaText
      : offers.registrations.find((one) => one.kind === 'tool' && one.name === name)?.schemaText;
    return schema ?? undefined;
  }
  if (kind === 'command') return '{"type":"string"}';
  if (plugin) return JSON.stringify(schemaLike(payloadsOf(name)));
  return JSON.stringify(eventSchema(profile, kind, name));
}

/** Payloads to start from; those of the header's templates. */
function payloadsOf(event: string): readonly JsonObject[] {
  return eventTemplates.filter(({ name }) => name === event).map(({ payload }) => payload);
}

const examplesKept = 8;

function examplesOf({ plugin, profile }: FuzzProcess['session'], { kind, name }: FuzzSubject): string[] {
  if (kind === 'tool' || kind === 'command') return [];
  const all = plugin ? payloadsOf(name) : framesOf(profile, kind, name).map(fieldsOf);
  return all.slice(0, examplesKept).map((one) => JSON.stringify(one));
}

/** The fields that examples of this event have, as the catalogue types them; of one without examples all of them. */
function eventSchema(profile: HostProfile, kind: 'event' | 'intercept', name: string): object {
  const def = defOf(profile, kind);
  const { properties = {} } = (def?.schema ?? {}) as { properties?: Record<string, object> };
  const known = Object.entries(properties).filter(
    ([field]) => !own.has(field) && (def?.fieldDialects?.[field]?.includes(profile.name) ?? true),
  );
  const examples = framesOf(profile, kind, name).map(fieldsOf);
  const has = (field: string): number => examples.filter((example) => field in example).length;
  const used = examples.length === 0 ? known : known.filter(([field]) => has(field) > 0);
  return {
    type: 'object',
    properties: Object.fromEntries(used),
    required: used
      .map(([field]) => field)
      .filter((field) => examples.length > 0 && has(field) === examples.length),
    additionalProperties: false,
  };
}

const own = new Set(['type', 'id', 'event']);

function fieldsOf(frame: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(frame).filter(([field]) => !own.has(field)));
}

const frameOfKind = { event: 'event', intercept: 'event_intercept' } as const;

function defOf(profile: HostProfile, kind: 'event' | 'intercept'): FrameDef | undefined {
  return profileNamed(profile.name)?.protocol.frames.find(
    (def) => def.from === 'host' && def.type === frameOfKind[kind],
  );
}

function framesOf(profile: HostProfile, kind: 'event' | 'intercept', name: string): readonly JsonObject[] {
  return defOf(profile, kind)?.examples.filter((frame) => frame['event'] === name) ?? [];
}

/** An object schema that the payloads fit, with all that each of them has required. */
function schemaLike(payloads: readonly JsonObject[]): object {
  const [first] = payloads;
  return first ? likeValue(first) : { type: 'object' };
}

function likeValue(value: unknown): object {
  if (Array.isArray(value))
    return { type: 'array', ...(value.length > 0 ? { items: likeValue(value[0]) } : {}) };
  if (value === null || typeof value !== 'object')
    return { type: value === null ? 'null' : typeof value === 'number' ? 'number' : typeof value };
  return {
    type: 'object',
    properties: Object.fromEntries(Object.entries(value).map(([key, member]) => [key, likeValue(member)])),
    required: Object.keys(value),
  };
}

function wireOf({ profile, offers }: FuzzProcess['session'], { kind, name }: FuzzSubject): WireFrame {
  const quoted = JSON.stringify(name);
  const line = {
    tool: `{"type":"tool_call","id":"c1","name":${quoted},"args":{}}`,
    command: `{"type":"command_invoked","id":"c1","name":${quoted},"args":""}`,
    event: `{"type":"event","event":${quoted}}`,
    intercept: `{"type":"event_intercept","id":"c1","event":${quoted}}`,
  }[kind];
  const otherEvents = profile.events.filter((event) => !offers.events.has(event)).slice(0, mostOtherEvents);
  return { line, otherEvents, maxLineBytes: profile.maxLineBytes };
}

const mostOtherEvents = 3;
