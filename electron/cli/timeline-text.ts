// One row of the timeline as one line of text in aligned columns. Pure: the row comes from the journal, and nothing
// that an extension wrote reaches the line before its control and bidi characters have been made visible.

import { visibleText } from '../../shared/json/visible.ts';
import type { SummaryPart } from '../../shared/protocol/define.ts';
import type { Row } from '../../shared/session/row.ts';
import { duration, seconds } from './clock-text.ts';
import type { Ink, Tone } from './ink.ts';
import { cut, padEnd, textWidth } from './text-width.ts';

/** Widths in columns. The summary takes what is left. */
const columns = { mark: 2, time: 9, glyph: 3, type: 25, id: 7, latency: 9 } as const;
const beforeSummary = columns.mark + columns.time + 2 + columns.glyph + columns.type + columns.id;
const leastSummary = 20;
/** Where nothing limits the line a summary is still no place for megabytes; the recording has all of it. */
const longestSummary = 2_000;
const usualWidth = 120;

export interface LineLooks {
  readonly ink: Ink;
  /** Columns of the terminal; undefined: not a terminal, so lines may be as long as they are. */
  readonly width: number | undefined;
}

interface Glyph {
  readonly text: string;
  readonly tone: Tone;
}

/** What the glyphs mean, once, above the rows. */
export const legend =
  '← from the extension   → from the host   ⇠ not a frame   2> stderr   · the host and the process';

function glyphOf(row: Row): Glyph {
  if (row.kind === 'stderr') return { text: row.type === 'stdout' ? '1>' : '2>', tone: 'stderr' };
  if (row.kind === 'problem') return { text: '·', tone: row.severity === 'error' ? 'fault' : 'warn' };
  if (row.kind !== 'line') return { text: '·', tone: 'quiet' };
  if (row.from === 'host') return { text: row.origin === undefined ? '→' : '+', tone: 'host' };
  return row.notFrame ? { text: '⇠', tone: 'fault' } : { text: '←', tone: 'ext' };
}

function markOf(row: Row): Glyph {
  if (row.held && 'now' in row.held) return { text: '‖', tone: 'warn' };
  if (row.severity === 'error') return { text: '✖', tone: 'fault' };
  if (row.severity === 'warning') return { text: '▲', tone: 'warn' };
  return { text: '', tone: 'quiet' };
}

/** The parts as one plain text, safe for a terminal. */
export function summaryText(parts: readonly SummaryPart[]): string {
  const text = parts.map((part) => ('words' in part ? part.words : part.wire)).join('');
  return visibleText(text.length > longestSummary ? `${text.slice(0, longestSummary)}…` : text);
}

/**
 * @param answeredAfterUs on an answer, how long after its request it came: the request was printed before that was known
 */
export function rowLine(row: Row, answeredAfterUs: number | undefined, { ink, width }: LineLooks): string {
  const mark = markOf(row);
  const glyph = glyphOf(row);
  const quiet = row.kind === 'decided' || row.kind === 'stateChanged';
  const type = fit(visibleText(row.type), columns.type);
  const room = Math.max(leastSummary, (width ?? usualWidth) - beforeSummary - columns.latency - 1);
  const summary = summaryText(row.summary);
  const shown = width === undefined ? summary : cut(summary, room);
  const latency = answeredAfterUs === undefined ? '' : duration(answeredAfterUs);
  const line = [
    ink(mark.tone, padEnd(mark.text, columns.mark)),
    ink('quiet', seconds(row.atUs).padStart(columns.time)),
    '  ',
    ink(glyph.tone, padEnd(glyph.text, columns.glyph)),
    row.kind === 'line' && !row.notFrame ? type : ink('quiet', type),
    fit(visibleText(row.id ?? ''), columns.id),
    quiet ? ink('quiet', shown) : shown,
    latency === ''
      ? ''
      : ' '.repeat(Math.max(1, room - textWidth(shown) + 1)) +
        ink('quiet', latency.padStart(columns.latency)),
  ];
  return line.join('').trimEnd();
}

/** Exactly `width` columns, the last of them blank. */
function fit(text: string, width: number): string {
  return padEnd(cut(text, width - 1), width);
}
