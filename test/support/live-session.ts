// Sessions on real processes, without the journal: what they record is kept in memory, waits are for a fact. After each
// test everything is ended, and a process left behind fails it.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { Host } from '../../electron/session/host.ts';
import type { StdioSession } from '../../electron/session/stdio-session.ts';
import { StdioProcess } from '../../electron/transport/stdio-process.ts';
import type { HostState } from '../../shared/session/entries.ts';
import type { Manifest } from '../../shared/target/target.ts';
import { CollectingSink } from './collecting-sink.ts';
import { fixture } from './fixture-extensions.ts';
import { hostParts } from './host-parts.ts';
import { markedProcesses, newMark, until } from './marked-processes.ts';

export interface LiveOptions {
  readonly profile?: string;
  readonly environment?: Readonly<Record<string, string>>;
}

export interface Live {
  readonly session: StdioSession;
  readonly sink: CollectingSink;
  /** Resolves once the state was reached, now or earlier. */
  reached(state: HostState): Promise<void>;
  problem(code: string): Promise<string>;
}

export class LiveSessions {
  readonly host = new Host();
  readonly #mark = newMark();

  /** A fixture by its name, or a program; not started. */
  open(what: string | readonly string[], { profile, environment }: LiveOptions = {}): Live {
    const { argv, cwd, manifest } = typeof what === 'string' ? fromManifest(what) : { argv: what, cwd: '/' };
    const program = argv[0] === 'node' ? process.execPath : (argv[0] ?? '');
    const target = { argv, cwd, executable: program, ...(manifest ? { manifest, name: manifest.name } : {}) };
    const transport = new StdioProcess({
      executable: program,
      argv,
      cwd,
      environment: { PATH: process.env['PATH'] ?? '', ...this.#mark, ...environment },
      environmentAdded: [],
      maxLineBytes: 64 * 1024 * 1024,
      keptBytes: 256 * 1024,
    });
    const sink = new CollectingSink();
    const parts = hostParts({ target, ...(profile ? { profile } : {}) });
    const session = this.host.open({ ...parts, sink, transport });
    return {
      session,
      sink,
      reached: async (state) =>
        void (await sink.seen((entry) => entry.kind === 'stateChanged' && entry.state === state)),
      problem: async (code) => {
        const entry = await sink.seen((seen) => seen.kind === 'problem' && seen.code === code);
        return entry.kind === 'problem' ? entry.message : '';
      },
    };
  }

  /** Kills what still runs; throws when a process is left. */
  async close(): Promise<void> {
    for (const session of this.host.sessions) {
      session.stop('app');
      session.stop('app');
    }
    await Promise.all(this.host.sessions.map((session) => session.ended));
    try {
      await until('no process is left', () => markedProcesses(this.#mark).length === 0, 2_000);
    } finally {
      for (const pid of markedProcesses(this.#mark)) process.kill(pid, 'SIGKILL');
    }
  }
}

function fromManifest(name: string): { argv: readonly string[]; cwd: string; manifest: Manifest } {
  const cwd = fixture(name);
  const read = JSON.parse(readFileSync(path.join(cwd, 'extension.json'), 'utf8')) as Partial<Manifest>;
  const { exec = '', args = [] } = read;
  const manifest = { name, version: '', language: '', enabled: true, description: '', ...read, exec, args };
  const program =
    exec === 'python3' ? '/usr/bin/python3' : exec.startsWith('./') ? path.join(cwd, exec) : exec;
  return { argv: [program, ...args], cwd, manifest };
}
