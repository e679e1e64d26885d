// Where the command line starts: the only file here that touches `process`. No policy.

import { buffer } from 'node:stream/consumers';
import { runCommandLine } from './command-line.ts';
import { compose } from './compose.ts';
import { exitCodes } from './exit-codes.ts';
import { Interrupts } from './interrupts.ts';
import { tellFault } from './own-fault.ts';
import { Printer } from './printer.ts';
import { programVersion } from './version.ts';

const { stdout, stderr, env } = process;
const interrupts = new Interrupts(process);
const args = process.argv.slice(2);
const surroundings = compose(
  {
    out: new Printer(stdout),
    err: new Printer(stderr),
    isTerminal: stdout.isTTY,
    width: stdout.isTTY ? stdout.columns : undefined,
    environment: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, value ?? ''])),
    input: () => buffer(process.stdin),
    stream: () => process.stdin,
    cwd: process.cwd(),
    onInterrupt: (listener) => interrupts.on(listener),
  },
  programVersion(import.meta.dirname),
);

let faulty = false;
/** What nobody caught: our fault. It is said, and what runs is ended before we are. */
async function fault(error: unknown): Promise<void> {
  if (faulty) process.exit(exitCodes.ownFault);
  faulty = true;
  await tellFault(error, args, surroundings.terminal);
  await surroundings.close();
  process.exit(exitCodes.ownFault);
}
process.on('uncaughtException', (error) => void fault(error));
process.on('unhandledRejection', (error) => void fault(error));

process.exitCode = await runCommandLine(args, surroundings);
interrupts.close();
