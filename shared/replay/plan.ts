// A recording as something that can be done again: steps in causal order. Each step begins with a line of the host (the
// first with the start of the process) and holds the lines the extension sent after it. Order is that of the journal, never
// that of clocks.

import type { Decoded, DecodeLine, FrameDef } from '../protocol/define.ts';
import type { DecodedEntry } from '../session/decode-entry.ts';
import type { HostState } from '../session/entries.ts';
import { AskedBook } from './asked.ts';
import type { ReplayLine } from './line.ts';
import { PassedLines } from './passed-lines.ts';
import type { RunFacts } from './run-facts.ts';

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
  readonly exit: {
    readonly code: number | null;
    readonly signal: string | null;
    readonly step: number;
  } | null;
  /** The process ended without having been asked to. */
  readonly died: boolean;
  readonly durationUs: number;
  readonly hostLines: number;
}

const stateOrder: readonly HostState[] = [
  'idle',
  'starting',
  'awaitingHello',
  'registering',
  'ready',
  'stopping',
  'ended',
];

type Draft = Omit<PlanStep, 'expects'> & { readonly expects: PlannedLine[] };

/** How the lines of the recording are read. */
export interface PlannerParts {
  readonly frames: readonly FrameDef[];
  readonly decode: DecodeLine;
}

/** Fed with all entries of a recording in order. */
export class Planner {
  readonly #facts: RunFacts;
  readonly #protocol: PlannerParts;
  readonly #steps: Draft[] = [{ index: 0, begin: { kind: 'start' }, state: 'idle', afterUs: 0, expects: [] }];
  readonly #asked = new AskedBook<ReplayLine>();
  readonly #lines: PassedLines;
  #state: HostState | null = null;
  #stopped = false;
  #exit: Plan['exit'] = null;
  #newestUs = 0;
  #lastUs = 0;
  #hostLines = 0;

  constructor(facts: RunFacts, protocol: PlannerParts) {
    this.#facts = facts;
    this.#protocol = protocol;
    this.#lines = new PassedLines(protocol.decode, (line, decoded) => this.#line(line, decoded));
  }

  add(decodedEntry: DecodedEntry): void {
    const { entry } = decodedEntry;
    this.#lastUs = Math.max(this.#lastUs, entry.atUs);
    switch (entry.kind) {
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
        return this.#lines.add(decodedEntry);
    }
  }

  /** To be asked for once, when all entries were added. */
  get plan(): Plan {
    this.#lines.end();
    return {
      steps: this.#steps,
      facts: this.#facts,
      exit: this.#exit,
      died: this.#exit !== null && !this.#stopped,
      durationUs: this.#lastUs,
      hostLines: this.#hostLines,
    };
  }

  #line(line: ReplayLine, decoded: Decoded): void {
    if (line.from === 'host') this.#hostLine(line, decoded);
    else this.#extensionLine(line);
    this.#newestUs = Math.max(this.#newestUs, line.atUs);
  }

  #hostLine(line: ReplayLine, decoded: Decoded): void {
    // Nobody was there to read it.
    if (this.#exit) return;
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
