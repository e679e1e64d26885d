// Why a program can't be started, found by looking: before it runs (so that the person sees it), and after the system
// refused it (so that ENOENT says whether the file, its interpreter or the folder is missing). Starts nothing.

import { existsSync, openSync, closeSync, readSync, readdirSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { fileKind, searchPath } from './path-search.ts';
import {
  formatOf,
  headBytes,
  machineName,
  type ProgramFormat,
  runsHere,
  type Shebang,
} from './program-format.ts';

export type ExecutableFaultKind =
  | 'missing'
  | 'folder'
  | 'notExecutable'
  | 'notPermitted'
  | 'interpreterMissing'
  | 'wrongFormat'
  | 'wrongArchitecture';

export interface ExecutableFault {
  readonly kind: ExecutableFaultKind;
  /** What the system says, or would say. */
  readonly errno: string;
  readonly message: string;
  readonly fix: string;
}

export interface ExecutionPlace {
  /** Absolute; what a relative interpreter is relative to. */
  readonly cwd: string;
  /** PATH of the child: what `#!/usr/bin/env NAME` searches. */
  readonly pathValue: string;
}

/** The first thing that keeps this file from being started, or undefined. `file` is absolute. */
export async function examineExecutable(
  file: string,
  place: ExecutionPlace,
): Promise<ExecutableFault | undefined> {
  const kind = await fileKind(file);
  if (kind === 'missing') {
    return fault(
      'missing',
      'ENOENT',
      `There is no file ${file}.`,
      'Correct the path, or build the program first.',
    );
  }
  if (kind === 'folder') {
    return fault('folder', 'EACCES', `${file} is a folder.`, 'Name the program inside it.');
  }
  if (kind === 'file') return notExecutable(file);
  const format = readFormat(file);
  if (format === undefined) return undefined; // executable but not readable: the system may run it all the same
  if (format.kind === 'script') return scriptFault(file, format.shebang, place);
  if (format.kind === 'elf') return elfFault(file, format);
  return wrongFormat(file, format);
}

/**
 * ENOEXEC, told before the system is asked: its exec functions hand such a file to a shell, which the real host
 * does not do and neither do we.
 */
export function wrongFormat(file: string, format = readFormat(file)): ExecutableFault | undefined {
  if (format === undefined || format.kind === 'script') return undefined;
  const isNative = format.kind === (process.platform === 'darwin' ? 'machO' : 'elf');
  if (isNative || process.platform === 'win32' || otherFormatsRegistered()) return undefined;
  return fault(
    'wrongFormat',
    'ENOEXEC',
    `${file} is no program that this system can start (exec format error).`,
    'If it is a script, give it a first line such as #!/bin/sh or #!/usr/bin/env node.',
  );
}

function readFormat(file: string): ProgramFormat | undefined {
  const head = readHead(file);
  return head === undefined ? undefined : formatOf(head);
}

/** The first bytes of a file; undefined when it can't be read. */
export function readHead(file: string): Buffer | undefined {
  let descriptor: number | undefined;
  try {
    descriptor = openSync(file, 'r');
    const head = Buffer.alloc(headBytes);
    return head.subarray(0, readSync(descriptor, head, 0, headBytes, 0));
  } catch {
    return undefined; // said by the type; the reason is told by whoever needs the file
  } finally {
    if (descriptor !== undefined) closeSync(descriptor);
  }
}

async function notExecutable(file: string): Promise<ExecutableFault> {
  const { mode } = await stat(file);
  if ((mode & 0o111) === 0) {
    return fault(
      'notExecutable',
      'EACCES',
      `${file} is not executable (mode ${(mode & 0o777).toString(8)}, EACCES).`,
      `chmod +x ${quoted(file)}`,
    );
  }
  return fault(
    'notPermitted',
    'EACCES',
    `${file} has the execute bit (mode ${(mode & 0o777).toString(8)}), but we may not execute it.`,
    'Look at its owner and group, and whether its file system is mounted with noexec.',
  );
}

async function scriptFault(
  file: string,
  shebang: Shebang,
  { cwd, pathValue }: ExecutionPlace,
): Promise<ExecutableFault | undefined> {
  const { interpreter, viaEnv, rest } = shebang;
  if (`${interpreter}${rest}`.endsWith('\r')) {
    const message = `The first line of ${file} ends in CR LF, so its interpreter ${shown(viaEnv[0] ?? interpreter)} is not found.`;
    return fault(
      'interpreterMissing',
      'ENOENT',
      message,
      `Save it with LF line ends: sed -i 's/\\r$//' ${quoted(file)}`,
    );
  }
  if (interpreter === '') {
    const message = `The first line of ${file} names no interpreter after #!.`;
    return fault('wrongFormat', 'ENOEXEC', message, 'Write one, for example #!/bin/sh.');
  }
  const kind = await fileKind(interpreter.startsWith('/') ? interpreter : `${cwd}/${interpreter}`);
  if (kind !== 'executable') {
    const message = `The interpreter ${interpreter} that the first line of ${file} names ${absence[kind]}.`;
    const errno = kind === 'missing' ? 'ENOENT' : 'EACCES';
    return fault('interpreterMissing', errno, message, 'Install it, or name another one in that line.');
  }
  for (const program of viaEnv) {
    const kindOrSearch = program.includes('/') ? undefined : await searchPath(program, pathValue, cwd);
    if (!kindOrSearch || kindOrSearch.found !== null) continue;
    const message = `The interpreter ${program} that the first line of ${file} asks env for is not on PATH (${pathValue}).`;
    return fault(
      'interpreterMissing',
      'ENOENT',
      message,
      `Install ${program}, or add its folder to PATH for this target.`,
    );
  }
  return undefined;
}

const absence = { missing: 'does not exist', folder: 'is a folder', file: 'is not executable' } as const;

function elfFault(
  file: string,
  { machine, loader }: Extract<ProgramFormat, { kind: 'elf' }>,
): ExecutableFault | undefined {
  if (process.platform !== 'linux') return wrongFormat(file);
  if (!runsHere(machine, process.arch) && !otherFormatsRegistered()) {
    const message = `${file} is built for ${machineName(machine)}; this machine is ${process.arch}.`;
    return fault(
      'wrongArchitecture',
      'ENOEXEC',
      message,
      'Build it for this machine, or get the right download.',
    );
  }
  if (loader !== undefined && loader.startsWith('/') && !existsSync(loader)) {
    const message = `${file} needs the loader ${loader}, which does not exist (it was built for another C library).`;
    return fault('interpreterMissing', 'ENOENT', message, 'Build it on this system, or link it statically.');
  }
  return undefined;
}

/** With handlers in binfmt_misc (emulators, Java …) we can't know what the kernel will start. */
function otherFormatsRegistered(): boolean {
  try {
    return readdirSync('/proc/sys/fs/binfmt_misc').some((name) => name !== 'register' && name !== 'status');
  } catch {
    return false; // not mounted, or not Linux: nothing is registered
  }
}

function fault(kind: ExecutableFaultKind, errno: string, message: string, fix: string): ExecutableFault {
  return { kind, errno, message, fix };
}

/** For a command that a person pastes into a shell. */
export function quoted(file: string): string {
  return /^[\w@%+=:,./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
}

function shown(text: string): string {
  return text.replaceAll('\r', '\\r');
}
