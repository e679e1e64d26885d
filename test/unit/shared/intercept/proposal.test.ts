// What an answer that still waits at the gate would do.

import { describe, expect, test } from 'vitest';
import { proposalOf } from '../../../../shared/intercept/proposal.ts';

const before = '{"command":"ls"}';
const answer = (fields: string): string => `{"type":"event_intercept_response","id":"1"${fields}}`;

describe('an answer about a tool call', () => {
  test('without any field allows', () => {
    expect(proposalOf(answer(''), 'tool_call', before)).toEqual({
      verdict: 'allow',
      reason: '',
      after: before,
    });
  });

  test('rewrites with modified_args, spelled as they stand', () => {
    expect(proposalOf(answer(',"modified_args":{"command":"pwd", "n":1.0}'), 'tool_call', before)).toEqual({
      verdict: 'rewrite',
      reason: '',
      after: '{"command":"pwd", "n":1.0}',
    });
  });

  test('blocks, whatever it would also rewrite', () => {
    expect(
      proposalOf(answer(',"block":true,"reason":"no","modified_args":{}'), 'tool_call', before),
    ).toMatchObject({ verdict: 'block', reason: 'no', after: before });
  });

  test('is read like the host reads it: keys in any case, the last of duplicates', () => {
    expect(
      proposalOf(answer(',"Modified_Args":{"a":1},"MODIFIED_ARGS":{"a":2}'), 'tool_call', before),
    ).toMatchObject({ after: '{"a":2}' });
  });

  test('that says block with anything but true does not block', () => {
    expect(proposalOf(answer(',"block":"true"'), 'tool_call', before)).toMatchObject({ verdict: 'allow' });
  });
});

test('an answer about a message rewrites with replace_text, decoded', () => {
  expect(proposalOf(answer(',"replace_text":"a\\nb"'), 'assistant_message', 'x')).toMatchObject({
    verdict: 'rewrite',
    after: 'a\nb',
  });
  expect(proposalOf(answer(',"replace_text":""'), 'assistant_message', 'x')).toMatchObject({
    verdict: 'allow',
  });
  expect(proposalOf(answer(',"modified_args":{}'), 'assistant_message', 'x')).toMatchObject({
    verdict: 'allow',
  });
});

test('nothing about a turn can be rewritten', () => {
  expect(proposalOf(answer(',"modified_args":{},"replace_text":"x"'), 'turn_start', '')).toMatchObject({
    verdict: 'allow',
  });
});

test.each(['[1]', 'oops', '"text"', ''])('a line that is no object is no answer: %j', (line) => {
  expect(proposalOf(line, 'tool_call', before)).toBeNull();
});
