// One native plugin as a session: the commands that people, drivers, IPC and the command line may give. Each command asks;
// what came of it is told by the journal. The way of frames and facts is opcode-core.ts.

import { failure } from '../../../shared/errors.ts';
import type { SessionId } from '../../../shared/ids.ts';
import type { HostProfile } from '../../../shared/protocol/define.ts';
import { opcodeRules } from '../../../shared/protocol/opcode/rules.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import type {
  DecidedEntry,
  GateMode,
  HostState,
  ProblemEntry,
  Raw,
} from '../../../shared/session/entries.ts';
import { defaultPluginSettings } from '../../../shared/target/plugin-target.ts';
import type { HostSettings, ResolvedTarget } from '../../../shared/target/target.ts';
import type { PluginTransport } from '../../transport/plugin-transport.ts';
import type { WireField } from '../agent-type.ts';
import { schemaProblem } from '../check-json.ts';
import { coreStatus } from '../core-status.ts';
import type { HoldPolicy } from '../gate.ts';
import type { ReadonlyOffers } from '../offers.ts';
import { idCounter, type HostRequest, type RequestAsk } from '../request-desk.ts';
import type { PluginSessionParts } from '../session-parts.ts';
import type { Session, SessionStatus } from '../session-type.ts';
import type { LibrarySymbols } from './crash-report.ts';
import { encodePlain } from './encode-plain.ts';
import { OpcodeCore } from './opcode-core.ts';
import { PluginAgent } from './plugin-agent.ts';
import { PluginRim } from './plugin-rim.ts';

const noSymbols: LibrarySymbols = { nameAt: () => undefined, offsetOf: () => undefined };

export class OpcodeSession implements Session {
  readonly id: SessionId;
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
  readonly profile: HostProfile;
  readonly plugin: PluginAgent;
  readonly #core: OpcodeCore;
  readonly #transport: PluginTransport;
  readonly #mintId: () => string;
  #policy: HoldPolicy | null = null;
  #stops = 0;

  constructor(parts: PluginSessionParts) {
    const { settings, profile, target, transport } = parts;
    this.id = parts.id;
    this.target = target;
    this.settings = settings;
    this.profile = profile;
    this.#transport = transport;
    this.#mintId = parts.mintId ?? idCounter();
    const plugin = settings.plugin ?? defaultPluginSettings(settings.provider, settings.model);
    const sessionFile = plugin.sessionFile ?? parts.sessionFile;
    this.#core = new OpcodeCore({
      config: {
        ...{ profile, settings, plugin, target, sessionFile },
        rules: opcodeRules(profile.name),
        frames: parts.frames,
        sessionId: plugin.sessionId ?? String(parts.id),
        mintId: this.#mintId,
        checkSchema: parts.checkSchema ?? schemaProblem,
      },
      ...{ profile, transport },
      decode: parts.decode,
      sink: parts.sink,
      rim: new PluginRim(plugin, sessionFile),
      symbols: parts.symbols ?? noSymbols,
      ...(parts.time ? { time: parts.time } : {}),
    });
    this.plugin = new PluginAgent(this, this.#core);
  }

  get state(): HostState {
    return this.#core.machine.state;
  }

  get status(): SessionStatus {
    return coreStatus(this.#core, this.#transport.pendingBytes);
  }

  get ended(): Promise<void> {
    return this.#core.over;
  }

  get freeze(): boolean {
    return this.#core.freeze;
  }

  /** Frames to hold while running; null holds none. */
  set holdPolicy(policy: HoldPolicy | null) {
    this.#policy = policy;
    this.#core.gate.policy = policy;
    this.#reckonAsking();
  }

  start(mode: GateMode): void {
    if (this.state !== 'idle') throw new Error(`Session ${this.id} was started before.`);
    this.#core.gate.setMode(mode);
    this.#core.tell({ kind: 'started' });
    this.#transport.start(this.#core);
    this.#reckonAsking();
    this.#core.settle();
  }

  stop(by: 'user' | 'app' | 'driver'): void {
    const core = this.#core;
    if (this.state === 'ended') return;
    const idle = this.state === 'idle';
    const again = this.#stops++ > 0;
    if (core.gone) core.gate.end('drop');
    core.tell({ kind: 'stopAsked', by });
    if (again) core.gate.end('drop');
    // When the app ends it nobody is left to release.
    else if (by === 'app') core.gate.end('release');
    if (again || by === 'app') core.askAlways(false);
    if (idle) core.neverStarted();
    core.settle();
  }

  setMode(mode: GateMode): void {
    this.#core.gate.setMode(mode);
    this.#reckonAsking();
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

  send(raw: Raw, origin: 'hand' | 'driver'): Result<void> {
    const { state } = this;
    if (state === 'idle' || state === 'ended' || this.#core.gone) return this.#notRunning();
    this.#core.hostLine(raw, origin);
    this.#core.settle();
    return ok(undefined);
  }

  setFreeze(freeze: boolean): void {
    this.#core.freeze = freeze;
    this.#changed();
  }

  get clockStopped(): boolean {
    return this.#core.clockStopped;
  }

  get clockFrozen(): boolean {
    return this.#core.clock.frozen;
  }

  stopClock(stopped: boolean): void {
    this.#core.clockStopped = stopped;
    this.#changed();
  }

  get offers(): ReadonlyOffers {
    return this.#core.machine.offers;
  }

  get endWanted(): boolean {
    return this.#core.machine.endWanted;
  }

  get name(): string {
    return this.offers.helloName ?? this.target.name;
  }

  freshId(): string {
    for (;;) {
      const id = this.#mintId();
      if (!this.#core.machine.idTaken(id)) return id;
    }
  }

  request(ask: RequestAsk): HostRequest {
    const request = this.#core.requests.ask(ask);
    this.#core.settle();
    return request;
  }

  /** Every call of a plugin returns, so a notice is one whose return nobody waits for. */
  notice(type: string, fields: readonly WireField[]): Result<number> {
    if (this.offers.helloName === null || this.#core.gone) return this.#notRunning();
    const encoded = encodePlain(type, this.freshId(), fields);
    if (!encoded.ok) {
      const message = `${encoded.name} of ${type} is not JSON, so nothing was sent.`;
      return failed(failure('argumentInvalid', message, 'Correct it.'));
    }
    const line = this.#core.hostLine({ text: encoded.text });
    this.#core.settle();
    return ok(line);
  }

  note(entry: DecidedEntry | ProblemEntry): void {
    this.#core.record(entry);
    this.#core.settle();
  }

  /** A native plugin has no panels. */
  showPanel(): void {}

  hidePanel(): void {}

  abandon(): void {
    this.#core.tell({ kind: 'abandoned' });
    this.#core.settle();
  }

  onChange(listener: () => void): () => void {
    return this.#core.bell.on(listener);
  }

  /** The plugin's process waits with each frame while one of them might be held. */
  #reckonAsking(): void {
    this.#core.askAlways(this.#core.gate.mode === 'step' || this.#policy !== null);
  }

  #changed(): void {
    this.#core.bell.marked = true;
    this.#core.settle();
  }

  #notRunning(): Result<never> {
    const { state } = this;
    const fix = state === 'idle' ? 'Start it first.' : 'Restart it, then send again.';
    const message = `${this.target.name} is not running, so nothing can be sent to it.`;
    return failed(failure('sessionNotRunning', message, fix, { session: this.id, state }));
  }
}
