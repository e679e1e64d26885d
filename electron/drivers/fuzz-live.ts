// One process while it is fuzzed: gets it ready, puts sends to it, knows what was sent since it started, and what its end
// was. Never waits without end, whatever the process does.

import type { Incident } from '../../shared/fuzz/buckets.ts';
import { crashWords, withoutChance } from '../../shared/fuzz/crash-words.ts';
import type { FuzzSend, FuzzSubject } from '../../shared/fuzz/findings.ts';
import { callWith, type CallEnd, type ValueSend } from './fuzz-call.ts';
import type { FuzzProcess } from './fuzz-parts.ts';
import { FuzzWatch, type Seen } from './fuzz-watch.ts';
import { bytesOf, sendLines } from './fuzz-wire.ts';

/** A send with the rows in which it was under way. */
export interface Span {
  readonly send: FuzzSend;
  readonly from: number;
  to: number;
}

/** Last words and the exit may come a moment after the pipes have closed. */
const endMs = 3_000;
/** An event has no answer to wait for: this long it may still fall over it. */
const eventQuietMs = 40;
const bytesPerMs = 128;

export class Live {
  readonly process: FuzzProcess;
  readonly watch: FuzzWatch;
  readonly spans: Span[] = [];
  /** Plain calls besides. */
  probes = 0;
  readonly #waiting = new Set<(end: CallEnd) => void>();
  #gone = false;

  constructor(process: FuzzProcess) {
    this.process = process;
    this.watch = new FuzzWatch(process);
    void process.session.ended.then(() => this.#ended());
  }

  /** No answer can come from it any more. */
  get gone(): boolean {
    return this.#gone;
  }

  get pid(): number | null {
    return this.process.journal.summary.pid;
  }

  /** Ready, or at its end, or given up on. */
  async ready(withinMs: number): Promise<boolean> {
    const { session } = this.process;
    const settled = (): boolean => session.state === 'ready' || session.state === 'ended' || this.#gone;
    await this.#until(settled, withinMs);
    if (session.state !== 'ready' || this.#gone) return false;
    this.watch.skip();
    return true;
  }

  /** What it registers, as soon as these are among it: a host that is in a hurry calls it ready before. */
  async registered(wanted: readonly string[], withinMs: number): Promise<string[]> {
    const { offers } = this.process.session;
    const names = (): string[] => [
      ...new Set(offers.registrations.map(({ kind, name }) => `${kind} ${name}`)),
    ];
    await this.#until(() => this.#gone || wanted.every((name) => names().includes(name)), withinMs);
    return names();
  }

  /** Longer texts may take longer to be read. */
  async call(subject: FuzzSubject, send: ValueSend, deadlineMs: number): Promise<CallEnd> {
    const { journal } = this.process;
    const span: Span = { send, from: journal.count + 1, to: Infinity };
    this.spans.push(span);
    if (this.#gone) return { how: 'gone' };
    const patienceMs = Math.ceil(deadlineMs + send.raw.length / bytesPerMs);
    const end = await new Promise<CallEnd>((resolve) => {
      this.#waiting.add(resolve);
      void callWith(this.process, subject, send, patienceMs, () => {}).then((ended) => {
        this.#waiting.delete(resolve);
        resolve(ended);
      });
    });
    if (end.how !== 'gone') span.to = journal.count;
    return end;
  }

  /** The same, but no part of what the process was fuzzed with. */
  async probe(subject: FuzzSubject, send: ValueSend, deadlineMs: number): Promise<CallEnd> {
    const end = await this.call(subject, send, deadlineMs);
    this.spans.pop();
    this.probes++;
    return end;
  }

  /** True once each of these ids was answered. */
  async answered(ids: readonly string[], withinMs: number): Promise<boolean> {
    const open = new Set(ids);
    const { journal } = this.process;
    let read = (this.spans.at(-1)?.from ?? 1) - 1;
    let reading: Promise<void> = Promise.resolve();
    const readOn = async (): Promise<void> => {
      const entries = await journal.entries(read + 1, journal.count - read);
      read += entries.length;
      for (const { entry, decoded } of entries)
        if (
          entry.kind === 'line' &&
          entry.from === 'extension' &&
          decoded &&
          'id' in decoded &&
          decoded.id !== undefined
        )
          open.delete(decoded.id);
    };
    const end = performance.now() + withinMs;
    while (open.size > 0 && !this.#gone && performance.now() < end) {
      const from = read;
      await this.#until(() => journal.count > from || this.#gone, end - performance.now());
      await (reading = reading.then(readOn));
    }
    return open.size === 0;
  }

  /** Puts lines on the wire; true once it has taken them. */
  async wire(send: Extract<FuzzSend, { kind: 'wire' }>, deadlineMs: number): Promise<boolean> {
    const { session, journal } = this.process;
    const span: Span = { send, from: journal.count + 1, to: Infinity };
    this.spans.push(span);
    if (this.#gone || !sendLines(session, send.lines)) return false;
    await this.#until(
      () => session.status.pendingWriteBytes === 0 || this.#gone,
      this.patience(send, deadlineMs),
    );
    span.to = journal.count;
    return !this.#gone;
  }

  patience(send: FuzzSend, deadlineMs: number): number {
    return Math.ceil(deadlineMs + bytesOf(send) / bytesPerMs);
  }

  /** After events: waits until all are taken, and a moment longer. */
  async quiet(deadlineMs: number, quietMs = eventQuietMs): Promise<void> {
    const { session } = this.process;
    await this.#until(() => session.status.pendingWriteBytes === 0 || this.#gone, deadlineMs);
    await this.#until(() => this.#gone, quietMs);
  }

  /** How the process ended, as an incident; for one that has ended, or is about to. */
  async death(): Promise<Incident | undefined> {
    const { session, journal } = this.process;
    await this.#until(() => this.#gone, endMs);
    await this.watch.look();
    const { exit, problems, spawnFailed } = journal.summary;
    if (spawnFailed) return incident('It could not be started', spawnFailed.message, []);
    if (!exit) return session.state === 'ended' || this.#gone ? incident('It went away', '', []) : undefined;
    const how = exit.signal ?? `exit code ${exit.code ?? 'unknown'}`;
    const crash = crashWords(this.watch.stderr);
    const native =
      session.plugin && problems.find(({ code }) => code === 'crashed' || code === 'exited-in-call')?.message;
    const said = crash?.said ?? native?.split('. ')[0] ?? this.watch.stderr.at(-1) ?? '';
    const cause = crash?.cause ?? (native ? withoutChance(native.split(/[.,] /)[0] ?? '') : '');
    const last = crash?.lines ?? (native ? [native] : this.watch.stderr.slice(-6));
    const message = `The process ended: ${how}${said === '' ? '' : `, ${said}`}`;
    return { oracle: 'death', message, cause: cause === '' ? how : `${how}: ${cause}`, evidence: last };
  }

  /** What was under way at that row, newest first; else what came before it. */
  suspects(seq: number, most: number): FuzzSend[] {
    const before = this.spans.filter(({ from }) => from <= seq);
    const during = before.filter(({ to }) => to >= seq);
    const earlier = before.filter(({ to }) => to < seq);
    return [...during.reverse(), ...earlier.reverse()].slice(0, most).map(({ send }) => send);
  }

  /** What waited for its answer when that row was written. */
  flyingAt(seq: number): FuzzSend[] {
    const at = Math.min(seq, this.process.journal.count);
    return this.spans.filter(({ from, to }) => from <= at && to >= at).map(({ send }) => send);
  }

  look(): Promise<Seen[]> {
    return this.watch.look();
  }

  /** Kills it: nobody needs its goodbye. */
  async kill(): Promise<void> {
    const { session } = this.process;
    if (session.state !== 'ended') {
      session.stop('driver');
      session.stop('driver');
    }
    await this.process.close();
  }

  /** The host's way, within its graces. */
  async end(): Promise<void> {
    await this.process.close();
  }

  #ended(): void {
    this.#gone = true;
    for (const resolve of this.#waiting) resolve({ how: 'gone' });
    this.#waiting.clear();
  }

  /** Looks again whenever something changed; resolves when it holds or time is up. */
  #until(holds: () => boolean, withinMs: number): Promise<void> {
    return new Promise((resolve) => {
      const { session, journal } = this.process;
      const finish = (): void => {
        clearTimeout(timer);
        clearInterval(again);
        off.forEach((stop) => stop());
        resolve();
      };
      const look = (): void => void (holds() && finish());
      const timer = setTimeout(finish, withinMs);
      // What the pipe takes rings no bell.
      const again = setInterval(look, 5);
      const off = [session.onChange(look), journal.onGrow(look)];
      void session.ended.then(() => setImmediate(look));
      look();
    });
  }
}

function incident(how: string, more: string, evidence: readonly string[]): Incident {
  return { oracle: 'death', message: more === '' ? `${how}.` : `${how}: ${more}`, cause: how, evidence };
}
