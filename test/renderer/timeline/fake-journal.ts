// Stands in for the main process as far as rows go: any number of rows made when they are looked at, rows that change,
// queries as plain predicates, answers that can be held back. Test support only.

import { failure, type Failure } from '../../../shared/errors.ts';
import { sessionId } from '../../../shared/ids.ts';
import type { Bridge, CommandName, RowDetail, StreamBatch } from '../../../shared/ipc/contract.ts';
import type { Row } from '../../../shared/session/row.ts';
import type { SessionSummary } from '../../../shared/session/summary.ts';

type Asked = { readonly name: CommandName; readonly args: Record<string, unknown> };

export const testSession = sessionId(1);

export class FakeJournal {
  count: number;
  readonly asked: Asked[] = [];
  /** What `rows.find` knows: query → predicate; any other query is refused. */
  readonly queries = new Map<string, (row: Row) => boolean>();
  readonly details = new Map<number, Partial<RowDetail>>();
  copied: string[] = [];
  summary: SessionSummary = emptySummary;
  /** Rows looked at by one `rows.find`. */
  findAtOnce = Infinity;
  failing: Failure | null = null;
  #changes = new Map<number, Partial<Row>>();
  #make: (seq: number) => Row;
  #held: (() => void)[] | null = null;
  #batch = 0;

  constructor(count: number, make: (seq: number) => Row = plainRow) {
    this.count = count;
    this.#make = make;
  }

  readonly bridge: Bridge = {
    invoke: async (name, args) => {
      this.asked.push({ name, args: args as Record<string, unknown> });
      // Answered from what is there when asked, delivered when let go.
      const answer = structuredClone(this.#answer(name, args as Record<string, unknown>));
      if (this.#held) await new Promise<void>((release) => this.#held?.push(release));
      return answer as never;
    },
    subscribe: () => () => undefined,
    pathForFile: () => '',
  };

  row(seq: number): Row {
    return { ...this.#make(seq), ...this.#changes.get(seq) };
  }
  change(seq: number, change: Partial<Row>): void {
    this.#changes.set(seq, { ...this.#changes.get(seq), ...change });
  }
  batch(more: Partial<StreamBatch> = {}, tailRows = 200): StreamBatch {
    const from = Math.max(1, this.count - tailRows + 1);
    const tail = Array.from({ length: this.count - from + 1 }, (_, at) => this.row(from + at));
    return structuredClone({
      session: testSession,
      batch: (this.#batch += 1),
      count: this.count,
      lastAtUs: this.row(Math.max(1, this.count)).atUs,
      tail,
      changed: { seqs: [], all: false },
      summary: this.summary,
      live: null,
      journalBytes: 0,
      ...more,
    });
  }
  askedFor(name: CommandName): Record<string, unknown>[] {
    return this.asked.filter((one) => one.name === name).map((one) => one.args);
  }

  /** From now on answers wait for `letGo`. */
  hold(): void {
    this.#held = [];
  }
  get waiting(): number {
    return this.#held?.length ?? 0;
  }
  /** Delivers the answers that wait, oldest first. */
  async letGo(howMany = Infinity): Promise<void> {
    for (const release of this.#held?.splice(0, howMany) ?? []) release();
    await settled();
  }
  stopHolding(): void {
    const held = this.#held ?? [];
    this.#held = null;
    for (const release of held) release();
  }

  #answer(name: CommandName, args: Record<string, unknown>): unknown {
    if (this.failing) return { ok: false, failure: this.failing };
    if (name === 'rows.read') return { ok: true, value: this.#range(Number(args.from), Number(args.count)) };
    if (name === 'rows.find') return this.#find(String(args.query), Number(args.from));
    if (name === 'rows.detail') return this.#detail(Number(args.seq));
    if (name === 'app.copyText') this.copied.push(String(args.text));
    return { ok: true, value: undefined };
  }
  #range(from: number, count: number): Row[] {
    const to = Math.min(this.count, from + count - 1);
    return Array.from({ length: Math.max(0, to - from + 1) }, (_, at) => this.row(from + at));
  }
  #find(query: string, from: number): unknown {
    const matches = this.queries.get(query);
    if (!matches)
      return { ok: false, failure: failure('argumentInvalid', `“${query}” is no query.`, 'Use type:.') };
    const upTo = Math.min(this.count, from + this.findAtOnce - 1);
    const seqs = [];
    for (let seq = from; seq <= upTo; seq += 1) if (matches(this.row(seq))) seqs.push(seq);
    return { ok: true, value: { seqs: Uint32Array.from(seqs), upTo, sentence: `Rows that match ${query}` } };
  }
  #detail(seq: number): unknown {
    const row = this.row(seq);
    const entry = { kind: 'line', from: 'extension', raw: { text: '{}' }, ending: 'lf', seq, atUs: row.atUs };
    const pair = row.pairSeq === undefined ? {} : { pair: this.row(row.pairSeq) };
    return {
      ok: true,
      value: {
        row,
        entry,
        raw: { text: '{}' },
        byteLength: 2,
        issues: [],
        ...pair,
        ...this.details.get(seq),
      },
    };
  }
}

/** One row a millisecond, all notices of the extension. */
export function plainRow(seq: number): Row {
  return {
    seq,
    atUs: seq * 1_000,
    kind: 'line',
    from: 'extension',
    type: 'notify',
    summary: [{ words: `row ${seq}` }],
  };
}

/** Lets every promise that can go on go on. */
export async function settled(): Promise<void> {
  for (let turn = 0; turn < 20; turn += 1) await Promise.resolve();
}

export const emptySummary: SessionSummary = {
  state: 'ready',
  mode: 'run',
  hello: null,
  commands: [],
  tools: [],
  events: [],
  intercepts: [],
  problems: [],
  problemCounts: { error: 0, warning: 0, info: 0 },
  held: [],
  frames: 0,
  entries: 0,
  stderrLines: 0,
  notFrames: 0,
  pid: null,
  exit: null,
  spawnFailed: null,
  stopAsked: false,
  clockFrozen: false,
  stalledBytes: 0,
};
