// A recording as something that can be done again: steps in causal order. Each step begins with a line of the host (the
// first with the start of the process) and holds the lines the extension sent after it. Lines count from where they passed
// the gate, as they passed it; what was dropped there was never sent. Order is that of the journal, never that of clocks.

import type { Decoded, DecodeLine, FrameDef } from '../protocol/define.ts';
import { textOf, type DecodedEntry } from '../session/decode-entry.ts';
import type { Entry, HostState, Raw } from '../session/entries.ts';
import { AskedBook } from './asked.ts';
import { replayLine, type ReplayLine } from './line.ts';
import { RunFacts } from './run-facts.ts';

/** A line of the extension that is expected. */
export interface PlannedLine {
  readonly line: ReplayLine;
  /** seq of the request of the host it answers. */
  readonly answers?: number;
  /** µs since that request; never negative. */
  readonly latencyUs?: number;
  /** µs between the newest line before it and it; never negative. */
  readonly afterUs: number;
}

export type StepBegin =
  | { readonly kind: 'start' }
  | { readonly kind: 'send'; readonly line: ReplayLine }
  /** The host that runs sends its own. */
  | { readonly kind: 'own'; readonly line: ReplayLine }
  /** The host was asked to stop; its own last frame belongs here. */
  | { readonly kind: 'stop' };

export interface PlanStep {
  /** From 0. */
  readonly index: number;
  readonly begin: StepBegin;
  /** What the host's side was when it sent. */
  readonly state: HostState;
  /** µs between the newest line before it and it; never negative. */
  readonly afterUs: number;
  readonly expects: readonly PlannedLine[];
}

export interface Plan {
  readonly steps: readonly PlanStep[];
  readonly facts: RunFacts;
  /** How the process ended; null when the recording does not tell. */
  readonly exit: { readonly code: number | null; readonly signal: string | null; readonly step: number } | null;
  /** The process ended without having been asked to. */
  readonly died: boolean;
  readonly durationUs: number;
  readonly hostLines: number;
}

const stateOrder: readonly HostState[] = ['idle', 'starting', 'awaitingHello', 'registering', 'ready', 'stopping', 'ended'];

type Draft = Omit<PlanStep, 'expects'> & { readonly expects: PlannedLine[] };
type Line = Extract<Entry, { kind: 'line' }>;

/** How the lines of the recording are read. */
export interface PlannerParts {
  readonly frames: readonly FrameDef[];
  readonly decode: DecodeLine;
}

/** Fed with all entries of a recording in order. */
export class Planner {
  readonly #facts: RunFacts;
  readonly #protocol: PlannerParts;
  readonly #steps: Draft[] = [
    { index: 0, begin: { kind: 'start' }, state: 'idle', afterUs: 0, expects: [] },
  ];
  readonly #asked = new AskedBook<ReplayLine>();
  readonly #held = new Map<number, { readonly entry: Line; readonly decoded: Decoded; raw?: Raw }>();
  #state: HostState | null = null;
  #stopped = false;
  #exit: Plan['exit'] = null;
  #newestUs = 0;
  #lastUs = 0;
  #hostLines = 0;

  constructor(facts: RunFacts, protocol: PlannerParts) {
    this.#facts = facts;
    this.#protocol = protocol;
  }

  add({ entry, decoded }: DecodedEntry): void {
    this.#lastUs = Math.max(this.#lastUs, entry.atUs);
    switch (entry.kind) {
      case 'line':
        if (decoded === undefined) throw new Error(`Line ${entry.seq} came to its plan without being decoded.`);
        if (entry.held) this.#held.set(entry.seq, { entry, decoded });
        else this.#line(replayLine(entry, decoded), decoded);
        return;
      case 'edited':
        return this.#edited(entry.line, entry.raw);
      case 'released':
        return this.#passed(entry.line, entry.atUs);
      case 'dropped':
        return this.#dropped(entry.line, entry.atUs);
      case 'stateChanged':
        this.#state = entry.state;
        return;
      case 'decided':
        if (entry.decision === 'stopAsked') this.#stop(entry.atUs);
        return;
      case 'closed':
        if (entry.pipe === 'stdin' && entry.by === 'host') this.#stop(entry.atUs);
        return;
      case 'exited':
        this.#exit ??= { code: entry.code, signal: entry.signal, step: this.#steps.length - 1 };
        return;
      default:
        return;
    }
  }

  get plan(): Plan {
    // What the extension sent and nobody released was sent all the same.
    for (const { entry, decoded } of this.#held.values())
      if (entry.from === 'extension') this.#line(replayLine(entry, decoded), decoded);
    this.#held.clear();
    return {
      steps: this.#steps,
      facts: this.#facts,
      exit: this.#exit,
      died: this.#exit !== null && !this.#stopped,
      durationUs: this.#lastUs,
      hostLines: this.#hostLines,
    };
  }

  #edited(seq: number, raw: Raw): void {
    const held = this.#held.get(seq);
    if (held) held.raw = raw;
  }

  #passed(seq: number, atUs: number): void {
    const held = this.#held.get(seq);
    if (!held) return;
    this.#held.delete(seq);
    const { entry, decoded, raw } = held;
    // The host's line is what reached the extension; the extension's is what it sent.
    if (raw === undefined || entry.from === 'extension')
      return this.#line({ ...replayLine(entry, decoded), atUs }, decoded);
    const passed = this.#protocol.decode(textOf(raw), 'host', 'lf');
    this.#line({ ...replayLine(entry, passed, raw), atUs }, passed);
  }

  #dropped(seq: number, atUs: number): void {
    const held = this.#held.get(seq);
    this.#held.delete(seq);
    if (held?.entry.from === 'extension')
      this.#line({ ...replayLine(held.entry, held.decoded), atUs }, held.decoded);
  }

  #line(line: ReplayLine, decoded: Decoded): void {
    if (line.from === 'host') this.#hostLine(line, decoded);
    else this.#extensionLine(line);
    this.#newestUs = Math.max(this.#newestUs, line.atUs);
  }

  #hostLine(line: ReplayLine, decoded: Decoded): void {
    this.#hostLines++;
    this.#facts.saw(line);
    this.#asked.ask(line, line);
    if (line.sentByHost === 'atStop') return this.#stop(line.atUs);
    if (line.sentByHost === 'always' && decoded.kind === 'frame') this.#facts.addFolders(decoded.frame);
    const begin = { kind: line.sentByHost === 'always' ? 'own' : 'send', line } as const;
    this.#begin(begin, this.#stateAt(line), line.atUs);
  }

  #stateAt({ type }: ReplayLine): HostState {
    if (this.#state) return this.#state;
    // A capture of another host tells no states: the catalogue says when such a frame is in order.
    const def = this.#protocol.frames.find((known) => known.from === 'host' && known.type === type);
    return def?.legalIn[0] ?? 'ready';
  }

  #extensionLine(line: ReplayLine): void {
    this.#facts.saw(line);
    const request = this.#asked.answeredBy(line);
    const latencyUs = request && Math.max(0, line.atUs - request.atUs);
    this.#steps.at(-1)?.expects.push({
      line,
      ...(request ? { answers: request.seq } : {}),
      ...(latencyUs === undefined ? {} : { latencyUs }),
      afterUs: Math.max(0, line.atUs - this.#newestUs),
    });
  }

  #stop(atUs: number): void {
    if (this.#stopped || this.#exit) return;
    this.#stopped = true;
    this.#begin({ kind: 'stop' }, 'stopping', atUs);
  }

  #begin(begin: StepBegin, state: HostState, atUs: number): void {
    const afterUs = Math.max(0, atUs - this.#newestUs);
    this.#steps.push({ index: this.#steps.length, begin, state, afterUs, expects: [] });
  }
}

/** Whether a host in state `now` has come as far as `wanted`. */
export function reached(now: HostState, wanted: HostState): boolean {
  return stateOrder.indexOf(now) >= stateOrder.indexOf(wanted);
}

/** Whether the recording ended with the host asking the extension to stop. */
export function stops({ steps }: Plan): boolean {
  return steps.some(({ begin }) => begin.kind === 'stop');
}
