// The three pipes to a child. Node's own 'pipe' is a socket on every Unix, and `echo x >/dev/stderr` or
// `cat /dev/stdin`, common in scripts, fail on sockets (ENXIO). Real hosts give real pipes, so we make them: named ones
// whose names are gone before the child starts. It must not know what flows through them.

import { spawnSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

const { O_RDONLY, O_WRONLY, O_NONBLOCK } = constants;
/** A pipe holds as much on Linux; larger reads bring nothing. */
const readBytes = 65_536;

export interface ChildPipes {
  /** Descriptors for the child's 0, 1, 2. */
  readonly theirs: readonly [number, number, number];
  /** Our ends, each opened once: for writing, and for reading with a buffer that is used again for every read. */
  openStdin(): Socket;
  openStdout(onBytes: (bytes: Buffer) => void): Socket;
  openStderr(onBytes: (bytes: Buffer) => void): Socket;
  /** Our ends as they are, for those who open them by themselves: stdin for writing, stdout and stderr for reading. */
  readonly ours: readonly [number, number, number];
  /** Names by which the system lists stdout and stderr among a process's open files. */
  readonly names: { readonly stdout: string; readonly stderr: string };
  /** Once the child has its ends. */
  closeTheirs(): void;
  /** When there is no child after all; instead of everything else. */
  discard(): void;
}

/** Undefined where no named pipes can be made (no mkfifo, no temporary folder): use the system's sockets then. */
export function makePipes(): ChildPipes | undefined {
  if (process.platform === 'win32') return undefined;
  let folder: string | undefined;
  try {
    folder = mkdtempSync(path.join(tmpdir(), 'framescope-pipes-'));
    const files = ['stdin', 'stdout', 'stderr'].map((name) => path.join(folder ?? '', name));
    const made = spawnSync('mkfifo', ['-m', '600', ...files], { stdio: 'ignore', timeout: 5_000 });
    if (made.status !== 0) return undefined;
    const [stdin = '', stdout = '', stderr = ''] = files;
    return openPipes(stdin, stdout, stderr);
  } catch {
    return undefined; // the fallback is as good for all but programs that open /dev/stdout and its kin
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

function openPipes(stdin: string, stdout: string, stderr: string): ChildPipes {
  const opened: number[] = [];
  const open = (file: string, flags: number): number => {
    const descriptor = openSync(file, flags);
    opened.push(descriptor);
    return descriptor;
  };
  try {
    const input = openForWriting(stdin, open);
    const output = openForReading(stdout, open);
    const errors = openForReading(stderr, open);
    const theirs = [input.theirs, output.theirs, errors.theirs] as const;
    return {
      theirs,
      ours: [input.ours, output.ours, errors.ours],
      openStdin: () => new Socket({ fd: input.ours, readable: false, writable: true }),
      openStdout: (onBytes) => readingSocket(output.ours, onBytes),
      openStderr: (onBytes) => readingSocket(errors.ours, onBytes),
      names: { stdout, stderr },
      closeTheirs: () => theirs.forEach((descriptor) => closeSync(descriptor)),
      discard: () => opened.forEach((descriptor) => closeSync(descriptor)),
    };
  } catch (error) {
    for (const descriptor of opened) closeSync(descriptor); // too many open files: give back what we got
    throw error;
  }
}

type Open = (file: string, flags: number) => number;

// Opening one end of a named pipe waits for the other unless O_NONBLOCK is given, and that flag would then be the
// child's too. So ours are opened without waiting, and theirs plainly, when they no longer have to wait.
function openForReading(file: string, open: Open): { ours: number; theirs: number } {
  const ours = open(file, O_RDONLY | O_NONBLOCK);
  return { ours, theirs: open(file, O_WRONLY) };
}

function openForWriting(file: string, open: Open): { ours: number; theirs: number } {
  const doorstop = openSync(file, O_RDONLY | O_NONBLOCK);
  try {
    const ours = open(file, O_WRONLY | O_NONBLOCK);
    return { ours, theirs: open(file, O_RDONLY) };
  } finally {
    closeSync(doorstop);
  }
}

function readingSocket(fd: number, onBytes: (bytes: Buffer) => void): Socket {
  const buffer = Buffer.allocUnsafe(readBytes);
  const onread = {
    buffer,
    callback(count: number): boolean {
      onBytes(buffer.subarray(0, count));
      return true;
    },
  };
  const socket = new Socket({ fd, readable: true, writable: false, onread } as ConstructorParameters<
    typeof Socket
  >[0]);
  socket.read(0);
  return socket;
}
