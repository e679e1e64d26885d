// Frames of the JSON helpers. Paths are keys with dots between them, through objects only; whatever is not there or has
// another type gives the default.

import { Type } from '@sinclair/typebox';
import { join, say, words, type Parts } from '../say.ts';
import type { JsonObject } from '../define.ts';
import { cText, hostCall, shown } from './parts.ts';

const args = { json: cText(), path: cText('Keys with dots between them.') };
const asked = { json: '{"path":"README.md","limit":{"lines":40},"all":true}' };
const header = 'minimal JSON helpers (host allocator; NULL on missing/wrong type)';

function question(f: JsonObject): Parts {
  return join(shown(f.path ?? null), words(', else '), shown(f.dflt ?? null));
}

export const [jsonGetStr, jsonGotStr] = hostCall({
  name: 'json_get_str',
  args: { ...args, dflt: cText() },
  value: cText(),
  lane: 'other',
  summary: question,
  examples: [{ ...asked, path: 'path', dflt: null }],
  returned: {
    summary: (f) => shown(f.value ?? null),
    examples: [{ value: 'README.md' }, { value: null }],
    doc: 'The text, in memory of the host, valid until the next turn of the main loop; or the default as it was given.',
  },
  doc: 'Reads a string out of a JSON text.',
  header,
});

export const [jsonGetInt, jsonGotInt] = hostCall({
  name: 'json_get_int',
  args: { ...args, dflt: Type.Integer() },
  value: Type.Integer(),
  lane: 'other',
  summary: question,
  examples: [{ ...asked, path: 'limit.lines', dflt: 0 }],
  returned: {
    summary: (f) => say`${f.value}`,
    examples: [{ value: 40 }],
    doc: 'The number; a fraction, an exponent or one of more than 64 bits gives the default.',
  },
  doc: 'Reads a whole number out of a JSON text.',
  header,
});

export const [jsonGetBool, jsonGotBool] = hostCall({
  name: 'json_get_bool',
  args: { ...args, dflt: Type.Integer() },
  value: Type.Integer(),
  lane: 'other',
  summary: question,
  examples: [{ ...asked, path: 'all', dflt: 0 }],
  returned: {
    summary: (f) => say`${f.value}`,
    examples: [{ value: 1 }],
    doc: 'Either 1 or 0, or the default.',
  },
  doc: 'Reads true or false out of a JSON text.',
  header,
});

export const [jsonEscape, jsonEscaped] = hostCall({
  name: 'json_escape',
  args: { s: cText() },
  value: cText(),
  lane: 'other',
  summary: (f) => shown(f.s ?? null),
  examples: [{ s: 'say "hi"' }],
  returned: {
    summary: (f) => shown(f.value ?? null),
    examples: [{ value: 'say \\"hi\\"' }],
    doc: 'The escaped text, without quotes around it, in memory that the plugin has to free. NULL gives NULL.',
  },
  doc: 'Escapes a text so that it can stand inside a JSON string.',
  header,
});
