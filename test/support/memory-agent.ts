// An agent and extensions in memory, for tests of what drives them: answers are given beforehand, what was asked is kept in
// order, and rows are put into a journal that is a list. No process, no file.

import type { Agent } from '../../electron/session/agent-type.ts';
import type { ScenarioSession } from '../../electron/drivers/scenario.ts';
import { failure } from '../../shared/errors.ts';
import { sessionId } from '../../shared/ids.ts';
import { failed, ok } from '../../shared/result.ts';
import type {
  ChainHop,
  ChainOutcome,
  CommandOutcome,
  HopVerdict,
  RegistryRow,
  ToolOutcome,
} from '../../shared/session/agent.ts';
import type { Entry, NewEntry } from '../../shared/session/entries.ts';
import { rowOf } from '../../shared/session/row-of.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import { decoderFor, profileOf } from './protocol-parts.ts';

const { profile } = profileOf('zot-latest');
const decode = decoderFor('zot-latest');

export class MemorySession implements ScenarioSession {
  readonly id;
  readonly name: string;
  readonly sent: string[] = [];
  readonly #entries: Entry[] = [];
  readonly #listeners = new Set<() => void>();
  #exit: SessionSummary['exit'] = null;
  #endWanted = false;
  #end = (): void => {};
  readonly #ended = new Promise<void>((resolve) => (this.#end = resolve));
  /** What a line from the host leads to. */
  onSend: (line: string) => void = () => {};

  constructor(ordinal: number, name: string) {
    this.id = sessionId(ordinal);
    this.name = name;
  }

  get session() {
    return {
      profile,
      ended: this.#ended,
      endWanted: this.#endWanted,
      send: (raw: { text: string } | { base64: string }) => {
        if (this.#exit) return failed(failure('sessionNotRunning', 'It has ended.'));
        const text = 'text' in raw ? raw.text : raw.base64;
        this.sent.push(text);
        this.line('host', text);
        this.onSend(text);
        return ok(undefined);
      },
      stop: () => {
        this.#endWanted = true;
        this.exit(0);
      },
    };
  }

  get journal() {
    const view = (seq: number) => {
      const entry = this.#entries[seq - 1]!;
      const text = entry.kind === 'line' && 'text' in entry.raw ? entry.raw.text : undefined;
      const decoded = entry.kind === 'line' ? decode(text, entry.from, 'lf') : undefined;
      return { entry, row: rowOf(entry, decoded, {}), problems: [], ...(decoded ? { decoded } : {}) };
    };
    return {
      count: this.#entries.length,
      rows: async (from: number, count: number) =>
        this.#entries.slice(from - 1, from - 1 + count).map(({ seq }) => view(seq).row),
      view: async (seq: number) => view(seq),
      onGrow: (listener: () => void) => {
        this.#listeners.add(listener);
        return () => this.#listeners.delete(listener);
      },
      summary: { exit: this.#exit, spawnFailed: null } as SessionSummary,
    };
  }

  get listeners(): number {
    return this.#listeners.size;
  }

  line(from: 'extension' | 'host', frame: string | object): void {
    const text = typeof frame === 'string' ? frame : JSON.stringify(frame);
    this.#append({ kind: 'line', from, raw: { text }, ending: 'lf' });
  }

  exit(code: number | null, signal: string | null = null): void {
    this.#exit = { code, signal };
    this.#append({ kind: 'exited', code, signal });
    this.#end();
  }

  #append(entry: NewEntry): void {
    const seq = this.#entries.length + 1;
    this.#entries.push({ ...entry, seq, atUs: seq });
    for (const listener of [...this.#listeners]) listener();
  }
}

type Answer<T> = T | Promise<T>;

export class MemoryAgent implements Agent {
  readonly panels = [];
  readonly chains = [];
  registry: RegistryRow[] = [];
  failClosed = false;
  /** What was asked, in order, one line each. */
  readonly asked: string[] = [];
  tool: (name: string, args: string) => Answer<Partial<ToolOutcome>> = () => ({});
  command: (name: string, args: string) => Answer<Partial<CommandOutcome>> = () => ({});
  guard: (event: string, value: string) => Answer<Partial<ChainOutcome>> = () => ({});

  async callTool({ name, argsText, session, timeoutMs }: Parameters<Agent['callTool']>[0]) {
    this.asked.push(
      `call ${name} ${argsText}${session ? ` @${session}` : ''}${timeoutMs ? ` ${timeoutMs} ms` : ''}`,
    );
    const base: ToolOutcome = {
      tool: name,
      session: session ?? sessionId(1),
      callId: '1',
      line: 1,
      end: { how: 'answered', answerLine: 2, latencyUs: 100 },
      isError: false,
      content: [],
      remarks: [],
      tookMs: 0.1,
    };
    return { ...base, ...(await this.tool(name, argsText)) };
  }

  async runCommand({ name, args, session }: Parameters<Agent['runCommand']>[0]) {
    this.asked.push(`command ${name} ${args}${session ? ` @${session}` : ''}`);
    const base: CommandOutcome = {
      command: name,
      session: session ?? sessionId(1),
      callId: '1',
      line: 1,
      end: { how: 'answered', answerLine: 2, latencyUs: 100 },
      effect: { kind: 'noop' },
      tookMs: 0.1,
    };
    return { ...base, ...(await this.command(name, args)) };
  }

  emit(event: string, fields: Parameters<Agent['emit']>[1]) {
    this.asked.push(['event', event, ...fields.map(({ name, json }) => `${name}=${json}`)].join(' '));
    return { event, sent: [] };
  }

  async intercept({ event, fields }: Parameters<Agent['intercept']>[0]) {
    this.asked.push(['ask', event, ...fields.map(({ name, json }) => `${name}=${json}`)].join(' '));
    const json = (name: string): string => fields.find((field) => field.name === name)?.json ?? '';
    const text = json('text');
    const value = event === 'tool_call' ? json('tool_args') : text ? (JSON.parse(text) as string) : '';
    const base: ChainOutcome = {
      chain: 1,
      event,
      blocked: false,
      reason: '',
      value,
      rewritten: false,
      decidedBy: null,
      hops: [],
      spentMs: 0.1,
    };
    return { ...base, ...(await this.guard(event, value)) };
  }

  panelKey(): void {}
  closePanel(): void {}
  onChange(): () => void {
    return () => {};
  }
}

export function hop(name: string, verdict: HopVerdict, more: Partial<ChainHop> = {}): ChainHop {
  return {
    session: sessionId(1),
    name,
    callId: '1',
    line: 1,
    answerLine: 2,
    verdict,
    before: '',
    after: '',
    reason: '',
    spentMs: 0.1,
    remarks: [],
    ...more,
  };
}
