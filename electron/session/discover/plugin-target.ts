// A native plugin as a target: a library, a folder with one, or C source that is built first. Looks only: the compiler is
// named and not run. What is run in the end is a program of ours, so the digest is over what it will load.

import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../../shared/errors.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import type { PluginBuild, PluginTarget } from '../../../shared/target/plugin-target.ts';
import type { ResolvedTarget, TargetRemark } from '../../../shared/target/target.ts';
import { searchPath } from '../../transport/path-search.ts';
import { notOnWindows, preflight } from './preflight.ts';

export interface PluginPlace {
  /** Absolute. */
  readonly asked: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly cwd: string;
  /** The program of ours that calls plugins; null when it is not there. */
  readonly child: string | null;
  /** Of this machine; given in tests. */
  readonly platform?: NodeJS.Platform;
}

export type PluginFile =
  { readonly kind: 'library'; readonly file: string } | { readonly kind: 'source'; readonly file: string };

const library = /\.(so|dylib)(\.\d+)*$/i;
const source = /\.c$/i;

/** What of a plugin a path leads to; undefined when it is none of ours. A Failure when several could be meant. */
export async function findPlugin(asked: string): Promise<Result<PluginFile> | undefined> {
  const isFolder = await isDirectory(asked);
  if (isFolder === undefined) return undefined;
  if (!isFolder) {
    if (library.test(asked)) return ok({ kind: 'library', file: asked });
    return source.test(asked) ? ok({ kind: 'source', file: asked }) : undefined;
  }
  const names = (await readdir(asked)).sort();
  const libraries = names.filter((name) => library.test(name));
  const [only] = libraries;
  if (only === undefined) return undefined;
  if (libraries.length === 1) return ok({ kind: 'library', file: path.join(asked, only) });
  return failed(
    failure(
      'targetNotExtension',
      `${asked} has several libraries: ${libraries.slice(0, 5).join(', ')}.`,
      `Name one of them: ${path.join(asked, only)}`,
      { path: asked },
    ),
  );
}

async function isDirectory(file: string): Promise<boolean | undefined> {
  try {
    return (await stat(file)).isDirectory();
  } catch {
    return undefined; // said by whoever looks for other kinds of targets
  }
}

export async function resolvePlugin(found: PluginFile, place: PluginPlace): Promise<Result<ResolvedTarget>> {
  const { file } = found;
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? String(error);
    const message = `${file} can't be read (${errno}).`;
    return failed(failure('manifestUnreadable', message, 'Look at its permissions.', { path: file, errno }));
  }
  const name = path.basename(file).replace(library, '').replace(source, '');
  const { plugin, remarks } =
    found.kind === 'library' ? await ofLibrary(file, bytes, place) : await ofSource(file, bytes, name, place);
  const executable = process.execPath;
  const argv = [executable, place.child ?? 'plugin-child.js', plugin.library];
  const cwd = path.dirname(file);
  const own = place.child === null ? [childMissing] : [];
  return ok({
    key: file,
    input: { kind: 'path', path: place.asked },
    name,
    asked: file,
    executable,
    searched: [],
    argv,
    cwd,
    remarks: [...remarks, ...own],
    digest: digest(plugin, bytes),
    plugin,
  });
}

const childMissing: TargetRemark = {
  code: 'executableNotRunnable',
  severity: 'error',
  message: 'The program that calls native plugins, plugin-child.js, is not beside this one.',
  fix: 'Build Framescope again: npm run build',
};

async function ofLibrary(file: string, bytes: Buffer, { platform }: PluginPlace) {
  const { preflight: read, remarks } = await preflight(file, bytes, platform);
  const plugin: PluginTarget = { library: file, preflight: read };
  return { plugin, remarks };
}

async function ofSource(
  file: string,
  bytes: Buffer,
  name: string,
  { environment, cwd, platform = process.platform }: PluginPlace,
): Promise<{ plugin: PluginTarget; remarks: readonly TargetRemark[] }> {
  const folder = path.dirname(file);
  const out = path.join(buildFolder(environment), sha256(file, bytes).slice(0, 16), `${name}.so`);
  const compiler = environment['CC'] ?? 'cc';
  const search = await searchPath(compiler, environment['PATH'] ?? '', cwd);
  const include = await includeFolder(folder);
  const argv = [
    compiler,
    '-shared',
    '-fPIC',
    '-g',
    '-pthread',
    ...(include ? ['-I', include] : []),
    '-o',
    out,
    file,
  ];
  const build: PluginBuild = { source: file, compiler: search.found, argv, cwd: folder };
  const remarks: TargetRemark[] = [
    { code: 'buildFirst', severity: 'info', message: `It is built first: ${argv.join(' ')}` },
  ];
  if (platform === 'win32') remarks.push(notOnWindows);
  else if (search.found === null)
    remarks.push({
      code: 'compilerMissing',
      severity: 'error',
      message: `There is no C compiler: ${compiler} is not on PATH (${environment['PATH'] ?? ''}).`,
      fix: 'Install one (on Debian: apt-get install gcc), or build the plugin elsewhere and open the library.',
    });
  return { plugin: { library: out, preflight: null, build }, remarks };
}

/** Where the header lies, when it is not beside the source. */
async function includeFolder(folder: string): Promise<string | undefined> {
  for (const place of [path.join(folder, 'include'), path.join(folder, '..', 'include')])
    if ((await isDirectory(place)) === true) return place;
  return undefined;
}

/** Folder of the person's own, so that nobody else can put a library there. */
function buildFolder(environment: PluginPlace['environment']): string {
  const state = environment['FRAMESCOPE_STATE_DIR'];
  if (state) return path.join(state, 'builds');
  const cache = environment['XDG_CACHE_HOME'] ?? path.join(environment['HOME'] ?? '/tmp', '.cache');
  return path.join(cache, 'framescope', 'builds');
}

function digest(plugin: PluginTarget, bytes: Buffer): string {
  return sha256(JSON.stringify([plugin.library, plugin.build?.argv ?? null]), bytes);
}

function sha256(text: string, bytes: Buffer): string {
  return createHash('sha256').update(text).update('\0').update(bytes).digest('hex');
}
