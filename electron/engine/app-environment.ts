// The environment the app hands on to extensions. An app that was started from a dock or a launcher has a short PATH;
// the login shell's is used then, so that what runs in a terminal runs here (case P03).

import { homedir } from 'node:os';
import { loginShellPath, mergedPath, needsLoginPath } from '../transport/login-path.ts';

export interface AppEnvironment {
  readonly environment: Readonly<Record<string, string>>;
  /** Stands for the user's project where nobody named one: our own folder, or home when started from a launcher. */
  readonly cwd: string;
  /** Why the login shell's PATH could not be had; empty when all is well. */
  readonly remark: string;
}

export async function appEnvironment(
  ours: Readonly<Record<string, string | undefined>>,
  folder = process.cwd(),
): Promise<AppEnvironment> {
  const environment: Record<string, string> = {};
  for (const [name, value] of Object.entries(ours)) if (value !== undefined) environment[name] = value;
  const cwd = folder === '/' ? homedir() : folder;
  if (!needsLoginPath(ours)) return { environment, cwd, remark: '' };
  const found = await loginShellPath({ environment });
  if (found.kind === 'unknown') return { environment, cwd, remark: `${found.message} ${found.fix}` };
  environment['PATH'] = mergedPath(found.path, environment['PATH'] ?? '');
  return { environment, cwd, remark: '' };
}
