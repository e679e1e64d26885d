// Which answer belongs to which request, and how long it took. Fed with decoded lines in the order they crossed; keeps only
// what is open and a bounded memory of what was answered. Plain state, no clock: times are arguments. Never changes a row:
// it tells, and others mark.
//
// Requests of the two sides have separate ids. Frames without an id in their schema (hello, shutdown) pair by type.

import { Recent } from './recent.ts';
import type { Side } from '../session/entries.ts';
import type { Decoded, FrameDef } from './define.ts';

/** What a line means for pairs. `seq`s are those given to `note`. */
export type PairNote =
  | { readonly kind: 'none' }
  /** A request waits from now on. `reused`: seq of an earlier open request with the same id, which keeps the id. */
  | { readonly kind: 'opened'; readonly reused?: number }
  | { readonly kind: 'answered'; readonly request: number; readonly latencyUs: number }
  /** The answer came after the host had given up. */
  | { readonly kind: 'late'; readonly request: number; readonly latencyUs: number }
  /** The request was answered before. */
  | { readonly kind: 'duplicate'; readonly request: number }
  /** The id belongs to an open request of another type, which stays open. */
  | { readonly kind: 'wrongKind'; readonly request: number; readonly requestType: string }
  | { readonly kind: 'unknownId' }
  /** A request or an answer without a usable id. */
  | { readonly kind: 'noId' };

interface OpenRequest {
  readonly seq: number;
  readonly atUs: number;
  readonly type: string;
  /** Map it is in, and its key there. */
  readonly group: Map<string, OpenRequest>;
  readonly key: string;
  expired: boolean;
}

/** Answered ids remembered per side and answer type, to tell a second answer from an unknown id. */
const REMEMBERED = 4_096;
/** Key of pairs that have no id. */
const BY_TYPE = '';

const none: PairNote = Object.freeze({ kind: 'none' });
const opened: PairNote = Object.freeze({ kind: 'opened' });
const unknownId: PairNote = Object.freeze({ kind: 'unknownId' });
const noId: PairNote = Object.freeze({ kind: 'noId' });

/** Requests of one side: answer type → id → request. */
type Asked = Map<string, Map<string, OpenRequest>>;

export class PairBook {
  readonly #asked: Readonly<Record<Side, Asked>> = { extension: new Map(), host: new Map() };
  readonly #answered: Readonly<Record<Side, Map<string, Recent<number>>>> = {
    extension: new Map(),
    host: new Map(),
  };
  readonly #open = new Map<number, OpenRequest>();

  /** Takes in one line. Constant time; a notice costs next to nothing. */
  note(seq: number, atUs: number, from: Side, decoded: Decoded): PairNote {
    if (decoded.kind !== 'frame') return none;
    const { def } = decoded;
    if (def.role.kind === 'notice') return none;
    const key = decoded.id ?? (pairsById(def) ? undefined : BY_TYPE);
    if (key === undefined) return noId;
    if (def.role.kind === 'request') return this.#ask(seq, atUs, from, def.type, def.role.answer, key);
    return this.#answer(atUs, from === 'host' ? 'extension' : 'host', def.type, key);
  }

  /** The host gave up on this request: an answer from now on is late. */
  expire(requestSeq: number): void {
    const request = this.#open.get(requestSeq);
    if (request !== undefined) request.expired = true;
  }

  /** The line never reached the other side (dropped, or replaced by an edit, which is noted anew under the same seq). */
  forget(seq: number): void {
    const request = this.#open.get(seq);
    if (request !== undefined) this.#close(request);
  }

  /** A request without an answer so far. */
  isOpen(seq: number): boolean {
    return this.#open.has(seq);
  }

  /** seqs of requests without an answer, oldest first. */
  get open(): readonly number[] {
    return [...this.#open.keys()];
  }

  #ask(seq: number, atUs: number, from: Side, type: string, answer: string, key: string): PairNote {
    const group = inner(this.#asked[from], answer, () => new Map<string, OpenRequest>());
    const earlier = group.get(key);
    const request = { seq, atUs, type, group, key, expired: false };
    this.#open.set(seq, request);
    if (earlier !== undefined) return { kind: 'opened', reused: earlier.seq };
    group.set(key, request);
    return opened;
  }

  #answer(atUs: number, asker: Side, type: string, key: string): PairNote {
    const request = this.#asked[asker].get(type)?.get(key);
    if (request === undefined) return this.#unasked(asker, type, key);
    this.#close(request);
    inner(this.#answered[asker], type, () => new Recent<number>(REMEMBERED)).set(key, request.seq);
    return {
      kind: request.expired ? 'late' : 'answered',
      request: request.seq,
      latencyUs: atUs - request.atUs,
    };
  }

  #unasked(asker: Side, type: string, key: string): PairNote {
    const before = this.#answered[asker].get(type)?.get(key);
    if (before !== undefined) return { kind: 'duplicate', request: before };
    for (const group of this.#asked[asker].values()) {
      const other = key === BY_TYPE ? undefined : group.get(key);
      if (other !== undefined) return { kind: 'wrongKind', request: other.seq, requestType: other.type };
    }
    return unknownId;
  }

  #close(request: OpenRequest): void {
    this.#open.delete(request.seq);
    if (request.group.get(request.key) === request) request.group.delete(request.key);
  }
}

function pairsById(def: FrameDef): boolean {
  return (def.schema.properties as Record<string, unknown>).id !== undefined;
}

function inner<M>(outer: Map<string, M>, key: string, make: () => M): M {
  let map = outer.get(key);
  if (map === undefined) outer.set(key, (map = make()));
  return map;
}
