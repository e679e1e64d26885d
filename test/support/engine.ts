// The engine under test: a workspace with a state folder and a mark of its own, real extensions in it, and ways to wait
// for what the journal tells. Nothing sleeps: every wait is for an entry.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import type { Opened } from '../../electron/engine/opened.ts';
import { Workspace, defaultSettings } from '../../electron/engine/workspace.ts';
import type { EntryView, JournalReader } from '../../electron/recorder/journal-type.ts';
import type { Session } from '../../electron/session/session-type.ts';
import type { DecidedEntry, Entry, GateMode, LineEntry, ProblemEntry } from '../../shared/session/entries.ts';
import type { Issue } from '../../shared/protocol/define.ts';
import type { ResolvedTarget, TargetInput } from '../../shared/target/target.ts';
import { fixture } from './fixture-extensions.ts';
import { markedProcesses, newMark, until } from './marked-processes.ts';

export interface OpenOptions {
  readonly mode?: GateMode;
  readonly profile?: string;
  /** Added to the extension's environment. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Against the profile's. */
  readonly builtinTools?: readonly string[];
}

export class EngineUnderTest {
  readonly stateDir = mkdtempSync(path.join(os.tmpdir(), 'framescope-engine-'));
  readonly mark = newMark();
  readonly workspace: Workspace;

  /** @param environment against ours */
  constructor(environment: Readonly<Record<string, string>> = {}) {
    const inherited = Object.entries(process.env).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    this.workspace = new Workspace({
      stateDir: this.stateDir,
      environment: { ...Object.fromEntries(inherited), ...this.mark, ...environment },
      programVersion: '0.0.0-test',
    });
  }

  async resolve(input: TargetInput): Promise<ResolvedTarget> {
    const resolved = await this.workspace.resolve(input);
    if (!resolved.ok) throw new Error(`Not resolved: ${JSON.stringify(resolved.failure)}`);
    return resolved.value;
  }

  /** Starts a fixture by its name, or any target. */
  async open(what: string | TargetInput, options: OpenOptions = {}): Promise<Run> {
    const target = await this.resolve(
      typeof what === 'string' ? { kind: 'path', path: fixture(what) } : what,
    );
    const settings = defaultSettings(target, '/tmp', options.profile ?? 'zot-latest');
    const opened = await this.workspace.openTarget(
      target,
      {
        ...settings,
        environment: { ...settings.environment, ...options.environment },
        ...(options.builtinTools ? { builtinTools: options.builtinTools } : {}),
      },
      options.mode ?? 'run',
    );
    if (!opened.ok) throw new Error(`Not opened: ${JSON.stringify(opened.failure)}`);
    return new Run(opened.value);
  }

  /** Ends everything; throws when a process is left. */
  async close(): Promise<void> {
    await this.workspace.closeAll();
    try {
      await until('no process is left', () => markedProcesses(this.mark).length === 0, 2_000);
    } finally {
      for (const pid of markedProcesses(this.mark)) process.kill(pid, 'SIGKILL');
      rmSync(this.stateDir, { recursive: true, force: true });
    }
  }
}

/** One extension that runs or ran. */
export class Run {
  readonly opened: Opened;
  readonly session: Session;
  readonly journal: JournalReader;
  #seen: EntryView[] = [];
  #calls = 0;

  constructor(opened: Opened) {
    if (!opened.session) throw new Error('A recording does not run.');
    this.opened = opened;
    this.session = opened.session;
    this.journal = opened.journal;
  }

  get summary() {
    return this.journal.summary;
  }

  /** Everything recorded so far, in order. */
  async views(): Promise<readonly EntryView[]> {
    while (this.#seen.length < this.journal.count) {
      const view = await this.journal.view(this.#seen.length + 1);
      if (!view) throw new Error(`The journal has no entry ${this.#seen.length + 1}.`);
      this.#seen.push(view);
    }
    return this.#seen;
  }

  /** The first entry that passes, now or later. */
  async until(what: string, test: (view: EntryView) => boolean, withinMs = 15_000): Promise<EntryView> {
    let looked = 0;
    let grown: () => void = () => {};
    const stopListening = this.journal.onGrow(() => grown());
    const end = performance.now() + withinMs;
    try {
      for (;;) {
        const growth = new Promise<void>((resolve) => (grown = resolve));
        const views = await this.views();
        for (; looked < views.length; looked++) {
          const view = views[looked];
          if (view && test(view)) return view;
        }
        const left = end - performance.now();
        if (left <= 0) throw new Error(`Not within ${withinMs} ms: ${what}. ${await this.told()}`);
        let timer: NodeJS.Timeout | undefined;
        await Promise.race([growth, new Promise((resolve) => (timer = setTimeout(resolve, left)))]);
        clearTimeout(timer);
      }
    } finally {
      stopListening();
    }
  }

  untilKind<K extends Entry['kind']>(kind: K): Promise<EntryView & { entry: Extract<Entry, { kind: K }> }> {
    return this.until(kind, ({ entry }) => entry.kind === kind) as never;
  }

  untilState(state: string): Promise<EntryView> {
    return this.until(
      `state ${state}`,
      ({ entry }) => entry.kind === 'stateChanged' && entry.state === state,
    );
  }

  untilProblem(code: string, withinMs?: number): Promise<EntryView & { entry: ProblemEntry & Entry }> {
    return this.until(
      `problem ${code}`,
      ({ entry }) => entry.kind === 'problem' && entry.code === code,
      withinMs,
    ) as never;
  }

  /** A line that the codec has something to say about. */
  async untilIssue(code: string, withinMs?: number): Promise<{ view: LineView; issue: Issue }> {
    const found = (view: EntryView): Issue | undefined =>
      view.decoded?.issues.find((issue) => issue.code === code);
    const view = await this.until(`a line with the issue ${code}`, (seen) => !!found(seen), withinMs);
    const issue = found(view);
    if (!isLine(view) || !issue) throw new Error('Only lines are decoded.');
    return { view, issue };
  }

  /** A frame of the extension. */
  untilFrame(
    type: string,
    test: (text: string) => boolean = () => true,
    withinMs?: number,
  ): Promise<LineView> {
    return this.until(
      `${type} from the extension`,
      (view) =>
        isLine(view) &&
        view.entry.from === 'extension' &&
        view.decoded?.kind === 'frame' &&
        view.decoded.type === type &&
        test(textOf(view)),
      withinMs,
    ) as Promise<LineView>;
  }

  /** Calls a tool with the very text of the arguments and waits for the result that is paired with it. */
  async call(tool: string, argsText: string, withinMs?: number): Promise<LineView> {
    const id = `test-${++this.#calls}`;
    this.session.send({ text: callText(id, tool, argsText) }, 'hand');
    return this.untilFrame('tool_result', (text) => text.includes(`"${id}"`), withinMs);
  }

  /** Stops it the host's way and waits for the end. */
  async stop(): Promise<void> {
    this.session.stop('user');
    await this.session.ended;
  }

  /** Lines on the wire from one side. */
  async lines(from: 'extension' | 'host'): Promise<LineView[]> {
    return (await this.views()).filter(isLine).filter((view) => view.entry.from === from);
  }

  async problems(): Promise<ProblemEntry[]> {
    return (await this.views()).map(({ entry }) => entry).filter((entry) => entry.kind === 'problem');
  }

  async decisions(): Promise<DecidedEntry[]> {
    return (await this.views()).map(({ entry }) => entry).filter((entry) => entry.kind === 'decided');
  }

  /** The journal's file as it is on disk; complete once the session was closed. */
  file(): string {
    return readFileSync(this.journal.path, 'utf8');
  }

  /** The rows as text, for messages of failed tests. */
  async told(): Promise<string> {
    const rows = await this.journal.rows(1, 200);
    const line = (row: (typeof rows)[number]): string =>
      `${row.seq} ${row.from ?? ''} ${row.type} ${row.summary.map((part) => Object.values(part).join('')).join('')}`;
    return `The journal:\n${rows.map(line).join('\n')}`;
  }
}

export type LineView = EntryView & { readonly entry: LineEntry & Entry };

export function isLine(view: EntryView): view is LineView {
  return view.entry.kind === 'line';
}

/** The text of a line; throws when its bytes are not UTF-8. */
export function textOf(view: EntryView): string {
  const { entry } = view;
  if (entry.kind !== 'line' && entry.kind !== 'stderr') throw new Error(`${entry.kind} has no text`);
  if ('base64' in entry.raw) return Buffer.from(entry.raw.base64, 'base64').toString('latin1');
  return entry.raw.text;
}

export function callText(id: string, tool: string, argsText: string): string {
  return `{"type":"tool_call","id":${JSON.stringify(id)},"name":${JSON.stringify(tool)},"args":${argsText}}`;
}

/** A target that is a program of this test: JavaScript run by Node. */
export function script(source: string): TargetInput {
  return { kind: 'command', argv: [process.execPath, '-e', source] };
}
