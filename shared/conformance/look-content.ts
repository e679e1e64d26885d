// What no schema says about the content of a tool's result: texts that are missing, pictures that are none. Pure.

import type { JsonObject } from '../protocol/define.ts';
import { quote } from '../protocol/say.ts';

export interface ContentFault {
  readonly rule: 'blocks-valid' | 'image-decodes';
  readonly words: string;
}

/** Beginnings of files by the type they are. */
const signatures: readonly (readonly [type: string, start: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46]],
];

const base64 = /^[A-Za-z0-9+/]*={0,2}$/;
const most = 50;

export function contentFaults(frame: JsonObject): readonly ContentFault[] {
  const { content } = frame;
  if (!Array.isArray(content)) return [];
  return content.slice(0, most).flatMap((block: unknown, at) => blockFaults(block, at + 1));
}

function blockFaults(block: unknown, place: number): readonly ContentFault[] {
  if (typeof block !== 'object' || block === null)
    return [{ rule: 'blocks-valid', words: `Block ${place} is empty: the model reads of an unknown type.` }];
  const { type, text, data, mime_type: mimeType } = block as JsonObject;
  if (type === 'text' && text === undefined)
    return [
      { rule: 'blocks-valid', words: `Block ${place} is a text without "text": the host leaves it out.` },
    ];
  if (type !== 'image') return [];
  const words = imageFault(data, mimeType);
  return words === '' ? [] : [{ rule: 'image-decodes', words: `Block ${place} is an image ${words}` }];
}

function imageFault(data: unknown, mimeType: unknown): string {
  if (typeof data !== 'string' || data === '') return 'without "data".';
  const bare = data.replace(/[\r\n]/g, '');
  if (bare.length % 4 !== 0 || !base64.test(bare))
    return `whose data is no base64 with padding (${quote(data.slice(0, 24))}); the model reads an error instead.`;
  if (typeof mimeType !== 'string' || !mimeType.startsWith('image/'))
    return 'without the "mime_type" of one.';
  const wanted = signatures.find(([type]) => type === mimeType);
  if (!wanted) return '';
  const start = Uint8Array.from(atob(bare.slice(0, 12)), (character) => character.charCodeAt(0));
  if (wanted[1].every((byte, at) => start[at] === byte)) return '';
  const is = signatures.find(([, bytes]) => bytes.every((byte, at) => start[at] === byte));
  return `whose data is not ${mimeType}${is ? `, but ${is[0]}` : ''}; the provider refuses it.`;
}
