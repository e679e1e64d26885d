// The new run as a replay sees it: reads its journal in order, tells the matcher what the extension sent and in which step,
// and keeps which id of this run is which one of the recording. Decides nothing about waiting, and sends nothing.

import { AskedBook } from '../../shared/replay/asked.ts';
import { replayLine, type ReplayLine } from '../../shared/replay/line.ts';
import type { Expected, Matcher } from '../../shared/replay/matcher.ts';
import type { Pairing } from '../../shared/replay/pairing.ts';
import type { Plan } from '../../shared/replay/plan.ts';
import type { RunFacts } from '../../shared/replay/run-facts.ts';
import { placeOf, type ReplayTable } from '../../shared/replay/table.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { JournalReader } from '../recorder/journal-type.ts';

const pageEntries = 500;

export interface LiveParts {
  readonly plan: Plan;
  readonly journal: Pick<JournalReader, 'count' | 'entries'>;
  readonly facts: RunFacts;
  readonly pairing: Pairing;
  readonly matcher: Matcher;
  readonly table: ReplayTable;
  /** Something was read. */
  readonly changed: () => void;
}

/** A request that this run has sent. */
interface Sent {
  /** seq of its line in the recording. */
  readonly recorded: number;
  readonly atUs: number;
}
interface HeldLine {
  readonly line: ReplayLine;
}

export class LiveSide {
  readonly #parts: LiveParts;
  readonly #asked = new AskedBook<Sent>();
  /** Steps whose line was handed to the session and is not read back yet. */
  readonly #onTheWay: number[] = [];
  /** Steps that the host that runs begins by itself, by what it sends then. */
  readonly #ownSteps = new Map<string, number[]>();
  /** By the seq of the host's line in this run. */
  readonly #steps = new Map<number, number>();
  readonly #held = new Map<number, HeldLine>();
  readonly #hostIds = new Map<string, string>();
  readonly #extensionIds = new Map<string, string>();
  /** Requests that were dropped at the gate, by their seq in the recording. */
  readonly #dropped = new Set<number>();
  #read = 0;
  #step = 0;
  #reading: Promise<void> | null = null;
  /** What comes from now on is not compared. */
  deaf = false;
  /** Lines of the extension so far. */
  lines = 0;

  constructor(parts: LiveParts) {
    this.#parts = parts;
    for (const { begin, index } of parts.plan.steps) {
      if (begin.kind !== 'own' && begin.kind !== 'stop') continue;
      const key = begin.kind === 'own' ? ownKey(begin.line) : atStop;
      const steps = this.#ownSteps.get(key);
      if (steps) steps.push(index);
      else this.#ownSteps.set(key, [index]);
    }
  }

  /** Reads all there is. */
  async catchUp(): Promise<void> {
    while (this.#read < this.#parts.journal.count) {
      this.#reading ??= this.#readPage().finally(() => (this.#reading = null));
      await this.#reading;
    }
  }

  /** To be called right before a recorded line is sent. */
  sending(step: number): void {
    this.#onTheWay.push(step);
  }

  /** The line was refused. */
  notSent(): void {
    this.#onTheWay.pop();
  }

  /** From now on that id of the recording is this one, for requests of the host. */
  pairHostId(recorded: string, live: string): void {
    this.#hostIds.set(recorded, live);
    this.#parts.pairing.set('host', recorded, live);
    this.#parts.facts.sawId('host', live);
  }

  hostId(recorded: string): string | undefined {
    return this.#hostIds.get(recorded);
  }

  /** The id this extension has given to the request of that id. */
  extensionId(recorded: string): string | undefined {
    return this.#extensionIds.get(recorded);
  }

  /** Whether an answer to that request can't come because nobody got the request. */
  wasDropped(recordedSeq: number): boolean {
    return this.#dropped.has(recordedSeq);
  }

  /** What the gate still holds came all the same. */
  endOfLines(): void {
    for (const { line } of this.#held.values()) this.#arrived(line);
    this.#held.clear();
  }

  async #readPage(): Promise<void> {
    const entries = await this.#parts.journal.entries(this.#read + 1, pageEntries);
    this.#read += entries.length;
    for (const entry of entries) this.#take(entry);
    this.#parts.changed();
  }

  #take({ entry, decoded }: DecodedEntry): void {
    if (entry.kind === 'line' && decoded) {
      const line = replayLine(entry, decoded);
      if (entry.from === 'host') {
        if (line.sentByHost === 'always' && decoded.kind === 'frame')
          this.#parts.facts.addFolders(decoded.frame);
        this.#hostLine(line);
      } else if (entry.held) this.#held.set(entry.seq, { line });
      else this.#arrived(line);
    } else if (entry.kind === 'released' || entry.kind === 'dropped') {
      const held = this.#held.get(entry.line);
      this.#held.delete(entry.line);
      if (held) this.#arrived(held.line);
      const step = this.#steps.get(entry.line);
      if (step !== undefined && entry.kind === 'dropped') this.#lost(step);
    }
  }

  #hostLine(line: ReplayLine): void {
    const { table, plan } = this.#parts;
    const isOurs = line.origin === 'driver';
    const step = isOurs ? this.#onTheWay.shift() : this.#ownStep(line);
    if (step === undefined) return;
    this.#step = Math.max(this.#step, step);
    this.#steps.set(line.seq, step);
    const begin = plan.steps[step]?.begin;
    const recorded = begin && 'line' in begin ? begin.line : undefined;
    if (!isOurs && recorded?.role === 'request' && recorded.id !== undefined && line.id !== undefined)
      this.pairHostId(recorded.id, line.id);
    this.#asked.ask(line, { recorded: recorded?.seq ?? 0, atUs: line.atUs });
    table.host(step, { state: isOurs ? 'sent' : 'own', run: placeOf(line) });
  }

  /** The step in which the recorded host sent the same of its own: about the same, else the next of that type. */
  #ownStep(line: ReplayLine): number | undefined {
    const { steps } = this.#parts.plan;
    const left = this.#ownSteps.get(ownKey(line)) ?? [];
    const alike = left.findIndex((step) => {
      const begin = steps[step]?.begin;
      return begin?.kind === 'own' && begin.line.name === line.name;
    });
    return left.splice(Math.max(0, alike), 1)[0];
  }

  #lost(step: number): void {
    const begin = this.#parts.plan.steps[step]?.begin;
    if (begin?.kind !== 'send') return;
    this.#dropped.add(begin.line.seq);
    this.#parts.table.host(step, { state: 'notSent', why: 'it was dropped at the gate' });
  }

  #arrived(line: ReplayLine): void {
    if (this.deaf) return;
    this.lines++;
    const { facts, matcher, table } = this.#parts;
    facts.saw(line);
    const request = this.#asked.answeredBy(line);
    const arrival = {
      line,
      step: this.#step,
      ...(request ? { answers: request.recorded, latencyUs: Math.max(0, line.atUs - request.atUs) } : {}),
    };
    const expected = matcher.arrived(arrival);
    if (expected) this.#matched(expected, line);
    if (expected) table.matched(expected);
  }

  #matched({ planned }: Expected, line: ReplayLine): void {
    const { id, role } = planned.line;
    if (role === 'request' && id !== undefined && line.id !== undefined) this.#extensionIds.set(id, line.id);
  }
}

const atStop = '';

function ownKey({ sentByHost, type }: ReplayLine): string {
  return sentByHost === 'atStop' ? atStop : type;
}
