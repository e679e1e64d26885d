// A line of a recording, or of a run, as replay and comparison see it: which frame it is, what it is about, whom it answers,
// and its raw text. Small on purpose: no parsed value is kept. Everything about frames comes from the catalogue.

import type { Decoded, FrameDef, JsonObject } from '../protocol/define.ts';
import type { LineEntry, Raw, Side } from '../session/entries.ts';
import { typeColumn } from '../session/row-of.ts';

export interface ReplayLine {
  readonly seq: number;
  /** µs since its session began. */
  readonly atUs: number;
  readonly from: Side;
  /** As in the type column of the list: the frame's type, "not JSON" … */
  readonly type: string;
  /** What frames of one type are told apart by (tool, command, event …), where the catalogue knows. */
  readonly name?: string;
  /** The field that holds it. */
  readonly nameField?: string;
  readonly id?: string;
  /** Members of the frame that number something of the running process. */
  readonly perRun?: readonly string[];
  readonly role: 'request' | 'answer' | 'notice';
  /** Of a request: the type of its answer. */
  readonly answer?: string;
  /** A JSON object; anything else is compared as text. */
  readonly isFrame: boolean;
  readonly raw: Raw;
  /** Bytes on the wire, when only a part of the line was kept. */
  readonly cutFrom?: number;
  /** Who made a host line that is not the host's own. */
  readonly origin?: 'hand' | 'driver';
  /** Set for a line that the host's own rules sent. */
  readonly sentByHost?: 'always' | 'atStop';
}

/** @param raw instead of the entry's own: what passed the gate in its place */
export function replayLine(
  entry: LineEntry & { readonly seq: number; readonly atUs: number },
  decoded: Decoded,
  raw: Raw = entry.raw,
): ReplayLine {
  const { seq, atUs, from, origin } = entry;
  const cut = entry.truncated === true ? { cutFrom: entry.byteLength ?? 0 } : {};
  const common = { seq, atUs, from, raw, type: typeColumn(decoded), ...cut, ...(origin ? { origin } : {}) };
  if (decoded.kind === 'notFrame') return { ...common, role: 'notice', isFrame: false };
  const id = decoded.id === undefined ? {} : { id: decoded.id };
  if (decoded.kind === 'unknown') return { ...common, ...id, role: 'notice', isFrame: true };
  const { def } = decoded;
  const field = namingField(def);
  const name = field === undefined ? undefined : decoded.frame[field];
  return {
    ...common,
    ...id,
    ...(typeof name === 'string' && field !== undefined ? { name, nameField: field } : {}),
    ...(def.perRun ? { perRun: def.perRun } : {}),
    role: def.role.kind,
    ...(def.role.kind === 'request' ? { answer: def.role.answer } : {}),
    isFrame: true,
    ...(origin === undefined ? ownRule(def, decoded.frame) : {}),
  };
}

function ownRule({ sentByHost }: FrameDef, frame: JsonObject): Pick<ReplayLine, 'sentByHost'> {
  if (typeof sentByHost === 'function') return sentByHost(frame) ? { sentByHost: 'always' } : {};
  return sentByHost ? { sentByHost } : {};
}

const namingFields = new WeakMap<FrameDef, { readonly field: string | undefined }>();

/** The first field beside type and id that has to be there and is a text: what the frame is about. */
export function namingField(def: FrameDef): string | undefined {
  let known = namingFields.get(def);
  if (known === undefined) {
    const required = new Set((def.schema.required as readonly string[] | undefined) ?? []);
    const properties = Object.entries((def.schema.properties ?? {}) as Record<string, { type?: unknown }>);
    const found = properties.find(
      ([field, schema]) =>
        field !== 'type' && field !== 'id' && required.has(field) && schema.type === 'string',
    );
    namingFields.set(def, (known = { field: found?.[0] }));
  }
  return known.field;
}

/** The text to compare by: that of the line, or its bytes as base64 where they are not UTF-8. */
export function lineText({ raw }: Pick<ReplayLine, 'raw'>): string {
  return 'text' in raw ? raw.text : raw.base64;
}

/** Whether it can be compared as JSON. */
export function isJsonLine(line: ReplayLine): boolean {
  return line.isFrame && line.cutFrom === undefined && 'text' in line.raw;
}

/** Of this type there is one at a time, whatever it is about: a request or an answer that has no id. */
export function pairsByType({ role, id }: Pick<ReplayLine, 'role' | 'id'>): boolean {
  return role !== 'notice' && id === undefined;
}

/** "tool_result greet", to name a line in sentences. */
export function lineWords({ type, name }: Pick<ReplayLine, 'type' | 'name'>): string {
  return name === undefined ? type : `${type} ${name}`;
}
