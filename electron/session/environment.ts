// The environment a child is given: ours whole, what the person set for the target, and little else.
// Values may be secrets: only names are ever told.

import path from 'node:path';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { readHead } from '../transport/executable.ts';
import { formatOf } from '../transport/program-format.ts';

export interface ChildEnvironment {
  readonly environment: Readonly<Record<string, string>>;
  /** Names that are new or have another value than in `base`, in alphabetical order. */
  readonly added: readonly string[];
}

/**
 * PWD is the child's folder (real host, May 2026). Python is told not to buffer its output, unless it is told
 * something about that already: on a pipe it would hold back every line until it ends (case P13).
 */
export async function childEnvironment(
  base: Readonly<Record<string, string | undefined>>,
  target: Pick<ResolvedTarget, 'executable' | 'cwd'>,
  settings: Pick<HostSettings, 'environment'>,
): Promise<ChildEnvironment> {
  const inherited = Object.entries(base).filter((entry): entry is [string, string] => entry[1] !== undefined);
  const environment: Record<string, string> = {
    ...Object.fromEntries(inherited),
    PWD: target.cwd,
    ...settings.environment,
  };
  if (
    environment['PYTHONUNBUFFERED'] === undefined &&
    target.executable !== null &&
    isPython(target.executable)
  ) {
    environment['PYTHONUNBUFFERED'] = '1';
  }
  const added = Object.keys(environment).filter((name) => environment[name] !== base[name]);
  return { environment, added: added.sort() };
}

function isPython(executable: string): boolean {
  if (isPythonName(executable)) return true;
  const head = readHead(executable);
  const format = head && formatOf(head);
  if (format?.kind !== 'script') return false;
  return [format.shebang.interpreter, ...format.shebang.viaEnv].some(isPythonName);
}

/** python, python3, python3.12, pypy3 … */
function isPythonName(program: string): boolean {
  return /^(python|pypy)[\d.]*$/.test(path.basename(program));
}
