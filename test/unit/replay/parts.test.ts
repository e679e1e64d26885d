// The small parts of replay: alignment, ids in raw text, what frames are about.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protocols } from '../../../shared/protocol/registry.ts';
import { align } from '../../../shared/replay/align.ts';
import { namingField } from '../../../shared/replay/line.ts';
import { withId, withParentId } from '../../../shared/replay/outgoing.ts';

describe('alignment', () => {
  it.each([
    ['abc', 'abc', 'aa bb cc'],
    ['abc', 'ac', 'aa b- cc'],
    ['ac', 'abc', 'aa cc -b'],
    ['abc', 'cab', 'aa bb cc'],
    ['abx', 'aby', 'aa bb xy'],
    ['', 'ab', '-a -b'],
    ['aab', 'aba', 'aa aa bb'],
  ])('of %j and %j pairs the same texts, then what is left in order', (a, b, pairs) => {
    const found = align([...a], [...b]).map(([one, other]) => `${a[one] ?? '-'}${b[other] ?? '-'}`);
    expect(found.sort()).toEqual(pairs.split(' ').sort());
  });

  it('has every item of both lists once, and leaves no two equal ones apart', () => {
    const list = fc.array(fc.constantFrom('a', 'b', 'c', 'd'), { maxLength: 12 });
    fc.assert(
      fc.property(list, list, (a, b) => {
        const pairs = align(a, b);
        const places = (which: 0 | 1): number[] => pairs.map((pair) => pair[which]).filter((at) => at >= 0);
        expect(places(0).sort((x, y) => x - y)).toEqual(a.map((_, at) => at));
        expect(places(1).sort((x, y) => x - y)).toEqual(b.map((_, at) => at));
        const apart = pairs.filter(([one, other]) => a[one] !== b[other]);
        const left = apart.map(([one]) => a[one]).filter((text) => text !== undefined);
        expect(left.filter((text) => apart.some(([, other]) => b[other] === text))).toEqual([]);
      }),
    );
  });

  it('of long lists takes no table', () => {
    const a = Array.from({ length: 30_000 }, (_, at) => `${at % 100}`);
    expect(align(a, a.toReversed()).filter(([one, other]) => one < 0 || other < 0)).toEqual([]);
  });
});

describe('another id in a frame', () => {
  it.each([
    ['{"type":"t","id":"1","n":1.0}', '{"type":"t","id":"7","n":1.0}'],
    ['{ "id" : "\\u0031" , "a":{"id":"1"}}', '{ "id" : "7" , "a":{"id":"1"}}'],
    ['{"ID":"1"}', '{"ID":"7"}'],
    ['{"id":"1","id":"2"}', '{"id":"1","id":"7"}'],
    ['{"id":1}', undefined],
    ['{"args":{"id":"1"}}', undefined],
    ['{broken "id":"1"', undefined],
  ])('%s', (text, expected) => {
    expect(withId(text, '7')).toBe(expected);
  });

  it('is set where the frame names its request', () => {
    const text = '{"type":"call_tool","id":"1","parent_id":"1","args":{"parent_id":"1"}}';
    expect(withParentId(text, '1', '9')).toBe(
      '{"type":"call_tool","id":"1","parent_id":"9","args":{"parent_id":"1"}}',
    );
    expect(withParentId(text, '2', '9')).toBe(text);
    expect(withParentId(text, undefined, '9')).toBe(text);
  });
});

describe('what a frame is about', () => {
  const fields = new Map<string, string | undefined>(
    protocols.flatMap(({ frames }) =>
      frames.map((def) => [`${def.from} ${def.type}`, namingField(def)] as const),
    ),
  );

  it.each([
    ['host tool_call', 'name'],
    ['host command_invoked', 'name'],
    ['host event', 'event'],
    ['host event_intercept', 'event'],
    ['extension register_tool', 'name'],
    ['extension panel_render', 'panel_id'],
    ['extension tool_result', undefined],
    ['extension ready', undefined],
  ])('%s: %s', (frame, field) => {
    expect(fields.get(frame)).toBe(field);
  });
});

describe('answers of the host’s requests', () => {
  const answers = protocols
    .filter(({ name }) => name === 'zot')
    .flatMap(({ frames }) => frames)
    .filter(
      ({ from, role, schema }) => from === 'extension' && role.kind === 'answer' && 'id' in schema.properties,
    );

  it.each(answers.map((def) => [def.type, def] as const))('%s has a frame that refuses', (type, def) => {
    expect(def.refusal?.('12', 'not known')).toMatchObject({ type, id: '12' });
  });
});
