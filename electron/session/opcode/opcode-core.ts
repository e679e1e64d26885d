// The inside of a plugin's session: the way of every frame and fact between transport, codec, gate, machine and journal.
// Records first, then acts; rules are the machine's, holding is the gate's. A frame that the plugin's process waits for is
// answered with a verdict once it passes or is dropped; while it waits the plugin stands still. Commands are not here.

import { tooLongLine } from '../../../shared/protocol/codec.ts';
import type { Decoded } from '../../../shared/protocol/define.ts';
import type { NewEntry, Raw, Side } from '../../../shared/session/entries.ts';
import type { PluginSink } from '../../transport/plugin-transport.ts';
import type { TransportFact, WireLine } from '../../transport/transport.ts';
import { ChangeBell } from '../change-bell.ts';
import { Clock, systemTime } from '../clock.ts';
import { Deadlines } from '../deadlines.ts';
import { Gate } from '../gate.ts';
import { InOrder } from '../in-order.ts';
import { rawOf, textOf } from '../raw-bytes.ts';
import { recordHostLine } from '../record-host-line.ts';
import { isRequestTimer } from '../request-book.ts';
import { RequestDesk } from '../request-desk.ts';
import { Valve } from '../valve.ts';
import { readChildWord } from './child-words.ts';
import { readCrashReport } from './crash-report.ts';
import { encodePlain } from './encode-plain.ts';
import { OpcodeMachine } from './opcode-machine.ts';
import type { OpcodeCoreParts, PluginLine } from './opcode-core-parts.ts';
import type { OpcodeEffect, OpcodeInput, OpcodeTimer } from './opcode-types.ts';

export class OpcodeCore implements PluginSink {
  readonly clock: Clock;
  readonly deadlines: Deadlines;
  readonly gate: Gate;
  readonly machine: OpcodeMachine;
  readonly requests: RequestDesk;
  readonly bell = new ChangeBell();
  readonly over: Promise<void>;
  freeze = true;
  clockStopped = false;
  gone = false;
  readonly #parts: OpcodeCoreParts;
  readonly #valve: Valve;
  readonly #effects = new InOrder<OpcodeEffect>((effect) => this.#perform(effect));
  #asking = false;
  #lastSeq = 0;
  #lineAtUs = 0;
  #offersVersion = 0;
  #resolveOver: () => void = () => {};

  constructor(parts: OpcodeCoreParts) {
    this.#parts = parts;
    this.#valve = new Valve(parts.transport);
    this.clock = new Clock(parts.time ?? systemTime);
    this.deadlines = new Deadlines(this.clock, (name) => this.#passed(name));
    this.machine = new OpcodeMachine(parts.config);
    this.requests = new RequestDesk({
      machine: this.machine,
      mintId: parts.config.mintId,
      tell: (input) => this.tell(input),
      put: (raw, before) => this.hostLine(raw, undefined, before),
      leftMs: (timer) => this.deadlines.leftMs(timer),
      lineAtUs: () => this.#lineAtUs,
      encode: encodePlain,
    });
    this.gate = new Gate({
      nowUs: () => this.clock.realUs(),
      record: (entry) => this.#record(entry),
      decode: (raw, from) => parts.decode(textOf(raw), from, 'lf'),
      pass: (line) => this.#pass(line as PluginLine),
      dropped: (line) => this.#dropped(line as PluginLine),
    });
    this.over = new Promise((resolve) => (this.#resolveOver = resolve));
  }

  neverStarted(): void {
    this.#resolveOver();
  }

  // What the transport tells.

  frame(from: Side, line: WireLine, asks: number | null): void {
    const atUs = this.clock.realUs();
    const { decode, sink, profile } = this.#parts;
    const decoded = line.truncated
      ? tooLongLine(line.byteLength, line.bytes.length, profile)
      : decode(line.text, from, line.ending);
    // What nobody waits for has happened: it can't be held any more.
    const held = asks !== null && this.gate.holds(from, decoded);
    const seq = sink.appendLine(atUs, from, line, decoded, held);
    this.#lastSeq = seq;
    this.#lineAtUs = atUs;
    if (asks === null) this.#crossed(from, decoded, seq, line.text ?? '');
    else {
      const waiting: PluginLine = { seq, from, decoded, raw: rawOf(line), bom: false, atUs, asks };
      if (held) this.gate.hold(waiting);
      else this.#pass(waiting);
      this.bell.marked = true;
    }
    if (sink.full) this.#valve.waitForJournal(sink);
    if (this.bell.marked) this.settle();
  }

  word(text: string): void {
    const input = readChildWord(text, this.#lastSeq);
    if (input) this.tell(input);
    this.settle();
  }

  printed(to: 'stdout' | 'stderr', line: WireLine): void {
    const { sink } = this.#parts;
    const atUs = this.clock.realUs();
    if (to === 'stderr') this.#lastSeq = sink.appendStderr(atUs, line);
    else
      this.#lastSeq = sink.append(atUs, {
        ...{ kind: 'stderr', pipe: 'stdout', raw: rawOf(line), ending: line.ending },
        ...(line.truncated ? { truncated: true, byteLength: line.byteLength } : {}),
      });
    this.machine.printed(line.text ?? '(bytes that are not UTF-8)');
    if (sink.full) this.#valve.waitForJournal(sink);
  }

  crashReport(report: Uint8Array): void {
    this.tell({ kind: 'crashReported', report: readCrashReport(report, this.#parts.symbols) });
    this.settle();
  }

  fact(fact: TransportFact): void {
    this.#record(fact);
    this.bell.marked = true;
    if (fact.kind === 'spawned') this.tell({ kind: 'spawned' });
    if (fact.kind === 'spawnFailed') {
      const { message, fix } = fact;
      this.tell({ kind: 'spawnFailed', message, ...(fix ? { fix } : {}) });
    }
    if (fact.kind === 'exited') {
      const { code, signal } = fact;
      this.gate.after('extension', () => this.tell({ kind: 'exited', code, signal }));
    }
    this.settle();
  }

  ended(): void {
    this.gone = true;
    this.gate.dropHostLines();
    this.gate.after('extension', () => this.tell({ kind: 'ended' }));
    this.bell.marked = true;
    this.settle();
    void this.#parts.rim.close().then(() => this.#resolveOver());
  }

  // What the session's commands use.

  tell(input: OpcodeInput): void {
    const effects = this.machine.handle(input, this.clock.hostUs());
    if (effects.length > 0) this.#apply(effects);
  }

  /** Records a frame of the host and hands it to the plugin, through the gate; `before` is called in between. */
  hostLine(raw: Raw, origin?: 'hand' | 'driver', before?: (line: number) => void): number {
    const atUs = this.clock.realUs();
    const decoded = this.#parts.decode(textOf(raw), 'host', 'lf');
    const held = !this.gone && this.gate.holds('host', decoded);
    const seq = recordHostLine(this.#parts.sink, atUs, raw, decoded, held, origin);
    this.#lastSeq = seq;
    this.#lineAtUs = atUs;
    before?.(seq);
    const line: PluginLine = { seq, from: 'host', decoded, raw, bom: false, atUs, asks: null };
    if (held) this.gate.hold(line);
    else this.#pass(line);
    this.bell.marked = true;
    return seq;
  }

  record(entry: NewEntry): void {
    this.#record(entry);
  }

  /** Whether the plugin's process is to wait with each frame; told when it changes. */
  askAlways(asking: boolean): void {
    if (asking === this.#asking) return;
    this.#asking = asking;
    this.#word({ ask: asking });
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
    this.bell.ring();
  }

  #passed(name: string): void {
    this.tell({ kind: 'timer', name: isRequestTimer(name) ? name : (name as OpcodeTimer) });
    this.settle();
  }

  #record(entry: NewEntry): void {
    if (entry.kind === 'stateChanged' || entry.kind === 'modeChanged') this.bell.marked = true;
    this.#lastSeq = this.#parts.sink.append(this.clock.realUs(), entry);
  }

  /** A frame that the plugin's process made, once it has passed. */
  #crossed(from: Side, decoded: Decoded, seq: number, text: string): void {
    if (from === 'host') return this.tell({ kind: 'hostReturned', decoded, line: seq });
    const effects = this.machine.line(decoded, seq, text, this.clock.hostUs());
    if (effects.length > 0) this.#apply(effects);
  }

  #pass(line: PluginLine): void {
    const { decoded, seq, raw, from, asks } = line;
    this.bell.marked = true;
    this.#lineAtUs = line.atUs;
    if (asks === null && from === 'host') return this.#toPlugin(line);
    if (asks !== null) this.#word({ go: asks, ...('text' in raw ? { line: raw.text } : {}) });
    this.#crossed(from, decoded, seq, textOf(raw) ?? '');
  }

  #toPlugin({ decoded, seq, raw }: PluginLine): void {
    if (this.gone) {
      const message = 'This frame never reached the plugin: the process is gone.';
      this.#record({ kind: 'problem', code: 'not-delivered', severity: 'warning', message, line: seq });
      return this.tell({ kind: 'notDelivered', line: seq });
    }
    this.tell({ kind: 'hostLine', decoded, line: seq });
    const bytes = 'text' in raw ? Buffer.from(raw.text) : Buffer.from(raw.base64, 'base64');
    this.#parts.transport.frame(bytes);
  }

  #dropped({ seq, decoded, asks }: PluginLine): void {
    if (asks !== null) this.#word({ drop: asks });
    this.tell({ kind: 'dropped', decoded, line: seq });
  }

  #word(word: object): void {
    this.#parts.transport.word(JSON.stringify(word));
  }

  #apply(effects: readonly OpcodeEffect[]): void {
    this.#effects.run(effects);
    const { version } = this.machine.offers;
    if (version === this.#offersVersion) return;
    this.#offersVersion = version;
    this.bell.marked = true;
  }

  #perform(effect: OpcodeEffect): void {
    const { rim, transport } = this.#parts;
    switch (effect.kind) {
      case 'record':
        return this.#record(effect.entry);
      case 'send':
        this.hostLine({ text: JSON.stringify(effect.frame) });
        return;
      case 'word':
        return this.#word(effect.word);
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
      case 'http':
        return rim.http(effect.ask, (answer) => {
          this.tell({ kind: 'httpAnswered', answer });
          this.settle();
        });
      case 'httpCancel':
        return rim.cancelHttp(effect.request);
      case 'writeEntry':
        return rim.writeEntry(effect.text, (path, reason) => {
          this.tell({ kind: 'entryFailed', path, reason, line: effect.line });
          this.settle();
        });
      case 'afterHostLines':
        this.gate.after('host', () => this.tell({ kind: 'hostLinesPassed' }));
        break;
      case 'signal':
        transport.signal(effect.signal, effect.reason);
        break;
    }
    this.bell.marked = true;
  }
}
