// JSON lines that tell direction and frame, as golden corpora and loggers of agents write them: the names of both keys
// and of the sides vary and are listed here. A frame that is an object keeps its very text. Part of the capture readers.

import { findNodeAtLocation, parseTree } from 'jsonc-parser';
import type { Side } from '../../session/entries.ts';
import { CaptureClock } from './capture-time.ts';
import { otherSide, type Captured, type CaptureChoices, type CaptureReader } from './capture.ts';
import { parseJsonObject } from './json-object.ts';

const sideKeys = ['dir', 'direction', 'from', 'side', 'sender', 'source', 'stream'];
const frameKeys = ['frame', 'line', 'raw', 'payload', 'message', 'msg', 'text', 'data', 'body'];
const timeKeys = ['atUs', 'atMs', 't', 'ts', 'time', 'at', 'ms', 'us', 'timestamp'];

/** Words for a side; `in` and `out` are the host's own: what it received, what it sent. */
const sideWords: Readonly<Record<string, Side>> = {
  ...words(
    'extension',
    'ext extension plugin child stdout in recv received receive read < <- ext_to_host e2h',
  ),
  ...words('host', 'host agent parent stdin out send sent write > -> host_to_ext h2e'),
};

function words(side: Side, list: string): Record<string, Side> {
  return Object.fromEntries(list.split(' ').map((word) => [word, side]));
}

/** `ext->host`, `extension_to_host`, `Host to Ext` … : the one before the arrow speaks. */
function sideOfWord(value: unknown): Side | undefined {
  if (typeof value !== 'string') return undefined;
  const word = value.trim().toLowerCase();
  const known = Object.hasOwn(sideWords, word) ? sideWords[word] : undefined;
  if (known) return known;
  const [first, second] = word.split(/\s*(?:-+>|=>|→|[_\s-]to[_\s-]|2)\s*/u);
  if (first === undefined || second === undefined) return undefined;
  return Object.hasOwn(sideWords, first) ? sideWords[first] : undefined;
}

export interface Tags {
  readonly side: Side | 'stderr';
  readonly frameKey: string;
  readonly timeKey: string | undefined;
}

/** The keys of a line of this format; undefined when it is none. */
export function tagsOf(value: Readonly<Record<string, unknown>>): Tags | undefined {
  const frameKey = frameKeys.find((key) => {
    const frame = value[key];
    return typeof frame === 'string' || (typeof frame === 'object' && frame !== null);
  });
  if (frameKey === undefined) return undefined;
  const timeKey = timeKeys.find((key) => value[key] !== undefined);
  for (const key of sideKeys) {
    if (key === frameKey) continue;
    const side = value[key] === 'stderr' ? ('stderr' as const) : sideOfWord(value[key]);
    if (side) return { side, frameKey, timeKey };
  }
  return undefined;
}

export function taggedFrames({ swap }: CaptureChoices): CaptureReader {
  const clock = new CaptureClock();
  return {
    line(raw) {
      if (!('text' in raw))
        return [{ kind: 'notTaken', why: 'it is not UTF-8', text: `base64 ${raw.base64}` }];
      if (raw.text.trim() === '') return [{ kind: 'passedOver' }];
      const value = parseJsonObject(raw.text);
      if (!value) return [{ kind: 'notTaken', why: 'it is not a JSON object', text: raw.text }];
      const tags = tagsOf(value);
      if (!tags) return [{ kind: 'notTaken', why: 'it tells no direction and frame', text: raw.text }];
      return [taggedLine(raw.text, value, tags, clock, swap)];
    },
    end: () => [],
  };
}

function taggedLine(
  line: string,
  value: Readonly<Record<string, unknown>>,
  { side, frameKey, timeKey }: Tags,
  clock: CaptureClock,
  swap: boolean,
): Captured {
  const frame = value[frameKey];
  const text = typeof frame === 'string' ? frame : exactText(line, frameKey);
  const atUs = timeKey === undefined ? undefined : clock.since(value[timeKey], timeKey);
  const ending = text.endsWith('\r\n') ? ('crlf' as const) : ('lf' as const);
  const rest = {
    raw: { text: text.replace(/\r?\n$/, '') },
    ending,
    ...(atUs === undefined ? {} : { atUs }),
  };
  if (/\n/.test(rest.raw.text))
    return { kind: 'notTaken', why: 'its frame is more than one line', text: line };
  if (side === 'stderr') return { kind: 'stderr', ...rest };
  return { kind: 'line', from: swap ? otherSide(side) : side, ...rest };
}

/** The bytes of the member as they stand in the line. */
function exactText(line: string, key: string): string {
  const tree = parseTree(line);
  const node = tree && findNodeAtLocation(tree, [key]);
  if (!node) throw new Error(`${key} was there a moment ago`);
  return line.slice(node.offset, node.offset + node.length);
}
