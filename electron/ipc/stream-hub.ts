// The streams that the window has open, one a session. When the page is loaded anew all of them are closed, so that a
// window that forgot what it had is not fed on.

import type { StreamBatch } from '../../shared/ipc/contract.ts';
import type { StreamSource } from './stream.ts';
import { SessionStream } from './stream.ts';

export class StreamHub {
  readonly #streams = new Map<string, SessionStream>();
  readonly #send: (batch: StreamBatch) => void;
  readonly #report: (error: unknown) => void;
  #consumers = 0;

  constructor(send: (batch: StreamBatch) => void, report: (error: unknown) => void) {
    this.#send = send;
    this.#report = report;
  }

  /** Opened again, a stream starts over: its first batch tells all. */
  open(source: StreamSource): void {
    this.close(source.id);
    this.#consumers += 1;
    const stream = new SessionStream(source, this.#consumers, this.#send, this.#report);
    this.#streams.set(source.id, stream);
    stream.open();
  }

  ack(id: string, batch: number): void {
    this.#streams.get(id)?.ack(batch);
  }

  /** Resolves when the window has seen all that its open streams have to tell. */
  async caughtUp(): Promise<void> {
    await Promise.all([...this.#streams.values()].map((stream) => stream.caughtUp()));
  }

  close(id: string): void {
    this.#streams.get(id)?.close();
    this.#streams.delete(id);
  }

  closeAll(): void {
    for (const id of [...this.#streams.keys()]) this.close(id);
  }
}
