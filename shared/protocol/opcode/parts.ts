// What the Opcode frames share: names of dialects, states, JSON Schema pieces, and how a C value is written as JSON. A
// frame is one crossing of the ABI: a host function called by the plugin (`host.NAME`, and `host.NAME.return` where it
// returns something), or a function of the plugin called by the host (and its `.return`).

import { Type, type TProperties, type TSchema } from '@sinclair/typebox';
import type { HostState } from '../../session/entries.ts';
import type { FrameDef, JsonObject } from '../define.ts';
import { join, optional, quote, say, words, type Parts } from '../say.ts';
import { hostFunctions } from './abi.ts';

export const NORMATIVE = 'opcode-1';
export const TODAY = 'opcode-today';
export const everywhere = [NORMATIVE, TODAY] as const;
export const normativeOnly = [NORMATIVE] as const;

/** The library is being opened and its entry point asked. */
export const loading: readonly HostState[] = ['awaitingHello'];
export const registering: readonly HostState[] = ['registering'];
export const running: readonly HostState[] = ['registering', 'ready', 'stopping'];
export const anyTime: readonly HostState[] = ['awaitingHello', 'registering', 'ready', 'stopping'];

export const callNumber = Type.String({
  description: 'Number of the call; its return carries the same one.',
});
export const maybe = Type.Optional;
export const integer = (description?: string) => Type.Integer(description ? { description } : {});
export const flag = (description?: string) => Type.Boolean(description ? { description } : {});
export const text = (description?: string) => Type.String(description ? { description } : {});

/** A `const char *`: its text, null for NULL, base64 where the bytes are not UTF-8, its address where it was not read. */
export function cText(description?: string): TSchema {
  return Type.Unsafe<string | null | { readonly base64: string } | { readonly at: string }>({
    type: ['string', 'null', 'object'],
    properties: { base64: { type: 'string' }, at: { type: 'string' } },
    ...(description ? { description } : {}),
  });
}

/** An address in hexadecimal, or null for NULL. */
export function pointer(description?: string): TSchema {
  return Type.Unsafe<string | null>({ type: ['string', 'null'], ...(description ? { description } : {}) });
}

/** Of a call the plugin makes: where it came from. */
const origin = {
  during: maybe(Type.String({ description: 'The call of the host that was running on the main loop.' })),
  thread: maybe(Type.Integer({ description: 'The thread that called, when it was not the main loop.' })),
};

/** Threads have other numbers each time. */
const perRunOrigin: readonly string[] = ['thread'];

export function frame(type: string, properties: TProperties, optionalFields: TProperties = {}): TSchema {
  return Type.Object({ type: Type.Literal(type), ...properties, ...optionalFields }, { needed: [] });
}

type Written = Pick<FrameDef, 'lane' | 'summary' | 'doc'> &
  Partial<Pick<FrameDef, 'legalIn' | 'times' | 'dialects' | 'role' | 'sentByHost' | 'exercises'>> & {
    /** Fields of the frame beside its type, its number and where it came from. */
    readonly examples: readonly JsonObject[];
  };

interface Returned extends Pick<FrameDef, 'summary' | 'outcome'> {
  readonly examples: readonly JsonObject[];
  readonly doc: string;
}

const exampleNumber = '12';

function numbered(type: string, examples: readonly JsonObject[]): readonly JsonObject[] {
  return examples.map((example) => ({ type, id: exampleNumber, ...example }));
}

/** Calls of the plugin say where they came from: within a call of the host, or from a thread of its own. */
function withOrigin(examples: readonly JsonObject[]): readonly JsonObject[] {
  const [first = {}, ...others] = examples;
  return [{ ...first, during: '4' }, ...others, { ...first, thread: 48_379 }];
}

/** The header's declaration, and its words where it has some. */
function sourceOf(name: string, header = ''): string {
  const declared = hostFunctions.find((known) => known.name === name)?.declaration ?? name;
  return `opcode_plugin.h: ${declared}${header && ` ("${header}")`}`;
}

export interface HostCall extends Written {
  readonly name: string;
  readonly args: TProperties;
  /** Words of the header about it. */
  readonly header?: string;
}

/** A host function without a return value: the call is all there is to see. */
export function hostNotice({ examples, ...entry }: HostCall): FrameDef {
  const type = `host.${entry.name}`;
  return calledByPlugin(entry, withOrigin(examples.map((example) => ({ type, ...example }))));
}

function calledByPlugin(
  { name, args, header, ...rest }: Omit<HostCall, 'examples'>,
  examples: readonly JsonObject[],
): FrameDef {
  const type = `host.${name}`;
  return {
    from: 'extension',
    type,
    role: { kind: 'notice' },
    schema: frame(type, args, origin),
    perRun: perRunOrigin,
    dialects: everywhere,
    legalIn: running,
    times: '0 or more',
    source: sourceOf(name, header),
    ...rest,
    summary: (f) => join(rest.summary(f), fromThread(f)),
    examples,
  };
}

export interface AnsweredCall extends HostCall {
  readonly value: TSchema;
  readonly returned: Returned;
}

/** A host function and what it returns. */
export function hostCall(entry: AnsweredCall): readonly [call: FrameDef, answer: FrameDef] {
  const { value, returned, examples, ...asked } = entry;
  const type = `host.${entry.name}.return`;
  const call = calledByPlugin(
    { ...asked, args: { id: callNumber, ...asked.args } },
    withOrigin(numbered(`host.${entry.name}`, examples)),
  );
  return [
    { ...call, role: { kind: 'request', answer: type } },
    {
      from: 'host',
      type,
      role: { kind: 'answer', to: call.type },
      lane: call.lane,
      schema: frame(type, { id: callNumber, value }),
      dialects: call.dialects,
      legalIn: call.legalIn,
      sentByHost: 'always',
      times: 'once per call',
      source: call.source,
      ...returned,
      examples: numbered(type, returned.examples),
    },
  ];
}

export interface PluginCall extends Written {
  readonly type: string;
  readonly args: TProperties;
  readonly source: string;
  /** Fields of the return beside its number. */
  readonly back: TProperties;
  readonly returned: Returned;
}

/** A function of the plugin (or of the system's loader) that the host calls, and its return. */
export function pluginCall(entry: PluginCall): readonly [call: FrameDef, back: FrameDef] {
  const { args, back, returned, source, type, examples, ...rest } = entry;
  const answer = `${type}.return`;
  const call: FrameDef = {
    from: 'host',
    type,
    role: { kind: 'request', answer },
    schema: frame(type, { id: callNumber, ...args }),
    dialects: everywhere,
    legalIn: running,
    times: '0 or more',
    source,
    ...rest,
    examples: numbered(type, examples),
  };
  return [
    call,
    {
      from: 'extension',
      type: answer,
      role: { kind: 'answer', to: type },
      lane: call.lane,
      schema: frame(answer, { id: callNumber, ...back }),
      dialects: call.dialects,
      legalIn: call.legalIn,
      times: 'once per call',
      source,
      ...returned,
      examples: numbered(answer, returned.examples),
    },
  ];
}

/** ` · thread 4711`, when the call came from a thread of the plugin's own. */
function fromThread(f: JsonObject): Parts {
  return f.thread === undefined ? [] : join(words(' · on thread '), say`${f.thread}`);
}

/** A C string in a row. */
export function shown(value: unknown): Parts {
  if (value === null) return words('NULL');
  if (isBytes(value)) return words('bytes that are not UTF-8');
  if (isUnread(value)) return say`not read, at ${value.at}`;
  return say`${value}`;
}

/** The same after some words, or nothing when it is NULL. */
export function shownAfter(before: string, value: unknown): Parts {
  if (value === null || value === undefined) return [];
  return isBytes(value) ? words(`${before}bytes that are not UTF-8`) : optional(before, value);
}

export function isBytes(value: unknown): value is { readonly base64: string } {
  return typeof value === 'object' && value !== null && typeof (value as JsonObject).base64 === 'string';
}

/** A pointer behind which no text can be, so that nobody looked. */
export function isUnread(value: unknown): value is { readonly at: string } {
  return typeof value === 'object' && value !== null && typeof (value as JsonObject).at === 'string';
}

/** A C string inside a sentence. */
export function told(value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (isUnread(value)) return `${value.at}, which was not read`;
  return isBytes(value) ? '(bytes that are not UTF-8)' : quote(value);
}

export const returnsNothing = {
  back: {},
  returned: {
    summary: () => words('returned'),
    examples: [{}] as readonly JsonObject[],
    doc: 'It returned; there is no value.',
  },
} as const;
