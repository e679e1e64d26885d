// Does what a scenario says through our agent, and reports the results in the words of the recordings.

import type {
  ChainOutcome,
  CommandOutcome,
  ToolOutcome,
  WireField,
} from '../../../electron/session/agent-type.ts';
import { rawMember } from '../../../electron/session/frame-fields.ts';
import type { AgentBench, Opened } from '../agent-bench.ts';
import type { Report, Step } from './scenario.ts';

export class Drive {
  readonly reports: Report[] = [];
  /** Ids of tool calls, by the step's place. */
  readonly ids = new Map<number, string>();
  readonly #bench: AgentBench;
  readonly #scale: number;
  readonly #waiting: Promise<void>[] = [];

  /** `scale` shortens the scenario's own waits. */
  constructor(bench: AgentBench, scale = 1) {
    this.#bench = bench;
    this.#scale = scale;
  }

  async run(steps: readonly Step[]): Promise<void> {
    for (const [i, step] of steps.entries()) {
      const done = this.#do(step, i);
      if (step['async'] !== true) await done;
      else {
        this.#waiting.push(done);
        await pause(3);
      }
    }
  }

  /** Commands and tools as the real host lists them: every registration, whoever has won the name. */
  lists(): { commands: Report[]; tools: Report[] } {
    const rows = this.#bench.agent.registry;
    const of = (kind: string) => rows.filter((row) => row.kind === kind);
    return {
      commands: of('command').map(({ name, description, extension: ext }) => ({ description, ext, name })),
      tools: of('tool').map(({ name, description, extension: ext, schemaText: schema_text }) => ({
        description,
        ext,
        name,
        schema_text,
      })),
    } as never;
  }

  async #do(step: Step, i: number): Promise<void> {
    const result = await this.#result(step, i);
    if (result) this.reports.push({ kind: 'result', do: step.do, i, ...result });
  }

  async #result(step: Step, i: number): Promise<object | undefined> {
    const { agent } = this.#bench;
    switch (step.do) {
      case 'wait':
        return void (await pause(Number(step['ms']) / this.#scale));
      case 'join':
        return void (await Promise.all(this.#waiting));
      case 'stop':
        await Promise.all(this.#waiting);
        return void (await this.#bench.host.stopAll('user'));
      case 'list':
        return this.lists();
      case 'event':
        return void agent.emit(String(step['event']), eventFields(step));
      case 'command':
        return this.#command(step);
      case 'tool':
      case 'tool_raw':
        return this.#tool(step, i);
      case 'panel_key':
      case 'panel_close':
        return this.#panel(step);
      case 'intercept_tool_call':
      case 'intercept_turn_start':
      case 'intercept_assistant_message':
        return this.#intercept(step);
      default:
        throw new Error(`This drive does not know "${step.do}".`);
    }
  }

  /** The recordings drive the manager, which knows no built-in names: the first on the list is asked by name. */
  #first(kind: 'tool' | 'command', name: string) {
    const row = this.#bench.agent.registry.find((one) => one.kind === kind && one.name === name);
    return row ? { session: row.session } : {};
  }

  async #command(step: Step): Promise<object> {
    const name = String(step['name']);
    const args = String(step['args'] ?? '');
    const outcome = await this.#bench.agent.runCommand({ name, args, ...this.#first('command', name) });
    return commandReport(outcome, this.#answer(outcome), this.#name(outcome.session));
  }

  async #tool(step: Step, i: number): Promise<object> {
    const name = String(step['name']);
    const raw = step.do === 'tool_raw';
    const ask = { name, argsText: argsText(step), raw, ...this.#first('tool', name) };
    const outcome = await this.#bench.agent.callTool(ask);
    this.ids.set(i, outcome.callId ?? '');
    if (!raw) return { content: blocks(outcome), is_error: outcome.isError, err: null };
    const { id, content = null, is_error } = this.#answer(outcome) ?? {};
    if (outcome.end.how === 'answered')
      return {
        response: { type: 'tool_result', id, content, ...(is_error ? { is_error } : {}) },
        err: null,
      };
    const [block] = outcome.content;
    return {
      response: { type: '', id: '', content: null },
      err: block?.kind === 'text' ? block.text : null,
    };
  }

  async #intercept(step: Step): Promise<object> {
    const event = step.do.slice('intercept_'.length);
    const outcome = await this.#bench.agent.intercept({ event, fields: eventFields(step) });
    return this.#chainReport(outcome);
  }

  #chainReport({ event, blocked, rewritten, value, hops }: ChainOutcome): object {
    const last = hops.at(-1);
    // The real host hands on a blocking answer as it came, rewrites and all; the agent then looks only at the block.
    const answer = blocked ? this.#line(last?.session, last?.answerLine) : undefined;
    const text = answer === undefined ? undefined : (JSON.parse(answer) as Record<string, unknown>);
    const own = { args: answer && rawMember(answer, 'modified_args'), text: text?.['replace_text'] };
    return {
      block: blocked,
      reason: blocked ? (last?.reason ?? '') : '',
      modified_args_text: own.args ?? (rewritten && event === 'tool_call' ? value : null),
      replace_text: own.text ?? (rewritten && event === 'assistant_message' ? value : ''),
    };
  }

  #panel(step: Step): object {
    const ext = String(step['ext']);
    const opened = this.#bench.opened.find(({ session }) => session.name === ext);
    if (!opened) return { err: `no extension "${ext}"` };
    const ask = { session: opened.session.id, panel: String(step['panel_id']) };
    const { agent } = this.#bench;
    if (step.do === 'panel_close') return { err: agent.closePanel(ask).ok ? null : 'failed' };
    const key = String(step['key']);
    const text = String(step['text'] ?? '');
    if (key !== 'esc') return { err: agent.panelKey({ ...ask, key, text }).ok ? null : 'failed' };
    // The recording drives the manager below the chat, which would have closed the panel.
    const sent = opened.session.notice('panel_key', [
      { name: 'panel_id', json: JSON.stringify(ask.panel) },
      { name: 'key', json: '"esc"' },
    ]);
    return { err: sent.ok ? null : 'failed' };
  }

  #answer({ session, end }: ToolOutcome | CommandOutcome): Record<string, unknown> | undefined {
    const line = end.how === 'answered' ? this.#line(session, end.answerLine) : undefined;
    return line === undefined ? undefined : (JSON.parse(line) as Record<string, unknown>);
  }

  #line(session: string | null | undefined, seq: number | null | undefined): string | undefined {
    const entry = this.#of(session)?.sink.entries[(seq ?? 0) - 1];
    return entry?.kind === 'line' && 'text' in entry.raw ? entry.raw.text : undefined;
  }

  #of(session: string | null | undefined): Opened | undefined {
    return this.#bench.opened.find((one) => one.session.id === session);
  }

  #name(session: string | null): string | undefined {
    return this.#of(session)?.session.name;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function argsText(step: Step): string {
  const generated = step['args_gen'] as { key: string; repeat: string; bytes: number } | undefined;
  if (generated) return JSON.stringify({ [generated.key]: generated.repeat.repeat(generated.bytes) });
  if (step['args_text'] !== undefined) return String(step['args_text']);
  return step['args'] === undefined ? '' : JSON.stringify(step['args']);
}

/** In no order of the wire: the encoder has to find it. */
function eventFields(step: Step): WireField[] {
  const fields: WireField[] = ['text', 'tool_name', 'tool_id', 'error', 'stop', 'step']
    .filter((name) => step[name] !== undefined)
    .map((name) => ({ name, json: JSON.stringify(step[name]) }));
  const args = argsText(step);
  return args === '' ? fields : [{ name: 'tool_args', json: args }, ...fields];
}

function blocks({ content }: ToolOutcome): object[] {
  return content.map((block) =>
    block.kind === 'text'
      ? { text: block.text, type: 'text' }
      : { data_b64: block.base64, mime_type: block.mimeType, type: 'image' },
  );
}

function commandReport(
  { command, effect, end }: CommandOutcome,
  response: Record<string, unknown> | undefined,
  owner: string | undefined,
): object {
  const failed = effect.kind === 'error' && end.how !== 'answered';
  return {
    effect: effectReport(effect, owner),
    err: failed ? effect.text.slice(`extension /${command}: `.length) : null,
    response: response ?? { type: '', id: '', action: '' },
  };
}

function effectReport(effect: CommandOutcome['effect'], owner: string | undefined): object {
  switch (effect.kind) {
    case 'noop':
      return { nothing: true };
    case 'error':
      return { status_error: effect.text };
    case 'openPanel': {
      const { id, title, lines, footer } = effect.panel;
      return { open_panel: { id, title, lines, footer }, owner };
    }
    case 'toolPrompt':
      return { tool_prompt: effect.tool };
    default:
      return { [effect.kind]: effect.text };
  }
}
