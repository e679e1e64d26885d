// Sessions of native plugins on real processes, without the journal: what they record is kept in memory, waits are for a
// fact. After each test everything is ended, and a process left behind fails it.

import path from 'node:path';
import { HostAgent } from '../../electron/session/agent.ts';
import { defaultSettings } from '../../electron/session/host-settings.ts';
import { Host } from '../../electron/session/host.ts';
import { librarySymbols } from '../../electron/session/discover/preflight.ts';
import type { OpcodeSession } from '../../electron/session/opcode/opcode-session.ts';
import { PluginProcess } from '../../electron/transport/plugin-process.ts';
import type { Entry, GateMode, HostState, Side } from '../../shared/session/entries.ts';
import { defaultPluginSettings, type PluginHostSettings } from '../../shared/target/plugin-target.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import { CollectingSink } from './collecting-sink.ts';
import { markedProcesses, newMark, until } from './marked-processes.ts';
import { plugin, pluginChild } from './plugins.ts';
import { decoderFor, profileOf } from './protocol-parts.ts';

export interface PluginOptions {
  readonly profile?: string;
  readonly host?: Partial<PluginHostSettings>;
  readonly mode?: GateMode;
  readonly sessionFile?: string | null;
  /** Instead of the program that calls plugins. */
  readonly child?: string;
  /** Without machine code, as on machines that it is not for. */
  readonly plain?: boolean;
}

export type Frame = Readonly<Record<string, unknown>>;

export class LivePlugin {
  readonly session: OpcodeSession;
  readonly sink: CollectingSink;

  constructor(session: OpcodeSession, sink: CollectingSink) {
    this.session = session;
    this.sink = sink;
  }

  async reached(state: HostState): Promise<this> {
    await this.sink.seen((entry) => entry.kind === 'stateChanged' && entry.state === state);
    return this;
  }

  /** The message of the first problem with this code, now or when it comes. */
  async problem(code: string): Promise<string> {
    const entry = await this.sink.seen((seen) => seen.kind === 'problem' && seen.code === code);
    return entry.kind === 'problem' ? entry.message : '';
  }

  get codes(): string[] {
    return this.sink.problems().map(({ code }) => code);
  }

  /** Frames of a type in the order they crossed. */
  frames(type: string, from?: Side): Frame[] {
    return this.sink
      .of('line')
      .filter((entry) => from === undefined || entry.from === from)
      .map((entry) => JSON.parse('text' in entry.raw ? entry.raw.text : '{}') as Frame)
      .filter((frame) => frame.type === type);
  }

  /** Resolves with the frame once it has crossed (or waits at the gate). */
  async frame(
    type: string,
    matches: (frame: Frame) => boolean = () => true,
  ): Promise<Frame & { seq: number }> {
    let found: Frame = {};
    const entry = await this.sink.seen((seen) => {
      if (seen.kind !== 'line' || !('text' in seen.raw)) return false;
      found = JSON.parse(seen.raw.text) as Frame;
      return found.type === type && matches(found);
    });
    return { ...found, seq: entry.seq };
  }

  /** The text that a tool's result has. */
  async call(name: string, args: object = {}): Promise<string> {
    const { content, end } = await this.session.plugin.callTool({
      name,
      argsText: JSON.stringify(args),
      raw: false,
    });
    const [block] = content;
    return block?.kind === 'text' ? block.text : end.how;
  }

  seen(matches: (entry: Entry) => boolean): Promise<Entry> {
    return this.sink.seen(matches);
  }
}

export class LivePlugins {
  readonly host = new Host();
  readonly agent = new HostAgent(this.host);
  readonly #mark = newMark();

  /** A fixture by its name, or a library by its path; started. */
  async open(what: string, options: PluginOptions = {}): Promise<LivePlugin> {
    const library = path.isAbsolute(what) ? what : plugin(what);
    const child = options.child ?? (await pluginChild());
    const { protocol, profile } = profileOf(options.profile ?? 'opcode-1');
    const argv = [process.execPath, child, ...(options.plain ? ['--plain'] : []), library];
    const target = targetOf(library, argv);
    const settings = {
      ...defaultSettings(target, '/', profile),
      plugin: { ...defaultPluginSettings('anthropic', 'claude-sonnet-4-5'), ...options.host },
    };
    const transport = new PluginProcess({
      ...{ executable: process.execPath, argv, cwd: '/', environmentAdded: [] },
      environment: { PATH: process.env.PATH ?? '', UV_THREADPOOL_SIZE: '1', ...this.#mark },
      ...{ maxLineBytes: 64 * 1024 * 1024, keptBytes: 256 * 1024 },
    });
    const sink = new CollectingSink();
    const session = this.host.openPlugin({
      ...{ target, settings, profile, sink, transport, symbols: librarySymbols },
      frames: protocol.frames,
      decode: decoderFor(profile.name),
      sessionFile: options.sessionFile ?? null,
    });
    session.start(options.mode ?? 'run');
    return new LivePlugin(session, sink);
  }

  /** The same, once it is loaded. */
  async ready(what: string, options: PluginOptions = {}): Promise<LivePlugin> {
    return (await this.open(what, options)).reached('ready');
  }

  /** Kills what still runs; throws when a process is left. */
  async close(): Promise<void> {
    for (const session of this.host.sessions) {
      session.stop('app');
      session.stop('app');
    }
    await Promise.all(this.host.sessions.map((session) => session.ended));
    this.agent.dispose();
    try {
      await until('no process is left', () => markedProcesses(this.#mark).length === 0, 2_000);
    } finally {
      for (const pid of markedProcesses(this.#mark)) process.kill(pid, 'SIGKILL');
    }
  }
}

function targetOf(library: string, argv: readonly string[]): ResolvedTarget {
  return {
    key: library,
    input: { kind: 'path', path: library },
    name: path.basename(library, '.so'),
    asked: library,
    executable: process.execPath,
    ...{ searched: [], argv, cwd: '/', remarks: [], digest: '0'.repeat(64) },
    plugin: { library, preflight: null },
  };
}
