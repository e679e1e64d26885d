// Programs that a plugin may be run under, to see what they see: a debugger, a memory checker, or any other that starts the
// program behind its own words. Data and the one way to read what a person typed; nothing is looked up or started here.

/** A short name for more words. */
export interface Wrapper {
  readonly argv: readonly string[];
  /** What it is good for, in a few words. */
  readonly gives: string;
  /** How to get it, when it is not there. */
  readonly install: string;
}

const onDebian = (name: string): string => `Install it (on Debian: apt-get install ${name}).`;

export const wrappers: Readonly<Record<string, Wrapper>> = {
  gdb: {
    // Runs at once, shows the stack of every thread's crash with its lines, and lets the signal have its way: once to the
    // handler that reports the crash, once more to end the process.
    argv: [
      'gdb',
      ...['-nx', '-batch'],
      ...['-ex', 'set startup-with-shell off'],
      ...['-ex', 'set print thread-events off'],
      ...['-ex', 'handle SIGPIPE nostop noprint pass'],
      ...['-ex', 'run'],
      ...['-ex', 'backtrace full'],
      ...['-ex', 'continue'],
      ...['-ex', 'continue'],
      '--args',
    ],
    gives: 'the stack with its variables when it crashes',
    install: onDebian('gdb'),
  },
  valgrind: {
    argv: ['valgrind', '--quiet', '--num-callers=20'],
    gives: 'reads and writes of memory that is not its own, as they happen',
    install: onDebian('valgrind'),
  },
};

/** argv in front of the program: what a short name stands for, else the words as they were typed. */
export function underWords(typed: string): readonly string[] {
  const words = typed.split(/\s+/).filter((word) => word !== '');
  const [name = ''] = words;
  return words.length === 1 ? (wrappers[name]?.argv ?? words) : words;
}
