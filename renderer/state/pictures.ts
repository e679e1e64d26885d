// Pictures in the answer of a tool, taken from its line when somebody looks at one. Only kinds that the page can show, and
// only up to a size; whatever is not shown has a sentence instead. Pure.

import type { Raw } from '@shared/session/entries.ts';
import { bytes } from '../format/count.ts';

export const shownTypes: readonly string[] = ['image/png', 'image/jpeg', 'image/gif', 'image/webp'];
/** Decoded bytes. */
export const mostPictureBytes = 4 * 1024 * 1024;

export type Picture = { readonly url: string } | { readonly why: string };

/** Why a picture of this kind and size is not shown; undefined when it may be. */
export function hindrance(mimeType: string, byteLength: number): string | undefined {
  if (!shownTypes.includes(mimeType))
    return `A picture of the type ${mimeType || '(none)'}, ${bytes(byteLength)}: only PNG, JPEG, GIF and WebP are shown here.`;
  if (byteLength > mostPictureBytes)
    return `A picture of ${bytes(byteLength)}: more than ${bytes(mostPictureBytes)} are not shown here.`;
  return undefined;
}

/** @param nth place among the pictures of the answer, from 0 */
export function pictureIn(raw: Raw | undefined, mimeType: string, nth: number): Picture {
  const text = raw && 'text' in raw ? raw.text : undefined;
  const data = text === undefined ? undefined : dataOf(text, nth);
  if (data === undefined) return { why: 'The picture is not in the recorded line.' };
  // Line breaks inside are fine for the real host (May 2026).
  const base64 = data.replace(/[\r\n]/g, '');
  if (!/^[A-Za-z0-9+/]*={0,2}$/.test(base64)) return { why: 'The picture is no base64.' };
  return { url: `data:${mimeType};base64,${base64}` };
}

function dataOf(text: string, nth: number): string | undefined {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return undefined; // the line is shown as what it is elsewhere
  }
  const content = member(frame, 'content');
  if (!Array.isArray(content)) return undefined;
  const pictures = content.filter((block: unknown) => member(block, 'type') === 'image');
  const data = member(pictures[nth], 'data');
  return typeof data === 'string' ? data : undefined;
}

/** Keys match whatever their letter case, the last of duplicates wins (real host, May 2026). */
function member(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined;
  return Object.entries(value).findLast(([key]) => key.toLowerCase() === name)?.[1];
}
