// The part of the contract about several extensions at once: finding them, opening all that a host would load, reloading,
// and watching their files.

import { Type } from '@sinclair/typebox';
import type { Failure } from '../errors.ts';
import type { SessionId } from '../ids.ts';
import type { FoundExtension, SearchedFolder } from '../target/found-extension.ts';
import { command, id, path, strict } from './command.ts';
import type { OpenSession, TargetPreview } from './open-session.ts';

/** A found extension as the window lists it: what would run with it, and the session it runs in, if any. */
export interface ListedExtension extends Omit<FoundExtension, 'target'> {
  readonly preview: TargetPreview | null;
  readonly session: SessionId | null;
}

/** What a host in that project would load, in load order; those open by hand come first. */
export interface WorkspaceFinds {
  /** The project, absolute; null when only the host's home was searched. */
  readonly folder: string | null;
  readonly folders: readonly SearchedFolder[];
  readonly extensions: readonly ListedExtension[];
}

/** An extension that was to be started and was not. */
export interface NotStarted {
  readonly name: string;
  readonly path: string;
  readonly failure: Failure;
}

export interface OpenedAll {
  readonly opened: readonly OpenSession[];
  readonly refused: readonly NotStarted[];
}

export interface ReloadedAll {
  /** The project whose extensions were loaded; null when there was none. */
  readonly folder: string | null;
  /** How many were ended, started again, and ready within the host's grace. */
  readonly stopped: number;
  readonly started: number;
  readonly ready: number;
  readonly refused: readonly NotStarted[];
  /** Winners that are new or have changed: they run once the person has agreed (`workspace.openAll`). */
  readonly asks: readonly ListedExtension[];
}

const folder = Type.Union([path, Type.Null()]);
const mode = Type.Union([Type.Literal('run'), Type.Literal('step')]);
const agreed = Type.Array(
  Type.Object(
    { key: Type.String({ maxLength: 65_536 }), digest: Type.String({ pattern: '^[0-9a-f]{64}$' }) },
    strict,
  ),
  { maxItems: 1_000 },
);

export const workspaceCommands = {
  /** Looks, runs nothing. `folder` null: only what is installed on this machine. */
  'workspace.find': command<WorkspaceFinds>()(Type.Object({ folder }, strict)),
  /** Starts the winners that the person has seen and agreed to, in load order; consent is kept for each. */
  'workspace.openAll': command<OpenedAll>()(Type.Object({ folder, agreed, mode }, strict)),
  /** As the host does it: all are stopped side by side, manifests read again, and the winners started again. */
  'workspace.reloadAll': command<ReloadedAll>()(Type.Object({}, strict)),
  /** While on, a change of its files restarts it. */
  'sessions.watch': command<void>()(Type.Object({ session: id, on: Type.Boolean() }, strict)),
};
