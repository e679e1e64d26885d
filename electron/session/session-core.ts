// The inside of a session: the way of every line and fact between transport, codec, gate, machine and journal. Records
// first, then acts; rules are the machine's, holding is the gate's. In run mode the way of a line makes no object but the
// decoded one. Commands of people and drivers are not here.

import { tooLongLine } from '../../shared/protocol/codec.ts';
import type { DecodeLine, Decoded, HostProfile } from '../../shared/protocol/define.ts';
import type { ClosedEntry, DecidedEntry, NewEntry, ProblemEntry, Raw } from '../../shared/session/entries.ts';
import type { Transport, TransportFact, TransportSink, WireLine } from '../transport/transport.ts';
import { ChangeBell } from './change-bell.ts';
import { Clock, systemTime } from './clock.ts';
import { Deadlines } from './deadlines.ts';
import { encodeFrame } from './encode.ts';
import type { FactSink } from './fact-sink.ts';
import { Gate, type GateLine } from './gate.ts';
import { InOrder } from './in-order.ts';
import { Machine } from './machine.ts';
import type { Effect, MachineInput, TimerName } from './machine-types.ts';
import { rawOf, textOf, wireBytes } from './raw-bytes.ts';
import { recordHostLine } from './record-host-line.ts';
import { isRequestTimer } from './request-book.ts';
import { idCounter, RequestDesk } from './request-desk.ts';
import type { SessionParts } from './session-parts.ts';
import { Valve } from './valve.ts';

/** Lines of the extension held at most before its output is no longer read; the rest waits in the pipe. */
const heldLinesLimit = 10_000;

export class SessionCore implements TransportSink {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly gate: Gate;
  readonly machine: Machine;
  readonly requests: RequestDesk;
  readonly bell = new ChangeBell();
  /** Resolves when the transport has nothing more to tell. */
  readonly over: Promise<void>;
  /** Whether held lines freeze the deadlines. */
  freeze = true;
  /** A person stopped the clock, whether or not a line is held. */
  clockStopped = false;
  /** The transport has told all there is, whether or not the machine has heard of it. */
  gone = false;
  readonly #decode: DecodeLine;
  readonly #profile: HostProfile;
  readonly #sink: FactSink;
  readonly #transport: Transport;
  readonly #valve: Valve;
  readonly #effects = new InOrder<Effect>((effect) => this.#perform(effect));
  #inputClosed = false;
  #lastSeq = 0;
  /** When the line came that is being dealt with. */
  #lineAtUs = 0;
  #offersVersion = 0;
  #resolveOver: () => void = () => {};

  constructor(parts: SessionParts) {
    this.#decode = parts.decode;
    this.#profile = parts.profile;
    this.#sink = parts.sink;
    this.#transport = parts.transport;
    this.#valve = new Valve(parts.transport);
    this.clock = new Clock(parts.time ?? systemTime);
    this.deadlines = new Deadlines(this.clock, (name) => this.#passed(name));
    this.machine = new Machine(parts);
    this.requests = new RequestDesk({
      machine: this.machine,
      mintId: parts.mintId ?? idCounter(),
      tell: (input) => this.tell(input),
      put: (raw, before) => this.hostLine(raw, undefined, before),
      leftMs: (timer) => this.deadlines.leftMs(timer),
      lineAtUs: () => this.#lineAtUs,
    });
    this.gate = new Gate({
      nowUs: () => this.clock.realUs(),
      record: (entry) => this.#record(entry),
      decode: (raw, from) => this.#decode(textOf(raw), from, 'lf'),
      pass: (line) => this.#pass(line),
      dropped: ({ seq, decoded }) => this.tell({ kind: 'dropped', decoded, line: seq }),
    });
    this.over = new Promise((resolve) => (this.#resolveOver = resolve));
  }

  /** Nothing was started, so nothing is to be waited for. */
  neverStarted(): void {
    this.#resolveOver();
  }

  // What the transport tells.

  line(line: WireLine): void {
    const atUs = this.clock.realUs();
    const decoded = line.truncated ? this.#tooLong(line) : this.#decode(line.text, 'extension', line.ending);
    if (this.gate.open) {
      const seq = this.#sink.appendLine(atUs, 'extension', line, decoded, false);
      this.#lastSeq = seq;
      this.#lineAtUs = atUs;
      const effects = this.machine.line(decoded, seq, line, this.clock.hostUs(atUs));
      if (effects.length > 0) this.#apply(effects);
    } else this.#gatedLine(line, decoded, atUs);
    if (this.#sink.full) this.#valve.waitForJournal(this.#sink);
    if (this.bell.marked) this.settle();
  }

  stderr(line: WireLine): void {
    this.#lastSeq = this.#sink.appendStderr(this.clock.realUs(), line);
    this.machine.stderr(line.text ?? '(bytes that are not UTF-8)');
    if (this.#sink.full) this.#valve.waitForJournal(this.#sink);
  }

  fact(fact: TransportFact): void {
    this.#record(fact);
    this.bell.marked = true;
    if (fact.kind === 'spawned') this.tell({ kind: 'spawned' });
    if (fact.kind === 'spawnFailed') {
      const { message, fix } = fact;
      this.tell({ kind: 'spawnFailed', message, ...(fix ? { fix } : {}) });
    }
    if (fact.kind === 'closed') this.#closed(fact);
    if (fact.kind === 'exited') {
      const { code, signal } = fact;
      this.gate.after('extension', () => this.tell({ kind: 'exited', code, signal }));
    }
    this.settle();
  }

  lineOver(pipe: 'stdout' | 'stderr', bytesSoFar: number): void {
    this.tell({ kind: 'lineOver', pipe, bytesSoFar });
  }

  ended(): void {
    this.gone = true;
    this.gate.dropHostLines();
    this.gate.after('extension', () => this.tell({ kind: 'ended' }));
    this.bell.marked = true;
    this.settle();
    this.#resolveOver();
  }

  // What the session's commands use.

  tell(input: MachineInput): void {
    const effects = this.machine.handle(input, this.clock.hostUs());
    if (effects.length > 0) this.#apply(effects);
  }

  /** Records a line of the host and puts it on the wire, through the gate; `before` is called in between. */
  hostLine(
    raw: Raw,
    origin?: 'hand' | 'driver',
    before?: (line: number) => void,
    cuts?: readonly number[],
  ): number {
    const atUs = this.clock.realUs();
    const decoded = this.#decode(textOf(raw), 'host', 'lf');
    const held = !this.gone && this.gate.holds('host', decoded);
    const seq = recordHostLine(this.#sink, atUs, raw, decoded, held, origin);
    this.#lastSeq = seq;
    this.#lineAtUs = atUs;
    before?.(seq);
    const line: GateLine = { seq, from: 'host', decoded, raw, bom: false, atUs, ...(cuts ? { cuts } : {}) };
    if (held) this.gate.hold(line);
    else this.#pass(line);
    this.bell.marked = true;
    return seq;
  }

  /** A fact that the rules of the host above found. */
  note(entry: DecidedEntry | ProblemEntry): void {
    this.#record(entry);
  }

  /** To be called after each outer event: the clock follows the holds, listeners hear of changes. */
  settle(): void {
    const frozen = this.clockStopped || (this.freeze && this.gate.heldCount > 0);
    if (frozen !== this.clock.frozen) {
      if (frozen) this.deadlines.freeze();
      else this.deadlines.resume();
      this.#record({ kind: 'clock', frozen, hostUs: this.clock.hostUs() });
      this.bell.marked = true;
    }
    if (this.gate.queued('extension') > heldLinesLimit) this.#valve.close('holds');
    else this.#valve.open('holds');
    this.bell.ring();
  }

  #gatedLine(line: WireLine, decoded: Decoded, atUs: number): void {
    const held = this.gate.holds('extension', decoded);
    const seq = this.#sink.appendLine(atUs, 'extension', line, decoded, held);
    this.#lastSeq = seq;
    const gateLine: GateLine = { seq, from: 'extension', decoded, raw: rawOf(line), bom: line.bom, atUs };
    if (held) this.gate.hold(gateLine);
    else this.#pass(gateLine);
    this.bell.marked = true;
  }

  #tooLong(line: WireLine): Decoded {
    return tooLongLine(line.byteLength, line.bytes.length, this.#profile);
  }

  #closed({ pipe, error }: ClosedEntry): void {
    if (pipe === 'stdin') {
      this.#inputClosed = true;
      this.tell({ kind: 'inputClosed', error });
    } else this.gate.after('extension', () => this.tell({ kind: 'outputClosed', pipe }));
  }

  #passed(name: string): void {
    this.tell({ kind: 'timer', name: isRequestTimer(name) ? name : (name as TimerName) });
    this.settle();
  }

  #record(entry: NewEntry): void {
    if (entry.kind === 'stateChanged' || entry.kind === 'modeChanged') this.bell.marked = true;
    this.#lastSeq = this.#sink.append(this.clock.realUs(), entry);
  }

  /** What the gate lets through: on to the machine, or on to the wire. */
  #pass(line: GateLine): void {
    const { decoded, seq, raw, bom } = line;
    this.bell.marked = true;
    this.#lineAtUs = line.atUs;
    if (line.from === 'extension')
      return this.#apply(this.machine.line(decoded, seq, { text: textOf(raw), bom }, this.clock.hostUs()));
    if (this.gone || this.#inputClosed) return this.#notDelivered(seq);
    this.tell({ kind: 'hostLine', decoded, line: seq });
    this.#transport.write(
      wireBytes(raw),
      () => this.tell({ kind: 'hostLineTaken', decoded, line: seq, lastSeq: this.#lastSeq }),
      line.cuts,
    );
  }

  #notDelivered(line: number): void {
    const why = this.gone ? 'the process is gone' : 'its stdin is closed';
    this.#record({
      kind: 'problem',
      code: 'not-delivered',
      severity: 'warning',
      message: `This line never reached the extension: ${why}.`,
      line,
    });
    this.tell({ kind: 'notDelivered', line });
  }

  #apply(effects: readonly Effect[]): void {
    this.#effects.run(effects);
    const { version } = this.machine.offers;
    if (version === this.#offersVersion) return;
    this.#offersVersion = version;
    this.bell.marked = true;
  }

  #perform(effect: Effect): void {
    switch (effect.kind) {
      case 'restartTimer':
        return this.deadlines.restart(effect.name);
      case 'record':
        return this.#record(effect.entry);
      case 'send':
        this.hostLine({ text: encodeFrame(effect.frame) });
        return;
      case 'setTimer':
        this.deadlines.set(effect.name, effect.ms, effect.outcome);
        break;
      case 'clearTimer':
        this.deadlines.clear(effect.name);
        break;
      case 'settle':
        return this.requests.settle(effect.id, effect.end, effect.spentMs);
      case 'late':
        return this.requests.late(effect.id, effect.line);
      case 'closeInput':
        this.gate.after('host', () => this.#transport.closeInput());
        break;
      case 'signal':
        this.#transport.signal(effect.signal, effect.reason);
        break;
    }
    this.bell.marked = true;
  }
}
