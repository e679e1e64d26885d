import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { jsonTree, type JsonNode } from '../../../../shared/json/tree.ts';

function node(text: string, pointer: string): JsonNode {
  const found = jsonTree(text).nodes.find((each) => each.pointer === pointer);
  if (found === undefined) throw new Error(`nothing at ${pointer}`);
  return found;
}

describe('the tree of a JSON text', () => {
  it('keeps the order of keys as sent (case N04)', () => {
    expect(jsonTree('{"b":1,"10":2,"2":3,"00":4}').nodes.map((each) => each.key)).toEqual([
      null,
      'b',
      '10',
      '2',
      '00',
    ]);
  });

  it('keeps numbers as sent, and marks those a double can not hold (case N01)', () => {
    const text = '[7301444403300120013,18446744073709551615,1.50,1E2,-0]';
    expect(
      jsonTree(text)
        .nodes.slice(1)
        .map((each) => [each.raw, each.losesDigits ?? false]),
    ).toEqual([
      ['7301444403300120013', true],
      ['18446744073709551615', true],
      ['1.50', false],
      ['1E2', false],
      ['-0', false],
    ]);
  });

  it('keeps strings both as sent and decoded', () => {
    expect(node('{"a":"x \\u0026 \\ud83d\\ude00"}', '/a')).toMatchObject({
      kind: 'string',
      raw: '"x \\u0026 \\ud83d\\ude00"',
      text: 'x & 😀',
    });
    expect(node('{"\\u0061":1}', '/a')).toMatchObject({ key: 'a', rawKey: '"\\u0061"' });
  });

  it('keeps duplicate keys and says which one the host reads', () => {
    const { nodes } = jsonTree('{"a":1,"b":2,"a":3,"a":4}');
    expect(nodes.slice(1).map((each) => [each.key, each.raw, each.duplicate])).toEqual([
      ['a', '1', 'overridden'],
      ['b', '2', undefined],
      ['a', '3', 'overridden'],
      ['a', '4', 'wins'],
    ]);
  });

  it('lists parents before children, with counts, places and where to go when folded', () => {
    const text = '{ "a": [ 1, {} ], "b": null }';
    const { nodes } = jsonTree(text);
    expect(
      nodes.map(({ pointer, depth, parent, children, next }) => [pointer, depth, parent, children, next]),
    ).toEqual([
      ['', 0, -1, 2, 5],
      ['/a', 1, 0, 2, 4],
      ['/a/0', 2, 1, 0, 3],
      ['/a/1', 2, 1, 0, 4],
      ['/b', 1, 0, 0, 5],
    ]);
    expect(nodes.map(({ offset, end }) => text.slice(offset, end))).toEqual([
      text,
      '[ 1, {} ]',
      '1',
      '{}',
      'null',
    ]);
  });

  it('escapes pointers', () => {
    expect(node('{"a/b":{"~":1}}', '/a~1b/~0').raw).toBe('1');
  });

  it('stops at a number of nodes and counts the rest', () => {
    const tree = jsonTree(JSON.stringify(Array.from({ length: 1_000 }, (_, i) => [i])), { most: 100 });
    expect(tree.nodes).toHaveLength(100);
    expect(tree.left).toBe(2_001 - 100);
    expect(tree.nodes[0]).toMatchObject({ children: 1_000, next: 100 });
  });

  it('shows what lies too deep as one node, and crashes at no depth', () => {
    const depth = 100_000;
    const text = `[${'['.repeat(depth)}1${']'.repeat(depth)},2]`;
    const tree = jsonTree(text, { deepest: 50 });
    expect(tree.nodes).toHaveLength(52);
    expect(tree.nodes[50]).toMatchObject({ kind: 'tooDeep', depth: 50 });
    expect(tree.nodes[51]).toMatchObject({ raw: '2', pointer: '/1' });
    expect(tree.left).toBe(depth - 49 - 1 + 1);
  });

  it('of broken text has what comes before the break, and where that is', () => {
    const tree = jsonTree('{"a":1,"b":[2,');
    expect(tree.nodes.map((each) => each.pointer)).toEqual(['', '/a', '/b', '/b/0']);
    expect(tree.broken).toMatchObject({ offset: 14 });
    expect(jsonTree('nonsense')).toMatchObject({ nodes: [], broken: { offset: 0 } });
  });

  it('counts every node of any value, shown or not, and never throws', () => {
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 8 }),
        fc.integer({ min: 1, max: 30 }),
        fc.integer({ min: 0, max: 4 }),
        (value, most, deepest) => {
          const text = JSON.stringify(value);
          const whole = jsonTree(text).nodes.length;
          const cut = jsonTree(text, { most, deepest });
          expect(cut.nodes.length).toBeLessThanOrEqual(most);
          expect(cut.nodes.length + cut.left).toBe(whole);
        },
      ),
    );
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => void jsonTree(text)));
  });
});
