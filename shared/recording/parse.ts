// Text lines of a recording → header and entries; the counterpart of write.ts, and the gate "disk → memory": what does
// not pass is named, never thrown. The raw text of a frame is cut out of the line, not taken from a parsed value.
// It must not know files: offsets, line numbers and counts of damage are the reader's.

import { Value } from '@sinclair/typebox/value';
import { failure } from '../errors.ts';
import { failed, ok, type Result } from '../result.ts';
import type { Entry, LineEnding, Raw } from '../session/entries.ts';
import type { Damage, RecordingHeader } from './format.ts';
import { plainFrame } from './plain-frame.ts';
import { entrySchemas, headerSchema } from './schema.ts';
import { upgradeFrom, type Upgrade } from './upgrade.ts';
import { isJson } from './write.ts';

/** Why a line is no entry. */
export interface EntryFault {
  readonly fault: Extract<Damage['kind'], 'notJson' | 'notEntry'>;
  /** In words, to stand after "line 12: ". */
  readonly message: string;
}

export interface ParsedHeader {
  readonly header: RecordingHeader;
  readonly upgrade: Upgrade;
}

type Fields = Readonly<Record<string, unknown>>;

/**
 * The first line of a recording.
 * Errors: `recordingNewer`; `recordingNotOne` when it is no header of any version.
 */
export function parseHeader(line: string): Result<ParsedHeader> {
  const value = parseObject(line);
  const version = value?.framescope;
  if (!value || !Number.isSafeInteger(version)) {
    return failed(failure('recordingNotOne', 'The first line is not the header of a Framescope recording.'));
  }
  const upgrade = upgradeFrom(version as number, undefined, undefined, value.writtenBy);
  if (!upgrade.ok) return upgrade;
  const header = upgrade.value.header(value);
  if (!Value.Check(headerSchema, header)) {
    const first = Value.Errors(headerSchema, header).First();
    const where = first ? ` (${first.path || '/'}: ${first.message})` : '';
    return failed(failure('recordingNotOne', `The header of the recording is not complete${where}.`));
  }
  return ok({ header, upgrade: upgrade.value });
}

/** Whether a line stands where a header would: it begins as none of the entries does. */
export function isHeaderLine(line: string): boolean {
  return line.startsWith('{"framescope":') && Number.isSafeInteger(parseObject(line)?.framescope);
}

/**
 * One entry line, with or without its LF. The text of a frame is checked to be JSON unless `trustFrames`, for those
 * who decode it anyway and look at what comes of it.
 */
export function parseEntry(line: string, trustFrames = false): Entry | EntryFault {
  const end = contentEnd(line);
  const plain = trustFrames ? plainFrame(line, 0, end) : undefined;
  if (plain) {
    const { seq, atUs, from, start } = plain;
    return { kind: 'line', from, raw: { text: line.slice(start, end - 1) }, ending: 'lf', seq, atUs };
  }
  const cut = line.indexOf(frameKey);
  if (cut > 0) {
    const head = parseObject(`${line.slice(0, cut)}}`);
    if (head && (head.kind === 'line' || head.kind === 'edited') && !hasRaw(head)) {
      if (line.charCodeAt(end - 1) !== closingBrace) return notJson('it ends in the middle of a frame');
      const text = line.slice(cut + frameKey.length, end - 1);
      if (!trustFrames && !(/^[ \t\r]*\{/.test(text) && isJson(text))) return frameNotJson;
      return toEntry(head, { text });
    }
  }
  const value = parseObject(line);
  return value ? toEntry(value, rawOf(value)) : notJson('it is not a JSON object');
}

/** What `parseEntry` says of a frame that does not parse. */
export const frameNotJson: EntryFault = { fault: 'notJson', message: 'the frame in it is not a JSON object' };

const frameKey = ',"frame":';
const closingBrace = 125;

/** Where the line ends without LF, CR LF: recordings may have gone through an editor. */
function contentEnd(line: string): number {
  let end = line.length;
  if (line.charCodeAt(end - 1) === 10) end--;
  if (line.charCodeAt(end - 1) === 13) end--;
  return end;
}

function parseObject(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined; // the caller says what that means
  }
}

function hasRaw(value: Fields): boolean {
  return 'text' in value || 'base64' in value;
}

const base64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

function rawOf(value: Fields): Raw | undefined {
  if (typeof value.text === 'string') return { text: value.text };
  if (typeof value.base64 === 'string' && base64.test(value.base64)) return { base64: value.base64 };
  return undefined;
}

function toEntry(value: Fields, raw: Raw | undefined): Entry | EntryFault {
  const { seq, atUs, kind } = value;
  if (!Number.isSafeInteger(seq) || (seq as number) < 1) return notEntry('it has no running number (seq)');
  if (typeof atUs !== 'number' || !(atUs >= 0)) return notEntry('it has no time (atUs)');
  if (kind === 'line' || kind === 'stderr') return toLine(value, raw);
  if (kind === 'edited') {
    if (!raw || !isPlace(value.line)) return notEntry('an edited entry needs a line and its text');
    return { kind, line: value.line, raw, seq: seq as number, atUs };
  }
  const schema = typeof kind === 'string' && Object.hasOwn(entrySchemas, kind) && entrySchemas[kind as never];
  if (!schema) return notEntry(`its kind is ${shown(kind)}`);
  if (!Value.Check(schema, value)) {
    const first = Value.Errors(schema, value).First();
    return notEntry(
      `a field is wrong in it (${first?.path ?? '/'}: ${first?.message ?? 'unexpected value'})`,
    );
  }
  return value as unknown as Entry;
}

const isPlace = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) >= 1;

function toLine(value: Fields, raw: Raw | undefined): Entry | EntryFault {
  const { seq, atUs, kind, from, pipe, ending = 'lf', bom, byteLength, truncated, held, origin } = value;
  const fits =
    raw !== undefined &&
    (kind === 'stderr' || from === 'extension' || from === 'host') &&
    (ending === 'lf' || ending === 'crlf' || ending === 'none') &&
    (bom === undefined || bom === true) &&
    (byteLength === undefined || (Number.isSafeInteger(byteLength) && (byteLength as number) >= 0)) &&
    (truncated === undefined || truncated === true) &&
    (held === undefined || held === true) &&
    (pipe === undefined || pipe === 'stdout') &&
    (origin === undefined || origin === 'hand' || origin === 'driver');
  if (!fits) return notEntry(`a field of this ${String(kind)} is missing or wrong`);
  return {
    kind,
    ...(kind === 'line' ? { from } : pipe ? { pipe } : {}),
    raw,
    ending: ending as LineEnding,
    ...(bom ? { bom } : {}),
    ...(byteLength !== undefined ? { byteLength } : {}),
    ...(truncated ? { truncated } : {}),
    ...(held ? { held } : {}),
    ...(origin ? { origin } : {}),
    seq,
    atUs,
  } as Entry;
}

const shown = (value: unknown): string => (JSON.stringify(value) ?? 'missing').slice(0, 60);
const notJson = (message: string): EntryFault => ({ fault: 'notJson', message });
const notEntry = (message: string): EntryFault => ({ fault: 'notEntry', message });
