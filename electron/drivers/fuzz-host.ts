// Keeps a process ready for whoever fuzzes: starts one when there is none, lets go of one that is spoilt, and has the next
// one started while the last one is still looked at, where many are needed. Counts the starts.

import type { Result } from '../../shared/result.ts';
import { Live } from './fuzz-live.ts';
import type { OpenProcess } from './fuzz-parts.ts';

/** How long a process may take to be ready. */
const readyMs = 20_000;

export class NotStarted extends Error {}

export class FuzzHost {
  readonly #open: OpenProcess;
  #live: Live | null = null;
  #spare: Promise<Live> | null = null;
  readonly #closing = new Set<Promise<void>>();
  starts = 0;
  /** Many processes will be needed one after the other. */
  eager = false;

  constructor(open: OpenProcess) {
    this.#open = open;
  }

  /** The process in use, or a new one; throws NotStarted when none can be had. */
  async live(): Promise<Live> {
    if (this.#live && !this.#live.gone) return this.#live;
    return this.fresh();
  }

  /** One that nothing was sent to. */
  async fresh(): Promise<Live> {
    this.drop();
    const spare = this.#spare;
    this.#spare = null;
    const spared = spare ? await spare.catch(() => null) : null;
    const live = spared && !spared.gone ? spared : await this.#start();
    this.#live = live;
    if (this.eager) this.#spare = quiet(this.#start());
    return live;
  }

  /** The process in use is not to be used on. */
  drop(): void {
    if (this.#live) this.#let(this.#live.kill());
    this.#live = null;
  }

  /** Starts one with its lines held, for the handshake. */
  async openHeld(): Promise<Live> {
    return this.#opened('step');
  }

  /** Ends one that `openHeld` gave. */
  release(live: Live): void {
    this.#let(live.kill());
  }

  /** Ends all; the process in use in the host's way, when it is sound. */
  async close(): Promise<void> {
    if (this.#live) this.#let(this.#live.gone ? this.#live.kill() : this.#live.end());
    this.#live = null;
    await this.relax();
    await Promise.all(this.#closing);
  }

  /** No spare process any more. */
  async relax(): Promise<void> {
    this.eager = false;
    const spare = this.#spare;
    this.#spare = null;
    const live = spare ? await spare.catch(() => null) : null;
    if (live) this.#let(live.kill());
  }

  async #start(): Promise<Live> {
    const live = await this.#opened('run');
    if (await live.ready(readyMs)) return live;
    const death = await live.death();
    this.#let(live.kill());
    throw new NotStarted(death?.message ?? 'It was not ready in time.');
  }

  async #opened(mode: 'run' | 'step'): Promise<Live> {
    const opened: Result<Parameters<typeof makeLive>[0]> = await this.#open(mode);
    if (!opened.ok) throw new NotStarted(opened.failure.message);
    this.starts++;
    return makeLive(opened.value);
  }

  #let(closing: Promise<void>): void {
    this.#closing.add(closing);
    void closing.finally(() => this.#closing.delete(closing));
  }
}

const makeLive = (process: ConstructorParameters<typeof Live>[0]): Live => new Live(process);

/** A rejection is told when the spare is asked for. */
function quiet<T>(promise: Promise<T>): Promise<T> {
  promise.catch(() => {});
  return promise;
}
