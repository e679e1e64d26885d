// Where frames are held: between codec and machine on the way in, between machine and transport on the way out. Lines of
// one direction keep their order: a held one holds up those behind it, and facts that must not overtake them (end of
// output, exit, closing stdin) wait in the same queue. Records what became of each held line; knows no protocol.

import { failure } from '../../shared/errors.ts';
import type { Decoded } from '../../shared/protocol/define.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type {
  DroppedEntry,
  GateMode,
  NewEntry,
  Raw,
  ReleasedEntry,
  Side,
} from '../../shared/session/entries.ts';

/** A line at the gate; already recorded as `seq`. */
export interface GateLine {
  readonly seq: number;
  readonly from: Side;
  readonly decoded: Decoded;
  readonly raw: Raw;
  readonly bom: boolean;
  /** Real time at which it came. */
  readonly atUs: number;
  /** Of a line of the host: places in its bytes at which the write pauses. */
  readonly cuts?: readonly number[];
}

/** Says which lines to hold while running ("break on …"). */
export type HoldPolicy = (from: Side, decoded: Decoded) => boolean;

/** What the gate acts upon. */
export interface GateRim {
  nowUs(): number;
  record(entry: NewEntry): void;
  decode(raw: Raw, from: Side): Decoded;
  /** The line goes on: to the machine, or to the wire. May lead to new lines at the gate. */
  pass(line: GateLine): void;
  /** The line will never pass; already recorded. */
  dropped(line: GateLine): void;
}

type Item =
  | { readonly from: Side; readonly line: GateLine; readonly wanted: boolean }
  | { readonly from: Side; readonly run: () => void };

export class Gate {
  readonly #rim: GateRim;
  #mode: GateMode = 'run';
  #policy: HoldPolicy | null = null;
  #over = false;
  /** Both directions in the order they came. */
  readonly #items: Item[] = [];
  readonly #queued = { extension: 0, host: 0 };
  #lines = 0;
  /** A line of the extension passes without a question: the fast way. */
  open = true;

  constructor(rim: GateRim) {
    this.#rim = rim;
  }

  get mode(): GateMode {
    return this.#mode;
  }

  /** seqs of held lines, oldest first, both directions. */
  get held(): number[] {
    return this.#items.flatMap((item) => ('line' in item ? [item.line.seq] : []));
  }

  get heldCount(): number {
    return this.#lines;
  }

  /** Lines and facts that wait in one direction. */
  queued(from: Side): number {
    return this.#queued[from];
  }

  set policy(policy: HoldPolicy | null) {
    this.#policy = policy;
    this.#reckon();
  }

  /** Whether a line that comes now is to be held: wanted, or behind a held one. */
  holds(from: Side, decoded: Decoded): boolean {
    return this.#queued[from] > 0 || this.#wants(from, decoded);
  }

  hold(line: GateLine): void {
    this.#put({ from: line.from, line, wanted: this.#wants(line.from, line.decoded) });
  }

  /** Runs `run` once all lines of that direction that came before have passed or were dropped; at once when none wait. */
  after(from: Side, run: () => void): void {
    if (this.#queued[from] === 0) run();
    else this.#put({ from, run });
  }

  setMode(mode: GateMode): void {
    if (mode === this.#mode) return;
    this.#mode = mode;
    this.#rim.record({ kind: 'modeChanged', mode });
    this.#reckon();
    // What the machine sends meanwhile queues behind and passes in its turn.
    if (mode === 'run') while (this.#items.length > 0) this.#letPass(0, 'mode');
  }

  /** Lets one line pass now, ahead of others when the person chose one from the middle. */
  release(seq: number, edited?: Raw): Result<void> {
    const index = this.#indexOf(seq);
    if (index < 0) return notHeld(seq);
    const { from } = this.#items[index]!;
    this.#letPass(index, 'user', edited);
    this.#flow(from);
    return ok(undefined);
  }

  /** Lets pass what is held now, in order; what comes of it is held again in step mode. */
  releaseAll(): void {
    for (const seq of this.held) if (this.#indexOf(seq) >= 0) this.release(seq);
  }

  drop(seq: number): Result<void> {
    const index = this.#indexOf(seq);
    if (index < 0) return notHeld(seq);
    const { from } = this.#items[index]!;
    this.#drop(index);
    this.#flow(from);
    return ok(undefined);
  }

  /** Nothing is held from now on. What is held passes (`release`) or will never pass (`drop`); facts behind it flow. */
  end(how: 'release' | 'drop'): void {
    this.#over = true;
    this.#reckon();
    while (this.#items.length > 0) {
      if (how === 'drop' && 'line' in this.#items[0]!) this.#drop(0, 'stop');
      else this.#letPass(0, 'stop');
    }
  }

  /** The process is gone: lines of the host that are still held can't reach it any more. */
  dropHostLines(): void {
    for (;;) {
      const index = this.#items.findIndex((item) => item.from === 'host' && 'line' in item);
      if (index < 0) return this.#flow('host');
      this.#drop(index, 'exit');
    }
  }

  #wants(from: Side, decoded: Decoded): boolean {
    if (this.#over) return false;
    return this.#mode === 'step' || (this.#policy?.(from, decoded) ?? false);
  }

  #indexOf(seq: number): number {
    return this.#items.findIndex((item) => 'line' in item && item.line.seq === seq);
  }

  #put(item: Item): void {
    this.#items.push(item);
    this.#queued[item.from]++;
    if ('line' in item) this.#lines++;
    this.#reckon();
  }

  #take(index: number): Item {
    const [item] = this.#items.splice(index, 1) as [Item];
    this.#queued[item.from]--;
    if ('line' in item) this.#lines--;
    this.#reckon();
    return item;
  }

  #letPass(index: number, by: ReleasedEntry['by'], edited?: Raw): void {
    const item = this.#take(index);
    if ('run' in item) return item.run();
    let { line } = item;
    if (edited && !sameRaw(edited, line.raw)) {
      this.#rim.record({ kind: 'edited', line: line.seq, raw: edited });
      line = { ...line, raw: edited, bom: false, decoded: this.#rim.decode(edited, line.from) };
    }
    this.#rim.record({ kind: 'released', line: line.seq, heldUs: this.#rim.nowUs() - line.atUs, by });
    this.#rim.pass(line);
  }

  #drop(index: number, by?: DroppedEntry['by']): void {
    const item = this.#take(index);
    if ('run' in item) return;
    const { seq, atUs } = item.line;
    this.#rim.record({ kind: 'dropped', line: seq, heldUs: this.#rim.nowUs() - atUs, ...(by ? { by } : {}) });
    this.#rim.dropped(item.line);
  }

  /** Lets go what only waited behind something that has gone. */
  #flow(from: Side): void {
    for (;;) {
      const index = this.#items.findIndex((item) => item.from === from);
      const item = this.#items[index];
      if (!item || ('line' in item && item.wanted)) return;
      this.#letPass(index, 'mode');
    }
  }

  #reckon(): void {
    this.open = this.#queued.extension === 0 && (this.#over || (this.#mode === 'run' && !this.#policy));
  }
}

function sameRaw(a: Raw, b: Raw): boolean {
  return 'text' in a ? 'text' in b && a.text === b.text : 'base64' in b && a.base64 === b.base64;
}

function notHeld(seq: number): Result<void> {
  return failed(
    failure(
      'notHeld',
      `Line ${seq} is not held at the gate: it has passed, was dropped, or is no line.`,
      'Choose one of the lines that are held now.',
      { line: seq },
    ),
  );
}
