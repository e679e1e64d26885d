// What commands are given to work with. Types only.

import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import type { Workspace, WorkspaceOptions } from '../engine/workspace.ts';
import type { ExitCode } from './exit-codes.ts';
import type { Terminal } from './terminal.ts';

export interface Surroundings {
  readonly terminal: Terminal;
  readonly version: string;
  readonly profiles: readonly { readonly name: string; readonly title: string }[];
  /** Made when a command needs it: help and usage errors touch no disk. */
  readonly workspace: () => Workspace;
  /** For a command that starts its own, apart from that one. */
  readonly workspaceOptions: WorkspaceOptions;
  readonly defaultProfile: string;
  readonly settings: (target: ResolvedTarget, profile: string) => HostSettings;
}

/** What a command's action is told besides its own options. */
export interface Call {
  readonly surroundings: Surroundings;
  /** What stands after `--`; undefined when there was no `--`. */
  readonly commandWords: readonly string[] | undefined;
  /** Says which code the whole program ends with. */
  readonly finish: (code: ExitCode) => void;
}
