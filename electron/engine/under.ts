// A plugin's process run under another program: that one is found along PATH and its words put in front, so that what is
// shown, recorded and started are the same. Starts nothing.

import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import { wrappers } from '../../shared/target/under.ts';
import { fileKind, searchPath } from '../transport/path-search.ts';

/** The target as it will be started. Failures: executableNotFound, argumentInvalid. */
export async function underTarget(
  target: ResolvedTarget,
  { plugin }: HostSettings,
  environment: Readonly<Record<string, string>>,
  cwd = process.cwd(),
): Promise<Result<ResolvedTarget>> {
  const [program, ...words] = plugin?.under ?? [];
  if (program === undefined) return ok(target);
  if (!target.plugin) return failed(onlyPlugins(target.name, program));
  const { found, searched } = await find(program, environment['PATH'] ?? '', cwd);
  if (found === null)
    return failed(
      failure(
        'executableNotFound',
        `${program} was not found on this machine, so ${target.name} can't be run under it.`,
        wrappers[program]?.install ?? 'Correct its name, or add its folder to PATH.',
        { searched },
      ),
    );
  return ok({ ...target, executable: found, searched, argv: [found, ...words, ...target.argv] });
}

async function find(program: string, pathValue: string, cwd: string) {
  if (!program.includes('/')) return searchPath(program, pathValue, cwd);
  const file = path.resolve(cwd, program);
  return { found: (await fileKind(file)) === 'executable' ? file : null, searched: [file] };
}

function onlyPlugins(name: string, program: string) {
  return failure(
    'argumentInvalid',
    `${name} is no native plugin, so it is not run under ${program} that way.`,
    `Give the whole command line instead: -- ${program} … and the command of the extension.`,
  );
}
