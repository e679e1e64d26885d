// A FactSink that keeps everything in memory, for tests of what a session records. Copies bytes, as a journal must.

import type { FactSink } from '../../electron/session/fact-sink.ts';
import type { Decoded } from '../../shared/protocol/define.ts';
import type { DecisionName } from '../../shared/session/decisions.ts';
import type {
  DecidedEntry,
  Entry,
  EntryKind,
  LineEntry,
  NewEntry,
  ProblemEntry,
  Raw,
  Side,
} from '../../shared/session/entries.ts';
import type { WireLine } from '../../electron/transport/transport.ts';

type EntryOf<K extends EntryKind> = Extract<Entry, { kind: K }>;
type DecisionOf<D extends DecisionName> = Extract<DecidedEntry, { decision: D }> & {
  seq: number;
  atUs: number;
};

export class CollectingSink implements FactSink {
  readonly entries: Entry[] = [];
  full = false;
  #waiting: (() => void)[] = [];
  #watchers = new Set<() => void>();

  append(atUs: number, entry: NewEntry, _decoded?: Decoded): number {
    const seq = this.entries.length + 1;
    this.entries.push({ seq, atUs, ...entry });
    for (const watcher of [...this.#watchers]) watcher();
    return seq;
  }

  appendLine(atUs: number, from: Side, line: WireLine, decoded: Decoded, held: boolean): number {
    return this.append(atUs, { kind: 'line', from, ...fieldsOf(line), ...(held ? { held } : {}) }, decoded);
  }

  appendStderr(atUs: number, line: WireLine): number {
    return this.append(atUs, { kind: 'stderr', ...fieldsOf(line) });
  }

  whenReady(callback: () => void): void {
    this.#waiting.push(callback);
  }

  /** What waited may go on. */
  drain(): void {
    this.full = false;
    for (const callback of this.#waiting.splice(0)) callback();
  }

  of<K extends EntryKind>(kind: K): EntryOf<K>[] {
    return this.entries.filter((entry): entry is EntryOf<K> => entry.kind === kind);
  }

  decisions<D extends DecisionName>(name: D): DecisionOf<D>[] {
    return this.of('decided').filter((entry) => entry.decision === name) as unknown as DecisionOf<D>[];
  }

  problems(code?: string): (ProblemEntry & { seq: number })[] {
    return this.of('problem').filter((entry) => code === undefined || entry.code === code);
  }

  /** Texts of the lines of one side, in order. */
  lines(from: Side): string[] {
    return this.of('line')
      .filter((entry) => entry.from === from)
      .map((entry) => rawText(entry));
  }

  /** The first entry that matches, now or when it comes; the test's own time limit is the only one. */
  async seen(matches: (entry: Entry) => boolean): Promise<Entry> {
    let from = 0;
    return new Promise((resolve) => {
      const look = (): void => {
        for (; from < this.entries.length; from++) {
          const entry = this.entries[from]!;
          if (!matches(entry)) continue;
          this.#watchers.delete(look);
          return resolve(entry);
        }
      };
      this.#watchers.add(look);
      look();
    });
  }
}

function rawText({ raw }: Pick<LineEntry, 'raw'>): string {
  return 'text' in raw ? raw.text : `base64:${raw.base64}`;
}

function fieldsOf(line: WireLine) {
  const raw: Raw =
    line.text === undefined ? { base64: Buffer.from(line.bytes).toString('base64') } : { text: line.text };
  return {
    raw,
    ending: line.ending,
    ...(line.bom ? { bom: true as const } : {}),
    ...(line.truncated ? { truncated: true as const, byteLength: line.byteLength } : {}),
  };
}
