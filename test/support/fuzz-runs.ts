// Runs of fuzzing over real extensions, with the usual settings unless told otherwise. A run may be stopped as soon as it has
// found something, which is when most tests have seen enough.

import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { usualSettings, type FuzzSettings } from '../../electron/drivers/fuzz.ts';
import { startFuzz, type FuzzRun } from '../../electron/engine/fuzz-run.ts';
import { everyTool, type FuzzChoice } from '../../electron/engine/fuzz-subjects.ts';
import { Workspace, defaultSettings, type WorkspaceOptions } from '../../electron/engine/workspace.ts';
import type { FuzzBucket, FuzzCall, FuzzOutcome } from '../../shared/fuzz/findings.ts';
import { inputKey } from '../../shared/fuzz/buckets.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import { markedProcesses, newMark, until } from './marked-processes.ts';

export const plantedDir = path.resolve(import.meta.dirname, '..', 'fixtures', 'fuzz');
export const planted = (name: string): string => path.join(plantedDir, name);

/** Printed with each failure: the run can be had again with it. */
export const seedOfTests = 20_261;

export interface FuzzAsked {
  readonly choice?: Partial<FuzzChoice>;
  readonly settings?: Partial<FuzzSettings>;
  /** Goes on after the first bucket. */
  readonly whole?: boolean;
  readonly profile?: string;
  readonly pluginChild?: string;
  readonly called?: (call: FuzzCall, stop: () => void) => void;
}

export class FuzzRuns {
  readonly stateDir = mkdtempSync(path.join(os.tmpdir(), 'framescope-fuzz-'));
  readonly #mark = newMark();

  options(pluginChild?: string): WorkspaceOptions {
    const inherited = Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    const environment = { ...Object.fromEntries(inherited), ...this.#mark };
    const child = pluginChild === undefined ? {} : { pluginChild };
    return { stateDir: this.stateDir, environment, programVersion: '0.0.0-test', ...child };
  }

  async resolve(target: string, pluginChild?: string): Promise<ResolvedTarget> {
    const found = await new Workspace(this.options(pluginChild)).resolve({ kind: 'path', path: target });
    if (!found.ok) throw new Error(JSON.stringify(found.failure));
    return found.value;
  }

  async run(where: string, asked: FuzzAsked = {}): Promise<FuzzOutcome> {
    const target = await this.resolve(where, asked.pluginChild);
    const ending = new AbortController();
    const under: { run?: FuzzRun } = {};
    const stop = (): void => ending.abort();
    const started = await startFuzz({
      workspace: this.options(asked.pluginChild),
      target,
      settings: defaultSettings(target, os.tmpdir(), asked.profile ?? 'zot-latest'),
      choice: { ...everyTool, ...asked.choice },
      fuzz: { ...usualSettings, seed: seedOfTests, ...asked.settings },
      signal: ending.signal,
      changed: () => {
        if (asked.whole !== true && (under.run?.fuzz.buckets.length ?? 0) > 0) stop();
      },
      called: (call) => asked.called?.(call, stop),
    });
    if (!started.ok) throw new Error(`${started.failure.message} ${started.failure.fix ?? ''}`);
    under.run = started.value;
    const outcome = await under.run.fuzz.outcome;
    await under.run.over;
    return outcome;
  }

  /** No process, no file is left. */
  async close(): Promise<void> {
    try {
      await until('no process is left', () => markedProcesses(this.#mark).length === 0, 5_000);
      const left = readdirSync(this.stateDir).filter((name) => name.startsWith('fuzz-'));
      if (left.length > 0) throw new Error(`Journals were left behind: ${left.join(', ')}`);
    } finally {
      for (const pid of markedProcesses(this.#mark)) process.kill(pid, 'SIGKILL');
      rmSync(this.stateDir, { recursive: true, force: true });
    }
  }
}

/** What has to be the same in two runs with the same seed. */
export function gist(buckets: readonly FuzzBucket[]): string[] {
  return buckets.map(({ id, oracle, cause, input }) => `${id} ${oracle} ${cause} ${inputKey(input)}`).sort();
}

/** The arguments of an input of one call. */
export function onlyRaw({ input }: FuzzBucket): string {
  if (input.kind !== 'one' && input.kind !== 'repeat') return input.kind;
  return input.send.kind === 'value' ? input.send.raw : input.send.why;
}
