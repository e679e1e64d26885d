// What an open session has put to use of its extension, alone or together with recordings. Looked at when asked, from the
// beginning of the journal on; remembers the last answer while no row was added.

import type { CoverageNews } from '../../shared/ipc/fuzz-commands.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import { ok, type Result } from '../../shared/result.ts';
import { Counted } from './coverage.ts';
import type { Opened } from './opened.ts';

export interface CoverageDeskParts {
  readonly get: (id: string) => Result<Opened>;
}

interface Known {
  readonly files: string;
  readonly news: CoverageNews;
}

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
    const counted = new Counted(protocol, name);
    const rows = await counted.addJournal(journal);
    for (const file of others) {
      const added = await counted.addRecording(file);
      if (!added.ok) return added;
    }
    const news = { coverage: counted.coverage, rows, damage: counted.damage };
    this.#last = { session: id, files: key, news };
    return ok(news);
  }
}
