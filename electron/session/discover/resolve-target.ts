// What would be run, found by looking only: shown for consent, then started exactly so. A target that can't be run as it
// is still resolves, with an `error` remark that says why; a Failure means that there is no target at all.

import path from 'node:path';
import { stat } from 'node:fs/promises';
import { failure } from '../../../shared/errors.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import type { Manifest, ResolvedTarget, TargetInput, TargetRemark } from '../../../shared/target/target.ts';
import { fileKind } from '../../transport/path-search.ts';
import { findExecutable } from './find-executable.ts';
import { locateManifest, manifestName, type LocatedManifest } from './locate-manifest.ts';
import { parseManifest } from './manifest.ts';
import { pluginChildFile } from './plugin-child.ts';
import { findPlugin, resolvePlugin } from './plugin-target.ts';
import { targetDigest } from './target-digest.ts';

export interface ResolveOptions {
  /** Absolute; what relative paths and commands are relative to. */
  readonly cwd: string;
  /** Of the child to be: its PATH is the one searched, what the person set for the target included. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** The program of ours that calls native plugins; default: the one beside this program. */
  readonly pluginChild?: string;
}

/** Failures: targetMissing, targetNotExtension, manifestUnreadable, manifestInvalid, commandEmpty. */
export async function resolveTarget(
  input: TargetInput,
  options: ResolveOptions,
): Promise<Result<ResolvedTarget>> {
  return input.kind === 'path' ? resolvePath(input, options) : resolveCommand(input, options);
}

async function resolvePath(
  input: Extract<TargetInput, { kind: 'path' }>,
  options: ResolveOptions,
): Promise<Result<ResolvedTarget>> {
  const asked = path.resolve(options.cwd, input.path);
  const plugin = await resolveAsPlugin(asked, options);
  if (plugin) return plugin;
  const located = await locateManifest(asked);
  if (!located.ok) return located;
  const { manifestPath, folder, bytes } = located.value;
  const parsed = parseManifest(bytes, manifestPath);
  if (!parsed.ok) return parsed;
  const manifest = parsed.value;
  const argv = [manifest.exec, ...manifest.args];
  const found = await findExecutable(manifest.exec, { folder, ...search(options) });
  const digestParts = { manifestBytes: bytes, executable: found.executable, argv, cwd: folder, folder };
  return ok({
    key: manifestPath,
    input: { kind: 'path', path: asked },
    name: manifest.name,
    manifest,
    manifestPath,
    asked: manifest.exec,
    executable: found.executable,
    searched: found.searched,
    argv,
    cwd: folder,
    remarks: [...found.remarks, ...argvRemarks(argv), ...manifestRemarks(manifest, located.value)],
    digest: await targetDigest(digestParts),
  });
}

/** A folder with a manifest is an extension, whatever else is in it. Undefined: it is no plugin. */
async function resolveAsPlugin(
  asked: string,
  { environment, cwd, pluginChild }: ResolveOptions,
): Promise<Result<ResolvedTarget> | undefined> {
  if ((await fileKind(path.join(asked, manifestName))) !== 'missing') return undefined;
  const found = await findPlugin(asked);
  if (!found?.ok) return found;
  return resolvePlugin(found.value, { asked, environment, cwd, child: pluginChild ?? pluginChildFile() });
}

async function resolveCommand(
  input: Extract<TargetInput, { kind: 'command' }>,
  options: ResolveOptions,
): Promise<Result<ResolvedTarget>> {
  const [asked] = input.argv;
  if (asked === undefined || asked === '') {
    return failed(
      failure('commandEmpty', 'The command names no program.', 'Give at least one: -- node main.mjs'),
    );
  }
  const cwd = path.resolve(options.cwd, input.cwd ?? '.');
  const { argv } = input;
  const found = await findExecutable(asked, { folder: cwd, ...search(options) });
  return ok({
    key: JSON.stringify({ command: argv, cwd }),
    input: { kind: 'command', argv, cwd },
    name: path.basename(asked),
    asked,
    executable: found.executable,
    searched: found.searched,
    argv,
    cwd,
    remarks: [...found.remarks, ...argvRemarks(argv), ...(await cwdRemarks(cwd))],
    digest: await targetDigest({ executable: found.executable, argv, cwd }),
  });
}

function search({ cwd, environment }: ResolveOptions): { readonly pathValue: string; readonly cwd: string } {
  return { pathValue: environment['PATH'] ?? '', cwd };
}

function manifestRemarks(manifest: Manifest, { folder, folderIsLink }: LocatedManifest): TargetRemark[] {
  const { name } = manifest;
  const remarks: TargetRemark[] = [];
  if (name.includes('/')) {
    const message = `The name ${name} has a / in it; the real host can't open a log file of that name and does not load it.`;
    remarks.push({ code: 'nameHasSlash', severity: 'error', message, fix: 'Take the / out of "name".' });
  }
  if (!manifest.enabled) {
    const message = '"enabled" is false: a host that loads all extensions leaves this one out.';
    remarks.push({
      code: 'targetDisabled',
      severity: 'warning',
      message,
      fix: 'Set it to true, or run it here all the same.',
    });
  }
  if (folderIsLink) {
    const message = `${folder} is a symbolic link; zot of May 2026 skips links in its folders of extensions, the newest follows them.`;
    remarks.push({
      code: 'folderIsLink',
      severity: 'warning',
      message,
      fix: 'Copy or move the folder itself there.',
    });
  }
  if (name !== path.basename(folder) && !name.includes('/')) {
    const message = `The name ${name} is not the folder's (${path.basename(folder)}); the real host tells duplicates by both.`;
    remarks.push({ code: 'nameDiffersFromFolder', severity: 'info', message });
  }
  return remarks;
}

function argvRemarks(argv: readonly string[]): TargetRemark[] {
  const at = argv.findIndex((text) => text.includes('\0'));
  if (at === -1) return [];
  const message = `Argument ${at} contains a NUL byte, which no program can be given.`;
  return [{ code: 'executableNotRunnable', severity: 'error', message, fix: 'Take it out.' }];
}

async function cwdRemarks(cwd: string): Promise<TargetRemark[]> {
  const fix = 'Choose a folder that exists.';
  try {
    if ((await stat(cwd)).isDirectory()) return [];
    return [{ code: 'cwdMissing', severity: 'error', message: `${cwd} is not a folder to run in.`, fix }];
  } catch (error) {
    const errno = (error as NodeJS.ErrnoException).code ?? String(error);
    const message = `The folder ${cwd} to run in can't be opened (${errno}).`;
    return [{ code: 'cwdMissing', severity: 'error', message, fix }];
  }
}
