// Joins engine, protocols and terminal into what the commands work with. The real program and the tests that run it
// inside their own process use the same joining.

import { defaultProfileName, profiles } from '../../shared/protocol/registry.ts';
import { Workspace, defaultSettings } from '../engine/workspace.ts';
import { stateDir } from '../recorder/state-dir.ts';
import type { Surroundings } from './call.ts';
import type { Terminal } from './terminal.ts';

export interface Composed extends Surroundings {
  /** Ends whatever runs. */
  readonly close: () => Promise<void>;
}

export function compose(terminal: Terminal, version: string): Composed {
  const { environment, cwd } = terminal;
  const workspaceOptions = { stateDir: stateDir(environment), environment, programVersion: version };
  let made: Workspace | undefined;
  return {
    terminal,
    version,
    profiles,
    defaultProfile: defaultProfileName,
    workspace: () => {
      made ??= new Workspace(workspaceOptions);
      return made;
    },
    workspaceOptions,
    settings: (target, profile) => defaultSettings(target, cwd, profile),
    close: async () => made?.closeAll(),
  };
}
