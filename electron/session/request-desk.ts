// Requests of one session from asking to their end: mints the id, writes the line, and hands the end to whoever waits. What
// counts as an answer and when time is up are the machine's rules; this keeps only promises.

import type { JsonObject } from '../../shared/protocol/define.ts';
import type { Raw } from '../../shared/session/entries.ts';
import type { RequestEnd, WireField } from './agent-type.ts';
import { encodeFields, type EncodedFields } from './encode.ts';
import type { MachineInput } from './machine-types.ts';
import { requestTimer, type GoneCause, type MachineEnd } from './request-book.ts';

export interface RequestAsk {
  /** A request of the host: tool_call, command_invoked, event_intercept. */
  readonly type: string;
  /** Of the tool, command or event, for sentences. */
  readonly name: string;
  /** After type and id, in this order. */
  readonly fields: readonly WireField[];
  /** Host time; null waits without end. */
  readonly deadlineMs: number | null;
  /** What happens when it runs out: "allow, unchanged". */
  readonly outcome: string;
}

export interface Answer {
  /** seq of its line. */
  readonly line: number;
  /** Keys in their canonical letter case. */
  readonly frame: JsonObject;
  readonly text: string;
}

export interface RequestResult {
  readonly end: RequestEnd;
  readonly answer: Answer | null;
  /** Set when the end is `gone`. */
  readonly cause: GoneCause | null;
  /** Replies that were meant for it, perhaps, and did not count: "reply had id 17 (number)". */
  readonly notes: readonly string[];
  /** Host time since it was asked. */
  readonly spentMs: number;
}

export interface HostRequest {
  readonly id: string;
  /** As in the ask. */
  readonly name: string;
  /** seq of its line; null when nothing was sent. */
  readonly line: number | null;
  readonly end: Promise<RequestResult>;
  /** Host time until its deadline; 0 once it has ended. */
  leftMs(): number;
  /** Calls back when an answer comes after all, once. */
  onLate(listener: (line: number) => void): void;
}

export interface DeskRim {
  /** Whether something can be asked now, and which ids are not to be used. */
  readonly machine: { readonly askable: boolean; idTaken(id: string): boolean };
  mintId(): string;
  tell(input: Extract<MachineInput, { kind: 'requested' }>): void;
  /** How the host spells its frames; default: as the hosts of zot do. */
  encode?(type: string, id: string, fields: readonly WireField[]): EncodedFields;
  /** Records the line, tells the machine by `before` with its seq, and puts it on the wire; returns the seq. */
  put(raw: Raw, before: (line: number) => void): number;
  leftMs(timer: string): number;
  /** Real time, µs since the session began, at which the line of that seq came; only the newest line is asked for. */
  lineAtUs(): number;
}

/** "1", "2" …: never from the clock, so no two are alike (case R02: the real host's ids are times of day and collide). */
export function idCounter(): () => string {
  let last = 0;
  return () => String(++last);
}

interface Asked {
  atUs: number;
  settle: (result: RequestResult) => void;
}

/** Requests whose late answer somebody wants to hear of. */
const rememberedLate = 1_000;

export class RequestDesk {
  readonly #rim: DeskRim;
  readonly #asked = new Map<string, Asked>();
  readonly #late = new Map<string, (line: number) => void>();

  constructor(rim: DeskRim) {
    this.#rim = rim;
  }

  ask(ask: RequestAsk): HostRequest {
    const rim = this.#rim;
    const id = this.freshId();
    const { type, name, deadlineMs, outcome } = ask;
    const asked: Asked = { atUs: 0, settle: () => {} };
    const end = new Promise<RequestResult>((resolve) => (asked.settle = resolve));
    this.#asked.set(id, asked);
    const tell = (line: number | null, unsendable = ''): void =>
      rim.tell({ kind: 'requested', id, type, name, deadlineMs, outcome, line, unsendable });
    const encoded = (rim.encode ?? encodeFields)(type, id, ask.fields);
    let line: number | null = null;
    if (!encoded.ok) tell(null, `${encoded.name} is not JSON, so nothing was sent`);
    else if (!rim.machine.askable) tell(null);
    else
      line = rim.put({ text: encoded.text }, (seq) => {
        asked.atUs = rim.lineAtUs();
        tell(seq);
      });
    return {
      id,
      name,
      line,
      end,
      leftMs: () => rim.leftMs(requestTimer({ type, id })),
      onLate: (listener) => this.#rememberLate(id, listener),
    };
  }

  settle(id: string, end: MachineEnd, spentMs: number): void {
    const asked = this.#asked.get(id);
    if (!asked) return;
    this.#asked.delete(id);
    if (end.how === 'answered') this.#late.delete(id);
    asked.settle(this.#result(asked, end, spentMs));
  }

  late(id: string, line: number): void {
    const listener = this.#late.get(id);
    this.#late.delete(id);
    listener?.(line);
  }

  #result({ atUs }: Asked, end: MachineEnd, spentMs: number): RequestResult {
    const { notes } = end;
    if (end.how === 'answered') {
      const { line, frame, text } = end;
      const latencyUs = Math.max(0, this.#rim.lineAtUs() - atUs);
      return {
        end: { how: 'answered', answerLine: line, latencyUs },
        answer: { line, frame, text },
        cause: null,
        notes,
        spentMs,
      };
    }
    const rest = { answer: null, cause: end.how === 'gone' ? end.cause : null, notes, spentMs };
    if (end.how === 'timedOut') return { ...rest, end: { how: 'timedOut', afterMs: end.afterMs } };
    return { ...rest, end: { how: end.how, reason: end.reason } };
  }

  /** Never one that this session has seen, sent by hand perhaps. */
  freshId(): string {
    for (;;) {
      const id = this.#rim.mintId();
      if (!this.#rim.machine.idTaken(id)) return id;
    }
  }

  #rememberLate(id: string, listener: (line: number) => void): void {
    this.#late.set(id, listener);
    if (this.#late.size <= rememberedLate) return;
    for (const oldest of this.#late.keys()) {
      this.#late.delete(oldest);
      return;
    }
  }
}
