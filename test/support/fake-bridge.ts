// An in-memory Bridge for component tests: the one double allowed, since `window.framescope` is ours. Typed by the
// contract; a command without an answer is refused, so that a test says what it needs. It knows no rules of main.

import type {
  Bridge,
  CommandAnswer,
  CommandArgs,
  CommandName,
  CommandResult,
  StreamEvents,
  StreamName,
} from '../../shared/ipc/contract.ts';
import { failure, type Failure } from '../../shared/errors.ts';

type Answer<C extends CommandName> = (args: CommandArgs<C>) => CommandResult<C> | Promise<CommandResult<C>>;
export type Answers = { [C in CommandName]?: Answer<C> };

/** Thrown in an answer to refuse the command with this failure. */
export class Refusal extends Error {
  readonly failure: Failure;
  constructor(refused: Failure) {
    super(refused.message);
    this.failure = refused;
  }
}

export interface Call<C extends CommandName = CommandName> {
  readonly name: C;
  readonly args: CommandArgs<C>;
}

const silent: Answers = {
  'stream.open': () => undefined,
  'stream.close': () => undefined,
  'stream.ack': () => undefined,
  'app.leftovers': () => [],
  'agent.state': () => ({
    news: 1,
    whole: true,
    registry: [],
    panels: [],
    chains: [],
    strip: [],
    stripFrom: null,
    run: null,
    failClosed: false,
  }),
  'agent.ack': () => undefined,
  'replay.state': () => null,
  'check.passive': () => ({ profile: 'zot-latest', findings: [], diagnoses: [], upTo: 0, count: 0 }),
  'check.state': () => null,
  'plugin.runState': () => null,
  'fuzz.state': () => null,
  'handFuzz.state': () => null,
};

export class FakeBridge implements Bridge {
  /** Every command asked, in order. */
  readonly calls: Call[] = [];
  readonly #answers: Answers;
  readonly #listeners = new Map<StreamName, Set<(value: never) => void>>();
  /** Path given for each dropped file, by its name. */
  readonly paths = new Map<string, string>();

  constructor(answers: Answers = {}) {
    this.#answers = { ...silent, ...answers };
  }

  /** From now on `name` is answered so. */
  on<C extends CommandName>(name: C, answer: Answer<C>): this {
    (this.#answers as Record<string, unknown>)[name] = answer;
    return this;
  }

  /** The arguments `name` was asked with, in order. */
  asked<C extends CommandName>(name: C): readonly CommandArgs<C>[] {
    return this.calls.filter((call): call is Call<C> => call.name === name).map((call) => call.args);
  }

  async invoke<C extends CommandName>(name: C, args: CommandArgs<C>): Promise<CommandAnswer<C>> {
    // What can't be cloned could not cross the real border either.
    this.calls.push({ name, args: structuredClone(args) });
    const answer = this.#answers[name] as Answer<C> | undefined;
    if (!answer) return { ok: false, failure: failure('internal', `no answer to ${name} in this test`) };
    try {
      return { ok: true, value: await answer(args) };
    } catch (error) {
      if (error instanceof Refusal) return { ok: false, failure: error.failure };
      throw error;
    }
  }

  subscribe<S extends StreamName>(name: S, listener: (value: StreamEvents[S]) => void): () => void {
    const all = this.#listeners.get(name) ?? new Set();
    this.#listeners.set(name, all);
    all.add(listener as (value: never) => void);
    return () => void all.delete(listener as (value: never) => void);
  }

  /** Tells the window something, as main would. */
  tell<S extends StreamName>(name: S, value: StreamEvents[S]): void {
    for (const listener of this.#listeners.get(name) ?? [])
      (listener as (value: StreamEvents[S]) => void)(value);
  }

  listeners(name: StreamName): number {
    return this.#listeners.get(name)?.size ?? 0;
  }

  pathForFile(file: File): string {
    return this.paths.get(file.name) ?? '';
  }
}
