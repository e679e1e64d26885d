import { describe, expect, it } from 'vitest';
import { makeDecodeLine } from '../../../../shared/protocol/codec.ts';
import { codes, decoded, onlyIssue, profileOf, validateFrame } from '../../../support/protocol-parts.ts';

describe('a well-formed frame', () => {
  it('is told with its definition, id and parsed value', () => {
    const line = decoded('{"type":"tool_call","id":"7","name":"read","args":{"a":1}}', 'host');
    expect(line).toMatchObject({
      kind: 'frame',
      type: 'tool_call',
      id: '7',
      frame: { name: 'read', args: { a: 1 } },
      issues: [],
    });
    expect(line.kind === 'frame' && line.def.role).toEqual({ kind: 'request', answer: 'tool_result' });
  });

  it('costs no list of issues of its own', () => {
    expect(decoded('{"type":"ready"}').issues).toBe(decoded('{"type":"shutdown_ack"}').issues);
  });

  it('may mix in any order with frames of other types', () => {
    const types = [
      'ready',
      'shutdown_ack',
      'ready',
      'nonsense',
      'shutdown_ack',
      'clear_notes',
      'nonsense',
      'ready',
    ];
    expect(types.map((type) => decoded(JSON.stringify({ type })).kind)).toEqual(
      types.map((type) => (type === 'nonsense' ? 'unknown' : 'frame')),
    );
  });

  it.each(['constructor', '__proto__', 'toString', 'hasOwnProperty'])(
    'is not confused by a type or key called %s',
    (name) => {
      expect(decoded(JSON.stringify({ type: name }))).toMatchObject({ kind: 'unknown', type: name });
      const line = decoded(`{"type":"ready","${name}":{"x":1}}`);
      expect(line).toMatchObject({ kind: 'frame', type: 'ready' });
      expect(codes(line)).toEqual(['unknown-field']);
    },
  );
});

describe('the id', () => {
  it.each(['5', '1.5', 'true', '{}', '["1"]'])('%s is no string, so it never matches', (id) => {
    const line = decoded(`{"type":"tool_result","id":${id},"content":[]}`);
    expect(line).toMatchObject({ kind: 'frame', id: undefined });
    expect(onlyIssue(line)).toMatchObject({ code: 'id-not-string', severity: 'error', pointer: '/id' });
  });

  it('is missed where an answer needs it', () => {
    expect(onlyIssue(decoded('{"type":"tool_result","content":[]}'))).toMatchObject({
      code: 'missing-field',
      severity: 'error',
      pointer: '/id',
    });
  });

  it('is kept for frames nobody knows', () => {
    expect(decoded('{"type":"x","id":"9"}')).toMatchObject({ kind: 'unknown', id: '9' });
  });
});

describe('the type', () => {
  it.each(['null', '{}', '{"type":null}', '{"id":"1"}'])('of %s is unknown and empty', (text) => {
    const line = decoded(text);
    expect(line).toMatchObject({ kind: 'unknown', type: '' });
    expect(codes(line)).toEqual(['type-missing']);
  });

  it.each(['5', 'true', '["hello"]', '{}'])('%s is said to be no string', (type) => {
    const line = decoded(`{"type":${type}}`);
    expect(line).toMatchObject({ kind: 'unknown', type: '' });
    expect(onlyIssue(line)).toMatchObject({ code: 'type-not-string', severity: 'error' });
  });

  it('that is misspelt is met with the nearest one', () => {
    expect(onlyIssue(decoded('{"type":"regsiter_tool"}'))).toMatchObject({
      code: 'unknown-frame',
      severity: 'warning',
      fix: 'Did you mean "register_tool"?',
    });
  });

  it('is matched in its exact spelling, unlike keys', () => {
    expect(decoded('{"type":"Hello","name":"x","version":"1"}')).toMatchObject({
      kind: 'unknown',
      type: 'Hello',
    });
  });

  it('that only the other side sends is said to come the wrong way', () => {
    expect(onlyIssue(decoded('{"type":"tool_call","id":"1","name":"x","args":{}}'))).toMatchObject({
      code: 'wrong-direction',
      severity: 'error',
    });
    expect(codes(decoded('{"type":"hello","name":"x","version":"1"}', 'host'))).toEqual(['wrong-direction']);
  });

  it('of another dialect is told, with the dialects that know it', () => {
    const line = decoded('{"type":"bootstrap","message":"building"}');
    expect(line).toMatchObject({ kind: 'frame', type: 'bootstrap' });
    const issue = onlyIssue(line);
    expect(issue).toMatchObject({ code: 'frame-of-other-dialect', severity: 'warning' });
    expect(issue.message).toContain('terva-6');
    expect(decoded('{"type":"bootstrap"}', 'extension', 'terva-6').issues).toEqual([]);
    expect(codes(decoded('{"type":"error","message":"x"}'))).toEqual(['frame-of-other-dialect']);
    expect(decoded('{"type":"error","message":"x"}', 'host', 'zot-seed').issues).toEqual([]);
  });
});

describe('fields nobody knows', () => {
  it('are a warning with a suggestion when they look like a slip', () => {
    const line = decoded('{"type":"command_response","id":"1","action":"display","dispaly":"x"}');
    expect(onlyIssue(line)).toMatchObject({
      code: 'unknown-field',
      severity: 'warning',
      pointer: '/dispaly',
      fix: 'Did you mean "display"?',
    });
  });

  it('are an info when they look like an extra', () => {
    const issue = onlyIssue(decoded('{"type":"ready","traceparent":"00-1"}'));
    expect(issue).toMatchObject({ code: 'unknown-field', severity: 'info', pointer: '/traceparent' });
    expect(issue.fix).toBeUndefined();
  });

  it('are found inside blocks and panels, with their place', () => {
    const line = decoded(
      '{"type":"tool_result","id":"1","content":[{"type":"text"},{"type":"text","txet":"a"}]}',
    );
    expect(onlyIssue(line)).toMatchObject({ pointer: '/content/1/txet', fix: 'Did you mean "text"?' });
  });

  it('are not looked for in values the protocol leaves open', () => {
    expect(
      decoded('{"type":"tool_call","id":"1","name":"x","args":{"Type":1,"zzz":{}}}', 'host').issues,
    ).toEqual([]);
  });

  it('of other dialects are told as such', () => {
    const text = '{"type":"register_tool","name":"x","schema":{},"read_only":true}';
    expect(onlyIssue(decoded(text))).toMatchObject({
      code: 'field-of-other-dialect',
      severity: 'info',
      pointer: '/read_only',
    });
    expect(decoded(text, 'extension', 'terva-6').issues).toEqual([]);
  });

  it('of other dialects are told inside panels too', () => {
    const text = '{"type":"open_panel","panel":{"id":"p","widgets":[{"type":"divider"}]}}';
    expect(onlyIssue(decoded(text))).toMatchObject({ pointer: '/panel/widgets' });
    expect(decoded(text, 'extension', 'terva-6').issues).toEqual([]);
  });

  it('are listed up to a number a person can read', () => {
    const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, i) => [`x${i}`, i]));
    expect(decoded(JSON.stringify({ type: 'ready', ...many })).issues).toHaveLength(20);
  });

  it('with slashes and tildes are named by an escaped pointer', () => {
    expect(onlyIssue(decoded('{"type":"ready","a/b~c":1}')).pointer).toBe('/a~1b~0c');
  });
});

describe('letter case of keys', () => {
  it('does not matter to the host, but is warned of', () => {
    const line = decoded('{"Type":"hello","NAME":"linter","Version":"1"}');
    expect(line).toMatchObject({
      kind: 'frame',
      type: 'hello',
      frame: { type: 'hello', name: 'linter', version: '1' },
    });
    expect(codes(line)).toEqual(['key-case', 'key-case', 'key-case']);
  });

  it('lets the last of two spellings win, as the host does', () => {
    const line = decoded('{"type":"hello","name":"first","Name":"second","version":"1"}');
    expect(line).toMatchObject({ frame: { name: 'second' } });
  });

  it('finds an id in another letter case', () => {
    expect(decoded('{"type":"tool_result","ID":"4","content":[]}')).toMatchObject({ id: '4' });
  });

  it('is folded inside known objects', () => {
    const line = decoded('{"type":"tool_result","id":"4","content":[{"Type":"text","TEXT":"x"}]}');
    expect(line).toMatchObject({ frame: { content: [{ type: 'text', text: 'x' }] } });
  });
});

it('is judged by the validator it was given', () => {
  const { protocol, profile } = profileOf('zot-latest');
  let asked = 0;
  const decode = makeDecodeLine(protocol, profile, (def, frame) => {
    asked++;
    return validateFrame(def, frame);
  });
  decode('{"type":"ready"}', 'extension', 'lf');
  expect(asked).toBe(1);
});
