// Turns the system's refusal to start a program into one sentence of what is wrong and one of what to do.

import { stat } from 'node:fs/promises';
import type { SpawnFailedEntry } from '../../shared/session/entries.ts';
import { examineExecutable } from './executable.ts';
import type { Launch } from './transport.ts';

const others: Readonly<Record<string, { readonly what: string; readonly fix: string }>> = {
  E2BIG: {
    what: 'its arguments and environment are longer than the system allows',
    fix: 'Pass less: large values belong in a file.',
  },
  EAGAIN: {
    what: 'no more processes are allowed',
    fix: 'End some programs, or raise the limit (ulimit -u).',
  },
  EMFILE: { what: 'we have too many files open', fix: 'Close some sessions and try again.' },
  ENFILE: { what: 'the system has too many files open', fix: 'End some programs and try again.' },
  ENOMEM: { what: 'memory has run out', fix: 'End some programs and try again.' },
  ENOEXEC: {
    what: 'it is no program that this system can start',
    fix: 'If it is a script, give it a first line such as #!/bin/sh.',
  },
  EACCES: {
    what: 'that is not permitted',
    fix: 'Look at the permissions of the file and of the folders above it.',
  },
  ENOENT: { what: 'a file that it needs is missing', fix: 'Check the program and its interpreter.' },
  ENOTDIR: { what: 'a part of its path is a file, not a folder', fix: 'Correct the path.' },
  EINVAL: { what: 'an argument or a variable of the environment contains a NUL byte', fix: 'Take it out.' },
};

/** `code` is the errno name. Looks at the files to tell apart what the system calls by one name. */
export async function spawnFailure(launch: Launch, code: string): Promise<SpawnFailedEntry> {
  const { executable } = launch;
  const told = { kind: 'spawnFailed', code, executable } as const;
  const folder = await folderFault(launch.cwd);
  if (folder) return { ...told, ...folder };
  const place = { cwd: launch.cwd, pathValue: launch.environment['PATH'] ?? '' };
  const fault = await examineExecutable(executable, place);
  if (fault) return { ...told, message: `Could not start: ${fault.message}`, fix: fault.fix };
  const { what, fix } = others[code] ?? {
    what: 'the system refused it',
    fix: 'Look the code up: man errno.',
  };
  return { ...told, message: `Could not start ${executable}: ${what} (${code}).`, fix };
}

async function folderFault(cwd: string): Promise<{ message: string; fix: string } | undefined> {
  try {
    if ((await stat(cwd)).isDirectory()) return undefined;
    return { message: `Could not start in ${cwd}: it is not a folder.`, fix: 'Choose a folder to start in.' };
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const message = `Could not start in ${cwd}: the folder can't be opened (${code ?? String(error)}).`;
    return { message, fix: 'Create it, or choose another folder to start in.' };
  }
}
