// All rules of conformance, in the order in which causes come before their consequences: the first that is broken is what to
// look at first.

import type { HostProfile } from '../protocol/define.ts';
import { opcodeRules } from './rules-opcode.ts';
import { appliesTo, type Rule } from './rule.ts';
import { zotAnswerRules } from './rules-zot-answers.ts';
import { zotLineRules } from './rules-zot-lines.ts';
import { zotProcessRules } from './rules-zot-process.ts';
import { zotRegistryRules } from './rules-zot-registry.ts';
import { zotStartRules } from './rules-zot-start.ts';

export const allRules: readonly Rule[] = [
  ...zotStartRules,
  ...zotProcessRules.filter(({ stage }) => stage === 'process'),
  ...zotLineRules.filter(({ id }) => id === 'field-spelt'),
  ...zotAnswerRules,
  ...zotRegistryRules,
  ...zotLineRules.filter(({ id }) => id !== 'field-spelt'),
  ...zotProcessRules.filter(({ stage }) => stage === 'probes'),
  ...opcodeRules,
];

/** Those of one host, in their order. */
export function rulesFor(profile: Pick<HostProfile, 'name' | 'protocol'>): readonly Rule[] {
  return allRules.filter((rule) => appliesTo(rule, profile));
}
