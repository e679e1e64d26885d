// The rules as data: every code and fault has its place, none twice, and strictness works as it is written.

import { describe, expect, it } from 'vitest';
import { allRules, rulesFor } from '../../../shared/conformance/rules.ts';
import { mostStrictness, severityAt, stages } from '../../../shared/conformance/rule.ts';
import { ruleIdsOfFault } from '../../../shared/conformance/rules-opcode.ts';
import { causes } from '../../../shared/diagnosis/causes.ts';
import { faults, type FaultCode } from '../../../shared/protocol/opcode/faults.ts';
import { profiles } from '../../../shared/protocol/registry.ts';

describe('the rules of conformance', () => {
  it('have ids of their own within a protocol, words, and a level that is reached', () => {
    for (const profile of profiles) {
      const rules = rulesFor(profile);
      expect(rules.length).toBeGreaterThan(20);
      expect(new Set(rules.map(({ id }) => id)).size).toBe(rules.length);
      for (const rule of rules) {
        expect(rule.id).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
        for (const words of [rule.title, rule.wrong, rule.fix, rule.source])
          expect(words, `${rule.id} of ${profile.name}`).toMatch(/\S/);
        expect(severityAt(rule, mostStrictness), rule.id).toBeDefined();
        expect(stages).toContain(rule.stage);
      }
    }
  });

  it('never tell a rule as less grave at a higher strictness', () => {
    const rank = { error: 3, warning: 2, info: 1, none: 0 };
    for (const rule of allRules) {
      let last = 0;
      for (let strictness = 1; strictness <= mostStrictness; strictness++) {
        const now = rank[severityAt(rule, strictness) ?? 'none'];
        expect(now, `${rule.id} at ${strictness}`).toBeGreaterThanOrEqual(last);
        last = now;
      }
    }
  });

  it('entail only rules that there are', () => {
    for (const rule of allRules) {
      const ids = allRules
        .filter(({ protocols }) => protocols.some((one) => rule.protocols.includes(one)))
        .map(({ id }) => id);
      for (const entailed of rule.entails) expect(ids, rule.id).toContain(entailed);
    }
  });

  it('give each fault of the Opcode table exactly one rule', () => {
    for (const code of Object.keys(faults) as FaultCode[]) expect(ruleIdsOfFault(code), code).toHaveLength(1);
  });

  it('are all known that a diagnosis names', () => {
    const ids = new Set(allRules.map(({ id }) => id));
    for (const { id, rules } of causes) for (const rule of rules) expect(ids, id).toContain(rule);
  });
});
