// The simulated agent over real extensions, without journals: several sessions in one host, what each records kept in
// memory. Waits are for facts. After each test everything is ended, and a process left behind fails it.

import { HostAgent } from '../../electron/session/agent.ts';
import { makeCheckSchema } from '../../electron/session/check-schema.ts';
import { resolveTarget } from '../../electron/session/discover/resolve-target.ts';
import { childEnvironment } from '../../electron/session/environment.ts';
import { Host } from '../../electron/session/host.ts';
import { defaultSettings } from '../../electron/session/host-settings.ts';
import type { StdioSession } from '../../electron/session/stdio-session.ts';
import type { TimeSource } from '../../electron/session/clock.ts';
import { makeValidateFrame } from '../../electron/session/validate-frame.ts';
import { StdioProcess } from '../../electron/transport/stdio-process.ts';
import { makeDecodeLine } from '../../shared/protocol/codec.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import type { HostSettings, ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import { CollectingSink } from './collecting-sink.ts';
import { fixture } from './fixture-extensions.ts';
import { markedProcesses, newMark, until } from './marked-processes.ts';

export interface BenchOptions {
  readonly profile?: string;
  /** Against the profile's own, e.g. shorter deadlines where real time is not the point. */
  readonly changes?: Partial<HostProfile>;
  /** The whole environment of the extensions, but for the mark; default: ours. */
  readonly environment?: Readonly<Record<string, string>>;
  readonly time?: TimeSource;
}

export interface OpenOptions {
  /** Name of the extension instead of its manifest's. */
  readonly name?: string;
  readonly environment?: Readonly<Record<string, string>>;
  readonly settings?: Partial<HostSettings>;
}

/** What the puppet registers, and what it does at each frame of the host: see its first lines. */
export interface Puppet {
  readonly name?: string;
  readonly offers?: {
    readonly tools?: readonly (string | { readonly name: string; readonly schema?: unknown })[];
    readonly commands?: readonly string[];
    readonly events?: readonly string[];
    readonly intercept?: readonly string[];
  };
  readonly on?: Readonly<Record<string, readonly PuppetAct[]>>;
}
export type PuppetAct = string | Readonly<Record<string, unknown>>;

/** One extension of the bench. */
export interface Opened {
  readonly session: StdioSession;
  readonly sink: CollectingSink;
  readonly target: ResolvedTarget;
}

const validate = makeValidateFrame();
const checkSchema = makeCheckSchema();

export class AgentBench {
  readonly host = new Host();
  readonly agent = new HostAgent(this.host);
  readonly mark = newMark();
  readonly opened: Opened[] = [];
  readonly #options: BenchOptions;
  readonly #profile: ReturnType<typeof profileNamed> & {};

  constructor(options: BenchOptions = {}) {
    const found = profileNamed(options.profile ?? 'zot-latest');
    if (!found) throw new Error(`No profile ${options.profile}.`);
    this.#options = options;
    this.#profile = { ...found, profile: { ...found.profile, ...options.changes } };
  }

  get profile(): HostProfile {
    return this.#profile.profile;
  }

  /** A fixture by its name or a folder; started, not waited for. Throws when it can't be loaded. */
  async start(what: string | TargetInput, options: OpenOptions = {}): Promise<Opened> {
    const input = typeof what === 'string' ? ({ kind: 'path', path: fixture(what) } as const) : what;
    const inherited = { ...this.#inherited(), ...this.mark };
    const resolved = await resolveTarget(input, { cwd: '/', environment: inherited });
    if (!resolved.ok) throw new Error(resolved.failure.message);
    return this.#open(resolved.value, inherited, options);
  }

  /** Started, and ready for calls. */
  async open(what: string | TargetInput, options: OpenOptions = {}): Promise<Opened> {
    const opened = await this.start(what, options);
    await reached(opened, 'ready');
    return opened;
  }

  /** The fixture that does as it is told, ready for calls. */
  puppet({ name = 'puppet', offers = {}, on = {} }: Puppet = {}): Promise<Opened> {
    const environment = {
      FIXTURE_NAME: name,
      FIXTURE_OFFERS: JSON.stringify(offers),
      FIXTURE_ON: JSON.stringify(on),
    };
    return this.open('puppet', { name, environment });
  }

  /** Kills what still runs; throws when a process is left. */
  async close(): Promise<void> {
    for (const session of this.host.sessions) {
      session.stop('app');
      session.stop('app');
      session.abandon();
    }
    await Promise.all(this.host.sessions.map((session) => session.ended));
    this.agent.dispose();
    try {
      await until('no process is left', () => markedProcesses(this.mark).length === 0, 2_000);
    } finally {
      for (const pid of markedProcesses(this.mark)) process.kill(pid, 'SIGKILL');
    }
  }

  async #open(
    found: ResolvedTarget,
    inherited: Readonly<Record<string, string>>,
    { name, environment = {}, settings }: OpenOptions,
  ): Promise<Opened> {
    const hindrance = found.remarks.find(({ severity }) => severity === 'error');
    if (found.executable === null || hindrance)
      throw new Error(hindrance?.message ?? `The program ${found.asked} was not found.`);
    const target = name && found.manifest ? { ...found, name, manifest: { ...found.manifest, name } } : found;
    const { protocol, profile } = this.#profile;
    const child = await childEnvironment(inherited, target, { environment });
    const transport = new StdioProcess({
      executable: found.executable,
      argv: target.argv,
      cwd: target.cwd,
      environment: child.environment,
      environmentAdded: child.added,
      maxLineBytes: 64 * 1024 * 1024,
      keptBytes: 256 * 1024,
    });
    const sink = new CollectingSink();
    const session = this.host.open({
      target,
      settings: { ...defaultSettings(target, '/home/ada/shop', profile), ...settings },
      profile,
      frames: protocol.frames,
      decode: makeDecodeLine(protocol, profile, validate),
      sink,
      transport,
      checkSchema,
      ...(this.#options.time ? { time: this.#options.time } : {}),
    });
    session.start('run');
    const opened = { session, sink, target };
    this.opened.push(opened);
    return opened;
  }

  #inherited(): Record<string, string> {
    if (this.#options.environment) return { ...this.#options.environment };
    return Object.fromEntries(Object.entries(process.env).map(([name, value]) => [name, value ?? '']));
  }
}

/** Resolves once the session was in that state, or has ended. */
export async function reached({ sink }: Opened, state: string): Promise<void> {
  await sink.seen(
    (entry) => entry.kind === 'stateChanged' && (entry.state === state || entry.state === 'ended'),
  );
}
