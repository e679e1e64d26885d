// Frames of an Opcode host as text: compact JSON in JavaScript's spelling, for no wire spells them otherwise. Values are JSON
// text already and are not re-spelled.

import { compactJson } from '../../../shared/json/compact.ts';
import type { EncodedFields } from '../encode.ts';
import type { WireField } from '../agent-type.ts';

export function encodePlain(type: string, id: string, fields: readonly WireField[]): EncodedFields {
  let text = `{"type":${JSON.stringify(type)},"id":${JSON.stringify(id)}`;
  for (const { name, json } of fields) {
    const value = compactJson(json);
    if (value === undefined) return { ok: false, name };
    text += `,${JSON.stringify(name)}:${value}`;
  }
  return { ok: true, text: `${text}}` };
}
