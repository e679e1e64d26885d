// What `exec` or argv[0] means: which file, everywhere it was looked for, and what keeps it from running.
// The rules are the real host's (May 2026): a path is relative to the extension's folder, a bare word is on PATH.
// It looks and starts nothing.

import path from 'node:path';
import type { TargetRemark } from '../../../shared/target/target.ts';
import { examineExecutable, quoted } from '../../transport/executable.ts';
import { fileKind, searchPath } from '../../transport/path-search.ts';

export interface FoundExecutable {
  readonly executable: string | null;
  readonly searched: readonly string[];
  readonly remarks: readonly TargetRemark[];
}

/** Absolute folders: `folder` is what relative paths are relative to, `cwd` what relative parts of PATH are. */
export async function findExecutable(
  asked: string,
  { folder, pathValue, cwd }: { readonly folder: string; readonly pathValue: string; readonly cwd: string },
): Promise<FoundExecutable> {
  if (isBareWord(asked)) return findOnPath(asked, folder, pathValue, cwd);
  const file = path.resolve(folder, asked);
  const fault = await examineExecutable(file, { cwd: folder, pathValue });
  if (!fault) return { executable: file, searched: [file], remarks: [] };
  const { message, fix } = fault;
  const code = fault.kind === 'missing' ? 'executableNotFound' : 'executableNotRunnable';
  const remarks = [{ code, severity: 'error', message, fix } as const];
  return { executable: fault.kind === 'missing' ? null : file, searched: [file], remarks };
}

/** No separator in it, and neither `.` nor `..`. */
export function isBareWord(asked: string): boolean {
  return asked !== '.' && asked !== '..' && !asked.includes('/') && !asked.includes(path.sep);
}

async function findOnPath(
  asked: string,
  folder: string,
  pathValue: string,
  cwd: string,
): Promise<FoundExecutable> {
  const { found, searched, notExecutable } = await searchPath(asked, pathValue, cwd);
  if (found !== null) {
    const fault = await examineExecutable(found, { cwd: folder, pathValue });
    const remarks: TargetRemark[] = fault
      ? [{ code: 'executableNotRunnable', severity: 'error', message: fault.message, fix: fault.fix }]
      : [];
    return { executable: found, searched, remarks };
  }
  const where = pathValue === '' ? 'PATH is empty' : `PATH searched: ${pathValue}`;
  const remark = { code: 'executableNotFound', severity: 'error' } as const;
  const [unusable] = notExecutable;
  if (unusable !== undefined) {
    const message = `${unusable} is the only ${asked} on PATH and is not executable. ${where}`;
    return {
      executable: null,
      searched,
      remarks: [{ ...remark, message, fix: `chmod +x ${quoted(unusable)}` }],
    };
  }
  const beside = (await fileKind(path.join(folder, asked))) !== 'missing';
  const fix = beside
    ? `There is a ${asked} in ${folder}: write ./${asked} to mean that one.`
    : `Install ${asked}, write its full path, or set PATH for this target.`;
  return {
    executable: null,
    searched,
    remarks: [{ ...remark, message: `There is no program ${asked} on PATH. ${where}`, fix }],
  };
}
