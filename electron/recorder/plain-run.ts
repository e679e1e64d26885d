// Lines of a flood on their way into the journal: consecutive plain lines of one chunk, alike but for their text, are
// gathered here and put into block and index together. One by one the same work takes twice as long, because parsing
// each line in between empties the processor's caches. It must not keep lines longer than a turn of the event loop.

import type { Decoded } from '../../shared/protocol/define.ts';
import type { Side } from '../../shared/session/entries.ts';
import { fieldsMatter } from '../../shared/session/fold-plugin.ts';
import type { WireLine } from '../transport/transport.ts';
import { bytesOf, type Bytes } from './copy-ascii.ts';

export type Frame = Extract<Decoded, { kind: 'frame' }>;

const mostLines = 1_024;
/** As much as a pipe gives at once. */
const mostBytes = 64 * 1024;
const openingBrace = 123;

export class PlainRun {
  /** Lines gathered; where they lie in `copy`. */
  count = 0;
  readonly starts = new Int32Array(mostLines);
  readonly lengths = new Int32Array(mostLines);
  /** The chunk as it was when the run began: it is reused before long. */
  readonly copy: Bytes = bytesOf(new Uint8Array(mostBytes));
  /** What all of them have in common. `atUs` as it was given. */
  atUs = -1;
  from: Side = 'extension';
  decoded: Frame | undefined;
  #def: Frame['def'] | undefined;
  #source: Uint8Array | undefined;

  /** Takes a line that is like those gathered so far; false when it is not, and nothing is changed. */
  add(atUs: number, from: Side, line: WireLine, decoded: Decoded, held: boolean): boolean {
    const { count } = this;
    if (count === 0 || count === mostLines || line.source !== this.#source || atUs !== this.atUs)
      return false;
    if (decoded.kind !== 'frame' || decoded.def !== this.#def || decoded.issues.length > 0) return false;
    if (from !== this.from || held || !isPlain(line) || fieldsMatter(decoded.type, decoded.frame))
      return false;
    this.starts[count] = line.start;
    this.lengths[count] = line.byteLength;
    this.count = count + 1;
    return true;
  }

  /** Begins with a line; false when lines like it are better put in one by one. The run before must be done with. */
  begin(atUs: number, from: Side, line: WireLine, decoded: Decoded, held: boolean): boolean {
    if (decoded.kind !== 'frame' || decoded.def.role.kind !== 'notice' || decoded.issues.length > 0)
      return false;
    if (held || !isPlain(line) || line.source.length > mostBytes) return false;
    if (fieldsMatter(decoded.type, decoded.frame)) return false;
    if (line.source !== this.#source) this.copy.bytes.set(line.source);
    this.#source = line.source;
    this.#def = decoded.def;
    this.decoded = decoded;
    this.atUs = atUs;
    this.from = from;
    this.starts[0] = line.start;
    this.lengths[0] = line.byteLength;
    this.count = 1;
    return true;
  }

  /** The lines are put in. The chunk stays: others of it may follow in this turn. */
  end(): void {
    this.count = 0;
    this.decoded = undefined;
  }

  /** After the turn the chunk's memory may hold other bytes. */
  endTurn(): void {
    this.#source = undefined;
  }

  /** Whether `endTurn` is due. */
  get inTurn(): boolean {
    return this.#source !== undefined;
  }
}

type PlainLine = WireLine & { readonly text: string; readonly source: Uint8Array; readonly start: number };

/** An object in ASCII, whole, ended by LF. */
function isPlain(line: WireLine): line is PlainLine {
  const { text, source } = line;
  if (text === undefined || source === undefined || line.start === undefined || line.ending !== 'lf')
    return false;
  // As many bytes as UTF-16 units: ASCII.
  return (
    text.length === line.byteLength && !line.bom && !line.truncated && text.charCodeAt(0) === openingBrace
  );
}
