// From a resolved target to a process that can be started: its whole environment, and the limits of its host.

import { failure } from '../../shared/errors.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { childEnvironment } from '../session/environment.ts';
import { StdioProcess } from '../transport/stdio-process.ts';
import type { Launch, Transport } from '../transport/transport.ts';

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
  return ok({
    executable: target.executable,
    argv: target.argv,
    cwd: target.cwd,
    environment,
    environmentAdded: added,
    maxLineBytes: Math.max(profile.maxLineBytes, mostLineBytes),
    keptBytes,
  });
}

export function makeTransport(launch: Launch, stateDir: string): Transport {
  return new StdioProcess(launch, { stateDir });
}
