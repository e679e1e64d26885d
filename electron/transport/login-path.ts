// The PATH a person's login shell would have: an app started from a desktop has a short one (case P03). Asks the shell
// once, for at most three seconds, whatever its start-up files print or do. Only the app needs it; nothing else may.

import { userInfo } from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { forgetGroup, endWithUs, signalGroup } from './process-group.ts';

export type LoginPath =
  | { readonly kind: 'found'; readonly path: string }
  /** Go on with the PATH there is, and tell. */
  | { readonly kind: 'unknown'; readonly message: string; readonly fix: string };

export interface LoginPathOptions {
  /** Ours; a missing HOME, USER or SHELL is filled in from the account. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Absolute; the account's own when left out. */
  readonly shell?: string;
  readonly timeoutMs?: number;
}

const marker = '_framescope_path_';
/** Start-up files that print more than this before us are not waited for. */
const longestOutput = 4 * 1024 * 1024;

/** Whether we were started without a terminal, so that PATH did not come from the person's shell. */
export function needsLoginPath(environment: LoginPathOptions['environment']): boolean {
  return process.platform !== 'win32' && environment['TERM'] === undefined;
}

/** The shell's folders first, then those that only we had. */
export function mergedPath(loginPath: string, ours: string): string {
  const folders = [...loginPath.split(path.delimiter), ...ours.split(path.delimiter)];
  return [...new Set(folders.filter((folder) => folder !== ''))].join(path.delimiter);
}

export async function loginShellPath(options: LoginPathOptions): Promise<LoginPath> {
  const account = userInfo();
  const shell = options.shell ?? options.environment['SHELL'] ?? account.shell ?? '/bin/sh';
  const timeoutMs = options.timeoutMs ?? 3_000;
  const output = await askShell(shell, timeoutMs, {
    HOME: account.homedir,
    USER: account.username,
    LOGNAME: account.username,
    SHELL: shell,
    ...definedOnly(options.environment),
    TERM: 'dumb',
    DISABLE_AUTO_UPDATE: 'true', // oh-my-zsh would ask a question
  });
  const [, found, end] = output.text.split(marker);
  if (found && end !== undefined) return { kind: 'found', path: found };
  const why = output.timedOut ? `did not answer within ${timeoutMs} ms` : 'did not tell its PATH';
  return {
    kind: 'unknown',
    message: `The login shell ${shell} ${why}; programs are looked for in the PATH that Framescope was started with.`,
    fix: 'Start Framescope from a terminal, or set PATH for the target.',
  };
}

async function askShell(
  shell: string,
  timeoutMs: number,
  environment: Record<string, string>,
): Promise<{ readonly text: string; readonly timedOut: boolean }> {
  // An interactive login shell, since people set PATH in either kind of file; in words that fish understands too.
  const command = `printf '%s%s%s' ${marker} "$PATH" ${marker}`;
  const child = execa(shell, ['-i', '-l', '-c', command], {
    ...{ stdin: 'ignore', stdout: 'pipe', stderr: 'ignore', reject: false, buffer: false, detached: true },
    ...{ env: environment, extendEnv: false, cleanup: false, cwd: environment['HOME'] ?? '/' },
  });
  const { pid, stdout } = child;
  if (pid === undefined) return { text: '', timedOut: false };
  endWithUs(pid);
  try {
    return await outputUntilMarked(stdout, timeoutMs);
  } finally {
    stdout.destroy(); // something started by its files may hold the other end for ever
    signalGroup(pid, 'SIGKILL', child.exitCode === null && child.signalCode === null);
    await child;
    forgetGroup(pid);
  }
}

function outputUntilMarked(
  stdout: NodeJS.ReadableStream,
  timeoutMs: number,
): Promise<{ text: string; timedOut: boolean }> {
  return new Promise((resolve) => {
    let text = '';
    const timer = setTimeout(() => resolve({ text, timedOut: true }), timeoutMs);
    const done = (): void => {
      clearTimeout(timer);
      resolve({ text, timedOut: false });
    };
    stdout.setEncoding('utf8');
    stdout.on('data', (piece: string) => {
      text += piece;
      if (text.split(marker).length > 2 || text.length > longestOutput) done();
    });
    stdout.on('end', done);
    stdout.on('error', done);
  });
}

function definedOnly(environment: LoginPathOptions['environment']): Record<string, string> {
  const entries = Object.entries(environment).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  return Object.fromEntries(entries);
}
