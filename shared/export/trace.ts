// The Trace Event Format (JSON object form) that Chrome and Perfetto read: a request until its answer is a slice on the track
// of who asked, everything else an instant. Requests that overlap get tracks of their own beside it, for slices of one track
// have to nest. Times are µs, as in the recording.

import type { Row } from '../session/row.ts';
import type { ExportEntry, ExportEnd, ExportFacts, ExportWriter } from './writer.ts';
import { sideOf } from './writer.ts';
import { rowText } from './row-text.ts';

type Track = 'host' | 'extension' | 'stderr' | 'facts';

/** Thread ids: the first of each track; tracks beside it follow. */
const tracks: readonly { readonly track: Track; readonly tid: number; readonly name: string }[] = [
  { track: 'host', tid: 100, name: 'host' },
  { track: 'extension', tid: 300, name: 'extension' },
  { track: 'stderr', tid: 500, name: 'stderr' },
  { track: 'facts', tid: 600, name: 'process and host decisions' },
];
/** Requests that lie side by side on one track; more are instants. */
const mostBeside = 100;
const longestText = 2_000;

interface OpenRequest {
  readonly row: Row;
  readonly tid: number;
  readonly args: Readonly<Record<string, unknown>>;
}

export class TraceEvents implements ExportWriter {
  readonly #facts: ExportFacts;
  readonly #open = new Map<number, OpenRequest>();
  readonly #busy: Record<'host' | 'extension', boolean[]> = { host: [], extension: [] };
  #first = true;
  #lastUs = 0;

  constructor(facts: ExportFacts) {
    this.#facts = facts;
  }

  begin(): string {
    const named = tracks.flatMap(({ tid, name }, index) => [
      this.#event({ ph: 'M', name: 'thread_name', tid, args: { name } }),
      this.#event({ ph: 'M', name: 'thread_sort_index', tid, args: { sort_index: index * 1_000 } }),
    ]);
    const process = this.#event({
      ph: 'M',
      name: 'process_name',
      tid: 100,
      args: { name: this.#facts.name },
    });
    return `{"displayTimeUnit":"ms","traceEvents":[${[...named, process].join('')}`;
  }

  entry({ entry, row }: ExportEntry): string {
    if (!row) throw new Error(`Entry ${entry.seq} came to the trace without its row.`);
    this.#lastUs = Math.max(this.#lastUs, row.atUs);
    const side = sideOf(entry);
    const args = {
      seq: row.seq,
      text: rowText(row).slice(0, longestText),
      ...(row.id ? { id: row.id } : {}),
    };
    if (side === 'host' || side === 'extension') {
      if (row.latencyUs !== undefined || (row.pending && !row.answerOptional))
        return this.#ask(side, row, args);
      const request = row.pairSeq === undefined ? undefined : this.#open.get(row.pairSeq);
      if (request) return this.#answered(request, row, args);
    }
    const { tid } = trackOf(side ?? 'facts');
    return this.#event({
      ph: 'i',
      s: 't',
      name: row.type,
      cat: row.lane ?? row.kind,
      tid,
      ts: row.atUs,
      args,
    });
  }

  end({ meter }: ExportEnd): string {
    const { header, writtenBy, profile } = this.#facts;
    const left = [...this.#open.values()].map(({ row, tid, args }) =>
      this.#slice(row, tid, this.#lastUs, { ...args, answer: 'none until the end of the recording' }),
    );
    const { masked, values, byRule } = meter;
    const other = {
      writtenBy,
      startedAt: header?.startedAt ?? null,
      host: profile.name,
      redacted: { masked, values, byRule },
    };
    return `${left.join('')}\n],"otherData":${JSON.stringify(other)}}\n`;
  }

  #ask(side: 'host' | 'extension', row: Row, args: OpenRequest['args']): string {
    const busy = this.#busy[side];
    const free = busy.indexOf(false);
    const lane = free < 0 ? busy.length : free;
    const { tid: first, name } = trackOf(side);
    const { seq, atUs: ts, type } = row;
    if (lane >= mostBeside)
      return this.#event({ ph: 'i', s: 't', name: type, cat: row.lane ?? 'other', tid: first, ts, args });
    busy[lane] = true;
    const tid = first + lane;
    this.#open.set(seq, { row, tid, args });
    if (free >= 0 || lane === 0) return '';
    const beside = `${name} (${lane + 1} at once)`;
    return this.#event({ ph: 'M', name: 'thread_name', tid, args: { name: beside } });
  }

  #answered(request: OpenRequest, answer: Row, args: OpenRequest['args']): string {
    const { row, tid } = request;
    this.#open.delete(row.seq);
    const side = row.from === 'host' ? 'host' : 'extension';
    this.#busy[side][tid - trackOf(side).tid] = false;
    const slice = this.#slice(row, tid, answer.atUs, { ...request.args, answer: args });
    const other = trackOf(answer.from === 'host' ? 'host' : 'extension').tid;
    const cat = answer.lane ?? 'other';
    return (
      slice + this.#event({ ph: 'i', s: 't', name: answer.type, cat, tid: other, ts: answer.atUs, args })
    );
  }

  #slice(row: Row, tid: number, endUs: number, args: Readonly<Record<string, unknown>>): string {
    const dur = Math.max(0, endUs - row.atUs);
    return this.#event({ ph: 'X', name: row.type, cat: row.lane ?? 'other', tid, ts: row.atUs, dur, args });
  }

  /** One event a line, so that the file can be looked at. */
  #event(event: Readonly<Record<string, unknown>>): string {
    const text = `${this.#first ? '' : ','}\n${JSON.stringify({ pid: 1, ...event })}`;
    this.#first = false;
    return text;
  }
}

function trackOf(track: Track): (typeof tracks)[number] {
  const found = tracks.find((one) => one.track === track);
  if (!found) throw new Error(`There is no track ${track}.`);
  return found;
}
