// What a host would load now: the extensions open by hand, the project's, this machine's. Looks only; it knows which of
// them are open, and tells the window what would run with each.

import { stat } from 'node:fs/promises';
import { failure, type Failure } from '../../shared/errors.ts';
import type { ListedExtension, WorkspaceFinds } from '../../shared/ipc/contract.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { FoundExtension, FoundExtensions } from '../../shared/target/found-extension.ts';
import type { ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import { findExtensions } from '../session/discover/find-extensions.ts';
import type { ZotHome } from '../session/discover/zot-home.ts';
import type { Opened } from './opened.ts';
import type { Targets } from './targets.ts';
import type { Workspace } from './workspace.ts';

export interface FindsParts {
  readonly workspace: Workspace;
  readonly targets: Targets;
  readonly home: ZotHome;
  /** Whose rules say what is found. */
  readonly profile: HostProfile;
}

/** One that would be started, with what would run. */
export type Winner = FoundExtension & { readonly target: ResolvedTarget };

export class ProjectFinds {
  readonly #parts: FindsParts;

  constructor(parts: FindsParts) {
    this.#parts = parts;
  }

  /** @param folder the project; null for what is installed on this machine. Failures: targetMissing. */
  async find(folder: string | null): Promise<Result<WorkspaceFinds>> {
    const wrong = folder === null ? undefined : await noFolder(folder);
    if (wrong) return failed(wrong);
    const { extensions, folders } = await this.look(folder, 'all');
    const listed = await Promise.all(extensions.map((found) => this.list(found, folder)));
    return ok({ folder, folders, extensions: listed });
  }

  /** @param what `byHand`: only what is open by hand, no project's and no machine's extensions */
  look(folder: string | null, what: 'all' | 'byHand'): Promise<FoundExtensions> {
    const { workspace, targets, home, profile } = this.#parts;
    const explicit = new Map<string, TargetInput>();
    for (const { kind, target, place, project } of workspace.list) {
      const elsewhere = place === 'project' && project !== folder;
      if (kind === 'live' && target && (what === 'byHand' || place === 'explicit' || elsewhere))
        explicit.set(target.key, target.input);
    }
    return findExtensions({
      explicit: [...explicit.values()],
      projectDir: what === 'all' ? folder : null,
      home: what === 'all' ? home : null,
      profile,
      resolve: (input) => targets.resolve(input),
    });
  }

  async list(found: FoundExtension, folder: string | null): Promise<ListedExtension> {
    const { target, ...about } = found;
    const preview = target ? await this.#parts.targets.describe(target, folder) : null;
    const open = this.sessionOf(found);
    return { ...about, preview, session: open && isRunning(open) ? open.id : null };
  }

  /** The one opened last, running or not. */
  sessionOf(found: FoundExtension): Opened | undefined {
    return this.#parts.workspace.list.findLast((opened) => isOf(found, opened));
  }
}

export function isWinner(found: FoundExtension): found is Winner {
  return found.status === 'wins' && found.target !== null;
}

export function isRunning({ session }: Opened): boolean {
  return session !== undefined && session.status.state !== 'ended';
}

export function isOf({ target, path }: FoundExtension, opened: Opened): boolean {
  if (opened.kind !== 'live' || !opened.target) return false;
  // Without a target now, it is known by its folder.
  return target ? opened.target.key === target.key : opened.target.cwd === path;
}

/** For one that was to be started and is no winner. */
export function whyNot(found: FoundExtension): Failure {
  return found.failure ?? failure('targetDisabled', `It is not started: ${found.why}`, found.fix);
}

async function noFolder(folder: string): Promise<Failure | undefined> {
  const fix = 'Choose the folder of a project.';
  try {
    if ((await stat(folder)).isDirectory()) return undefined;
    return failure('targetMissing', `${folder} is not a folder.`, fix, { path: folder });
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? String(error);
    return failure('targetMissing', `${folder} can't be opened (${errno}).`, fix, { path: folder, errno });
  }
}
