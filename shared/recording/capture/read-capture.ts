// The readers of captures by format, and the entries of a recording made of what they give: numbers, times that never go
// back, and a note for each line that could not be taken, so that nothing of the capture is lost.

import type { Entry, LineEnding, Raw } from '../../session/entries.ts';
import { asciicast } from './asciicast.ts';
import type { Captured, CaptureChoices, CaptureFormat, CaptureReader } from './capture.ts';
import { newerRecording } from './newer-recording.ts';
import { taggedFrames } from './tagged-frames.ts';
import { wireLines } from './wire-lines.ts';

const readers: Record<CaptureFormat, (choices: CaptureChoices) => CaptureReader> = {
  wire: wireLines,
  tagged: taggedFrames,
  asciicast,
  recording: newerRecording,
};

export interface CaptureCounts {
  /** Lines of the capture. */
  lines: number;
  /** Entries made of them: lines that crossed, stderr, entries of a recording. */
  taken: number;
  notTaken: number;
}

/** The first lines that were not taken, for people. */
const maxWords = 20;

/** Turns the lines of a capture into entries, in order. */
export class CaptureEntries {
  readonly counts: CaptureCounts = { lines: 0, taken: 0, notTaken: 0 };
  readonly words: string[] = [];
  readonly #reader: CaptureReader;
  #seq = 0;
  #atUs = 0;

  constructor(format: CaptureFormat, choices: CaptureChoices) {
    this.#reader = readers[format](choices);
  }

  /** An entry of ours, saying something about the capture; takes the next number. */
  note(text: string): Entry {
    return { ...this.#place(undefined), kind: 'note', text };
  }

  line(raw: Raw, ending: LineEnding): readonly Entry[] {
    this.counts.lines += 1;
    return this.#entries(this.#reader.line(raw, ending));
  }

  end(): readonly Entry[] {
    return this.#entries(this.#reader.end());
  }

  #entries(captured: readonly Captured[]): readonly Entry[] {
    return captured.flatMap((one) => this.#entry(one) ?? []);
  }

  #entry(captured: Captured): Entry | undefined {
    if (captured.kind === 'passedOver') return undefined;
    if (captured.kind === 'notTaken') return this.#notTaken(captured.why, captured.text);
    if (captured.kind === 'entry') return this.#ofRecording(captured.entry);
    this.counts.taken += 1;
    const { atUs, ...line } = captured;
    return { ...this.#place(atUs), ...line } as Entry;
  }

  #ofRecording(entry: Entry): Entry {
    // Numbers that were there already can't be pointed at: the entry is kept as a note.
    if (entry.seq <= this.#seq) return this.#notTaken('its number was there already', JSON.stringify(entry));
    this.counts.taken += 1;
    this.#seq = entry.seq;
    this.#atUs = Math.max(this.#atUs, entry.atUs);
    return { ...entry, atUs: this.#atUs };
  }

  #notTaken(why: string, text: string): Entry {
    this.counts.notTaken += 1;
    const words = `Line ${this.counts.lines} of the capture was not understood: ${why}.`;
    if (this.words.length < maxWords) this.words.push(words);
    return this.note(`${words} It is: ${text}`);
  }

  #place(atUs: number | undefined): { readonly seq: number; readonly atUs: number } {
    this.#seq += 1;
    this.#atUs = Math.max(this.#atUs, atUs ?? this.#atUs);
    return { seq: this.#seq, atUs: this.#atUs };
  }
}
