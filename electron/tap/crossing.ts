// The two directions of frames through the tap. Unheld, what comes is written on as it is, in the chunks it came in, and
// told to the log afterwards. Held, it is cut into lines, and the gate of all sessions keeps them. A line that was begun
// before is passed to its end first. It must not know what a line means.

import type { Decoded } from '../../shared/protocol/define.ts';
import type { GateMode, Raw, Side } from '../../shared/session/entries.ts';
import { Gate, type GateLine } from '../session/gate.ts';
import { wireBytes } from '../session/raw-bytes.ts';
import { LineCutter } from './line-cutter.ts';
import type { Sink } from './sink.ts';
import type { Source } from './source.ts';
import type { TapLog } from './tap-log.ts';

/** Held bytes of one direction from which on nothing more is read: what comes waits in the pipe. */
const mostHeldBytes = 64 * 1024 * 1024;
/** A line that has no end by then is passed on unheld. */
const longestHeldLine = 16 * 1024 * 1024;
const lineFeed = 10;
/** The gate asks for an opinion about each line; here nobody has one. */
const noOpinion = { kind: 'notFrame', reason: 'notObject', issues: [] } as unknown as Decoded;

export interface Lane {
  readonly sink: Sink;
  readonly source: Pick<Source, 'pause' | 'resume'>;
}

interface State extends Lane {
  readonly stream: 'stdin' | 'stdout';
  readonly cutter: LineCutter;
  /** What passed last was no whole line. */
  midLine: boolean;
  heldBytes: number;
  paused: boolean;
}

export interface CrossingParts {
  readonly host: Lane;
  readonly extension: Lane;
  readonly log: TapLog;
  readonly nowUs: () => number;
  /** Mode or holds are others now. */
  readonly changed: () => void;
}

export class Crossing {
  readonly #parts: CrossingParts;
  readonly #lanes: Readonly<Record<Side, State>>;
  readonly #gate: Gate;
  readonly #lines = new Map<number, { readonly raw: Raw; readonly bytes: Buffer }>();
  #lastNumber = 0;

  constructor(parts: CrossingParts) {
    this.#parts = parts;
    const state = (lane: Lane, stream: State['stream']): State => ({
      ...lane,
      stream,
      cutter: new LineCutter(),
      midLine: false,
      heldBytes: 0,
      paused: false,
    });
    this.#lanes = { host: state(parts.host, 'stdin'), extension: state(parts.extension, 'stdout') };
    this.#gate = new Gate({
      nowUs: parts.nowUs,
      record: (entry) => parts.log.fact(entry),
      decode: () => noOpinion,
      pass: (line) => this.#pass(line),
      dropped: (line) => this.#forget(line),
    });
  }

  get mode(): GateMode {
    return this.#gate.mode;
  }

  /** Numbers of held lines, oldest first. */
  get held(): readonly number[] {
    return this.#gate.held;
  }

  /** A chunk came from that side; it may be changed once this has returned and the sink has written it. */
  chunk(from: Side, chunk: Buffer): void {
    const lane = this.#lanes[from];
    if (this.#gate.mode === 'run') {
      this.#passOn(lane, chunk);
    } else this.#cut(from, lane, chunk);
    if (lane.sink.full || lane.heldBytes > mostHeldBytes) this.#pause(lane);
  }

  /** Nothing more comes from that side. */
  end(from: Side): void {
    const lane = this.#lanes[from];
    const rest = lane.cutter.take();
    if (rest.length > 0) this.#hold(from, lane, rest);
    this.#gate.after(from, () => {
      this.#parts.log.end(lane.stream);
      void lane.sink.end();
    });
    this.#parts.changed();
  }

  /** Calls back once all lines of the extension have passed or were dropped. */
  afterExtension(run: () => void): void {
    this.#gate.after('extension', run);
  }

  /** The extension is gone: what is held for it never reaches it. */
  dropHostLines(): void {
    this.#gate.dropHostLines();
    this.#parts.changed();
  }

  setMode(mode: GateMode): void {
    this.#gate.setMode(mode);
    if (mode === 'run')
      for (const lane of Object.values(this.#lanes)) {
        const rest = lane.cutter.take();
        if (rest.length > 0) this.#passOn(lane, rest);
      }
    this.#settle();
  }

  release(number: number, edited?: Raw): void {
    this.#gate.release(number, edited); // one that has passed meanwhile is no fault: the state tells
    this.#settle();
  }

  releaseAll(): void {
    this.#gate.releaseAll();
    this.#settle();
  }

  drop(number: number): void {
    this.#gate.drop(number);
    this.#settle();
  }

  /** The sink of what comes from that side has room again. */
  drained(from: Side): void {
    this.#goOn(this.#lanes[from]);
  }

  #passOn(lane: State, bytes: Uint8Array): void {
    lane.sink.write(bytes);
    this.#parts.log.bytes(lane.stream, bytes);
    lane.midLine = bytes[bytes.length - 1] !== lineFeed;
  }

  #cut(from: Side, lane: State, chunk: Buffer): void {
    let start = 0;
    if (lane.midLine) {
      const end = chunk.indexOf(lineFeed);
      start = end < 0 ? chunk.length : end + 1;
      // A copy: the sink may write it later, and the rest of the chunk is not its own.
      this.#passOn(lane, Buffer.from(chunk.subarray(0, start)));
    }
    const before = this.#lastNumber;
    lane.cutter.push(chunk.subarray(start), (line) => this.#hold(from, lane, line));
    this.#passEndless(from, lane);
    if (this.#lastNumber !== before) this.#parts.changed();
  }

  #passEndless(from: Side, lane: State): void {
    if (lane.cutter.openBytes > longestHeldLine && this.#gate.queued(from) === 0)
      this.#passOn(lane, lane.cutter.take());
  }

  #hold(from: Side, lane: State, bytes: Buffer): void {
    const number = ++this.#lastNumber;
    const raw = rawOfLine(bytes);
    this.#lines.set(number, { raw, bytes });
    lane.heldBytes += bytes.length;
    this.#parts.log.held(from === 'host' ? 'heldHost' : 'heldExtension', number, bytes);
    const atUs = this.#parts.nowUs();
    this.#gate.hold({ seq: number, from, decoded: noOpinion, raw, bom: false, atUs });
  }

  #pass(line: GateLine): void {
    const held = this.#forget(line);
    this.#lanes[line.from].sink.write(held?.raw === line.raw ? held.bytes : wireBytes(line.raw));
  }

  #forget({ seq, from }: GateLine): { readonly raw: Raw; readonly bytes: Buffer } | undefined {
    const held = this.#lines.get(seq);
    this.#lines.delete(seq);
    this.#lanes[from].heldBytes -= held?.bytes.length ?? 0;
    return held;
  }

  #settle(): void {
    for (const from of ['host', 'extension'] as const) {
      this.#passEndless(from, this.#lanes[from]);
      this.#goOn(this.#lanes[from]);
    }
    this.#parts.log.flush();
    this.#parts.changed();
  }

  #pause(lane: State): void {
    if (lane.paused) return;
    lane.paused = true;
    lane.source.pause();
  }

  #goOn(lane: State): void {
    if (!lane.paused || lane.sink.full || lane.heldBytes > mostHeldBytes) return;
    lane.paused = false;
    lane.source.resume();
  }
}

/** Without the line end, as people edit it. */
function rawOfLine(bytes: Buffer): Raw {
  const end =
    bytes.at(-1) !== lineFeed ? bytes.length : bytes.at(-2) === 13 ? bytes.length - 2 : bytes.length - 1;
  const content = bytes.subarray(0, end);
  const text = content.toString('utf8');
  return Buffer.from(text).equals(content) ? { text } : { base64: content.toString('base64') };
}
