import { describe, expect, it } from 'vitest';
import { decoded, decoderFor, onlyIssue } from '../../../support/protocol-parts.ts';
import type { NotFrameReason } from '../../../../shared/protocol/define.ts';

function judged(text: string | undefined, ending: 'lf' | 'none' = 'lf') {
  const line = decoderFor('zot-latest')(text, 'extension', ending);
  return { reason: line.kind === 'notFrame' ? line.reason : line.kind, ...onlyIssue(line) };
}

describe('a line that is no frame', () => {
  it.each<[string, NotFrameReason]>([
    ['', 'blank'],
    [' \t\r', 'blank'],
    ['DEBUG policy cache hit=14', 'notJson'],
    ['[trace] {', 'notJson'],
    ['  step: 1', 'notJson'],
    ['}', 'notJson'],
    ["{'type':'hello'}", 'notJson'],
    ['{"type":"hello",}', 'notJson'],
    ['{"a":1} // why', 'notJson'],
    ['// {"a":1}', 'notJson'],
    ['{"a":01}', 'notJson'],
    ['{"a":"\u0000"}', 'notJson'],
    ['{"a":"\\x"}', 'notJson'],
    ['NaN', 'notJson'],
    ['\u00a0', 'notJson'],
    ['\ufeff{"type":"ready"}', 'notJson'],
    ['[1,2]', 'notObject'],
    ['"hello"', 'notObject'],
    ['42', 'notObject'],
    ['true', 'notObject'],
    ['Content-Length: 60', 'headerFraming'],
    ['content-type: application/json', 'headerFraming'],
    ['{', 'multiLineJson'],
    ['[', 'multiLineJson'],
    ['  {  ', 'multiLineJson'],
    ['{"type":"hello",', 'multiLineJson'],
    ['{"type":"hel', 'multiLineJson'],
    ['{"a":tru', 'multiLineJson'],
    ['  "type": "hello",', 'multiLineJson'],
  ])('%j is %s', (text, reason) => {
    expect(judged(text).reason).toBe(reason);
  });

  it('has bytes that are not UTF-8 when there is no text', () => {
    expect(judged(undefined)).toMatchObject({ reason: 'notUtf8', severity: 'error' });
  });

  it.each(['{"type":"hello","na', '{', '{"a":[1,2', '{"a":"x\\'])(
    '%j at the very end was torn off in the middle (case F06)',
    (text) => {
      expect(judged(text, 'none')).toMatchObject({ reason: 'torn', severity: 'error' });
    },
  );

  it('that ends the output without being the beginning of an object is not torn', () => {
    expect(judged('bye', 'none').reason).toBe('notJson');
  });

  it('says where and what, and to log to stderr (case F01)', () => {
    expect(judged('{"a":1 "b":2}')).toMatchObject({
      message: 'Not JSON: there is ""b"" at character 8, where "," or "}" should be.',
      severity: 'warning',
    });
    expect(judged('loading 50 %').fix).toContain('stderr');
  });

  it('names header framing and JSON over several lines as the mistakes they are (case F10)', () => {
    expect(judged('Content-Length: 60').message).toContain('header framing');
    expect(judged('{').message).toContain('several lines');
  });

  it('with two objects glued together says that they need a line end between them', () => {
    expect(judged('{"type":"ready"}{"type":"ready"}')).toMatchObject({
      reason: 'notJson',
      message: 'Two objects on one line: the second starts at character 17. The real host reads neither.',
      fix: 'End each frame with a line feed.',
    });
  });

  it('is quoted with nothing invisible in the sentence', () => {
    expect(judged('\u202e\u001b[31mred').message).toContain('"\\u202e\\u001b"');
  });

  it('is quoted shortly, however long it is', () => {
    for (const text of ['x'.repeat(1_000_000), `{${' '.repeat(1_000_000)}`, `"${'y'.repeat(1_000_000)}`]) {
      expect(judged(text).message.length).toBeLessThan(300);
    }
  });

  it('is judged in linear time: these would never end otherwise', () => {
    for (const piece of ['\\\\', ' ', '"\\', '"\\\\"', '[" ']) {
      expect(decoded(`{"a":"${piece.repeat(200_000)}x`).kind).toBe('notFrame');
      expect(decoded(`${piece.repeat(200_000)}x`).kind).toBe('notFrame');
    }
  });
});
