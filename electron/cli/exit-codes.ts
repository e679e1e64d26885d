// The exit codes of the whole command line, in one place; docs/command-line.md lists the same. Pure: it says which
// code an outcome has, and never exits.

import type { Failure, FailureCode } from '../../shared/errors.ts';

export const exitCodes = {
  fine: 0,
  /** Findings or differences: a problem of severity error. */
  findings: 1,
  usage: 2,
  /** The target could not be started. */
  notStarted: 3,
  ownFault: 4,
} as const;

export type ExitCode = (typeof exitCodes)[keyof typeof exitCodes];

const usageCodes: ReadonlySet<FailureCode> = new Set(['argumentInvalid']);

/** What a refusal means for the caller: everything that kept the target from running is `notStarted`. */
export function exitCodeOf(failure: Failure): ExitCode {
  if (failure.code === 'internal') return exitCodes.ownFault;
  return usageCodes.has(failure.code) ? exitCodes.usage : exitCodes.notStarted;
}
