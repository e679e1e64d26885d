// What is known about a journal's entries without reading them: the columns, what later entries made of earlier ones
// (answered, released, edited, problems), and the summary. Live journals and opened files fill it the same way. It must
// not know files or bytes; it keeps no entry.

import { PairBook } from '../../shared/protocol/correlate.ts';
import type { Decoded } from '../../shared/protocol/define.ts';
import type { EditedEntry, Entry, ProblemEntry, Severity, Side } from '../../shared/session/entries.ts';
import { SummaryFold } from '../../shared/session/fold.ts';
import { rowOf, typeColumn, type RowMarks } from '../../shared/session/row-of.ts';
import { ChangeLog } from './change-log.ts';
import { Columns, flag, kindCode } from './columns.ts';
import type { DecodeEntry } from './decode-entry.ts';

/** Where an entry stands in the file; a length of 0 says that it is not kept. */
export interface Extent {
  readonly offset: number;
  readonly byteLength: number;
}

const lineKind = kindCode('line');
const severityFlags: Readonly<Record<Severity, number>> = {
  error: flag.error,
  warning: flag.warning,
  info: flag.info,
};

export class JournalIndex {
  readonly columns = new Columns();
  readonly fold = new SummaryFold();
  readonly changes = new ChangeLog();
  readonly #pairs = new PairBook();
  /** seqs of problem entries, by the line they point at. */
  readonly #problems = new Map<number, number | number[]>();
  /** seq of the entry that holds the edited text, by line. */
  readonly #edits = new Map<number, number>();
  readonly #heldUs = new Map<number, number>();
  /** Who sent a held line; for what it may be edited to. */
  readonly #heldFrom = new Map<number, Side>();
  readonly #decode: DecodeEntry;
  #lastType: string | undefined;
  #lastTypeCode = 0;

  constructor(decode: DecodeEntry) {
    this.#decode = decode;
  }

  /**
   * A line that is a frame: the fast way, same outcome as `add` with its LineEntry. Of a notice without issues only its
   * definition may matter here: a run of them comes with the first one's `decoded` (plain-run.ts).
   */
  addFrame(
    atUs: number,
    from: Side,
    decoded: Extract<Decoded, { type: string }>,
    held: boolean,
    offset: number,
    byteLength: number,
  ): number {
    if (decoded.type !== this.#lastType) {
      this.#lastType = decoded.type;
      this.#lastTypeCode = this.columns.typeCodeOf(typeColumn(decoded));
    }
    let flags = held ? flag.held : 0;
    if (decoded.issues.length > 0) flags |= issueFlags(decoded);
    const seq = this.columns.push(atUs, lineKind, this.#lastTypeCode, flags, offset, byteLength);
    this.#addLine(seq, atUs, from, decoded, held);
    return seq;
  }

  /** Any entry; its seq must be the next one. `decoded` belongs to lines. */
  add(entry: Entry, decoded: Decoded | undefined, { offset, byteLength }: Extent): void {
    const { columns } = this;
    const kind = kindCode(entry.kind);
    if (entry.kind === 'line' && decoded) {
      const flags = (entry.held ? flag.held : 0) | issueFlags(decoded);
      columns.push(entry.atUs, kind, columns.typeCodeOf(typeColumn(decoded)), flags, offset, byteLength);
      this.#addLine(entry.seq, entry.atUs, entry.from, decoded, entry.held === true);
    } else if (entry.kind === 'stderr') {
      columns.push(entry.atUs, kind, columns.typeCodeOf(entry.pipe ?? 'stderr'), 0, offset, byteLength);
      this.fold.addStderr();
    } else {
      const row = rowOf(entry, decoded, noMarks);
      const flags = row.severity ? severityFlags[row.severity] : 0;
      columns.push(entry.atUs, kind, columns.typeCodeOf(row.type), flags, offset, byteLength);
      this.#pointBack(entry);
      this.fold.add(entry, decoded);
    }
  }

  /** What later entries made of this one. */
  marks(seq: number): RowMarks {
    const { columns } = this;
    const index = seq - 1;
    const flags = columns.flags[index] ?? 0;
    const pairSeq = columns.pairSeq[index] ?? 0;
    const heldUs = this.#heldUs.get(seq);
    return {
      ...(pairSeq > 0 ? { pairSeq } : {}),
      ...(pairSeq > seq
        ? { latencyUs: Math.max(0, (columns.atUs[pairSeq - 1] ?? 0) - (columns.atUs[index] ?? 0)) }
        : {}),
      ...(flags & flag.pending ? { pending: true as const } : {}),
      ...(flags & flag.held ? { held: { now: true as const } } : {}),
      ...(heldUs !== undefined ? { held: { heldUs } } : {}),
      ...(flags & flag.edited ? { edited: true as const } : {}),
      ...(flags & flag.dropped ? { dropped: true as const } : {}),
      ...this.#jump(index),
      ...worst(flags),
    };
  }

  /** Our own journals never go back; what others wrote, or a machine that slept through it, may. */
  #jump(index: number): { readonly jumpUs?: number } {
    const { atUs } = this.columns;
    if (index === 0) return {};
    const jumpUs = (atUs[index] ?? 0) - (atUs[index - 1] ?? 0);
    return jumpUs < 0 || jumpUs >= leastJumpUs ? { jumpUs } : {};
  }

  /** seqs of the problem entries that point at a line, in order. */
  problemsOf(seq: number): readonly number[] {
    const known = this.#problems.get(seq);
    return known === undefined ? [] : typeof known === 'number' ? [known] : known;
  }

  /** seq of the entry that holds the text a line was edited to. */
  editOf(seq: number): number | undefined {
    return this.#edits.get(seq);
  }

  #addLine(seq: number, atUs: number, from: Side, decoded: Decoded, held: boolean): void {
    if (held) this.#heldFrom.set(seq, from);
    this.#pair(seq, atUs, from, decoded);
    this.fold.addLine(from, decoded, seq, held);
  }

  #pair(seq: number, atUs: number, from: Side, decoded: Decoded): void {
    const note = this.#pairs.note(seq, atUs, from, decoded);
    if (note.kind === 'none') return;
    const { pairSeq, flags } = this.columns;
    if (note.kind === 'opened') flags[seq - 1] = (flags[seq - 1] ?? 0) | flag.pending;
    else if ('request' in note) {
      pairSeq[seq - 1] = note.request;
      if (note.kind !== 'answered' && note.kind !== 'late') return;
      pairSeq[note.request - 1] = seq;
      this.#flag(note.request, 0, flag.pending);
    }
  }

  #pointBack(entry: Entry): void {
    if (!('line' in entry) || entry.line === undefined) return;
    const { line } = entry;
    if (line >= entry.seq) return; // a damaged file may point anywhere
    if (entry.kind === 'problem') this.#addProblem(entry, line);
    else if (entry.kind === 'edited') this.#edit(entry);
    else if (entry.kind === 'released') {
      this.#heldUs.set(line, entry.heldUs);
      this.#flag(line, flag.wasHeld, flag.held);
    } else if (entry.kind === 'dropped') {
      this.#heldUs.set(line, entry.heldUs);
      this.#pairs.forget(line);
      this.#flag(line, flag.wasHeld | flag.dropped, flag.held | flag.pending);
    } else if (entry.kind === 'decided' && endsWaiting.has(entry.decision)) {
      this.#pairs.expire(line);
      this.#flag(line, 0, flag.pending);
    }
  }

  /** What passes is the edited text, so it is what asks or answers. */
  #edit({ seq, atUs, line, raw }: EditedEntry & { readonly seq: number; readonly atUs: number }): void {
    this.#edits.set(line, seq);
    this.#flag(line, flag.edited, 0);
    const from = this.#heldFrom.get(line);
    if (from === undefined) return;
    this.#pairs.forget(line);
    this.#flag(line, 0, flag.pending);
    const lineAtUs = this.columns.atUs[line - 1] ?? atUs;
    const decoded = this.#decode({ kind: 'line', from, raw, ending: 'lf' });
    this.#pair(line, lineAtUs, from, decoded);
  }

  #addProblem(entry: ProblemEntry & { readonly seq: number }, line: number): void {
    const known = this.#problems.get(line);
    if (known === undefined) this.#problems.set(line, entry.seq);
    else if (typeof known === 'number') this.#problems.set(line, [known, entry.seq]);
    else known.push(entry.seq);
    this.#flag(line, severityFlags[entry.severity], 0);
  }

  #flag(seq: number, set: number, clear: number): void {
    const { flags } = this.columns;
    flags[seq - 1] = ((flags[seq - 1] ?? 0) | set) & ~clear;
    this.changes.note(seq);
  }
}

/** Silences of that length are marked: nobody waits a whole hour in front of a session, but machines sleep. */
const leastJumpUs = 3_600_000_000;
const noMarks: RowMarks = {};
/** Nobody waits for an answer any more; one that comes all the same is late. */
const endsWaiting: ReadonlySet<string> = new Set(['deadlinePassed', 'requestSettled']);

function issueFlags(decoded: Decoded): number {
  let flags = 0;
  for (const issue of decoded.issues) flags |= severityFlags[issue.severity];
  return flags;
}

function worst(flags: number): { readonly severity?: Severity } {
  if (flags & flag.error) return { severity: 'error' };
  if (flags & flag.warning) return { severity: 'warning' };
  if (flags & flag.info) return { severity: 'info' };
  return {};
}
