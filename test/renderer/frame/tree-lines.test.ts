import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { foldedAtFirst, nodeAt, revealed, treeLines } from '../../../renderer/views/frame/tree-lines.ts';
import { jsonTree } from '../../../shared/json/tree.ts';

/** The lines as text: `>` folded, closing brackets as such. */
function drawn(text: string, turned: Iterable<number> = []): string[] {
  const tree = jsonTree(text);
  return treeLines(tree, new Set(turned)).map((line) => {
    const node = tree.nodes[line.node];
    if (line.kind === 'close') return node?.kind === 'array' ? ']' : '}';
    return `${line.folded ? '>' : ''}${node?.pointer}`;
  });
}

describe('the lines of a tree', () => {
  const text = '{"a":1,"b":{"c":{"d":[1,{"e":2}]},"f":{}},"g":[]}';

  it('open two levels at first and close what they open', () => {
    expect(drawn(text)).toEqual(['', '/a', '/b', '>/b/c', '/b/f', '}', '/g', '}']);
  });

  it('show what was unfolded and hide what was folded by hand', () => {
    const tree = jsonTree(text);
    expect(drawn(text, [nodeAt(tree, '/b')])).toEqual(['', '/a', '>/b', '/g', '}']);
    expect(drawn(text, [nodeAt(tree, '/b/c'), nodeAt(tree, '/b/c/d')])).toEqual([
      '',
      '/a',
      '/b',
      '/b/c',
      '/b/c/d',
      '/b/c/d/0',
      '>/b/c/d/1',
      ']',
      '}',
      '/b/f',
      '}',
      '/g',
      '}',
    ]);
  });

  it('fold an object with very many members, but never the whole', () => {
    const many = JSON.stringify({ list: Array.from({ length: 101 }, (_, at) => at) });
    expect(drawn(many)).toEqual(['', '>/list', '}']);
    expect(drawn(JSON.stringify(Array.from({ length: 101 }, () => 0))).length).toBe(103);
  });

  it('show every node once everything is unfolded, and as many closing brackets as opening ones', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), (json) => {
        const tree = jsonTree(json);
        const all = tree.nodes.flatMap((node, index) => (foldedAtFirst(node) ? [index] : []));
        const lines = treeLines(tree, new Set(all));
        expect(lines.filter((line) => line.kind === 'node').map((line) => line.node)).toEqual(
          tree.nodes.map((_, at) => at),
        );
        expect(lines.filter((line) => line.kind === 'close').length).toBe(
          tree.nodes.filter((node) => node.children > 0).length,
        );
      }),
    );
  });

  it('can be unfolded just enough to show any one place', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.nat(), fc.array(fc.nat(60)), (json, pick, turned) => {
        const tree = jsonTree(json);
        const node = pick % tree.nodes.length;
        const lines = treeLines(tree, revealed(tree, node, new Set(turned)));
        expect(lines.some((line) => line.kind === 'node' && line.node === node)).toBe(true);
      }),
    );
  });

  it('lead to the member that counts when a key is there twice, and to what is nearest when it is missing', () => {
    const tree = jsonTree('{"a":{"n":1,"n":2}}');
    const pointers = ['/a/n', '/a/missing/deep', '/missing', ''].map((pointer) => {
      const node = tree.nodes[nodeAt(tree, pointer)];
      return `${node?.pointer} ${node?.raw ?? ''}`;
    });
    expect(pointers).toEqual(['/a/n 2', '/a ', ' ', ' ']);
  });
});
