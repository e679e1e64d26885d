// A recording's file as an export reads it: whole, page by page, twice. The first look gathers secrets, the second one masks
// them wherever they are; both hold a page and no more. A live session is exported as far as its journal is on the disk.

import type { DecodeLine } from '../../shared/protocol/define.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import { Learned } from '../../shared/redact/learned.ts';
import { Redactor, type Redacted } from '../../shared/redact/redactor.ts';
import type { RedactionRules } from '../../shared/redact/rules.ts';
import { decodeEntry, textOf, type DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { Entry } from '../../shared/session/entries.ts';
import type { Row } from '../../shared/session/row.ts';
import { rowOf, type RowMarks } from '../../shared/session/row-of.ts';
import type { OpenRecording } from '../recorder/open-recording.ts';
import type { WholeRecording } from './whole-recording.ts';

const pageEntries = 250;

/** How far a pass has come; asked for by those who show it or call it off. */
export interface Passing {
  readonly signal?: AbortSignal;
  /** Entries looked at in both passes, of so many. */
  readonly progress?: (done: number, of: number) => void;
}

/** One entry as it goes out. */
export interface Outgoing {
  readonly redacted: Redacted<Entry>;
  readonly decoded?: DecodedEntry['decoded'];
  readonly row?: Row;
  /** As in the type column. */
  readonly what: string;
}

export class RedactedPass {
  readonly redactor: Redactor;
  readonly header: Redacted<RecordingHeader> | null;
  readonly #source: WholeRecording;
  readonly #passing: Passing;

  private constructor(source: WholeRecording, redactor: Redactor, passing: Passing) {
    this.#source = source;
    this.#passing = passing;
    this.redactor = redactor;
    this.header = source.header && redactor.header(source.header);
  }

  /** The first look, then ready for the second. Rejects with the signal's reason when it is called off. */
  static async begin(source: WholeRecording, rules: RedactionRules, passing: Passing): Promise<RedactedPass> {
    const learned = new Learned();
    const first = new Redactor(rules, null, learned);
    const { recording, header } = source;
    if (header) first.header(header);
    const of = 2 * recording.count;
    for await (const page of pagesOf(recording, passing.signal)) {
      for (const { entry, decoded } of page) first.entry(entry, typeOf(entry, decoded, source.decode));
      passing.progress?.(page.at(-1)?.entry.seq ?? 0, of);
    }
    return new RedactedPass(source, new Redactor(rules, learned), passing);
  }

  /** The second look, a page at a time; once. */
  async *pages(rows: boolean): AsyncGenerator<readonly Outgoing[], void, undefined> {
    const { recording } = this.#source;
    for await (const page of pagesOf(recording, this.#passing.signal)) {
      const first = page[0]?.entry.seq ?? 1;
      const found = rows ? await recording.rows(first, page.length) : [];
      yield page.map((one, at) => this.#outgoing(one, found[at]));
      this.#passing.progress?.(recording.count + (page.at(-1)?.entry.seq ?? 0), 2 * recording.count);
    }
  }

  #outgoing({ entry, decoded }: DecodedEntry, row: Row | undefined): Outgoing {
    const { decode, host } = this.#source;
    const type = typeOf(entry, decoded, decode);
    const redacted = this.redactor.entry(entry, type);
    const what = type === '' ? (row?.type ?? entry.kind) : type;
    if (redacted.edits.length === 0)
      return { redacted, what, ...(decoded ? { decoded } : {}), ...(row ? { row } : {}) };
    const { it } = redacted;
    const after = it.kind === 'line' ? decodeEntry(it, decode, host.profile) : undefined;
    return {
      redacted,
      what,
      ...(after ? { decoded: after } : {}),
      ...(row ? { row: rowOf(it, after, marksOf(row)) } : {}),
    };
  }
}

/** What other entries made of a row; its text is made anew. */
function marksOf({ pairSeq, latencyUs, pending, held, edited, dropped, severity }: Row): RowMarks {
  return {
    ...(pairSeq === undefined ? {} : { pairSeq }),
    ...(latencyUs === undefined ? {} : { latencyUs }),
    ...(pending ? { pending } : {}),
    ...(held ? { held } : {}),
    ...(edited ? { edited } : {}),
    ...(dropped ? { dropped } : {}),
    ...(severity ? { severity } : {}),
  };
}

async function* pagesOf(
  recording: OpenRecording,
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly DecodedEntry[], void, undefined> {
  for (let seq = 1; seq <= recording.count; seq += pageEntries) {
    signal?.throwIfAborted();
    yield await recording.entries(seq, pageEntries);
  }
}

function typeOf(entry: Entry, decoded: DecodedEntry['decoded'], decode: DecodeLine): string {
  const known = entry.kind === 'edited' ? decode(textOf(entry.raw), 'host', 'lf') : decoded;
  return known && known.kind !== 'notFrame' ? known.type : '';
}
