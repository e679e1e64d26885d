// One row of the list from one entry, made when it is looked at. Plain words for every kind of fact; what came from the
// wire is marked as such. What later entries made of this one (answered, released …) comes as marks.

import { lastKey } from '../json/pointer.ts';
import type { Decoded, Issue, NotFrameReason, SummaryPart } from '../protocol/define.ts';
import { clip, join, words, type Parts } from '../protocol/say.ts';
import { frameAsSent } from './as-sent.ts';
import type { Entry, LineEntry, Raw, Severity } from './entries.ts';
import { factRow } from './fact-rows.ts';
import type { Row } from './row.ts';

/** What is known of a row from other entries. */
export type RowMarks = Partial<
  Pick<Row, 'pairSeq' | 'latencyUs' | 'pending' | 'held' | 'edited' | 'dropped' | 'jumpUs' | 'severity'>
>;

const LONGEST_TYPE = 100;
const LONGEST_PART = 300;
const LONGEST_ISSUE = 160;

/** `decoded` belongs to line entries and is needed for them. */
export function rowOf(entry: Entry, decoded: Decoded | undefined, marks: RowMarks): Row {
  const { seq, atUs, kind } = entry;
  if (entry.kind === 'line') {
    if (decoded === undefined) throw new Error(`Line ${seq} came to its row without being decoded.`);
    return {
      seq,
      atUs,
      kind,
      ...lineRow(entry, decoded),
      ...marks,
      ...severity(decoded.issues, marks.severity),
    };
  }
  if (entry.kind === 'stderr') {
    const cut = entry.truncated === true ? { truncated: true as const } : {};
    return {
      seq,
      atUs,
      kind,
      from: 'extension',
      type: entry.pipe ?? 'stderr',
      summary: rawParts(entry.raw),
      ...cut,
      ...marks,
    };
  }
  const { type, summary, severity: own } = factRow(entry);
  const worst = worse(own, marks.severity);
  return {
    seq,
    atUs,
    kind,
    type,
    summary: summary.map(shortened),
    ...marks,
    ...(worst === undefined ? {} : { severity: worst }),
  };
}

type LineParts = Pick<
  Row,
  'from' | 'type' | 'id' | 'summary' | 'lane' | 'notFrame' | 'truncated' | 'origin' | 'answerOptional'
>;

function lineRow(entry: LineEntry, decoded: Decoded): LineParts {
  return {
    from: entry.from,
    type: typeColumn(decoded),
    ...('id' in decoded && decoded.id !== undefined ? { id: clip(decoded.id, LONGEST_TYPE) } : {}),
    summary: lineSummary(entry, decoded).map(shortened),
    ...(decoded.kind === 'frame' ? { lane: decoded.def.lane } : {}),
    ...(decoded.kind === 'frame' && decoded.def.role.kind === 'request' && decoded.def.role.optional
      ? { answerOptional: true as const }
      : {}),
    ...(decoded.kind === 'notFrame' ? { notFrame: true as const } : {}),
    ...(entry.truncated === true ? { truncated: true as const } : {}),
    ...(entry.origin === undefined ? {} : { origin: entry.origin }),
  };
}

const notFrameTypes: Readonly<Record<NotFrameReason, string>> = {
  notUtf8: 'not UTF-8',
  blank: 'blank line',
  notJson: 'not JSON',
  notObject: 'not an object',
  torn: 'torn line',
  headerFraming: 'header framing',
  multiLineJson: 'JSON over several lines',
  tooLong: 'line too long',
  tooDeep: 'nested too deep',
};

/** What stands in the type column of a line. */
export function typeColumn(decoded: Decoded): string {
  if (decoded.kind === 'notFrame') return notFrameTypes[decoded.reason];
  return decoded.type === '' ? 'no type' : clip(decoded.type, LONGEST_TYPE);
}

function lineSummary(entry: LineEntry, decoded: Decoded): Parts {
  if (decoded.kind !== 'frame') {
    const raw = rawParts(entry.raw);
    return raw.length === 0 ? words('nothing but the line end') : raw;
  }
  const frame = 'text' in entry.raw ? frameAsSent(entry.raw.text, decoded.frame) : decoded.frame;
  return join(decoded.def.summary(frame), issueParts(decoded.issues));
}

/** The worst of a frame's issues, so that its row says what is wrong. */
function issueParts(issues: readonly Issue[]): Parts {
  const worst =
    issues.find((issue) => issue.severity === 'error') ??
    issues.find((issue) => issue.severity === 'warning');
  if (worst === undefined) return [];
  if (worst.code !== 'unknown-field') return words(` · ${clip(worst.message, LONGEST_ISSUE)}`);
  return [{ words: ' · unknown field ' }, { wire: lastKey(worst.pointer ?? '') }];
}

/** Text as it came; bytes that are not UTF-8 as a reader would guess them, and said to be so. */
function rawParts(raw: Raw): Parts {
  if ('text' in raw) return raw.text.trim() === '' ? [] : [{ wire: clip(raw.text, LONGEST_PART) }];
  const start = atob(raw.base64.slice(0, 400));
  const guessed = new TextDecoder().decode(Uint8Array.from(start, (character) => character.charCodeAt(0)));
  return [{ wire: clip(guessed, LONGEST_PART) }, { words: ' · bytes that are not UTF-8' }];
}

function shortened(part: SummaryPart): SummaryPart {
  return 'words' in part
    ? { words: clip(part.words, LONGEST_PART) }
    : { wire: clip(part.wire, LONGEST_PART) };
}

const rank: Readonly<Record<Severity, number>> = { error: 3, warning: 2, info: 1 };

function worse(a: Severity | undefined, b: Severity | undefined): Severity | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  return rank[a] >= rank[b] ? a : b;
}

function severity(issues: readonly Issue[], marked: Severity | undefined): { readonly severity?: Severity } {
  let worst = marked;
  for (const issue of issues) worst = worse(worst, issue.severity);
  return worst === undefined ? {} : { severity: worst };
}
