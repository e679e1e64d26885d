// Tells the format of a capture by its first lines. Part of the capture readers.

import { castEvent, castVersion } from './asciicast.ts';
import type { CaptureFormat } from './capture.ts';
import { parseJsonObject } from './json-object.ts';
import { tagsOf } from './tagged-frames.ts';

/** `lines`: the first ones of the file, empty ones left out. Undefined when it is none of them. */
export function detectCapture(lines: readonly string[]): CaptureFormat | undefined {
  const [first] = lines;
  if (first === undefined) return undefined;
  if (Number.isSafeInteger(parseJsonObject(first)?.framescope)) return 'recording';
  if (castVersion(first) !== undefined || most(lines, (line) => castEvent(line) !== undefined))
    return 'asciicast';
  const objects = lines.map(parseJsonObject);
  // A frame may well have a key `message`; what has a type of its own is a frame, not something about one.
  if (
    most(objects, (value) => value !== undefined && value.type === undefined && tagsOf(value) !== undefined)
  )
    return 'tagged';
  return objects.some((value) => typeof value?.type === 'string') ? 'wire' : undefined;
}

function most<T>(items: readonly T[], holds: (item: T) => boolean): boolean {
  return items.filter(holds).length * 2 > items.length;
}
