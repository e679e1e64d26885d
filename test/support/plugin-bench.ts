// The desks over real compiled plugins: workspace, consent and the plugin desk as the app has them, and waits for what the
// journal's summary tells. Nothing sleeps. After each test everything is ended, and a process that is left fails it.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ConsentBook } from '../../electron/engine/consent.ts';
import { makeDesks } from '../../electron/engine/desks.ts';
import { PluginDesk } from '../../electron/engine/plugin-desk.ts';
import { memoryPreferences } from '../../electron/engine/preferences.ts';
import { Recents } from '../../electron/engine/recents.ts';
import { Targets } from '../../electron/engine/targets.ts';
import { Workspace } from '../../electron/engine/workspace.ts';
import type { OpenSession, PluginRunNews } from '../../shared/ipc/contract.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { PluginSummary } from '../../shared/session/plugin-summary.ts';
import type { PluginHostSettings } from '../../shared/target/plugin-target.ts';
import { value } from './desks.ts';
import { Run } from './engine.ts';
import { markedProcesses, newMark, until } from './marked-processes.ts';
import { plugin, pluginChild } from './plugins.ts';

export class PluginBench {
  readonly stateDir = mkdtempSync(path.join(os.tmpdir(), 'framescope-plugins-'));
  readonly #mark = newMark();
  readonly news: PluginRunNews[] = [];
  readonly faults: unknown[] = [];
  readonly preferences = memoryPreferences();
  readonly consents = new ConsentBook(this.preferences);
  #wake: () => void = () => {};
  #workspace: Workspace | undefined;
  #targets: Targets | undefined;
  #desks: ReturnType<typeof makeDesks> | undefined;
  #desk: PluginDesk | undefined;

  async begin(): Promise<this> {
    const environment = {
      ...(process.env as Record<string, string>),
      FRAMESCOPE_STATE_DIR: this.stateDir,
      ...this.#mark,
    };
    const child = await pluginChild();
    const { preferences, consents, stateDir } = this;
    const workspace = new Workspace({
      ...{ stateDir, environment, programVersion: '0.0.0-test', pluginChild: child },
    });
    const targets = new Targets({
      ...{ preferences, consents, environment, cwd: stateDir, profile: 'zot-latest', pluginChild: child },
    });
    const report = (_what: string, error: unknown): void => void this.faults.push(error);
    this.#desks = makeDesks({
      ...{
        workspace,
        targets,
        consents,
        recents: new Recents(preferences),
        environment,
        cwd: stateDir,
        report,
      },
    });
    this.#desk = new PluginDesk({
      workspace,
      restart: (id, mode) => this.desks.desk.restart(id, mode),
      send: (news) => {
        this.news.push(structuredClone(news));
        this.#wake();
      },
      report,
    });
    this.#workspace = workspace;
    this.#targets = targets;
    return this;
  }

  get workspace(): Workspace {
    return there(this.#workspace);
  }
  get targets(): Targets {
    return there(this.#targets);
  }
  get desks(): ReturnType<typeof makeDesks> {
    return there(this.#desks);
  }
  get desk(): PluginDesk {
    return there(this.#desk);
  }

  /** A fixture by its name, or a path; agreed to, with these settings of its host. */
  async open(what: string, mode: GateMode = 'run', host: Partial<PluginHostSettings> = {}): Promise<Run> {
    const file = path.isAbsolute(what) ? what : plugin(what);
    const target = value(await this.targets.resolve({ kind: 'path', path: file }));
    value(this.consents.give(target, target.digest));
    const settings = this.targets.settingsFor(target);
    if (settings.plugin)
      value(
        await this.targets.saveSettings(target.input, {
          ...settings,
          plugin: { ...settings.plugin, ...host },
        }),
      );
    return new Run(value(await this.desks.desk.start(target.input, mode)));
  }

  /** The same, once it is loaded. */
  async ready(what: string, host: Partial<PluginHostSettings> = {}): Promise<Run> {
    const run = await this.open(what, 'run', host);
    await run.untilState('ready');
    return run;
  }

  runOf({ id }: OpenSession): Run {
    return new Run(value(this.workspace.get(id)));
  }

  /** Resolves with the first thing that `look` finds in the news of the simulated run, now or later. */
  async untilNews<T>(
    what: string,
    look: (news: PluginRunNews) => T | undefined,
    withinMs = 30_000,
  ): Promise<T> {
    const end = performance.now() + withinMs;
    for (;;) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      const newest = this.news.at(-1);
      const found = newest && look(newest);
      if (found !== undefined) return found;
      const left = end - performance.now();
      if (left <= 0)
        throw new Error(`Not within ${withinMs} ms: ${what}. News: ${JSON.stringify(this.news.at(-1))}`);
      let timer: NodeJS.Timeout | undefined;
      await Promise.race([woken, new Promise((resolve) => (timer = setTimeout(resolve, left)))]);
      clearTimeout(timer);
    }
  }

  async close(): Promise<void> {
    this.desk.close();
    await this.desks.watch.close();
    await this.workspace.closeAll();
    try {
      await until('no process is left', () => markedProcesses(this.#mark).length === 0, 5_000);
    } finally {
      for (const pid of markedProcesses(this.#mark)) process.kill(pid, 'SIGKILL');
      rmSync(this.stateDir, { recursive: true, force: true });
    }
    if (this.faults.length > 0) throw new AggregateError(this.faults, 'faults behind the desks');
  }
}

/** Resolves with what `look` finds in the plugin's summary, now or once the journal has grown. */
export async function untilTold<T>(
  run: Run,
  what: string,
  look: (told: PluginSummary) => T | undefined,
): Promise<T> {
  let found: T | undefined;
  const seen = (): boolean => {
    const told = run.summary.plugin;
    found = told && look(told);
    return found !== undefined;
  };
  if (!seen()) await run.until(what, seen, 30_000);
  if (found === undefined) throw new Error(`${what} was there, and is not any more`);
  return found;
}

function there<T>(made: T | undefined): T {
  if (made === undefined) throw new Error('The bench was not begun.');
  return made;
}
