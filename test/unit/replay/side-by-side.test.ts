import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compareLines } from '../../../shared/replay/compare.ts';
import { Leaves } from '../../../shared/replay/leaf.ts';
import type { ReplayLine } from '../../../shared/replay/line.ts';
import { Pairing } from '../../../shared/replay/pairing.ts';
import { RunFacts } from '../../../shared/replay/run-facts.ts';
import { sideBySide, type SidePair } from '../../../shared/replay/side-by-side.ts';

function changesOf(before: string, after: string) {
  const facts = new RunFacts();
  const leaves = new Leaves([], facts);
  const line = (text: string): ReplayLine => ({
    seq: 1,
    atUs: 0,
    from: 'extension',
    type: 't',
    role: 'notice',
    isFrame: true,
    raw: { text },
  });
  return compareLines(line(before), line(after), {
    recorded: leaves,
    live: leaves,
    pairing: new Pairing(facts, facts),
    ignore: [],
  }).changes;
}

/** `  - "a": 1` beside `  + "a": 2`. */
function told(pairs: readonly SidePair[]): string[] {
  const signs = { same: ' ', changed: '~', removed: '-', added: '+' };
  const side = (line: SidePair['left']): string =>
    line
      ? `${line.number} ${'  '.repeat(line.depth)}${line.pieces.map((piece) => (piece.changed ? `‹${piece.text}›` : piece.text)).join('')}`
      : '';
  return pairs.map(({ kind, left, right }) => `${signs[kind]} ${side(left)} | ${side(right)}`);
}
const drawn = (before: string, after: string): string[] =>
  told(sideBySide(before, after, changesOf(before, after)).pairs);

describe('two frames side by side', () => {
  it('stand member by member on one height, with the words that differ marked and gaps where one side has nothing', () => {
    expect(
      drawn(
        '{"type":"r","modified":{"command":"rm -rf build && npm run build"}}',
        '{"type":"r","modified":{"command":"npm run clean && npm run build","timeout_ms":120000}}',
      ),
    ).toEqual([
      '  1 { | 1 {',
      '  2   "type": "r", | 2   "type": "r",',
      '  3   "modified": { | 3   "modified": {',
      '~ 4     "command": "‹rm -rf build› && npm run build" | 4     "command": "‹npm run clean› && npm run build",',
      '+  | 5     "timeout_ms": 120000',
      '  5   } | 6   }',
      '  6 } | 7 }',
    ]);
  });

  it('are spelled as they were, and the order of keys is no difference', () => {
    expect(drawn('{"n":1.0e1,"s":"\\u0041"}', '{"s":"A","n":10}')).toEqual([
      '  1 { | 1 {',
      '  2   "n": 1.0e1, | 2   "n": 10,',
      '  3   "s": "\\u0041" | 3   "s": "A"',
      '  4 } | 4 }',
    ]);
  });

  it('name the place where each difference begins', () => {
    const [before, after] = ['{"a":[1,{"b":2}],"c":{"d":1}}', '{"a":[1,{"b":3}]}'];
    const { pairs } = sideBySide(before, after, changesOf(before, after));
    expect(pairs.flatMap(({ pointer }) => pointer ?? [])).toEqual(['/a/1/b', '/c']);
    expect(pairs.filter(({ kind }) => kind === 'removed')).toHaveLength(3);
  });

  it('stand alone when there is nothing on the other side', () => {
    expect(told(sideBySide('{"a":1}', null, []).pairs)).toEqual(['- 1 { | ', '- 2   "a": 1 | ', '- 3 } | ']);
    expect(told(sideBySide(null, '[]', []).pairs)).toEqual(['+  | 1 []']);
  });

  it('are compared as texts when one is no JSON', () => {
    expect(drawn('cache hit=14', 'cache hit=15')).toEqual(['~ 1 cache hit=‹14› | 1 cache hit=‹15›']);
  });

  it('say when there is more than is drawn, and bear any depth', () => {
    const many = JSON.stringify(Array.from({ length: 10_000 }, (_, at) => at));
    const drawing = sideBySide(many, many, []);
    expect([drawing.cut, drawing.pairs.length]).toEqual([true, 3_000]);
    const deep = `${'['.repeat(5_000)}1${']'.repeat(5_000)}`;
    expect(sideBySide(deep, deep, []).pairs.length).toBeLessThan(3_000);
    expect(sideBySide(deep, null, []).pairs.length).toBeGreaterThan(0);
  });

  it('have every value of both sides once, and mark something exactly when something differs', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.jsonValue({ maxDepth: 4 }), (one, another) => {
        const [before, after] = [JSON.stringify({ v: one }), JSON.stringify({ v: another })];
        const changes = changesOf(before, after);
        const { pairs } = sideBySide(before, after, changes);
        const text = (side: 'left' | 'right'): string =>
          pairs.map((pair) => pair[side]?.pieces.map((piece) => piece.text).join('') ?? '').join('');
        expect(JSON.parse(text('left'))).toEqual(JSON.parse(before));
        expect(JSON.parse(text('right'))).toEqual(JSON.parse(after));
        expect(pairs.some(({ kind }) => kind !== 'same')).toBe(changes.length > 0);
      }),
      { numRuns: 300 },
    );
  });
});
