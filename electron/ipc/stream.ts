// Tells the window how a journal grows: one batch at a time, the next only after the last was acknowledged. A slow
// window therefore only sees bigger steps. Reads the journal, never the session's lines; decides nothing.

import type { LiveStatus, StreamBatch } from '../../shared/ipc/contract.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { JournalReader } from '../recorder/journal-type.ts';

/** Rows sent with a batch so that a list at its tail needs no question. */
const tailRows = 100;
/** Shortest time between two batches; longer while the journal is flooded, so that recording comes first. */
const calmMs = 33;
const floodMs = 120;
const floodRows = 2_000;

export interface StreamSource {
  readonly id: SessionId;
  readonly journal: JournalReader;
  /** null for recordings. */
  readonly live: () => LiveStatus | null;
  /** Calls back on each change that is not growth of the journal. */
  readonly onChange: (listener: () => void) => () => void;
}

export class SessionStream {
  readonly #source: StreamSource;
  readonly #send: (batch: StreamBatch) => void;
  readonly #report: (error: unknown) => void;
  readonly #consumer: number;
  #unsubscribe: (() => void)[] = [];
  #timer: NodeJS.Timeout | undefined;
  #batch = 0;
  #cursor = 0;
  #awaitingAck = false;
  #dirty = true;
  #closed = false;
  #waiting: (() => void)[] = [];

  constructor(
    source: StreamSource,
    consumer: number,
    send: (batch: StreamBatch) => void,
    report: (error: unknown) => void,
  ) {
    this.#source = source;
    this.#consumer = consumer;
    this.#send = send;
    this.#report = report;
  }

  open(): void {
    const wake = (): void => this.#wake();
    this.#unsubscribe = [this.#source.journal.onGrow(wake), this.#source.onChange(wake)];
    this.#wake();
  }

  ack(batch: number): void {
    if (batch !== this.#batch) return; // an old answer; the current batch is still on its way
    this.#awaitingAck = false;
    if (this.#dirty) return this.#wake();
    for (const done of this.#waiting.splice(0)) done();
  }

  /** Resolves when the window has acknowledged all there is, or the stream was closed. */
  caughtUp(): Promise<void> {
    if (this.#closed || !(this.#dirty || this.#awaitingAck)) return Promise.resolve();
    return new Promise((done) => this.#waiting.push(done));
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const off of this.#unsubscribe) off();
    this.#unsubscribe = [];
    for (const done of this.#waiting.splice(0)) done();
  }

  #wake(): void {
    this.#dirty = true;
    if (this.#closed || this.#awaitingAck || this.#timer) return;
    const behind = this.#source.journal.count - this.#cursor;
    this.#timer = setTimeout(() => this.#tell(), behind > floodRows ? floodMs : calmMs);
  }

  #tell(): void {
    this.#timer = undefined;
    this.#awaitingAck = true;
    this.#dirty = false;
    this.#make().then(
      (batch) => {
        if (!this.#closed) this.#send(batch);
      },
      (error: unknown) => {
        this.#awaitingAck = false;
        this.#report(error);
      },
    );
  }

  async #make(): Promise<StreamBatch> {
    const { journal, id, live } = this.#source;
    const count = journal.count;
    const from = Math.max(1, this.#cursor + 1, count - tailRows + 1);
    const changed = journal.takeChanged(this.#consumer);
    const tail = from <= count ? await journal.rows(from, count - from + 1) : [];
    this.#cursor = count;
    this.#batch += 1;
    return {
      session: id,
      batch: this.#batch,
      count,
      lastAtUs: journal.lastAtUs,
      tail,
      changed,
      summary: journal.summary,
      live: live(),
      journalBytes: journal.bytes,
    };
  }
}
