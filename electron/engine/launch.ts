// From a resolved target to a process that can be started: its whole environment, and the limits of its host.

import { failure } from '../../shared/errors.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { childEnvironment } from '../session/environment.ts';
import type { Launch } from '../transport/transport.ts';

/** Kept of a line that is too long for us to keep. */
const keptBytes = 256 * 1024;
/** A legal answer may be large: what the real host would not read is kept and warned about, up to this. */
const mostLineBytes = 64 * 1024 * 1024;

export async function launchOf(
  target: ResolvedTarget,
  settings: HostSettings,
  profile: HostProfile,
  inherited: Readonly<Record<string, string>>,
): Promise<Result<Launch>> {
  const hindrance = target.remarks.find((remark) => remark.severity === 'error');
  if (target.executable === null || hindrance) {
    const message = hindrance?.message ?? `The program ${target.asked} was not found.`;
    const code = target.executable === null ? 'executableNotFound' : 'executableNotRunnable';
    return failed(failure(code, message, hindrance?.fix, { searched: target.searched }));
  }
  const { environment, added } = await childEnvironment(inherited, target, settings);
  const own = target.plugin ? pluginEnvironment : {};
  return ok({
    executable: target.executable,
    argv: target.argv,
    // A plugin runs in the host's own process, which runs in the project.
    cwd: target.plugin ? settings.projectDir : target.cwd,
    environment: { ...(target.plugin ? withoutNode(environment) : environment), ...own },
    environmentAdded: [...added, ...Object.keys(own)].sort(),
    maxLineBytes: Math.max(profile.maxLineBytes, mostLineBytes),
    keptBytes,
  });
}

/** One thread for calls, so that a plugin sees one main loop; and our own executable behaves as Node. */
const pluginEnvironment: Readonly<Record<string, string>> = {
  UV_THREADPOOL_SIZE: '1',
  ...('electron' in process.versions ? { ELECTRON_RUN_AS_NODE: '1' } : {}),
};

/** What a person set for programs of Node is not meant for ours. */
function withoutNode(environment: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(environment).filter(([name]) => name !== 'NODE_OPTIONS'));
}
