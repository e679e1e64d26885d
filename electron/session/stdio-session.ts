// One extension as a session: the commands that people, drivers, IPC and the command line may give. Each command asks;
// what came of it is told by the journal. The way of lines and facts is session-core.ts.

import { failure } from '../../shared/errors.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { PanelContent } from '../../shared/session/decisions.ts';
import type { DecidedEntry, GateMode, HostState, ProblemEntry, Raw } from '../../shared/session/entries.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import type { Transport } from '../transport/transport.ts';
import type { WireField } from './agent-type.ts';
import { coreStatus } from './core-status.ts';
import { encodeFields } from './encode.ts';
import type { HoldPolicy } from './gate.ts';
import type { ReadonlyOffers } from './offers.ts';
import type { HostRequest, RequestAsk } from './request-desk.ts';
import { SessionCore } from './session-core.ts';
import type { SessionParts } from './session-parts.ts';
import type { Session, SessionStatus } from './session-type.ts';

export class StdioSession implements Session {
  readonly id: SessionId;
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
  readonly profile: HostProfile;
  readonly #core: SessionCore;
  readonly #transport: Transport;
  #stops = 0;

  constructor(parts: SessionParts) {
    this.id = parts.id;
    this.target = parts.target;
    this.settings = parts.settings;
    this.profile = parts.profile;
    this.#transport = parts.transport;
    this.#core = new SessionCore(parts);
  }

  get state(): HostState {
    return this.#core.machine.state;
  }

  get status(): SessionStatus {
    return coreStatus(this.#core, this.#transport.pendingBytes);
  }

  /**
   * The process has ended and its pipes are done. Lines held at that moment may still be released: until they are, the
   * machine has not heard of the exit and `state` is not `ended`. `stop` drops them.
   */
  get ended(): Promise<void> {
    return this.#core.over;
  }

  get freeze(): boolean {
    return this.#core.freeze;
  }

  /** Lines to hold while running; null holds none. */
  set holdPolicy(policy: HoldPolicy | null) {
    this.#core.gate.policy = policy;
  }

  start(mode: GateMode): void {
    if (this.state !== 'idle') throw new Error(`Session ${this.id} was started before.`);
    this.#core.gate.setMode(mode);
    this.#core.tell({ kind: 'started' });
    this.#transport.start(this.#core);
    this.#core.settle();
  }

  stop(by: 'user' | 'app' | 'driver'): void {
    const core = this.#core;
    if (this.state === 'ended') return;
    const idle = this.state === 'idle';
    const again = this.#stops++ > 0;
    // The exit came before this stop, so the machine hears of it first.
    if (core.gone) core.gate.end('drop');
    core.tell({ kind: 'stopAsked', by });
    if (again) core.gate.end('drop');
    // When the app ends it nobody is left to release.
    else if (by === 'app') core.gate.end('release');
    if (idle) core.neverStarted();
    core.settle();
  }

  setMode(mode: GateMode): void {
    this.#core.gate.setMode(mode);
    this.#core.settle();
  }

  release(line: number, edited?: Raw): Result<void> {
    const result = this.#core.gate.release(line, edited);
    this.#core.settle();
    return result;
  }

  releaseAll(): void {
    this.#core.gate.releaseAll();
    this.#core.settle();
  }

  drop(line: number): Result<void> {
    const result = this.#core.gate.drop(line);
    this.#core.settle();
    return result;
  }

  send(raw: Raw, origin: 'hand' | 'driver', cuts?: readonly number[]): Result<void> {
    const { state } = this;
    if (state === 'idle' || state === 'ended' || this.#core.gone) return this.#notRunning();
    this.#core.hostLine(raw, origin, undefined, cuts);
    this.#core.settle();
    return ok(undefined);
  }

  setFreeze(freeze: boolean): void {
    this.#core.freeze = freeze;
    this.#core.bell.marked = true;
    this.#core.settle();
  }

  get clockStopped(): boolean {
    return this.#core.clockStopped;
  }

  get clockFrozen(): boolean {
    return this.#core.clock.frozen;
  }

  stopClock(stopped: boolean): void {
    this.#core.clockStopped = stopped;
    this.#core.bell.marked = true;
    this.#core.settle();
  }

  get offers(): ReadonlyOffers {
    return this.#core.machine.offers;
  }

  get endWanted(): boolean {
    return this.#core.machine.endWanted;
  }

  get name(): string {
    return this.target.manifest?.name ?? this.offers.helloName ?? this.target.name;
  }

  freshId(): string {
    return this.#core.requests.freshId();
  }

  request(ask: RequestAsk): HostRequest {
    const request = this.#core.requests.ask(ask);
    this.#core.settle();
    return request;
  }

  notice(type: string, fields: readonly WireField[]): Result<number> {
    if (this.offers.helloName === null || this.#core.gone) return this.#notRunning();
    const encoded = encodeFields(type, null, fields);
    if (!encoded.ok)
      return failed(
        failure(
          'argumentInvalid',
          `${encoded.name} of ${type} is not JSON, so nothing was sent.`,
          'Correct it.',
        ),
      );
    const line = this.#core.hostLine({ text: encoded.text });
    this.#core.settle();
    return ok(line);
  }

  note(entry: DecidedEntry | ProblemEntry): void {
    this.#core.note(entry);
  }

  showPanel(panel: PanelContent, line?: number): void {
    this.#core.tell({ kind: 'panelOpened', panel, line });
    this.#core.settle();
  }

  hidePanel(panel: string, by: 'host' | 'otherPanel'): void {
    this.#core.tell({ kind: 'panelClosed', panel, by });
    this.#core.settle();
  }

  abandon(): void {
    this.#core.tell({ kind: 'abandoned' });
    this.#core.settle();
  }

  onChange(listener: () => void): () => void {
    return this.#core.bell.on(listener);
  }

  #notRunning(): Result<never> {
    const { state } = this;
    const fix = state === 'idle' ? 'Start it first.' : 'Restart it, then send again.';
    const message = `${this.target.name} is not running, so nothing can be sent to it.`;
    return failed(failure('sessionNotRunning', message, fix, { session: this.id, state }));
  }
}
