// Starts the processes that are fuzzed, one after the other, apart from the sessions that a person has open: each with a
// journal of its own that is let go with it. Nobody looks at them but the driver.

import { mkdtempSync, rmSync } from 'node:fs';
import path from 'node:path';
import type { GateMode } from '../../shared/session/entries.ts';
import { ok, type Result } from '../../shared/result.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import type { FuzzProcess } from '../drivers/fuzz.ts';
import { makePrivateDir } from '../recorder/state-dir.ts';
import { Workspace, type WorkspaceOptions } from './workspace.ts';

export class FuzzOpener {
  readonly #workspace: Workspace;
  readonly #target: ResolvedTarget;
  readonly #settings: HostSettings;
  readonly #dir: string;
  #opened = 0;

  constructor(options: WorkspaceOptions, target: ResolvedTarget, settings: HostSettings) {
    this.#workspace = new Workspace(options);
    this.#target = target;
    this.#settings = settings;
    makePrivateDir(options.stateDir);
    this.#dir = mkdtempSync(path.join(options.stateDir, 'fuzz-'));
  }

  async open(mode: GateMode): Promise<Result<FuzzProcess>> {
    const journalFile = path.join(this.#dir, `${++this.#opened}.fsj`);
    const opened = await this.#workspace.openTarget(this.#target, this.#settings, mode, { journalFile });
    if (!opened.ok) return opened;
    const { session, journal, id } = opened.value;
    if (!session) throw new Error('A target that was opened has no session.');
    const close = async (): Promise<void> => {
      await this.#workspace.close(id);
      rmSync(journalFile, { force: true });
    };
    return ok({ session, journal, close });
  }

  /** Ends all; nothing is left on the disk. */
  async close(): Promise<void> {
    await this.#workspace.closeAll();
    rmSync(this.#dir, { recursive: true, force: true });
  }
}
