// What generating says when a place of the schema leaves nothing to generate. Thrown and caught within this room: an optional
// key is then left out, another alternative taken, or the whole schema named impossible.

import type { NoteKind } from './fuzz-types.ts';

export class DeadEnd extends Error {
  readonly kind: NoteKind;
  /** JSON pointer into the schema. */
  readonly at: string;
  /** By the words of the schema, not by trying. */
  readonly proven: boolean;

  constructor(kind: NoteKind, at: string, why: string, proven: boolean) {
    super(why);
    this.name = 'DeadEnd';
    this.kind = kind;
    this.at = at;
    this.proven = proven;
  }
}
