// From a target that may run to a session that can be started: which transport and which kind of session it is. The only
// place that knows both kinds.

import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { librarySymbols } from '../session/discover/preflight.ts';
import type { Host, SessionOptions } from '../session/host.ts';
import type { Session } from '../session/session-type.ts';
import { PluginProcess } from '../transport/plugin-process.ts';
import { StdioProcess } from '../transport/stdio-process.ts';
import type { Launch } from '../transport/transport.ts';

export interface OpenSessionParts extends Omit<SessionOptions, 'transport'> {
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
}

/** Not started yet. `journal`: the path of its recording. */
export function openSession(
  host: Host,
  parts: OpenSessionParts,
  launch: Launch,
  { stateDir, journal }: { readonly stateDir: string; readonly journal: string },
): Session {
  if (!parts.target.plugin) return host.open({ ...parts, transport: new StdioProcess(launch, { stateDir }) });
  return host.openPlugin({
    ...parts,
    transport: new PluginProcess(launch, { stateDir }),
    sessionFile: `${journal.replace(/\.fsj$/, '')}.session.jsonl`,
    symbols: librarySymbols,
  });
}
