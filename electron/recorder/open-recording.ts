// A recording opened from its file, read only: the same columns, summary and rows as the live journal had. The first
// rows are there at once, the rest is indexed while the caller goes on. It must not change the file.

import type { Damage, RecordingHeader } from '../../shared/recording/format.ts';
import { IndexedFile, type IndexedFileParts } from './indexed-file.ts';
import type { LineRun } from './line-runs.ts';

export interface RecordingParts extends IndexedFileParts {
  /** Bytes of the file when it was opened, unpacked. */
  readonly size: number;
  /** Why a compressed file has less than it should. */
  readonly cut?: string;
  readonly header: RecordingHeader | null;
}

/** Made by openRecording (recording-file.ts). */
export class OpenRecording extends IndexedFile {
  readonly bytes: number;
  /** null when it is damaged. */
  readonly header: RecordingHeader | null;
  /** Resolves when the whole file is indexed, or it was closed before. */
  readonly indexed: Promise<void>;

  /** `first` has been read from `rest`; `done`: bytes of it that are the header. */
  constructor(parts: RecordingParts, first: LineRun, done: number, rest: AsyncGenerator<LineRun>) {
    super(parts);
    this.bytes = parts.size;
    this.header = parts.header;
    if (done > 0) this.indexer.skipHeader();
    this.indexer.addRun(first, done);
    this.indexed = this.#indexRest(rest, parts.cut);
  }

  /** Byte at which the next recording begins, when several were joined in one file; known when all is indexed. */
  get nextAt(): number | undefined {
    return this.indexer.nextAt;
  }
  /** The first 1,000 findings so far, in the order of the file. */
  get damage(): readonly Damage[] {
    return this.damageList.kept;
  }
  get damageCounts(): Readonly<Record<Damage['kind'], number>> {
    return this.damageList.counts;
  }

  protected atRest(): Promise<void> {
    return this.indexed;
  }

  async #indexRest(runs: AsyncGenerator<LineRun>, cut: string | undefined): Promise<void> {
    try {
      for await (const run of runs) {
        if (this.closing || this.nextAt !== undefined) return;
        this.indexer.addRun(run);
        this.bell.grew();
      }
      if (cut !== undefined) this.#endsHere(`the compressed file is damaged behind it: ${cut}`);
    } catch (error) {
      // The disk failed: what was read so far stays, and the person is told where it ends.
      this.#endsHere(`it can't be read on: ${(error as Error).message}`);
    }
  }

  #endsHere(why: string): void {
    this.damageList.add('torn', this.indexer.line, this.bytes, why);
  }
}
