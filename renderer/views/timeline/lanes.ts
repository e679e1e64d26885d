// The rows in view laid out in time: one lane a kind, spans from a request to its answer, marks for what has no length.
// Pure. It draws from nothing but the rows it is given, so it shows no more than is known of that stretch of time.

import type { Row } from '@shared/session/row.ts';

export type LaneName = 'Process' | 'Calls' | 'Intercepts' | 'Commands' | 'Events' | 'stderr';
export const laneNames: readonly LaneName[] = [
  'Process',
  'Calls',
  'Intercepts',
  'Commands',
  'Events',
  'stderr',
];

export interface LaneItem {
  readonly shape: 'span' | 'event' | 'tick' | 'fault';
  /** Row that a click selects. */
  readonly seq: number;
  readonly fromUs: number;
  readonly toUs: number;
  /** It began before what is shown, or its end is still to come. */
  readonly openStart: boolean;
  readonly openEnd: boolean;
  /** From when to when time stood still in it. */
  readonly heldUs: readonly [from: number, to: number] | null;
  readonly name: string;
}
export interface Lane {
  readonly name: LaneName;
  readonly items: readonly LaneItem[];
}
export interface Lanes {
  /** How long the process is known to have lived, of this stretch; null when nothing shows it. */
  readonly process: LaneItem | null;
  readonly fromUs: number;
  readonly toUs: number;
  readonly stepUs: number;
  readonly lanes: readonly Lane[];
}

export interface LaneTime {
  /** µs since the session began. */
  readonly nowUs: number;
  /** Answers may still come. */
  readonly runs: boolean;
  /** The view ends at now, not at its last row. */
  readonly follows: boolean;
  /** What is known of the process as a whole: words for its span, and whether it lives now. */
  readonly process: { readonly words: string; readonly lives: boolean } | null;
}

const ofLane: Partial<Record<NonNullable<Row['lane']>, LaneName>> = {
  calls: 'Calls',
  intercepts: 'Intercepts',
  commands: 'Commands',
  events: 'Events',
};

/** Lays out the rows, which are ascending; null when there are none. */
export function layOut(rows: readonly Row[], time: LaneTime): Lanes | null {
  const first = rows[0];
  const last = rows.at(-1);
  if (!first || !last) return null;
  const endUs = time.follows && time.runs ? Math.max(time.nowUs, last.atUs) : last.atUs;
  const stepUs = niceStep(endUs - first.atUs);
  const fromUs = Math.floor(first.atUs / stepUs) * stepUs;
  const toUs = Math.max(fromUs + stepUs, (Math.floor(endUs / stepUs) + 1) * stepUs);
  const known = new Map(rows.map((row) => [row.seq, row]));
  const items = new Map<LaneName, LaneItem[]>(laneNames.map((name) => [name, []]));
  for (const row of rows) {
    const place = itemOf(row, known, fromUs, { ...time, nowUs: Math.max(time.nowUs, last.atUs) });
    if (place) items.get(laneOf(row))?.push(place);
  }
  const process = processOf(rows, fromUs, endUs, time);
  return {
    process,
    fromUs,
    toUs,
    stepUs,
    lanes: laneNames.map((name) => ({ name, items: items.get(name) ?? [] })),
  };
}

/** Share of the stretch that the time of the "now" line takes up, left of the line. */
const nowRoom = 0.09;

/** Marks of the ruler within the stretch, its end left out; none where the "now" line says its time. */
export function rulerMarks(
  { fromUs, toUs, stepUs }: Pick<Lanes, 'fromUs' | 'toUs' | 'stepUs'>,
  nowUs: number | null,
): readonly number[] {
  const marks = Array.from({ length: Math.round((toUs - fromUs) / stepUs) }, (_, at) => fromUs + at * stepUs);
  if (nowUs === null) return marks;
  const room = (toUs - fromUs) * nowRoom;
  return marks.filter((atUs) => atUs < nowUs - room || atUs > nowUs);
}

/** 1, 2 or 5 times a power of ten, so that at most ten steps make up the length. */
export function niceStep(lengthUs: number): number {
  const least = Math.max(lengthUs / 10, 1);
  const power = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((times) => times * power >= least) ?? 10) * power;
}

/** From its start, or before, to its end, or as far as something from it shows that it lived. */
function processOf(
  rows: readonly Row[],
  fromUs: number,
  endUs: number,
  { process }: LaneTime,
): LaneItem | null {
  if (!process) return null;
  const start = rows.find((row) => row.kind === 'spawned');
  const exit = rows.find((row) => row.kind === 'exited');
  const sign = rows.findLast(
    (row) => row.kind === 'stderr' || (row.kind === 'line' && row.from === 'extension'),
  );
  const toUs = exit?.atUs ?? (process.lives ? endUs : sign?.atUs);
  if (toUs === undefined) return null;
  return {
    shape: 'span',
    seq: start?.seq ?? exit?.seq ?? 0,
    fromUs: start?.atUs ?? fromUs,
    toUs,
    openStart: start === undefined,
    openEnd: exit === undefined,
    heldUs: null,
    name: process.words,
  };
}

function laneOf(row: Row): LaneName {
  if (row.kind === 'stderr') return 'stderr';
  return (row.lane && ofLane[row.lane]) ?? 'Process';
}

function itemOf(row: Row, known: ReadonlyMap<number, Row>, startUs: number, time: LaneTime): LaneItem | null {
  const name = row.summary.map((part) => ('wire' in part ? part.wire : part.words)).join('');
  const at = {
    seq: row.seq,
    fromUs: row.atUs,
    toUs: row.atUs,
    openStart: false,
    openEnd: false,
    heldUs: null,
    name,
  };
  const lane = laneOf(row);
  if (lane === 'Calls' || lane === 'Intercepts' || lane === 'Commands') {
    const partner = row.pairSeq === undefined ? undefined : known.get(row.pairSeq);
    if (row.pairSeq !== undefined && row.pairSeq < row.seq) {
      // The request draws both when it is in view.
      if (partner) return null;
      return {
        ...at,
        ...held(row, null, time),
        shape: 'span',
        fromUs: startUs,
        toUs: endOf(row, time),
        openStart: true,
      };
    }
    if (row.pairSeq !== undefined || row.pending) return spanOf(at, row, partner, time);
  }
  if (row.severity === 'error') return { ...at, shape: 'fault' };
  return { ...at, shape: lane === 'Events' ? 'event' : 'tick' };
}

function spanOf(at: Omit<LaneItem, 'shape'>, row: Row, answer: Row | undefined, time: LaneTime): LaneItem {
  const heldUs = held(row, answer ?? null, time);
  if (row.pending) {
    return {
      ...at,
      ...heldUs,
      shape: 'span',
      toUs: time.nowUs,
      openEnd: true,
      name: `${at.name} · ${time.runs ? 'no answer yet' : 'never answered'}`,
    };
  }
  const answeredUs = row.atUs + (row.latencyUs ?? 0);
  const toUs = answer ? endOf(answer, time) : answeredUs;
  return { ...at, ...heldUs, shape: 'span', toUs, openEnd: answer !== undefined && isHeld(answer) };
}

function isHeld(row: Row): boolean {
  return row.held !== undefined && 'now' in row.held;
}
/** When a line went on: when it was let pass, or now while it is held. */
function endOf(row: Row, time: LaneTime): number {
  if (!row.held) return row.atUs;
  return 'now' in row.held ? Math.max(time.nowUs, row.atUs) : row.atUs + row.held.heldUs;
}
function held(row: Row, answer: Row | null, time: LaneTime): Pick<LaneItem, 'heldUs'> {
  const stood = row.held ? row : answer?.held ? answer : null;
  return { heldUs: stood ? [stood.atUs, endOf(stood, time)] : null };
}
