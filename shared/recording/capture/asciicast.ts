// Terminal recordings: a header line, then [time, code, data] a line. Output is what the extension wrote, input what the
// host did; data are pieces of streams, put together and cut at LF here. Part of the capture readers.

import type { Raw, Side } from '../../session/entries.ts';
import { type Captured, type CaptureChoices, type CaptureReader, otherSide } from './capture.ts';
import { parseJson, parseJsonObject } from './json-object.ts';

type Stream = Side | 'stderr';

const streams: Readonly<Record<string, Stream>> = {
  o: 'extension',
  out: 'extension',
  stdout: 'extension',
  i: 'host',
  in: 'host',
  stdin: 'host',
  e: 'stderr',
  err: 'stderr',
  stderr: 'stderr',
};
/** Events that say nothing about what crossed: marker, resize, exit. */
const other = new Set(['m', 'r', 'x']);

export interface CastEvent {
  readonly seconds: number;
  readonly code: string;
  readonly data: string;
}

export function castEvent(text: string): CastEvent | undefined {
  const value = parseJson(text);
  if (!Array.isArray(value) || value.length < 3) return undefined;
  const [seconds, code, data] = value as unknown[];
  if (typeof seconds !== 'number' || typeof code !== 'string' || typeof data !== 'string') return undefined;
  return Object.hasOwn(streams, code) || other.has(code) ? { seconds, code, data } : undefined;
}

/** Version of a header line; undefined when it is none. */
export function castVersion(text: string): number | undefined {
  const value = parseJsonObject(text);
  const version = value?.version;
  const isHeader = (version === 2 && 'width' in (value ?? {})) || (version === 3 && 'term' in (value ?? {}));
  return isHeader ? (version as number) : undefined;
}

export function asciicast({ swap }: CaptureChoices): CaptureReader {
  const open = new Map<Stream, { text: string; atUs: number }>();
  let version = 2;
  let nowUs = 0;
  const piece = (stream: Stream, data: string): Captured[] => {
    const waiting = open.get(stream);
    const lines = ((waiting?.text ?? '') + data).split('\n');
    const rest = lines.pop() ?? '';
    // A line is there when its end is.
    const whole = lines.map((text) => captured(stream, text, nowUs));
    if (rest === '') open.delete(stream);
    else open.set(stream, { text: rest, atUs: nowUs });
    return whole;
  };
  const captured = (stream: Stream, text: string, atUs: number, ended = true): Captured => {
    const crlf = text.endsWith('\r');
    const line = {
      raw: { text: crlf ? text.slice(0, -1) : text },
      ending: !ended ? ('none' as const) : crlf ? ('crlf' as const) : ('lf' as const),
      atUs,
    };
    if (stream === 'stderr') return { kind: 'stderr', ...line };
    return { kind: 'line', from: swap ? otherSide(stream) : stream, ...line };
  };
  return {
    line(raw: Raw) {
      if (!('text' in raw))
        return [{ kind: 'notTaken', why: 'it is not UTF-8', text: `base64 ${raw.base64}` }];
      const header = castVersion(raw.text);
      if (header !== undefined) version = header;
      if (header !== undefined || raw.text.trim() === '' || raw.text.startsWith('#'))
        return [{ kind: 'passedOver' }];
      const event = castEvent(raw.text);
      if (!event) return [{ kind: 'notTaken', why: 'it is no event', text: raw.text }];
      const us = Math.max(0, Math.round(event.seconds * 1_000_000));
      nowUs = version === 3 ? nowUs + us : us;
      const stream = Object.hasOwn(streams, event.code) ? streams[event.code] : undefined;
      return stream ? piece(stream, event.data) : [{ kind: 'passedOver' }];
    },
    end: () => [...open].map(([stream, { text, atUs }]) => captured(stream, text, atUs, false)),
  };
}
