// Runs a program to its end and collects what it prints: for compilers and the like, not for extensions. No shell, no
// search along PATH; what its output means is the caller's.

import { spawn, spawnSync } from 'node:child_process';

const mostOutput = 64 * 1024;

export interface ProgramRun {
  /** Absolute. */
  readonly executable: string;
  /** argv[0] included. */
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly deadlineMs: number;
}

export interface ProgramEnd {
  /** Its code, the signal that ended it, or why it could not be started. */
  readonly code: number | string;
  /** stdout and stderr as they came, up to 64 KiB. */
  readonly output: string;
}

/** Never rejects. */
export function runProgram({
  executable,
  argv,
  cwd,
  environment,
  deadlineMs,
}: ProgramRun): Promise<ProgramEnd> {
  return new Promise((resolve) => {
    const child = spawn(executable, argv.slice(1), {
      cwd,
      env: { ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: deadlineMs,
    });
    let output = '';
    const add = (text: Buffer): void => {
      if (output.length < mostOutput) output += text.toString('utf8');
    };
    child.stdout.on('data', add);
    child.stderr.on('data', add);
    child.on('error', (error) => resolve({ code: error.message, output }));
    child.on('close', (code, signal) => resolve({ code: code ?? signal ?? 'unknown', output }));
  });
}

/**
 * The same for a short question that the caller can't go on without; everything else waits meanwhile. `program` may be a bare
 * name, which is looked for along our own PATH. Gives stdout; undefined when it is not there, fails, or takes longer.
 */
export function askProgram(program: string, args: readonly string[], deadlineMs: number): string | undefined {
  const { status, stdout } = spawnSync(program, args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: deadlineMs,
    killSignal: 'SIGKILL',
    maxBuffer: mostOutput,
  });
  return status === 0 ? stdout.toString('utf8') : undefined;
}
