// From the records of a batch to entries of the journal: cuts the streams into lines, gives held lines their seq, and puts
// in what the observer saw. Knows the journal and the order of things; it must not know threads or sockets.

import type { NewEntry, Side } from '../../shared/session/entries.ts';
import { LineSplitter } from '../transport/lines.ts';
import type { WireLine } from '../transport/transport.ts';
import { recordsOf, streamNames, type BatchRecord, type StreamName } from './batch.ts';
import { Observer } from './observer.ts';
import type { TapJournal } from './tap-journal.ts';

/** As a session keeps them. */
const limits = { maxLineBytes: 64 * 1024 * 1024, keptBytes: 256 * 1024 };
const lineFeed = 10;

export class Scribe {
  readonly #journal: TapJournal;
  readonly #observer = new Observer();
  readonly #splitters: Readonly<Record<StreamName, LineSplitter>>;
  /** Streams of which something is missing: up to the next line nothing makes sense. */
  readonly #torn = new Set<StreamName>();
  readonly #seqs = new Map<number, number>();
  readonly #numbers = new Map<number, number>();
  #atUs = 0;
  #held: number | undefined;

  constructor(journal: TapJournal) {
    this.#journal = journal;
    const errorLimits = { ...limits, maxLineBytes: limits.keptBytes };
    this.#splitters = {
      stdin: new LineSplitter(limits, { line: (line) => this.#line('host', line) }),
      stdout: new LineSplitter(limits, { line: (line) => this.#line('extension', line) }),
      stderr: new LineSplitter(errorLimits, { line: (line) => this.#journal.stderr(this.#atUs, line) }),
    };
  }

  batch(buffer: ArrayBuffer, used: number): void {
    for (const record of recordsOf(buffer, used)) this.#record(record);
  }

  /** seq of a line by the gate's number; undefined when it was never told. */
  seqOf(number: number): number | undefined {
    return this.#seqs.get(number);
  }

  /** The gate's number of a held line by its seq. */
  numberOf(seq: number): number | undefined {
    return this.#numbers.get(seq);
  }

  note(text: string): void {
    this.#journal.fact({ kind: 'note', text });
  }

  #record({ kind, atUs, number, bytes }: BatchRecord): void {
    this.#atUs = atUs;
    switch (kind) {
      case 'stdin':
      case 'stdout':
      case 'stderr':
        return this.#bytes(kind, bytes);
      case 'heldHost':
      case 'heldExtension':
        return this.#heldLine(kind === 'heldHost' ? 'stdin' : 'stdout', number, bytes);
      case 'end':
        return this.#splitters[streamAt(number)].end();
      case 'lost':
        return this.#lost(streamAt(number), Number(bytes.toString('latin1')));
      case 'fact':
        return this.#fact(JSON.parse(bytes.toString('utf8')) as NewEntry);
    }
  }

  #bytes(stream: StreamName, bytes: Buffer): void {
    if (!this.#torn.has(stream)) return this.#splitters[stream].push(bytes);
    const end = bytes.indexOf(lineFeed);
    if (end < 0) return;
    this.#torn.delete(stream);
    this.#splitters[stream].push(bytes.subarray(end + 1));
  }

  #heldLine(stream: StreamName, number: number, bytes: Buffer): void {
    this.#held = number;
    this.#splitters[stream].push(bytes);
    if (bytes.at(-1) !== lineFeed) this.#splitters[stream].end();
    this.#held = undefined;
  }

  #lost(stream: StreamName, bytes: number): void {
    this.#splitters[stream].end();
    this.#torn.add(stream);
    this.note(
      `${bytes} bytes of ${stream} passed and are not in this recording: they came faster than they could be recorded. The streams were not slowed down.`,
    );
  }

  #line(from: Side, line: WireLine): void {
    const held = this.#held !== undefined;
    const { seq, frame } = this.#journal.line(this.#atUs, from, line, held);
    if (this.#held !== undefined) {
      this.#seqs.set(this.#held, seq);
      this.#numbers.set(seq, this.#held);
    }
    if (frame) this.#tell(this.#observer.saw({ from, seq, atUs: this.#atUs, frame, text: line.text ?? '' }));
  }

  #fact(entry: NewEntry): void {
    if (entry.kind === 'released' || entry.kind === 'dropped' || entry.kind === 'edited') {
      const line = this.#seqs.get(entry.line) ?? entry.line;
      this.#journal.fact({ ...entry, line }, this.#atUs);
      if (entry.kind !== 'edited') this.#passed(entry.line, line);
      return;
    }
    this.#journal.fact(entry, this.#atUs);
    if (entry.kind === 'spawned') this.#tell(this.#observer.spawned());
    if (entry.kind === 'exited' || entry.kind === 'spawnFailed') this.#tell(this.#observer.exited());
    if (entry.kind === 'closed' && entry.pipe === 'stdin' && entry.by === 'host')
      this.#tell(this.#observer.inputClosed());
  }

  #passed(number: number, seq: number): void {
    this.#seqs.delete(number);
    this.#numbers.delete(seq);
  }

  #tell(entries: readonly NewEntry[]): void {
    for (const entry of entries) this.#journal.fact(entry, this.#atUs);
  }
}

function streamAt(place: number): StreamName {
  const stream = streamNames[place];
  if (stream === undefined) throw new Error(`there is no stream ${place}`);
  return stream;
}
