// The plain run of a check: a session as the host has it. Events, guards, commands and tools that may be called, each in turn,
// then the shutdown. What is right or wrong about it the passive rules say, from its journal.

import { exampleArgs, whyNotCalled, type Callable } from '../../shared/conformance/call-policy.ts';
import type { Finding } from '../../shared/conformance/finding.ts';
import { ConformanceFold } from '../../shared/conformance/fold.ts';
import type { NotCalled } from '../../shared/conformance/outcome.ts';
import { defaultRun } from '../../shared/session/plugin-run.ts';
import type { Asked } from './conformance-asks.ts';
import { askGuard, callTool, questionsOf, runCommand, tellEvent, tellPlugin } from './conformance-asks.ts';
import type { CheckParts, CheckRun } from './conformance-bench.ts';
import { pause, stopRun, untilQuiet, untilReady } from './conformance-waits.ts';

const pageEntries = 500;
const mostCallables = 40;
/** After so many that were not answered nothing more is called. */
const mostSilent = 2;

/** Something that was answered in the plain run, so that it can be asked again to see whether it still is. */
export interface Sign {
  readonly ask: (run: CheckRun, withinMs: number) => Promise<Asked>;
}

export interface PlainRun {
  readonly findings: readonly Finding[];
  readonly ready: boolean;
  /** It ended of itself before it was asked to. */
  readonly diedEarly: boolean;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly sign: Sign | null;
  /** The tool that was called first and answered, with its arguments. */
  readonly tool: { readonly name: string; readonly args: string } | null;
  readonly called: readonly string[];
  readonly notCalled: readonly NotCalled[];
}

export async function plainRun(
  run: CheckRun,
  parts: CheckParts,
  say: (words: string) => void,
): Promise<PlainRun> {
  const { budgets, signal } = parts;
  say('It is started; the check waits for it to be ready.');
  const { helloDeadlineMs } = run.session.profile;
  const reached = await untilReady(run, helloDeadlineMs ?? budgets.helloMs, { signal });
  const talk = new Talk(run, parts, say);
  if (reached === 'ready') {
    await untilQuiet(run, budgets.quietMs, { signal });
    await talk.all();
    if (talk.silent > 0 && run.session.state === 'ready') await pause(budgets.lateMs, { signal });
    await untilQuiet(run, budgets.quietMs, { signal });
  }
  const diedEarly = run.session.state === 'ended';
  say('It is asked to stop.');
  await stopRun(run, false);
  const findings = await foldOf(run, parts);
  const { exit } = run.journal.summary;
  const silent = reached === 'waiting' ? [notReady(run, budgets.helloMs)] : [];
  const { sign, tool, called, notCalled } = talk;
  return {
    findings: [...findings, ...silent.filter(({ rule }) => findings.every((one) => one.rule !== rule))],
    ...{ ready: reached === 'ready', diedEarly, exit, sign, tool, called, notCalled },
  };
}

function notReady({ session }: CheckRun, waitedMs: number): Finding {
  const rule = session.plugin ? 'library-loads' : 'says-hello';
  const words = session.plugin
    ? `The plugin was not loaded within ${waitedMs / 1_000} s.`
    : `No hello came in ${waitedMs / 1_000} s.`;
  return { rule, count: 1, evidence: [{ seq: null, words }] };
}

/** What the passive rules find in the journal of a run that is over. */
export async function foldOf(
  { session, journal }: CheckRun,
  { budgets }: CheckParts,
): Promise<readonly Finding[]> {
  const fold = new ConformanceFold(session.profile, budgets);
  for (let seq = 1; seq <= journal.count; seq += pageEntries)
    for (const entry of await journal.entries(seq, pageEntries)) fold.add(entry);
  return fold.findings;
}

/** The things that are tried one after the other while it runs. */
class Talk {
  readonly #run: CheckRun;
  readonly #parts: CheckParts;
  readonly #say: (words: string) => void;
  #mute = 0;
  /** Questions that were not answered in time. */
  silent = 0;
  sign: Sign | null = null;
  tool: PlainRun['tool'] = null;
  readonly called: string[] = [];
  readonly notCalled: NotCalled[] = [];

  constructor(run: CheckRun, parts: CheckParts, say: (words: string) => void) {
    this.#run = run;
    this.#parts = parts;
    this.#say = say;
  }

  async all(): Promise<void> {
    const { session } = this.#run;
    if (session.plugin) return this.#plugin();
    for (const event of session.offers.events) tellEvent(this.#run, event);
    for (const event of session.offers.intercepts) await this.#guard(event);
    await this.#callables();
  }

  async #plugin(): Promise<void> {
    for (const step of defaultRun([])) {
      if (!this.#alive) return;
      if (step.kind === 'calls') await this.#callables();
      else await tellPlugin(this.#run, step.event);
    }
  }

  async #guard(event: string): Promise<void> {
    this.#say(`Its guard is asked about ${event}.`);
    for (const fields of questionsOf(event)) {
      if (!this.#alive) return;
      const asked = await askGuard(this.#run, event, fields);
      // Each further one would cost the host's whole deadline again.
      if (!asked.answered) return void this.silent++;
      this.sign ??= { ask: (run) => askGuard(run, event, fields) };
    }
  }

  async #callables(): Promise<void> {
    for (const callable of callables(this.#run).slice(0, mostCallables)) {
      if (!this.#alive || this.#parts.signal?.aborted) return;
      const { kind, name } = callable;
      const why =
        this.#mute >= mostSilent
          ? `${mostSilent} before it were not answered`
          : whyNotCalled(callable, this.#parts.calls);
      if (why !== '') this.notCalled.push({ kind, name, why });
      else await this.#call(callable);
    }
  }

  async #call({ kind, name, schemaText }: Callable): Promise<void> {
    const { answerMs } = this.#parts.budgets;
    this.#say(kind === 'tool' ? `The tool ${name} is called.` : `The command /${name} is run.`);
    this.called.push(kind === 'tool' ? name : `/${name}`);
    const args = exampleArgs(schemaText);
    const ask = (run: CheckRun, withinMs: number): Promise<Asked> =>
      kind === 'tool' ? callTool(run, name, args, withinMs) : runCommand(run, name, withinMs);
    const { answered } = await ask(this.#run, answerMs);
    if (!answered) {
      this.silent++;
      this.#mute++;
      return;
    }
    this.sign ??= { ask };
    if (kind === 'tool') this.tool ??= { name, args };
  }

  get #alive(): boolean {
    return this.#run.session.state === 'ready';
  }
}

/** Tools and commands as they can be called; those of a plugin with their flags. */
function callables({ session }: CheckRun): readonly Callable[] {
  const { plugin, offers } = session;
  if (plugin) {
    const tools = plugin.offered.tools.map(({ name, schemaText, flags }) => ({
      ...({ kind: 'tool', name, schemaText } as const),
      flags,
    }));
    const commands = plugin.offered.commands.map(
      ({ name }) => ({ kind: 'command', name, schemaText: null }) as const,
    );
    return [...tools, ...commands];
  }
  return offers.registrations
    .filter(({ repeated, name }) => !repeated && name !== '')
    .map(({ kind, name, schemaText }) => ({ kind, name, schemaText }));
}
