import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { queryPieces } from '../../../renderer/views/timeline/query-tokens.ts';

describe('the pieces of a query', () => {
  it('are its tokens, and whatever stands between', () => {
    expect(queryPieces('at:>12s -type:event late text:"a b"')).toEqual([
      { text: 'at:>12s', kind: 'token', negative: false, keyLength: 3 },
      { text: ' ', kind: 'plain', negative: false, keyLength: 0 },
      { text: '-type:event', kind: 'token', negative: true, keyLength: 6 },
      { text: ' late ', kind: 'plain', negative: false, keyLength: 0 },
      { text: 'text:"a b"', kind: 'token', negative: false, keyLength: 5 },
    ]);
  });

  it('make up every query, whatever is typed', () => {
    const unit = fc.constantFrom('a', ':', '-', '"', '\\', ' ', '\t', '🦊', '\u202e');
    fc.assert(
      fc.property(fc.string({ unit }), (query) => {
        const pieces = queryPieces(query);
        expect(pieces.map((piece) => piece.text).join('')).toBe(query);
      }),
    );
  });
});
