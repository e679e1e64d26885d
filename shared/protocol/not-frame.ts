// What to say of a line that is no frame: which mistake it looks like, where, and what to do. Looks at one line alone.

import { walkJson, type WalkEnd } from '../json/walk.ts';
import type { LineEnding, Severity } from '../session/entries.ts';
import type { Decoded, HostProfile, Issue, NotFrameReason } from './define.ts';
import { quote } from './say.ts';

const SOURCE = 'seed, package comment: one JSON object per line';
const TO_STDERR = 'If this is a log line, write it to stderr; stdout belongs to frames.';

export function notFrame(
  reason: NotFrameReason,
  code: string,
  severity: Severity,
  message: string,
  fix?: string,
  source = SOURCE,
): Decoded {
  const issue: Issue = { code, severity, message, pointer: '', ...(fix ? { fix } : {}), source };
  return { kind: 'notFrame', reason, issues: [issue] };
}

export const notUtf8 = notFrame(
  'notUtf8',
  'not-utf8',
  'error',
  'The bytes of this line are not UTF-8, so it is kept as bytes and not read as a frame.',
  'Write UTF-8; in Python set PYTHONIOENCODING=utf-8 or open stdout with that encoding.',
  'JSON is UTF-8 (RFC 8259)',
);

const blank = notFrame(
  'blank',
  'blank-line',
  'warning',
  'An empty line. The real host takes it for malformed JSON and skips it.',
  'Write exactly one line end after each frame.',
  'real host, May 2026',
);

/** Go's decoder refuses more levels (real host, May 2026). */
export const DEPTH_LIMIT = 10_000;
export const tooDeep = notFrame(
  'tooDeep',
  'too-deep',
  'error',
  `Objects and arrays are nested more than ${DEPTH_LIMIT.toLocaleString('en-US')} deep; the real host takes the line for malformed.`,
  'Send flatter data.',
  'real host, May 2026',
);

/** A line of which only the first `keptBytes` were kept because it was longer than we keep. */
export function tooLongLine(byteLength: number, keptBytes: number, profile: HostProfile): Decoded {
  return notFrame(
    'tooLong',
    'line-too-long',
    'error',
    `A line of ${bytes(byteLength)}: more than is kept, so only its first ${bytes(keptBytes)} are here and it is not read as a frame. ${readingStops(profile)}`,
    'End each frame with a line feed, and send large contents in several frames.',
    profile.source,
  );
}

export function readingStops(profile: HostProfile): string {
  return `${profile.name} reads no line over ${bytes(profile.maxLineBytes)}, its line end included.`;
}

export function bytes(count: number): string {
  return `${count.toLocaleString('en-US')} bytes`;
}

export function notObject(value: unknown): Decoded {
  const what = Array.isArray(value) ? 'an array' : `a ${typeof value}`;
  return notFrame(
    'notObject',
    'not-object',
    'warning',
    `Valid JSON, but ${what}: a frame is an object. The real host takes it for malformed and skips it.`,
    TO_STDERR,
  );
}

/** For text that JSON.parse refused. */
export function describeBroken(text: string, ending: LineEnding): Decoded {
  if (/^[ \t\r]*$/.test(text)) return blank;
  if (/^content-(length|type)\s*:/i.test(text)) {
    return notFrame(
      'headerFraming',
      'header-framing',
      'error',
      `This looks like header framing (${quote(text)}), as language servers use it. Here a frame is one line of JSON without headers.`,
      'Write the JSON object in one line, followed by a line feed, and no header.',
    );
  }
  const end = walkJson(text);
  // JSON.parse and the walk follow the same grammar; should they ever differ, the line is still no frame.
  if (end.ok) return notFrame('notJson', 'not-json', 'warning', 'Not JSON.', TO_STDERR);
  if (end.why === 'end' && /^\s*[{[]/.test(text)) return ending === 'none' ? torn(text) : severalLines(text);
  if (/^\s+"[^"\\]*"\s*:/.test(text)) return severalLines(text);
  return notJson(text, end);
}

function torn(text: string): Decoded {
  return notFrame(
    'torn',
    'torn-line',
    'error',
    `The output ended in the middle of this line, after ${quote(text.slice(-40))}.`,
    'Flush stdout before the process ends, and find out why it ended here.',
  );
}

function severalLines(text: string): Decoded {
  return notFrame(
    'multiLineJson',
    'multi-line-json',
    'warning',
    `This looks like a piece of JSON printed over several lines (${quote(text)}). Each line is read on its own, so no piece is a frame.`,
    'Print the object without indentation, as one line.',
  );
}

function notJson(text: string, end: Exclude<WalkEnd, { ok: true }>): Decoded {
  const found =
    end.length === 0 ? 'the line ends' : `there is ${quote(text.slice(end.offset, end.offset + end.length))}`;
  const place = `at character ${(end.offset + 1).toLocaleString('en-US')}`;
  if (end.why === 'trailing' && /^\s*[{[]/.test(text)) {
    const glued = text[end.offset] === '{';
    return notFrame(
      'notJson',
      'not-json',
      'warning',
      glued
        ? `Two objects on one line: the second starts ${place}. The real host reads neither.`
        : `Not JSON: ${found} ${place}, after a complete value.`,
      glued ? 'End each frame with a line feed.' : TO_STDERR,
    );
  }
  const message =
    end.why === 'string'
      ? `Not JSON: the string that starts ${place} has a control character or a bad escape in it.`
      : `Not JSON: ${found} ${place}, where ${end.expected} should be.`;
  return notFrame('notJson', 'not-json', 'warning', message, TO_STDERR);
}
