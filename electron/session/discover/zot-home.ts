// Where the host keeps its own things, extensions among them. Only names the folder; it need not exist.

import path from 'node:path';

export interface ZotHome {
  /** Absolute. */
  readonly folder: string;
  /** What the path comes from, in words. */
  readonly from: string;
}

export interface ZotHomeOptions {
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** What a relative ZOT_HOME is relative to. */
  readonly cwd: string;
  /** The person's own folder. */
  readonly homeDir: string;
  readonly platform: NodeJS.Platform;
}

/**
 * $ZOT_HOME; else $XDG_STATE_HOME/zot; else what is usual on the system: ~/Library/Application Support/zot,
 * %LOCALAPPDATA%\zot, or ~/.local/state/zot (zot, newest; earlier ones look at XDG_STATE_HOME last on macOS). Empty
 * variables count as unset.
 */
export function zotHome({ environment, cwd, homeDir, platform }: ZotHomeOptions): ZotHome {
  const { ZOT_HOME, XDG_STATE_HOME, LOCALAPPDATA } = environment;
  if (ZOT_HOME) return { folder: path.resolve(cwd, ZOT_HOME), from: 'ZOT_HOME' };
  if (XDG_STATE_HOME) return { folder: path.resolve(cwd, XDG_STATE_HOME, 'zot'), from: 'XDG_STATE_HOME' };
  if (platform === 'win32' && LOCALAPPDATA)
    return { folder: path.join(LOCALAPPDATA, 'zot'), from: 'LOCALAPPDATA' };
  const usual = platform === 'darwin' ? 'Library/Application Support/zot' : '.local/state/zot';
  return { folder: path.join(homeDir, usual), from: 'the usual place, as ZOT_HOME is not set' };
}
