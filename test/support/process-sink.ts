// A TransportSink that keeps what a real process does, in order, and lets a test wait for it. Copies bytes, as it must.

import type { Launch, TransportFact, TransportSink, WireLine } from '../../electron/transport/transport.ts';

type FactOf<K extends TransportFact['kind']> = Extract<TransportFact, { kind: K }>;
export type KeptLine = Omit<WireLine, 'bytes'> & { readonly bytes: Buffer };

export class ProcessSink implements TransportSink {
  readonly lines: KeptLine[] = [];
  readonly errorLines: KeptLine[] = [];
  readonly facts: TransportFact[] = [];
  readonly overs: { readonly from: string; readonly bytesSoFar: number }[] = [];
  /** Names in the order of arrival: `line TEXT`, `stderr TEXT`, a fact's kind (`closed stdout`), `ended`. */
  readonly order: string[] = [];
  readonly done: Promise<void>;
  #end!: () => void;
  readonly #watchers = new Set<() => void>();

  constructor() {
    this.done = new Promise((resolve) => (this.#end = resolve));
  }

  line(line: WireLine): void {
    this.lines.push(copied(line));
    this.#tell(`line ${line.text}`);
  }

  stderr(line: WireLine): void {
    this.errorLines.push(copied(line));
    this.#tell(`stderr ${line.text}`);
  }

  fact(fact: TransportFact): void {
    this.facts.push(fact);
    this.#tell(fact.kind === 'closed' ? `closed ${fact.pipe}` : fact.kind);
  }

  lineOver(from: 'stdout' | 'stderr', bytesSoFar: number): void {
    this.overs.push({ from, bytesSoFar });
    this.#tell(`over ${from}`);
  }

  ended(): void {
    this.#tell('ended');
    this.#end();
  }

  of<K extends TransportFact['kind']>(kind: K): FactOf<K>[] {
    return this.facts.filter((fact): fact is FactOf<K> => fact.kind === kind);
  }

  /** Texts of the lines of stdout. */
  get texts(): (string | undefined)[] {
    return this.lines.map(({ text }) => text);
  }

  /** Resolves when it holds, now or after something arrived; the test's own time limit is the only one. */
  async until(holds: (sink: this) => boolean): Promise<void> {
    if (holds(this)) return;
    await new Promise<void>((resolve) => {
      const look = (): void => {
        if (!holds(this)) return;
        this.#watchers.delete(look);
        resolve();
      };
      this.#watchers.add(look);
    });
  }

  #tell(what: string): void {
    this.order.push(what);
    for (const watcher of [...this.#watchers]) watcher();
  }
}

function copied({ text, ending, bom, byteLength, truncated, bytes }: WireLine): KeptLine {
  return { text, ending, bom, byteLength, truncated, bytes: Buffer.from(bytes) };
}

/** What a test starts: a program, its arguments, and only what differs from the ordinary. */
export function launchFor(argv: readonly string[], changes: Partial<Launch> = {}): Launch {
  const environment = { PATH: process.env.PATH ?? '', ...changes.environment };
  return {
    executable: argv[0] ?? '',
    argv,
    cwd: import.meta.dirname,
    environmentAdded: [],
    maxLineBytes: 64 * 1024 * 1024,
    keptBytes: 256 * 1024,
    ...changes,
    environment,
  };
}
