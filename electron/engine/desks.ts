// The three ways the window has to sessions: one by one, all of a project, and by watching their files. Joins them, as each
// needs the others; wires only.

import { homedir } from 'node:os';
import { defaultProfileName, profileNamed } from '../../shared/protocol/registry.ts';
import { zotHome } from '../session/discover/zot-home.ts';
import { ProjectDesk } from './project-desk.ts';
import { SessionDesk, type DeskParts } from './session-desk.ts';
import { Watch, type AfterRestart } from './watch.ts';

export interface DesksParts extends Omit<DeskParts, 'watch'> {
  readonly environment: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** What is done again in an extension that was restarted because its files changed. */
  readonly after?: AfterRestart;
  readonly report: (what: string, error: unknown) => void;
}

export function makeDesks(parts: DesksParts) {
  const { workspace, environment, cwd, after, report } = parts;
  const chosen = profileNamed(defaultProfileName);
  if (!chosen) throw new Error(`the registry has no profile ${defaultProfileName}`);
  const watch: Watch = new Watch({
    workspace,
    restart: (id, mode) => desk.restart(id, mode),
    idle: () => desk.claims.idle(),
    report: (error) => report('watching files', error),
    ...(after ? { after } : {}),
  });
  const desk: SessionDesk = new SessionDesk({ ...parts, watch });
  const home = zotHome({ environment, cwd, homeDir: homedir(), platform: process.platform });
  const project = new ProjectDesk({ ...parts, desk, home, profile: chosen.profile });
  return { desk, project, watch };
}
