// Counts what a journal and recordings put to use of an extension: reads each through, from its beginning, into one fold.
// Runs nothing.

import type { Coverage } from '../../shared/coverage/coverage-types.ts';
import { CoverageFold } from '../../shared/coverage/fold-coverage.ts';
import { failure } from '../../shared/errors.ts';
import type { Protocol } from '../../shared/protocol/define.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import { readRecording } from './replay-recording.ts';

interface Sink {
  add(entry: DecodedEntry): void;
}
const nothing: Sink = { add: () => {} };
const page = 1_000;

/** What was counted so far, of one protocol: that of the first thing that is added. */
export class Counted {
  readonly #fold: CoverageFold;
  readonly #protocol: Protocol;
  /** What the first one is called, for telling that another one does not belong to it. */
  readonly #first: string;
  /** What could not be read of recordings, in words, with the file. */
  readonly damage: string[] = [];

  constructor(protocol: Protocol, first: string) {
    this.#fold = new CoverageFold(protocol);
    this.#protocol = protocol;
    this.#first = first;
  }

  get coverage(): Coverage {
    return this.#fold.coverage;
  }

  /** As far as it goes now; returns the number of its last row. */
  async addJournal(journal: JournalReader): Promise<number> {
    const last = journal.count;
    for (let seq = 1; seq <= last; seq += page)
      for (const entry of await journal.entries(seq, Math.min(page, last - seq + 1))) this.#fold.add(entry);
    this.#fold.endRecording();
    return last;
  }

  /** Errors: those of opening it; `recordingUnfit` when it is of another protocol, of which nothing is counted then. */
  async addRecording(file: string): Promise<Result<void>> {
    const read = await readRecording<Sink>(file, ({ host }) =>
      host.protocol === this.#protocol ? this.#fold : nothing,
    );
    if (!read.ok) return read;
    if (read.value.host.protocol !== this.#protocol) return failed(otherProtocol(file, this.#first));
    this.#fold.endRecording();
    this.damage.push(...read.value.damage.map((words) => `${file}: ${words}`));
    return ok(undefined);
  }
}

function otherProtocol(file: string, first: string): ReturnType<typeof failure> {
  return failure(
    'recordingUnfit',
    `${file} is of another protocol than ${first}.`,
    'Ask for recordings of one extension at a time.',
    { path: file },
  );
}
