// A query cut into the pieces it is written in, for colour only: what a token means is shared/query's.

import { splitTokens } from '@shared/query/tokens.ts';

export interface QueryPiece {
  readonly text: string;
  /** Tokens with a name are marked; words and the space between are not. */
  readonly kind: 'token' | 'plain';
  readonly negative: boolean;
  /** Length of the token's sign, name and colon. */
  readonly keyLength: number;
}

/** Every character of the query is in exactly one piece, in order. */
export function queryPieces(query: string): readonly QueryPiece[] {
  const pieces: QueryPiece[] = [];
  let done = 0;
  const plain = (to: number): void => {
    if (to > done) pieces.push({ text: query.slice(done, to), kind: 'plain', negative: false, keyLength: 0 });
    done = to;
  };
  for (const { key, negated, start, end } of splitTokens(query)) {
    if (key === undefined) continue;
    plain(start);
    const keyLength = (negated ? 1 : 0) + key.length + 1;
    pieces.push({ text: query.slice(start, end), kind: 'token', negative: negated, keyLength });
    done = end;
  }
  plain(query.length);
  return pieces;
}
