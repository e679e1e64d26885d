// Rules of Opcode's plugins. Each fault of the table in shared/protocol/opcode belongs to one rule, and from there come how
// grave it is, its words, fix and source; which belong together, and what goes wrong in the real host, is in the tables beside.

import type { Fault } from '../protocol/opcode/fault.ts';
import { faults, type FaultCode } from '../protocol/opcode/faults.ts';
import type { Severity } from '../session/entries.ts';
import { loadGroups } from './opcode-groups-load.ts';
import { useGroups } from './opcode-groups-use.ts';
import { rulesOf, type Levels, type Rule } from './rule.ts';

const groups = [...loadGroups, ...useGroups];

/** A fault's own severity holds at the usual strictness. */
const levelsOf: Readonly<Record<Severity, Levels>> = {
  error: { warning: 1, error: 2 },
  warning: { info: 1, warning: 4, error: 8 },
  info: { info: 4, warning: 9 },
};

const words = (given: string): string => given.replace(/\{(\w+)\}/g, '…');

export const opcodeRules: readonly Rule[] = rulesOf(
  'opcode',
  groups.map((group) => {
    const { id, title, stage, wrong, also = [], probe, entails = [] } = group;
    const own = group.faults.map((code): Fault => faults[code]);
    const grave = (['error', 'warning', 'info'] as const).find((one) =>
      own.some(({ severity }) => severity === one),
    );
    const severity = grave ?? group.severity ?? 'warning';
    return {
      ...{ id, title, stage, wrong, entails },
      levels: levelsOf[severity],
      fix: words(group.fix ?? own.find(({ fix }) => fix !== undefined)?.fix ?? 'Do as the header has it.'),
      source: group.source ?? [...new Set(own.map(({ source }) => source))].join('; '),
      matches: [...group.faults, ...also],
      ...(probe === undefined ? {} : { probe }),
    };
  }),
);

/** Which rule each fault belongs to; a fault that is in none, or in two, is a fault of this table. */
export function ruleIdsOfFault(code: FaultCode): readonly string[] {
  return groups.filter((group) => group.faults.includes(code)).map(({ id }) => id);
}
