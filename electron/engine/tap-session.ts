// A session that another host runs, seen and held through its tap. Commands of the gate go to the tap; what came of them is
// told by its recording, like everything. What only the one that runs it can do is refused, with the reason.

import { failure } from '../../shared/errors.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { GateMode, HostState, Raw } from '../../shared/session/entries.ts';
import type { FromApp, TapState } from '../../shared/tap/messages.ts';
import { tappedWhy } from '../../shared/tap/words.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import { newOffers, type ReadonlyOffers } from '../session/offers.ts';
import type { HostRequest } from '../session/request-desk.ts';
import type { Session, SessionStatus } from '../session/session-type.ts';

export interface TapSessionParts {
  readonly id: SessionId;
  readonly name: string;
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
  readonly profile: HostProfile;
  readonly journal: JournalReader;
  /** False when the tap is gone. */
  readonly tell: (word: FromApp) => boolean;
  readonly leave: () => void;
}

const usualStatus = { mode: 'run', held: [] as readonly number[] } as const;

export class TapSession implements Session {
  readonly id: SessionId;
  readonly name: string;
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
  readonly profile: HostProfile;
  readonly notOurs = tappedWhy;
  readonly ended: Promise<void>;
  readonly offers: ReadonlyOffers = newOffers();
  /** Nobody here stops it, so however it ends was wanted or not by the real host. */
  readonly endWanted = true;
  readonly freeze = false;
  readonly clockStopped = false;
  readonly clockFrozen = false;
  readonly #parts: TapSessionParts;
  readonly #listeners = new Set<() => void>();
  #told: Pick<TapState, 'mode' | 'held'> = usualStatus;
  #connected = true;
  #resolveEnded: () => void = () => {};

  constructor(parts: TapSessionParts) {
    this.#parts = parts;
    this.id = parts.id;
    this.name = parts.name;
    this.target = parts.target;
    this.settings = parts.settings;
    this.profile = parts.profile;
    this.ended = new Promise((resolve) => (this.#resolveEnded = resolve));
  }

  /** The tap is there: it can be seen and held. */
  get connected(): boolean {
    return this.#connected;
  }

  get state(): HostState {
    const { state } = this.#parts.journal.summary;
    return this.#connected ? state : 'ended';
  }

  get status(): SessionStatus {
    const realUs = this.#parts.journal.lastAtUs;
    const { mode, held } = this.#told;
    return {
      ...{ state: this.state, mode, held },
      ...{ clockFrozen: false, hostUs: realUs, realUs, deadlines: [], pendingWriteBytes: 0 },
    };
  }

  /** How the tap stands; its recording has been read that far. */
  stands({ mode, held }: Pick<TapState, 'mode' | 'held'>): void {
    this.#told = { mode, held };
    this.#changed();
  }

  /** The tap is gone: it ended, or let go of us. */
  gone(): void {
    this.#connected = false;
    this.#told = usualStatus;
    this.#resolveEnded();
    this.#changed();
  }

  start(): void {
    throw new Error('a tapped session runs already');
  }

  /** Lets go of it: it runs on with nothing held. */
  stop(): void {
    this.#parts.leave();
  }

  setMode(mode: GateMode): void {
    this.#parts.tell({ kind: 'mode', mode });
  }

  release(line: number, edited?: Raw): Result<void> {
    return this.#held(line, { kind: 'release', line, ...(edited === undefined ? {} : { edited }) });
  }

  releaseAll(): void {
    this.#parts.tell({ kind: 'releaseAll' });
  }

  drop(line: number): Result<void> {
    return this.#held(line, { kind: 'drop', line });
  }

  send(): Result<void> {
    return failed(this.#refusal());
  }

  /** The real host's deadlines are out of reach: they always run on. */
  setFreeze(): void {}
  stopClock(): void {}

  freshId(): string {
    return '';
  }

  request({ name }: { readonly name: string }): HostRequest {
    const end = { how: 'notSent', reason: this.notOurs } as const;
    const result = { end, answer: null, cause: null, notes: [], spentMs: 0 };
    return { id: '', name, line: null, end: Promise.resolve(result), leftMs: () => 0, onLate: () => {} };
  }

  notice(): Result<number> {
    return failed(this.#refusal());
  }

  /** Its journal is the tap's to write. */
  note(): void {}
  showPanel(): void {}
  hidePanel(): void {}
  abandon(): void {}

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  #held(line: number, word: FromApp): Result<void> {
    if (this.#told.held.includes(line) && this.#parts.tell(word)) return ok(undefined);
    const message = `Line ${line} is not held at the tap: it has passed, was dropped, or is no line.`;
    return failed(failure('notHeld', message, 'Choose one of the lines that are held now.', { line }));
  }

  #refusal() {
    return failure('sessionTapped', `${this.name}: ${this.notOurs}`, 'Open the extension itself to do that.');
  }

  #changed(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}
