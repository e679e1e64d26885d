// From the exit of a process to the end of its run: both outputs drained, held pipes named, what it left behind ended.
// Order: `exited` after both outputs have closed, or 200 ms after the exit if they stay open; then `ended`, once.
// Pipes that another process holds are let be, for it may be the real extension, until somebody asks for the end.

import type { ClosedEntry, PipesHeldEntry } from '../../shared/session/entries.ts';
import type { InputQueue } from './input-queue.ts';
import type { OutputPipe } from './output-pipe.ts';
import * as group from './process-group.ts';
import { commandOf, groupMembers, holdersOf } from './process-table.ts';
import type { TransportFact } from './transport.ts';

export interface EndingTimes {
  /** Pipes still open this long after the exit are told as held; 300. */
  readonly heldMs: number;
  /** Held pipes after the exit, once the end was asked for: this long until the group is killed; 2,000. */
  readonly graceMs: number;
}

export const defaultEndingTimes: EndingTimes = { heldMs: 300, graceMs: 2_000 };
const exitedAtLatestMs = 200;
/** After SIGKILL, pipes can be open only in processes that left the group. */
const giveUpMs = 500;
/** What is left in the group may be about to go by itself; then it is asked to; then it is killed. */
const leftoverMs = { settle: 100, term: 1_000, kill: 500 };

export interface EndingParts {
  readonly pid: number;
  /** Everything that is read from it; the end is told once all of them are closed. */
  readonly outputs: readonly Pick<OutputPipe, 'isClosed' | 'bytesSeen' | 'name' | 'giveUp'>[];
  readonly input: Pick<InputQueue, 'close'>;
  readonly fact: (fact: TransportFact) => void;
  readonly ended: () => void;
  readonly isPaused: () => boolean;
}

export class ProcessEnding {
  readonly #parts: EndingParts;
  readonly #times: EndingTimes;
  readonly #timers = new Set<NodeJS.Timeout>();
  #exit: { readonly code: number | null; readonly signal: string | null } | undefined;
  #exitTold = false;
  #heldTold = false;
  #asked: group.Signal | undefined;
  #endTimer: NodeJS.Timeout | undefined;
  #bytesAtLastLook = -1;
  #finishing = false;
  #ended = false;

  constructor(parts: EndingParts, times: EndingTimes) {
    this.#parts = parts;
    this.#times = times;
    group.endWithUs(parts.pid);
  }

  signal(signal: group.Signal, reason: string): void {
    if (this.#ended) return;
    if (this.#asked !== 'SIGKILL') this.#asked = signal;
    this.#deliver(signal, reason);
    if (this.#exit) this.#endHeldPipes();
  }

  exited(code: number | null, signal: string | null): void {
    this.#exit = { code, signal };
    if (this.#outputsClosed()) return this.#finish();
    this.#after(exitedAtLatestMs, () => this.#tellExit());
    this.#after(this.#times.heldMs, () => this.#tellHolders());
    if (this.#asked) this.#endHeldPipes();
  }

  /** Without a fact for a pipe that is ours alone. */
  outputClosed(fact?: ClosedEntry): void {
    if (fact) this.#parts.fact(fact);
    if (this.#exit && this.#outputsClosed()) this.#finish();
  }

  #outputsClosed(): boolean {
    return this.#parts.outputs.every(({ isClosed }) => isClosed);
  }

  #tellExit(): void {
    if (this.#exitTold || !this.#exit) return;
    this.#exitTold = true;
    this.#parts.fact({ kind: 'exited', ...this.#exit });
  }

  #tellHolders(): void {
    const holders = this.#holders();
    if (!holders) this.#after(this.#times.heldMs, () => this.#tellHolders());
    else this.#tellHeld(holders);
  }

  #tellHeld(holders: PipesHeldEntry['holders']): void {
    this.#heldTold = true;
    this.#parts.fact({ kind: 'pipesHeld', holders });
  }

  /** Undefined while open pipes may only mean that we have not read all that is in them. */
  #holders(): PipesHeldEntry['holders'] | undefined {
    const { pid, outputs, isPaused } = this.#parts;
    const open = outputs.filter((output) => !output.isClosed);
    const names = open.flatMap(({ name }) => (name === undefined ? [] : [name]));
    if (process.platform === 'linux' && names.length > 0) {
      const pids = holdersOf(names);
      return pids.length > 0 ? pids.map(described) : undefined;
    }
    const seen = outputs.reduce((sum, { bytesSeen }) => sum + bytesSeen, 0);
    const isQuiet = !isPaused() && seen === this.#bytesAtLastLook;
    this.#bytesAtLastLook = seen;
    return isQuiet ? groupMembers(pid).map((row) => described(row.pid)) : undefined;
  }

  /** After the exit and with the end asked for: first the group, then the pipes themselves are given up. */
  #endHeldPipes(): void {
    if (this.#endTimer) clearTimeout(this.#endTimer);
    if (this.#asked === 'SIGKILL') this.#endTimer = this.#after(giveUpMs, () => this.#giveUp());
    else {
      const reason = `Its pipes were still open ${this.#times.graceMs} ms after the process had ended.`;
      this.#endTimer = this.#after(this.#times.graceMs, () => this.signal('SIGKILL', reason));
    }
  }

  #giveUp(): void {
    // What is in the pipes has arrived; it waits for the journal, not for us.
    if (this.#parts.isPaused()) return this.#endHeldPipes();
    if (!this.#heldTold) this.#tellHeld(this.#holders() ?? []);
    for (const output of this.#parts.outputs) output.giveUp();
  }

  #finish(): void {
    if (this.#finishing) return;
    this.#finishing = true;
    for (const timer of this.#timers) clearTimeout(timer);
    this.#parts.input.close('extension');
    this.#tellExit();
    void this.#endLeftovers().then(() => {
      this.#ended = true;
      group.forgetGroup(this.#parts.pid);
      this.#parts.ended();
    });
  }

  /** Processes of the group that hold no pipe and would stay for ever (`node server.js &` in a script). */
  async #endLeftovers(): Promise<void> {
    const { pid } = this.#parts;
    if (await group.groupGone(pid, this.#asked === 'SIGKILL' ? 0 : leftoverMs.settle)) return;
    const left = `Left behind by the process that ended: ${group.membersInWords(pid)}`;
    if (this.#asked !== 'SIGKILL') {
      this.#deliver('SIGTERM', left);
      if (await group.groupGone(pid, leftoverMs.term)) return;
    }
    this.#deliver('SIGKILL', left);
    await group.groupGone(pid, leftoverMs.kill);
  }

  #deliver(signal: group.Signal, reason: string): void {
    const outcome = group.signalGroup(this.#parts.pid, signal, this.#exit === undefined);
    if (outcome.to === 'gone') return; // its exit is told already, or about to be
    if (outcome.to === 'refused') {
      const told = `${reason} (the system refused it: ${outcome.error})`;
      return this.#parts.fact({ kind: 'signalled', signal, to: 'group', reason: told });
    }
    this.#parts.fact({ kind: 'signalled', signal, to: outcome.to, reason });
  }

  #after(ms: number, act: () => void): NodeJS.Timeout {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      act();
    }, ms);
    this.#timers.add(timer);
    return timer;
  }
}

function described(pid: number): PipesHeldEntry['holders'][number] {
  return { pid, command: commandOf(pid) };
}
