// The lines of a recording as they crossed the gate: a held one counts from when it passed, a line of the host as it was
// edited, one of the extension as it was sent. What was dropped of the host never crossed; what the extension sent did,
// whatever became of it.

import type { Decoded, DecodeLine } from '../protocol/define.ts';
import { textOf, type DecodedEntry } from '../session/decode-entry.ts';
import type { Entry, Raw } from '../session/entries.ts';
import { replayLine, type ReplayLine } from './line.ts';

type Line = Extract<Entry, { kind: 'line' }>;
type TakeLine = (line: ReplayLine, decoded: Decoded) => void;

export class PassedLines {
  readonly #decode: DecodeLine;
  readonly #take: TakeLine;
  readonly #held = new Map<number, { readonly entry: Line; readonly decoded: Decoded; raw?: Raw }>();

  /** @param decode for lines that were edited */
  constructor(decode: DecodeLine, take: TakeLine) {
    this.#decode = decode;
    this.#take = take;
  }

  /** Any entry, in order; those that are about no line are passed over. */
  add({ entry, decoded }: DecodedEntry): void {
    switch (entry.kind) {
      case 'line':
        if (!decoded) throw new Error(`Line ${entry.seq} came without being decoded.`);
        if (entry.held) this.#held.set(entry.seq, { entry, decoded });
        else this.#take(replayLine(entry, decoded), decoded);
        return;
      case 'edited': {
        const held = this.#held.get(entry.line);
        if (held) held.raw = entry.raw;
        return;
      }
      case 'released':
        return this.#leaves(entry.line, entry.atUs, true);
      case 'dropped':
        return this.#leaves(entry.line, entry.atUs, false);
      default:
        return;
    }
  }

  /** The recording has ended: what the extension sent and nobody released was sent all the same. */
  end(): void {
    for (const { entry, decoded } of this.#held.values())
      if (entry.from === 'extension') this.#take(replayLine(entry, decoded), decoded);
    this.#held.clear();
  }

  #leaves(seq: number, atUs: number, passes: boolean): void {
    const held = this.#held.get(seq);
    if (!held) return;
    this.#held.delete(seq);
    const { entry, decoded, raw } = held;
    const isHost = entry.from === 'host';
    if (isHost && !passes) return;
    if (!isHost || raw === undefined) return this.#take({ ...replayLine(entry, decoded), atUs }, decoded);
    const passed = this.#decode(textOf(raw), 'host', 'lf');
    this.#take({ ...replayLine(entry, passed, raw), atUs }, passed);
  }
}
