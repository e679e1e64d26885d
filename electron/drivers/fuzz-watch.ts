// What a process did besides answering: looks through the new rows of its journal, and reads only those that tell of
// something. Knows rows and problems; which send they belong to is told by their place.

import type { Incident } from '../../shared/fuzz/buckets.ts';
import { crashWords, withoutChance } from '../../shared/fuzz/crash-words.ts';
import type { Oracle } from '../../shared/fuzz/findings.ts';
import type { DecodedEntry } from '../../shared/session/decode-entry.ts';
import { flag, rowKinds } from '../recorder/columns.ts';
import type { FuzzProcess } from './fuzz-parts.ts';

/** An incident with the row where it stands. */
export interface Seen extends Incident {
  readonly seq: number;
}

const problemOracles: Readonly<Record<string, Oracle>> = {
  'answer-unknown-id': 'unknown-id',
  'answer-id-not-string': 'unknown-id',
  'answer-wrong-kind': 'unknown-id',
  'answer-duplicate': 'two-answers',
};
/** Told by the end of the process, or by the deadline of the call. */
const toldElsewhere = new Set([
  'crashed',
  'exited-in-call',
  'exited-unasked',
  'answer-late',
  'done-never',
  'stdout-closed',
]);

const tellingKinds = new Set(['stderr', 'problem'].map((kind) => rowKinds.indexOf(kind as never)));
const lineKind = rowKinds.indexOf('line');
const mostRead = 400;
const keptStderr = 40;

export class FuzzWatch {
  readonly #journal: FuzzProcess['journal'];
  readonly #isPlugin: boolean;
  #read: number;
  /** The newest lines of stderr, for what a process said before it ended. */
  readonly stderr: string[] = [];

  constructor({ journal, session }: FuzzProcess) {
    this.#journal = journal;
    this.#isPlugin = session.plugin !== undefined;
    this.#read = 0;
  }

  /** What is there so far counts as looked at. */
  skip(): void {
    this.#read = this.#journal.count;
  }

  /** Something new tells of something, as far as can be said without reading it. */
  get hasNews(): boolean {
    const { kind, flags, count } = this.#journal.columns;
    for (let at = this.#read; at < count; at++) if (tells(kind[at] ?? 0, flags[at] ?? 0)) return true;
    this.#read = count;
    return false;
  }

  /** Incidents in the rows since the last look, in their order. */
  async look(): Promise<Seen[]> {
    if (!this.hasNews) return [];
    const { kind, flags, count } = this.#journal.columns;
    const seqs: number[] = [];
    for (let at = this.#read; at < count; at++) if (tells(kind[at] ?? 0, flags[at] ?? 0)) seqs.push(at + 1);
    this.#read = count;
    const entries = await this.#entries(seqs.slice(0, mostRead));
    const stderrLines = entries.filter(({ entry }) => entry.kind === 'stderr');
    const seen = entries.flatMap((each) => this.#incident(each));
    const crash = this.#crash(stderrLines);
    return crash ? [...seen, crash] : seen;
  }

  /** Neighbours are read together. */
  async #entries(seqs: readonly number[]): Promise<DecodedEntry[]> {
    const all: DecodedEntry[] = [];
    for (let at = 0; at < seqs.length;) {
      const from = seqs[at] ?? 0;
      let to = from;
      while (at < seqs.length && (seqs[at] ?? 0) - to <= 4) to = seqs[at++] ?? to;
      all.push(...(await this.#journal.entries(from, to - from + 1)));
    }
    return all;
  }

  #crash(lines: readonly DecodedEntry[]): Seen | undefined {
    const texts = lines.map(textOf);
    this.stderr.push(...texts);
    this.stderr.splice(0, Math.max(0, this.stderr.length - keptStderr));
    const crash = crashWords(texts);
    if (!crash) return undefined;
    const at = lines[texts.indexOf(crash.lines[0] ?? '')];
    const { said, cause, lines: evidence } = crash;
    return {
      oracle: 'crash-text',
      message: `It wrote to stderr: ${said}`,
      cause,
      evidence,
      seq: at?.entry.seq ?? 0,
    };
  }

  #incident({ entry, decoded }: DecodedEntry): Seen[] {
    const { seq } = entry;
    if (entry.kind === 'problem') {
      const about = entry.line ?? seq;
      const oracle = problemOracles[entry.code];
      const { code, message, severity } = entry;
      if (oracle) return [{ oracle, message, cause: '', evidence: [], seq: about }];
      if (!this.#isPlugin || severity !== 'error' || toldElsewhere.has(code)) return [];
      return [{ oracle: 'invalid-answer', message, cause: code, evidence: [], seq: about }];
    }
    if (entry.kind !== 'line' || entry.from !== 'extension' || !decoded) return [];
    const text = 'text' in entry.raw ? entry.raw.text : '(bytes that are not UTF-8)';
    const evidence = [text.slice(0, 400)];
    if (decoded.kind === 'notFrame') {
      if (decoded.reason === 'torn') return [];
      const [issue] = decoded.issues;
      return [
        {
          oracle: 'stdout-pollution',
          message: issue?.message ?? 'A line is no frame.',
          cause: '',
          evidence,
          seq,
        },
      ];
    }
    const wrong = decoded.issues.find(({ severity }) => severity === 'error');
    if (!wrong) return [];
    const cause = withoutChance(`${decoded.type}${wrong.pointer ?? ''} ${wrong.code}`);
    return [{ oracle: 'invalid-answer', message: `${decoded.type}: ${wrong.message}`, cause, evidence, seq }];
  }
}

function tells(kind: number, flags: number): boolean {
  return tellingKinds.has(kind) || (kind === lineKind && (flags & (flag.error | flag.warning)) !== 0);
}

function textOf({ entry }: DecodedEntry): string {
  return entry.kind === 'stderr' && 'text' in entry.raw ? entry.raw.text : '';
}
