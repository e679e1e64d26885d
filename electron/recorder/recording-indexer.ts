// Goes through the lines of a recording once and fills the index; what can't be read is counted, said and skipped, and
// leaves a gap in the numbers so that all others keep theirs. It must not read files.

import { isAscii, isUtf8 } from 'node:buffer';
import type { Decoded, DecodeLine } from '../../shared/protocol/define.ts';
import { isHeaderLine, parseEntry, type EntryFault } from '../../shared/recording/parse.ts';
import { plainFrame } from '../../shared/recording/plain-frame.ts';
import type { Entry } from '../../shared/session/entries.ts';
import { kindCode } from './columns.ts';
import type { DamageList } from './damage-list.ts';
import type { DecodeEntry } from './decode-entry.ts';
import type { JournalIndex } from './journal-index.ts';
import type { LineRun } from './line-runs.ts';
import { hugeEntryBytes, type RowReader } from './row-reader.ts';

/** Numbers that may be missing in a row; a larger jump is damage of that line, not a gap. */
const maxGap = 10_000_000;
const lineFeed = 10;
const noteKind = kindCode('note');

export interface IndexerParts {
  readonly index: JournalIndex;
  readonly reader: RowReader;
  readonly damage: DamageList;
  readonly decode: DecodeLine;
  readonly decodeEntry: DecodeEntry;
  /** Brings an entry line of an older version up to date. */
  readonly upgrade: ((line: string) => string) | undefined;
}

export class RecordingIndexer {
  readonly #parts: IndexerParts;
  /** Lines seen, the header's included. */
  #line = 0;
  /** Lines skipped since the last entry: they explain as many missing numbers. */
  #skipped = 0;
  #lastAtUs = 0;
  #nextAt: number | undefined;

  constructor(parts: IndexerParts) {
    this.#parts = parts;
  }

  /** Byte at which another recording begins in the same file; what stands there and behind is not of this one. */
  get nextAt(): number | undefined {
    return this.#nextAt;
  }

  /** Lines seen so far. */
  get line(): number {
    return this.#line;
  }

  get lastAtUs(): number {
    return this.#lastAtUs;
  }

  /** The first line is a header that was dealt with elsewhere. */
  skipHeader(): void {
    this.#line += 1;
  }

  /** `from`: bytes at the beginning of the run that are done already. */
  addRun(run: LineRun, from = 0): void {
    const { bytes } = run;
    // One string for the whole run, cut by index, is several times faster than one per line.
    const ascii = isAscii(bytes) ? bytes.toString('latin1') : undefined;
    for (let start = from; start < bytes.length && this.#nextAt === undefined;) {
      const found = ascii === undefined ? bytes.indexOf(lineFeed, start) : ascii.indexOf('\n', start);
      const end = found < 0 ? bytes.length : found;
      const offset = run.offset + start;
      if (ascii === undefined) this.#addLine(utf8Text(bytes, start, end), offset, end - start, found >= 0);
      else if (found < 0 || !this.#addPlain(ascii, start, end, offset)) {
        this.#addLine(ascii.slice(start, end), offset, end - start, found >= 0);
      }
      start = end + 1;
    }
  }

  /** The short way of most lines; false when it is not for this one. */
  #addPlain(run: string, start: number, end: number, offset: number): boolean {
    const { index, decode, upgrade } = this.#parts;
    const plain = upgrade ? undefined : plainFrame(run, start, end);
    if (!plain || plain.seq !== index.columns.count + 1 || end - start > hugeEntryBytes / 2) return false;
    const decoded = decode(run.slice(plain.start, end - 1), plain.from, 'lf');
    if (decoded.kind === 'notFrame') return false;
    this.#line += 1;
    this.#skipped = 0;
    if (plain.atUs > this.#lastAtUs) this.#lastAtUs = plain.atUs;
    index.addFrame(plain.atUs, plain.from, decoded, false, offset, end + 1 - start);
    return true;
  }

  #addLine(text: string | undefined, offset: number, length: number, complete: boolean): void {
    if (text !== undefined && isHeaderLine(text)) return this.#endAt(offset);
    this.#line += 1;
    if (text === undefined) return this.#skip('notJson', offset, 'it is not UTF-8', complete);
    if (text.includes('\0')) return this.#addWithNul(text, offset, length, complete);
    this.#addText(text, offset, length, complete);
  }

  /** A file that was not written out before the power went has runs of zeros; what stands behind them may be whole. */
  #addWithNul(text: string, offset: number, length: number, complete: boolean): void {
    const { damage } = this.#parts;
    const rest = text.replace(/^\0+/, '');
    const zeros = text.length - rest.length;
    damage.add(
      'nulBytes',
      this.#line,
      offset,
      zeros > 0 ? `${zeros} zero bytes stand there` : 'it has zero bytes in it',
    );
    if (rest === '') this.#skipped += 1;
    else this.#addText(rest, offset + zeros, length - zeros, complete);
  }

  #addText(text: string, offset: number, length: number, complete: boolean): void {
    const { decodeEntry, upgrade } = this.#parts;
    const line = upgrade ? upgrade(text) : text;
    const entry = parseEntry(line, true);
    if ('fault' in entry) return this.#skipText(text, entry, offset, complete);
    const decoded = entry.kind === 'line' ? decodeEntry(entry) : undefined;
    if (decoded?.kind === 'notFrame' || entry.kind === 'edited') {
      // Nobody has looked yet at the text of what was written as a frame.
      const strict = parseEntry(line);
      if ('fault' in strict) return this.#skipText(text, strict, offset, complete);
    }
    this.#addEntry(entry, decoded, offset, length + (complete ? 1 : 0));
  }

  #addEntry(entry: Entry, decoded: Decoded | undefined, offset: number, byteLength: number): void {
    const { index, reader } = this.#parts;
    if (entry.seq !== index.columns.count + 1 && !this.#gap(entry, offset)) return;
    this.#skipped = 0;
    if (entry.atUs > this.#lastAtUs) this.#lastAtUs = entry.atUs;
    if (byteLength > hugeEntryBytes) reader.keepHuge(entry, decoded);
    index.add(entry, decoded, { offset, byteLength });
  }

  /** Fills the numbers before this entry's; false when the entry can't be placed. */
  #gap(entry: Entry, offset: number): boolean {
    const { index, damage } = this.#parts;
    const { columns } = index;
    const missing = entry.seq - columns.count - 1;
    if (missing < 0 || missing > maxGap) {
      const what = `number ${entry.seq} can't follow number ${columns.count}`;
      damage.add('notEntry', this.#line, offset, what);
      return false;
    }
    if (missing > this.#skipped) {
      damage.add('seqGap', this.#line, offset, `${missing} entries before number ${entry.seq} are missing`);
    }
    const code = columns.typeCodeOf('an entry');
    for (let seq = columns.count + 1; seq < entry.seq; seq++) {
      columns.push(this.#lastAtUs, noteKind, code, 0, offset, 0);
    }
    return true;
  }

  /** The torn end of a recording may have the header of the next one behind it in the same line. */
  #skipText(text: string, { fault, message }: EntryFault, offset: number, complete: boolean): void {
    const header = text.lastIndexOf('{"framescope":');
    const joined = header > 0 && isHeaderLine(text.slice(header));
    this.#skip(fault, offset, message, complete && !joined);
    if (joined) this.#endAt(offset + Buffer.byteLength(text.slice(0, header), 'utf8'));
  }

  /** Two recordings were joined: each is a session of its own. */
  #endAt(offset: number): void {
    this.#nextAt = offset;
    this.#parts.damage.add('joined', this.#line + 1, offset, 'another recording begins there');
  }

  #skip(kind: 'notJson' | 'notEntry', offset: number, what: string, complete: boolean): void {
    this.#skipped += 1;
    if (complete) this.#parts.damage.add(kind, this.#line, offset, what);
    else this.#parts.damage.add('torn', this.#line, offset, 'the last line was not written to its end');
  }
}

function utf8Text(bytes: Buffer, start: number, end: number): string | undefined {
  const line = bytes.subarray(start, end);
  return isUtf8(line) ? line.toString('utf8') : undefined;
}
