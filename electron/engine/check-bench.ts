// Starts the target of a check as often as it needs, in a workspace of its own: no other extension is asked, and nothing of it
// stands in the list of sessions. The recordings stay.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { ok } from '../../shared/result.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import type { CheckBench, CheckRun } from '../drivers/conformance-bench.ts';
import { Workspace, type WorkspaceOptions } from './workspace.ts';

export interface OwnBench extends CheckBench {
  /** Ends whatever still runs. */
  dispose(): Promise<void>;
}

/** @param target that the person agreed to run */
export function checkBench(
  options: WorkspaceOptions,
  target: ResolvedTarget,
  settings: HostSettings,
): OwnBench {
  const workspace = new Workspace(options);
  const folders: string[] = [];
  const ids = new Map<CheckRun, Parameters<Workspace['close']>[0]>();
  return {
    start: async ({ mode, otherFolder }) => {
      const projectDir = otherFolder ? emptyFolder(folders) : settings.projectDir;
      const note = 'Started by a check of conformance.';
      const opened = await workspace.openTarget(target, { ...settings, projectDir }, mode, { note });
      if (!opened.ok) return opened;
      const { session, journal, id } = opened.value;
      if (!session) throw new Error('A target that was opened has no session.');
      const run = { session, journal };
      ids.set(run, id);
      return ok(run);
    },
    close: async (run) => {
      const id = ids.get(run);
      ids.delete(run);
      if (id !== undefined) await workspace.close(id);
    },
    dispose: async () => {
      await workspace.closeAll();
      for (const folder of folders) rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A blank and an umlaut in its name: such projects exist. */
function emptyFolder(folders: string[]): string {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope prüft-'));
  folders.push(folder);
  return folder;
}
