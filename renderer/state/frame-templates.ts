// What the composer knows of frames from the catalogue: which ones a host of this profile sends, their schemas with the
// fields of its dialect, and texts to begin with. Pure; the values come from the session.

import { putMember, readRaw } from '@shared/form/edit.ts';
import { readSchema, type SubSchema } from '@shared/form/schema.ts';
import { stringRaw } from '@shared/form/spell.ts';
import { templateOf } from '@shared/form/template.ts';
import type { FrameDef, HostProfile } from '@shared/protocol/define.ts';
import { profileNamed } from '@shared/protocol/registry.ts';
import type { RegisteredTool } from '@shared/session/summary.ts';

const made = new Map<string, SubSchema>();

/** The frames that a host of this profile sends, in catalogue order; none for an unknown profile. */
export function hostFrames(profile: string): readonly FrameDef[] {
  const frames = profileNamed(profile)?.protocol.frames ?? [];
  return frames.filter((def) => def.from === 'host' && def.dialects.includes(profile));
}

export function profileOf(name: string): HostProfile | undefined {
  return profileNamed(name)?.profile;
}

/** The frame's schema with the fields that the profile's dialect has. */
export function frameSchema(def: FrameDef, profile: string): SubSchema {
  const key = `${profile} ${def.type}`;
  const known = made.get(key);
  if (known) return known;
  const properties = Object.entries((def.schema.properties ?? {}) as Record<string, unknown>).filter(
    ([field]) => def.fieldDialects?.[field]?.includes(profile) ?? true,
  );
  const read = readSchema(JSON.stringify({ ...def.schema, properties: Object.fromEntries(properties) }));
  if (!read.ok) throw new Error(`The catalogue's schema of ${def.type} is none: ${read.problem}`);
  made.set(key, read.schema.whole);
  return read.schema.whole;
}

/** A tool's own schema; undefined when it sent none, or none that can be read. */
export function toolSchema(tool: RegisteredTool | undefined): SubSchema | undefined {
  if (!tool || tool.schemaText === null) return undefined;
  const read = readSchema(tool.schemaText);
  return read.ok ? read.schema.whole : undefined;
}

export interface Beginning {
  readonly label: string;
  /** JSON text of a whole frame. */
  readonly text: string;
}

/** Texts to begin a frame with: the least it needs, and the catalogue's examples of this dialect. */
export function beginnings(def: FrameDef, profile: string): readonly Beginning[] {
  const fields = new Set(Object.keys((def.schema.properties ?? {}) as object));
  const own = (field: string): boolean =>
    !fields.has(field) || (def.fieldDialects?.[field]?.includes(profile) ?? true);
  const examples = def.examples.filter((example) => Object.keys(example).every(own));
  return [
    { label: 'Required fields only', text: templateOf(frameSchema(def, profile)) },
    ...examples.map((example) => ({ label: labelOf(def, example), text: JSON.stringify(example) })),
  ];
}

function labelOf(def: FrameDef, example: FrameDef['examples'][number]): string {
  const words = def.summary(example).map((part) => ('words' in part ? part.words : part.wire));
  return `Example: ${words.join('').slice(0, 60) || def.type}`;
}

/** A call of a tool: its name, and arguments as its schema begins them. */
export function toolCallText(tool: RegisteredTool, fill: 'required' | 'all', id: string): string {
  const schema = toolSchema(tool);
  const args = schema ? templateOf(schema, { fill }) : '{}';
  return `{"type":"tool_call","id":${stringRaw(id)},"name":${stringRaw(tool.name)},"args":${args}}`;
}

/** The same of a native plugin: the arguments are a text in the frame. */
export function executeText(
  tool: RegisteredTool,
  fill: 'required' | 'all',
  id: string,
  registration: number,
): string {
  const schema = toolSchema(tool);
  const args = schema ? templateOf(schema, { fill }) : '{}';
  const name = stringRaw(tool.name);
  const call = `"registration":${registration},"tool_call_id":${stringRaw(`call_${id}`)}`;
  return `{"type":"tool.execute","id":${stringRaw(id)},"tool":${name},${call},"args_json":${stringRaw(args)},"signal_token":"composed"}`;
}

/** The frame with another id, when it has one. */
export function withId(text: string, id: string): string {
  const now = readRaw(text, '/id');
  return now === undefined || !now.startsWith('"') ? text : putMember(text, '', 'id', stringRaw(id));
}
