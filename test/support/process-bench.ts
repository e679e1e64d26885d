// Starts real processes for a test and sees to it that nothing of them is left: no process however far down the tree,
// no descriptor, no listener, no timer of ours. Use one in each test file: `const bench = processBench()`.

import { readdirSync, readlinkSync } from 'node:fs';
import { afterEach, beforeEach, expect } from 'vitest';
import { StdioProcess, type StdioProcessOptions } from '../../electron/transport/stdio-process.ts';
import type { Launch } from '../../electron/transport/transport.ts';
import { fixture } from './fixture-extensions.ts';
import { markedProcesses, newMark, until } from './marked-processes.ts';
import { launchFor, ProcessSink } from './process-sink.ts';

export interface Run {
  readonly process: StdioProcess;
  readonly sink: ProcessSink;
  readonly pid: number;
}

export interface ProcessBench {
  /** What marks the processes of the current test. */
  readonly mark: Readonly<Record<string, string>>;
  start(argv: readonly string[], changes?: Partial<Launch>, options?: StdioProcessOptions): Run;
  /** A fixture extension, by node. */
  startFixture(name: string, environment?: Record<string, string>, options?: StdioProcessOptions): Run;
  shell(script: string, options?: StdioProcessOptions): Run;
}

export function processBench(): ProcessBench {
  let mark = newMark();
  let exitListeners = 0;
  let pipes: readonly string[] = [];
  const bench: ProcessBench = {
    get mark() {
      return mark;
    },
    start(argv, changes = {}, options = {}) {
      const launch = launchFor(argv, { ...changes, environment: { ...changes.environment, ...mark } });
      const started = new StdioProcess(launch, options);
      const sink = new ProcessSink();
      started.start(sink);
      return { process: started, sink, pid: sink.of('spawned')[0]?.pid ?? 0 };
    },
    startFixture: (name, environment = {}, options = {}) => {
      const argv = [process.execPath, 'main.mjs'];
      return bench.start(argv, { cwd: fixture(name), environment }, options);
    },
    shell: (script, options = {}) => bench.start(['/bin/sh', '-c', script], {}, options),
  };
  beforeEach(() => {
    mark = newMark();
    exitListeners = process.listenerCount('exit');
    pipes = ownPipes();
  });
  afterEach(async () => {
    try {
      await until('no process of the test is left', () => markedProcesses(mark).length === 0);
    } finally {
      for (const pid of markedProcesses(mark)) process.kill(pid, 'SIGKILL');
    }
    expect(process.listenerCount('exit')).toBe(exitListeners);
    expect(ownPipes()).toEqual(pipes);
  });
  return bench;
}

/** Descriptors of ours that are ends of a child's pipes. */
function ownPipes(): string[] {
  return readdirSync('/proc/self/fd')
    .map((name) => {
      try {
        return readlinkSync(`/proc/self/fd/${name}`);
      } catch {
        return ''; // the one that lists this folder
      }
    })
    .filter((target) => target.includes('framescope-pipes-'));
}
