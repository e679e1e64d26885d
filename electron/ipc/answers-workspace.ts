// Answers about several extensions at once: finding, opening and reloading all, watching. Translates only.

import type { OpenedAll, ReloadedAll, WorkspaceFinds } from '../../shared/ipc/contract.ts';
import type { Result } from '../../shared/result.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { Agreed } from '../engine/project-desk.ts';
import type { Handlers } from './handlers.ts';

export interface WorkspaceParts {
  readonly find: (folder: string | null) => Promise<Result<WorkspaceFinds>>;
  readonly openAll: (folder: string | null, agreed: Agreed, mode: GateMode) => Promise<Result<OpenedAll>>;
  readonly reloadAll: () => Promise<Result<ReloadedAll>>;
  readonly watch: (id: string, on: boolean) => Promise<Result<void>>;
}

type WorkspaceCommands = `workspace.${'find' | 'openAll' | 'reloadAll'}` | 'sessions.watch';

export function answersAboutWorkspace(parts: WorkspaceParts): Pick<Handlers, WorkspaceCommands> {
  return {
    'workspace.find': ({ folder }) => parts.find(folder),
    'workspace.openAll': ({ folder, agreed, mode }) => parts.openAll(folder, agreed, mode),
    'workspace.reloadAll': () => parts.reloadAll(),
    'sessions.watch': ({ session, on }) => parts.watch(session, on),
  };
}
