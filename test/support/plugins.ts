// Plugins of the tests and examples, compiled by the C compiler once for each state of their sources, and the program that
// calls them, built as it is shipped. Real libraries, real processes.

import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync } from 'node:fs';
import path from 'node:path';
import { builtCli, root } from './built-cli.ts';

const cache = path.join(root, 'node_modules', '.cache', 'framescope', 'plugins-under-test');
export const fixtures = path.join(root, 'test', 'fixtures', 'plugins');
export const examples = path.join(root, 'examples', 'plugins');
const include = path.join(examples, 'include');
const made = new Map<string, string>();

/** Absolute path of the library of a fixture. */
export function plugin(name: string): string {
  return compiled(path.join(fixtures, `${name}.c`), [path.join(fixtures, 'fixture.h')]);
}

/** Of a C source in another folder of fixtures. */
export function pluginOf(folder: string, name: string): string {
  return compiled(path.join(folder, `${name}.c`), [path.join(fixtures, 'fixture.h')]);
}

/** Of an example, with warnings as errors: authors copy them. */
export function examplePlugin(name: string): string {
  return compiled(path.join(examples, `${name}.c`), [], ['-Wall', '-Wextra', '-Werror']);
}

/** C source of a test's own. */
export function pluginFrom(name: string, source: string): string {
  const folder = path.join(cache, 'sources', sha256(source));
  mkdirSync(folder, { recursive: true });
  const file = path.join(folder, `${name}.c`);
  if (!existsSync(file)) {
    const part = `${file}.${process.pid}`;
    execFileSync('sh', ['-c', 'cat > "$1"', 'sh', part], { input: source });
    renameSync(part, file);
  }
  return compiled(file, []);
}

function compiled(source: string, alsoFrom: readonly string[], flags: readonly string[] = []): string {
  const known = made.get(source);
  if (known !== undefined) return known;
  const header = path.join(include, 'opcode_plugin.h');
  const digest = sha256([source, header, ...alsoFrom].map((file) => readFileSync(file, 'utf8')).join('\0'));
  const name = path.basename(source, '.c');
  const folder = path.join(cache, digest);
  const library = path.join(folder, `${name}.so`);
  if (!existsSync(library)) {
    mkdirSync(folder, { recursive: true });
    // Other test files may compile the same: whoever is done first wins.
    const part = path.join(folder, `${name}.${process.pid}.part`);
    const usual = ['-shared', '-fPIC', '-g', '-pthread', '-I', include, '-I', fixtures];
    execFileSync('cc', [...usual, ...flags, '-o', part, source], { stdio: ['ignore', 'inherit', 'pipe'] });
    renameSync(part, library);
  }
  made.set(source, library);
  return library;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
}

/** The program that calls plugins, built from the sources as they are now. */
export async function pluginChild(): Promise<string> {
  return path.join(path.dirname(await builtCli()), 'plugin-child.js');
}
