// `framescope mock`: stands in for a recorded extension. Its standard input and output are the wire, so everything for a
// person goes to stderr; nothing but frames ever reaches stdout.

import path from 'node:path';
import type { Command } from 'commander';
import { failure, type Failure } from '../../shared/errors.ts';
import { visibleText } from '../../shared/json/visible.ts';
import { Mock, type MockSays } from '../../shared/replay/mock.ts';
import { planRecording } from '../engine/replay-recording.ts';
import { LineSplitter } from '../transport/lines.ts';
import type { Call } from './call.ts';
import { exitCodes } from './exit-codes.ts';
import { refusalLines } from './report-text.ts';
import type { Terminal } from './terminal.ts';

const details = `
To be started by a host in the place of an extension. It says hello and registers as recorded. What the host asks is answered
as it was: by the same request first, else by the next one of the same type and name; what was never asked is refused with
the frame's own way to say so. It tells on stderr what it does.

Example: an extension.json with
  "exec": "framescope", "args": ["mock", "/path/to/recording.fsj"]

Exit codes: 0 the host ended it, 2 wrong usage, also a file that is no recording.`;

export function addMock(program: Command, call: Call): void {
  program
    .command('mock')
    .description('Behave as the recorded extension towards a host, on the standard input and output.')
    .argument('<RECORDING>', 'a .fsj file')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((recording: string) => mock(call, recording));
}

/** What a host may send in one line. */
const limits = { maxLineBytes: 256 * 1024 * 1024, keptBytes: 1024 };

async function mock(call: Call, file: string): Promise<void> {
  const { terminal } = call.surroundings;
  const recording = await planRecording(path.resolve(terminal.cwd, file));
  if (!recording.ok) {
    await terminal.err.lines(refusalLines([recording.failure]));
    return call.finish(exitCodes.usage);
  }
  const { plan, decode, host, damage, header } = recording.value;
  if (header?.target.plugin) {
    await terminal.err.lines(refusalLines([isPlugin(header.target.name)]));
    return call.finish(exitCodes.usage);
  }
  await terminal.err.lines(damage.map((words) => `framescope mock: ${visibleText(words)}`));
  await play(new Mock(plan, decode, host.protocol.frames), terminal);
}

function isPlugin(name: string): Failure {
  return failure(
    'recordingUnfit',
    `${name} is a native plugin: its host loads a library, so no process can stand in for it.`,
    'Choose the recording of an extension that is a process.',
  );
}

/** Resolves when the host wants it gone, its side of the pipe is closed, or nobody reads any more. */
async function play(played: Mock, terminal: Terminal): Promise<void> {
  const { out, err } = terminal;
  const stream = terminal.stream();
  let over = false;
  const say = async ({ lines, log, ends }: MockSays): Promise<void> => {
    if (ends) over = true;
    await err.lines(log.map((words) => `framescope mock: ${visibleText(words)}`));
    await out.lines(lines);
  };
  const leave = (): void => {
    over = true;
    stream.destroy();
  };
  const offs = [terminal.onInterrupt(leave), out.onGone(leave)];
  const read: (string | undefined)[] = [];
  const splitter = new LineSplitter(limits, {
    line: ({ text, truncated }) => void read.push(truncated ? undefined : text),
  });
  const answer = async (): Promise<void> => {
    for (let at = 0; at < read.length && !over; at++) await say(played.take(read[at]));
    read.length = 0;
  };
  await say(played.begin());
  try {
    for await (const chunk of stream) {
      splitter.push(chunk as Buffer);
      await answer();
      if (over) break;
    }
    splitter.end();
    await answer();
  } catch (error) {
    // Destroyed by `leave` while it was read: nothing is left to be said.
    if (!over) throw error;
  }
  for (const off of offs) off();
  if (!over) await say(played.stop());
  stream.destroy();
}
