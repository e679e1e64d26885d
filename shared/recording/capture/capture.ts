// Captures that others made of a wire, on their way to a recording of ours: what a reader of one format gives, and how
// it is asked. Pure; the file is read and the recording written by the engine.

import type { Entry, LineEnding, Raw, Side } from '../../session/entries.ts';

/** Formats that can be taken over, with what a person calls them. */
export const captureFormats = {
  wire: 'lines of the wire, one JSON object each, of one side or both',
  tagged: 'JSON lines that tell direction and frame, e.g. {"dir":…,"frame":…}',
  asciicast: 'a terminal recording (asciicast 2 or 3, or lines like its events)',
  recording: 'a recording of a newer Framescope, as far as it is understood',
} as const;

export type CaptureFormat = keyof typeof captureFormats;

/** A line that crossed, as the capture has it. */
export interface CapturedLine {
  readonly kind: 'line';
  readonly from: Side;
  readonly raw: Raw;
  readonly ending: LineEnding;
  /** µs since the first time in the capture; undefined where it tells none. */
  readonly atUs?: number;
}

export interface CapturedStderr extends Omit<CapturedLine, 'kind' | 'from'> {
  readonly kind: 'stderr';
}

/** A line of the capture of which nothing can be made; it is kept as a note. */
export interface NotTaken {
  readonly kind: 'notTaken';
  /** In words, to stand after "Line 12: ". */
  readonly why: string;
  readonly text: string;
}

/** Known and of no use here: a header, the size of a terminal. */
export interface PassedOver {
  readonly kind: 'passedOver';
}

/** An entry of a recording; its number is kept, as others point at it. */
export interface CapturedEntry {
  readonly kind: 'entry';
  readonly entry: Entry;
}

export type Captured = CapturedLine | CapturedStderr | CapturedEntry | NotTaken | PassedOver;

export interface CaptureChoices {
  /** Who speaks where the capture does not tell and the catalogue can't. */
  readonly side: Side;
  /** The capture calls the sides the other way round. */
  readonly swap: boolean;
  /** The side that alone sends frames of this type; undefined when both or none do. */
  readonly sideOf: (type: string) => Side | undefined;
}

/** Reads the lines of one capture in order; may remember what it needs between them. */
export interface CaptureReader {
  /** One line of the file without its line end. */
  line(line: Raw, ending: LineEnding): readonly Captured[];
  /** What was waiting for its end. */
  end(): readonly Captured[];
}

export const otherSide = (side: Side): Side => (side === 'host' ? 'extension' : 'host');
