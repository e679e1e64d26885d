// What an open session has put to use of its extension, alone or together with recordings. Looked at when asked, from the
// beginning of the journal on; remembers the last answer while no row was added.

import { CoverageFold } from '../../shared/coverage/fold-coverage.ts';
import { failure } from '../../shared/errors.ts';
import type { CoverageNews } from '../../shared/ipc/fuzz-commands.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import { readRecording } from './replay-recording.ts';
import type { Opened } from './opened.ts';

export interface CoverageDeskParts {
  readonly get: (id: string) => Result<Opened>;
}

interface Known {
  readonly files: string;
  readonly news: CoverageNews;
}

const page = 1_000;

interface Sink {
  add(entry: DecodedEntry): void;
}
const nothing: Sink = { add: () => {} };

export class CoverageDesk {
  readonly #parts: CoverageDeskParts;
  /** By session: only what was asked last. */
  #last: ({ readonly session: string } & Known) | null = null;

  constructor(parts: CoverageDeskParts) {
    this.#parts = parts;
  }

  /** Errors: `sessionUnknown`; those of opening a recording; `recordingUnfit` when one is of another protocol. */
  async read(id: string, files: readonly string[]): Promise<Result<CoverageNews>> {
    const found = this.#parts.get(id);
    if (!found.ok) return found;
    const { journal, profile, name } = found.value;
    const others = files.filter((file) => file !== journal.path);
    const key = others.join('\0');
    const last = this.#last;
    if (last?.session === id && last.files === key && last.news.rows === journal.count) return ok(last.news);

    const protocol = profileNamed(profile)?.protocol;
    if (!protocol) throw new Error(`the registry has no profile ${profile}`);
    const fold = new CoverageFold(protocol);
    const rows = journal.count;
    for (let seq = 1; seq <= rows; seq += page)
      for (const entry of await journal.entries(seq, Math.min(page, rows - seq + 1))) fold.add(entry);
    fold.endRecording();
    const damage: string[] = [];
    for (const file of others) {
      // Entries of another protocol are not counted; the refusal below says so.
      const read: Awaited<ReturnType<typeof readRecording<Sink>>> = await readRecording<Sink>(
        file,
        ({ host }): Sink => (host.protocol === protocol ? fold : nothing),
      );
      if (!read.ok) return read;
      if (read.value.host.protocol !== protocol) return failed(otherProtocol(file, name));
      fold.endRecording();
      damage.push(...read.value.damage.map((words) => `${file}: ${words}`));
    }
    const news = { coverage: fold.coverage, rows, damage };
    this.#last = { session: id, files: key, news };
    return ok(news);
  }
}

function otherProtocol(file: string, name: string): ReturnType<typeof failure> {
  return failure(
    'recordingUnfit',
    `${file} is of another protocol than ${name}.`,
    'Choose recordings of the same extension.',
    { path: file },
  );
}
