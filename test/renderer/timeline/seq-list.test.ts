import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SeqList } from '../../../renderer/state/seq-list.ts';

function listOf(list: SeqList): number[] {
  return Array.from({ length: list.length }, (_, at) => list.at(at) ?? -1);
}

describe('a list of seqs', () => {
  it('grows past its first size and keeps every seq', () => {
    const list = new SeqList();
    const all = Array.from({ length: 10_000 }, (_, at) => at * 3 + 1);
    list.replace(1, 15_000, Uint32Array.from(all.slice(0, 5_000)));
    list.replace(15_001, 30_000, Uint32Array.from(all.slice(5_000)));
    expect(listOf(list)).toEqual(all);
    expect([list.at(-1), list.at(10_000)]).toEqual([undefined, undefined]);
  });

  it('replaces any range by what matches there now, and finds each seq', () => {
    const seqs = fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { maxLength: 200 });
    const range = fc.tuple(fc.integer({ min: 1, max: 400 }), fc.integer({ min: 0, max: 60 }));
    fc.assert(
      fc.property(seqs, fc.array(fc.tuple(range, seqs), { maxLength: 8 }), (first, changes) => {
        const list = new SeqList();
        let model = first.toSorted((a, b) => a - b);
        list.replace(1, 400, Uint32Array.from(model));
        for (const [[from, length], wanted] of changes) {
          const upTo = from + length;
          const inside = wanted.filter((seq) => seq >= from && seq <= upTo).sort((a, b) => a - b);
          list.replace(from, upTo, Uint32Array.from(inside));
          model = [...model.filter((seq) => seq < from), ...inside, ...model.filter((seq) => seq > upTo)];
        }
        expect(listOf(list)).toEqual(model);
        for (let seq = 0; seq <= 401; seq += 1) {
          expect(list.indexOf(seq)).toBe(model.indexOf(seq));
          expect(list.lowerBound(seq)).toBe(model.filter((one) => one < seq).length);
        }
      }),
    );
  });
});
