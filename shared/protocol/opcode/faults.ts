// Everything a plugin can do wrong that no schema sees, by name: one row a fault, with its words and the rule it breaks. The
// child names faults of memory and threads, the engine all others; neither has words of its own. Rows about loading and
// about memory are in the files beside this one.

import type { Severity } from '../../session/entries.ts';
import type { Fault } from './fault.ts';
import { hostFaults } from './faults-host.ts';
import { loadFaults } from './faults-load.ts';
import { memoryFaults } from './faults-memory.ts';
import { toolFaults } from './faults-tools.ts';

export const faults = {
  ...loadFaults,
  ...toolFaults,
  ...memoryFaults,
  ...hostFaults,
} as const satisfies Record<string, Fault>;

export type FaultCode = keyof typeof faults;
export type FaultWords = Readonly<Record<string, string | number>>;

/** A fault as a problem of the journal, without the line it is about. */
export interface NamedFault {
  readonly code: FaultCode;
  readonly severity: Severity;
  readonly message: string;
  readonly fix?: string;
  readonly source: string;
}

export function isFaultCode(code: string): code is FaultCode {
  return Object.hasOwn(faults, code);
}

export function namedFault(code: FaultCode, given: FaultWords = {}): NamedFault {
  const { severity, message, source, fix }: Fault = faults[code];
  return {
    code,
    severity,
    message: filled(message, given),
    ...(fix === undefined ? {} : { fix: filled(fix, given) }),
    source,
  };
}

function filled(template: string, given: FaultWords): string {
  return template.replace(/\{(\w+)\}/g, (_, name: string) => String(given[name] ?? `(${name})`));
}
