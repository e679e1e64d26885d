// Builds a plugin from C source with the very command that was shown, and looks at what came out of it. Only runs once the
// person has agreed; asking is the caller's part.

import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { PluginBuild } from '../../shared/target/plugin-target.ts';
import type { ResolvedTarget } from '../../shared/target/target.ts';
import { preflight } from '../session/discover/preflight.ts';
import { runProgram } from '../transport/run-program.ts';

const deadlineMs = 120_000;

/** The target with its library built and looked at; any other target as it is. */
export async function builtTarget(
  target: ResolvedTarget,
  environment: Readonly<Record<string, string>>,
): Promise<Result<ResolvedTarget>> {
  const { plugin } = target;
  if (!plugin?.build) return ok(target);
  const { library, build } = plugin;
  await mkdir(path.dirname(library), { recursive: true, mode: 0o700 });
  const done = await compile(build, environment);
  if (!done.ok) return done;
  const bytes = await readFile(library);
  const { preflight: read, remarks } = await preflight(library, bytes);
  return ok({
    ...target,
    plugin: { ...plugin, preflight: read },
    remarks: [...target.remarks.filter(({ severity }) => severity === 'error'), ...remarks],
  });
}

async function compile(
  build: PluginBuild,
  environment: Readonly<Record<string, string>>,
): Promise<Result<void>> {
  const { compiler, argv, cwd, source } = build;
  const told = (why: string, output: string): Result<void> =>
    failed(
      failure('buildFailed', `${source} could not be built: ${why}.`, firstError(output), {
        command: argv.join(' '),
        output,
      }),
    );
  if (compiler === null) return told('there is no C compiler', '');
  const { code, output } = await runProgram({
    executable: compiler,
    ...{ argv, cwd, deadlineMs },
    environment: { ...environment, LC_ALL: 'C' },
  });
  return code === 0 ? ok(undefined) : told(`the compiler ended with ${code}`, output);
}

function firstError(output: string): string {
  const line = output.split('\n').find((one) => /\berror\b/i.test(one));
  return line === undefined
    ? 'Run the command in a terminal and see what it says.'
    : `First error: ${line.trim()}`;
}
