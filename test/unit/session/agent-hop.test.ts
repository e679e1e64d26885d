import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  blocks,
  fieldsWith,
  judge,
  refusal,
  sameValue,
  valueOf,
} from '../../../electron/session/agent-hop.ts';
import type { RequestResult } from '../../../electron/session/request-desk.ts';
import { profileOf } from '../../support/protocol-parts.ts';

const { profile: may } = profileOf('zot-2026-05');
const { profile: seed } = profileOf('zot-seed');

function answered(text: string): RequestResult {
  return {
    end: { how: 'answered', answerLine: 3, latencyUs: 10 },
    answer: { line: 3, frame: JSON.parse(text) as never, text },
    cause: null,
    notes: [],
    spentMs: 1,
  };
}
const silent: RequestResult = {
  end: { how: 'timedOut', afterMs: 5_000 },
  answer: null,
  cause: null,
  notes: [],
  spentMs: 5_000,
};

describe('one guard', () => {
  it.each([
    ['{}', 'allow', '{"a":1}'],
    ['{"block":false,"reason":"ignored"}', 'allow', '{"a":1}'],
    ['{"block":null}', 'allow', '{"a":1}'],
    ['{"block":true,"modified_args":{}}', 'block', '{"a":1}'],
    ['{"modified_args":{"a":1}}', 'allow', '{"a":1}'],
    ['{"modified_args": { "a" : 1.0 } }', 'rewrite', '{"a":1.0}'],
    ['{"MODIFIED_ARGS":{"b":2}}', 'rewrite', '{"b":2}'],
    ['{"replace_text":"x"}', 'allow', '{"a":1}'],
  ])('that answers %s: %s, and %s goes on', (text, verdict, after) => {
    // The decoder has put keys into their canonical letter case.
    const result = answered(text);
    const canonical = { ...result, answer: { ...result.answer!, frame: lower(result.answer!.frame) } };
    expect(judge('tool_call', '{"a":1}', canonical, may, false)).toMatchObject({ verdict, after });
  });

  it('that is silent is told in words, and blocks only when failing closed', () => {
    const open = judge('tool_call', '{}', silent, may, false);
    expect(open).toEqual({
      verdict: 'timeout',
      after: '{}',
      reason: 'no answer in 5 s: allowed',
      remarks: [],
    });
    expect(blocks(open.verdict, false)).toBe(false);
    expect(judge('tool_call', '{}', silent, may, true).reason).toMatch(
      /blocked, because guards that fail block/,
    );
    expect(blocks(open.verdict, true)).toBe(true);
  });

  it('that takes a system prompt of more than 1 MiB is not followed', () => {
    const result = answered(JSON.stringify({ system_prompt: 'x'.repeat(1024 * 1024 + 1) }));
    expect(judge('before_agent_start', 'p', result, may, false)).toMatchObject({
      verdict: 'refusedRewrite',
      after: 'p',
    });
  });

  it('is refused in the host’s words when it gives none; a suppressed message has no reason at all', () => {
    expect(refusal('tool_call', 'mine')).toBe('mine');
    expect(refusal('tool_call', '')).toBe('tool call refused by extension guard');
    expect(refusal('assistant_message', 'mine')).toBe('');
  });
});

describe('the value of a chain', () => {
  const field = (name: string, json: string) => [
    { name: 'step', json: '1' },
    { name, json },
  ];
  it.each([
    ['tool_call', field('tool_args', ' { "a" : 1 } '), '{"a":1}'],
    ['tool_call', field('tool_args', 'broken'), 'broken'],
    ['tool_call', [], ''],
    ['assistant_message', field('text', '"h\\u0069"'), 'hi'],
    ['turn_start', field('tool_args', '{}'), ''],
  ])('of %s is %j → %j', (event, fields, value) => expect(valueOf(event, fields)).toBe(value));

  it('takes its place in the next question', () => {
    expect(fieldsWith('assistant_message', field('text', '"a"'), 'b"', true)).toEqual(
      field('text', '"b\\""'),
    );
    expect(fieldsWith('tool_call', field('tool_args', '1'), '[]', true)).toEqual(field('tool_args', '[]'));
    expect(fieldsWith('tool_call', [], '', false)).toEqual([]);
  });

  it.each([
    ['{"a":1,"b":2}', '{"b":2.0,"a":1e0}', true],
    ['9007199254740993', '9007199254740992', true],
    ['{"a":1}', '{"a":2}', false],
    ['1e400', '2e400', false],
    ['[]', '{}', false],
  ])('%s and %s are the same to the real host: %s; the seed compares texts', (a, b, same) => {
    expect(sameValue('tool_call', a, b, may)).toBe(same);
    expect(sameValue('tool_call', a, b, seed)).toBe(false);
    expect(sameValue('tool_call', a, a, seed)).toBe(true);
  });

  it('never changes by the order of its keys', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        const backwards = Object.fromEntries(Object.entries(value).reverse());
        expect(sameValue('tool_call', JSON.stringify(value), JSON.stringify(backwards), may)).toBe(true);
      }),
    );
  });
});

function lower(frame: object) {
  return Object.fromEntries(
    Object.entries(frame).map(([key, value]) => [key.toLowerCase(), value as unknown]),
  );
}
