// What is made of findings: order, consequences left out, baseline, fingerprints that stay.

import { describe, expect, it } from 'vitest';
import {
  fingerprints,
  judged,
  mergedFindings,
  worstOf,
  type Finding,
} from '../../../shared/conformance/finding.ts';
import { rulesFor } from '../../../shared/conformance/rules.ts';
import { zotLatest } from '../../../shared/protocol/zot/profiles.ts';

const rules = rulesFor(zotLatest);
const found = (rule: string, words = 'It is wrong.', seq: number | null = 3): Finding => ({
  rule,
  count: 1,
  evidence: [{ seq, words }],
});
const ids = (findings: readonly { readonly rule: string }[]): readonly string[] =>
  findings.map(({ rule }) => rule);

describe('judging findings', () => {
  it('puts causes before consequences and leaves out what only follows', () => {
    const list = [found('answers-every-request'), found('shutdown-answered'), found('runs-until-asked')];
    expect(ids(judged(list, rules, 5))).toEqual(['runs-until-asked']);
  });

  it('lets a rule that is left out entail nothing', () => {
    // says-hello entails ready-sent, and is itself entailed by starts.
    const list = [found('starts'), found('says-hello'), found('ready-sent')];
    expect(ids(judged(list, rules, 5))).toEqual(['starts', 'ready-sent']);
  });

  it('tells the same rule as hint, warning and error with growing strictness', () => {
    const at = (strictness: number) => judged([found('ready-sent')], rules, strictness)[0]?.severity;
    expect([1, 3, 9].map(at)).toEqual(['info', 'warning', 'error']);
  });

  it('does not count what the baseline knows, whatever the times and numbers in it', () => {
    const before = found('answers-every-request', 'tool_call "12" (look) was not answered within 10 s.');
    const now = found('answers-every-request', 'tool_call "7" (look) was not answered within 9.5 s.', 40);
    const known = new Set(fingerprints(before));
    const [finding] = judged([now], rules, 5, known);
    expect(finding?.known).toBe(true);
    expect(worstOf(judged([now], rules, 5, known))).toBeUndefined();
    expect(worstOf(judged([now, found('hello-first')], rules, 5, known))).toBe('error');
  });

  it('adds up the findings of several runs', () => {
    const merged = mergedFindings([[found('utf8')], [found('utf8', 'Again.'), found('crlf')]]);
    expect(merged.map(({ rule, count, evidence }) => [rule, count, evidence.length])).toEqual([
      ['utf8', 2, 2],
      ['crlf', 1, 1],
    ]);
  });
});
