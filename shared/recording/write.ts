// Header and entries → text lines of a recording, each with its LF; the counterpart of parse.ts, as format.ts says.
// Pure text. It must not know files, blocks or clocks; the journal's fast way uses the same heads (see lineHead).

import type { Entry, LineEnding, LineEntry, Raw, Side, StderrEntry } from '../session/entries.ts';
import type { RecordingHeader } from './format.ts';

/** The first line of a recording. `framescope` stands first, so that a reader knows the file by its first bytes. */
export function writeHeader(header: RecordingHeader): string {
  const { framescope, ...rest } = header;
  return `${JSON.stringify({ framescope, ...rest })}\n`;
}

/** One entry as its line. Never throws for an entry of the types in shared/session/entries.ts. */
export function writeEntry(entry: Entry): string {
  switch (entry.kind) {
    case 'line':
      return lineHead(entry) + rawTail(entry.raw, isEmbeddable);
    case 'stderr':
      return stderrHead(entry) + rawTail(entry.raw, never);
    case 'edited':
      return `{"seq":${entry.seq},"atUs":${entry.atUs},"kind":"edited","line":${entry.line}${rawTail(entry.raw, isEmbeddable)}`;
    default: {
      const { seq, atUs, kind, ...rest } = entry;
      return `${JSON.stringify({ seq, atUs, kind, ...rest })}\n`;
    }
  }
}

interface Place {
  readonly seq: number;
  readonly atUs: number;
}

/** A line entry up to its raw text, which follows as `,"frame":…}` + LF (or `text`, `base64`). */
export function lineHead(entry: Omit<LineEntry, 'raw' | 'kind'> & Place): string {
  return (
    `{"seq":${entry.seq},"atUs":${entry.atUs},"kind":"line","from":"${entry.from satisfies Side}"` +
    fields(entry) +
    (entry.held ? ',"held":true' : '') +
    (entry.origin ? `,"origin":"${entry.origin}"` : '')
  );
}

function stderrHead(entry: Omit<StderrEntry, 'raw' | 'kind'> & Place): string {
  return `{"seq":${entry.seq},"atUs":${entry.atUs},"kind":"stderr"${entry.pipe ? `,"pipe":"${entry.pipe}"` : ''}${fields(entry)}`;
}

function fields(entry: {
  readonly ending: LineEnding;
  readonly bom?: true;
  readonly byteLength?: number;
  readonly truncated?: true;
}): string {
  let text = '';
  if (entry.ending !== 'lf') text += `,"ending":"${entry.ending}"`;
  if (entry.bom) text += ',"bom":true';
  if (entry.byteLength !== undefined) text += `,"byteLength":${entry.byteLength}`;
  if (entry.truncated) text += ',"truncated":true';
  return text;
}

function rawTail(raw: Raw, embeds: (text: string) => boolean): string {
  if ('base64' in raw) return `,"base64":${JSON.stringify(raw.base64)}}\n`;
  if (embeds(raw.text)) return `,"frame":${raw.text}}\n`;
  return `,"text":${JSON.stringify(raw.text)}}\n`;
}

const loneSurrogate = /\p{Surrogate}/u;
const never = (): boolean => false;

/**
 * Whether a text may stand unescaped after `"frame":`: one JSON object, white space around it or not, without an LF
 * (which would end the entry) and without lone surrogates (which would not survive as UTF-8).
 */
export function isEmbeddable(text: string): boolean {
  if (!/^[ \t\r]*\{/.test(text) || text.includes('\n') || loneSurrogate.test(text)) return false;
  return isJson(text);
}

/** Whether JSON.parse takes it. */
export function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false; // the question was whether it parses
  }
}
