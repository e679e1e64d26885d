// The agent's side of one plugin: calls its tools, runs its commands, tells its handlers events and makes of what they
// return what an Opcode host would. Everything goes through the session's requests, so it is all in the journal.

import { compactJson } from '../../../shared/json/compact.ts';
import { isVetoable } from '../../../shared/protocol/opcode/event-names.ts';
import { returnWords } from '../../../shared/protocol/opcode/events.ts';
import { opcodeRules } from '../../../shared/protocol/opcode/rules.ts';
import { quote } from '../../../shared/protocol/say.ts';
import type {
  AgentRemark,
  ChainHop,
  CommandEffect,
  CommandOutcome,
  ToolOutcome,
  WireField,
} from '../../../shared/session/agent.ts';
import { endWords } from '../../../shared/session/agent-words.ts';
import type { HandlerReturn } from '../../../shared/session/plugin-run.ts';
import type { HostRequest, RequestResult } from '../request-desk.ts';
import type { Session } from '../session-type.ts';
import { blocksOf } from './blocks.ts';
import type { OpcodeInput } from './opcode-types.ts';
import type { HopAsk, PluginFace, PluginToolAsk } from './plugin-face.ts';
import {
  handlersOf,
  type PluginHandler,
  type PluginTool,
  type ReadonlyPluginOffers,
} from './plugin-offers.ts';
import {
  invalidWords,
  eventFields,
  payloadOf,
  vetoWords,
  reasonWords,
  failedWords,
  notSent,
} from './plugin-agent-words.ts';
import { readResult } from './results.ts';

interface Rim {
  readonly machine: { readonly offered: ReadonlyPluginOffers };
  tell(input: OpcodeInput): void;
  settle(): void;
}

const text = (value: string): string => JSON.stringify(value);

export class PluginAgent implements PluginFace {
  readonly #session: Session;
  readonly #rim: Rim;
  /** Of calls that run, by their id. */
  readonly #tokens = new Map<string, string>();
  #runs = 0;
  #calls = 0;

  constructor(session: Session, rim: Rim) {
    this.#session = session;
    this.#rim = rim;
  }

  get offered(): ReadonlyPluginOffers {
    return this.#rim.machine.offered;
  }

  async callTool(ask: PluginToolAsk): Promise<ToolOutcome> {
    const { name, raw } = ask;
    const tool = this.offered.tools.find((one) => one.name === name);
    if (!tool) return notSent(this.#session, name, `the plugin has no tool ${quote(name)}`);
    const argsText = ask.argsText.trim() === '' ? '{}' : ask.argsText;
    const args = compactJson(argsText);
    if (args === undefined) return notSent(this.#session, name, 'args is not JSON');
    const invalid = raw ? [] : invalidWords(tool, args);
    if (invalid.length > 0) return this.#invalid(name, invalid);
    const token = ask.token ?? this.newRun();
    const request = this.#session.request({
      type: 'tool.execute',
      name,
      fields: [
        { name: 'tool', json: text(name) },
        { name: 'registration', json: String(tool.registration) },
        { name: 'tool_call_id', json: text(ask.toolCallId ?? `call_${++this.#calls}`) },
        { name: 'args_json', json: text(args) },
        { name: 'signal_token', json: text(token) },
      ],
      deadlineMs: ask.timeoutMs ?? this.#session.profile.toolDeadlineMs,
      outcome: 'the model reads an error',
    });
    this.#tokens.set(request.id, token);
    const result = await request.end;
    this.#tokens.delete(request.id);
    return this.#toolOutcome(request, result, tool);
  }

  /** A token for a run: several calls of one run have the same. */
  newRun(): string {
    return `run-${++this.#runs}`;
  }

  async runCommand(ask: { readonly name: string; readonly args: string }): Promise<CommandOutcome> {
    const { name, args } = ask;
    const command = this.offered.commands.find((one) => one.name === name);
    const base = { command: name, session: this.#session.id };
    if (!command) {
      const reason = `the plugin has no command /${name}`;
      const effect: CommandEffect = { kind: 'error', text: reason };
      return { ...base, callId: null, line: null, end: { how: 'notSent', reason }, effect, tookMs: 0 };
    }
    const request = this.#session.request({
      type: 'command',
      name,
      fields: [
        { name: 'name', json: text(name) },
        { name: 'registration', json: String(command.registration) },
        { name: 'args', json: text(args) },
      ],
      deadlineMs: this.#session.profile.commandDeadlineMs,
      outcome: 'the command counts as failed',
    });
    const { end, answer, spentMs } = await request.end;
    const value = answer?.frame.value;
    const effect: CommandEffect = !answer
      ? { kind: 'error', text: endWords(end) }
      : typeof value === 'string'
        ? { kind: 'display', text: value }
        : { kind: 'noop' };
    return { ...base, callId: request.id, line: request.line, end, effect, tookMs: spentMs };
  }

  emit(event: string, fields: readonly WireField[]): readonly number[] {
    const payload = payloadOf(fields);
    this.#announce(event);
    const lines: number[] = [];
    for (const handler of this.#told(event)) {
      const line = this.#session.notice('event', eventFields(event, handler, payload));
      if (line.ok) lines.push(line.value);
    }
    return lines;
  }

  async tell(event: string, payload: string, stopAtVeto: boolean): Promise<readonly HandlerReturn[]> {
    this.#announce(event);
    const returns: HandlerReturn[] = [];
    for (const [index, handler] of this.#told(event).entries()) {
      const request = this.#ask(event, handler, payload);
      const { end, answer } = await request.end;
      const value = valueOf(answer?.frame.value);
      returns.push({
        ...{ session: this.#session.id, plugin: this.#session.name, handler: index + 1, value },
        meaning: value === null ? endWords(end) : returnWords(value),
        line: answer?.line ?? request.line,
      });
      if (stopAtVeto && value === 1 && isVetoable(event)) break;
    }
    return returns;
  }

  async hop(ask: HopAsk): Promise<Omit<ChainHop, 'session' | 'name'>> {
    const { event, fields, before, failClosed } = ask;
    const payload = payloadOf(fields);
    const totalMs = this.#session.profile.interceptDeadlineMs;
    const base = { before, after: before, totalMs, remarks: [] as AgentRemark[] };
    let spentMs = 0;
    let last: { readonly request: HostRequest; readonly result: RequestResult } | undefined;
    for (const handler of this.#told(event)) {
      const request = this.#ask(event, handler, payload);
      ask.asks(request);
      const result = await request.end;
      spentMs += result.spentMs;
      last = { request, result };
      const value = valueOf(result.answer?.frame.value);
      if (value === 0 || (value !== null && value !== 1)) continue;
      const verdict = value === 1 ? 'block' : result.end.how === 'timedOut' ? 'timeout' : 'gone';
      const reason = value === 1 ? vetoWords(event, this.#session.name) : reasonWords(result.end, failClosed);
      return { ...base, ...places(last), verdict, reason, spentMs };
    }
    if (!last)
      return {
        ...base,
        callId: null,
        line: null,
        answerLine: null,
        verdict: 'notAsked',
        reason: '',
        spentMs,
      };
    return { ...base, ...places(last), verdict: 'allow', reason: '', spentMs };
  }

  cancel(token: string): void {
    this.#rim.tell({ kind: 'cancelled', token, by: 'a person' });
    this.#rim.settle();
  }

  tokenOf(callId: string): string | undefined {
    return this.#tokens.get(callId);
  }

  async update(toolName: string, callId: string, partial: string): Promise<boolean> {
    const tool = this.offered.tools.find((one) => one.name === toolName);
    if (!tool?.hasUpdate) return false;
    const request = this.#session.request({
      type: 'tool.update',
      name: toolName,
      fields: [
        { name: 'tool', json: text(toolName) },
        { name: 'registration', json: String(tool.registration) },
        { name: 'call', json: text(callId) },
        { name: 'partial_json', json: text(partial) },
      ],
      deadlineMs: null,
      outcome: 'it is waited for',
    });
    return (await request.end).answer !== null;
  }

  /** Handlers that this host calls for the event, in order. */
  #told(event: string): readonly PluginHandler[] {
    const { dispatched } = opcodeRules(this.#session.profile.name);
    return dispatched.includes(event) ? handlersOf(this.offered, event) : [];
  }

  #announce(event: string): void {
    this.#rim.tell({ kind: 'announced', event });
  }

  #ask(event: string, handler: PluginHandler, payload: string): HostRequest {
    return this.#session.request({
      type: 'event',
      name: event,
      fields: eventFields(event, handler, payload),
      deadlineMs: this.#session.profile.interceptDeadlineMs,
      outcome: 'go on as if it had returned 0',
    });
  }

  #toolOutcome(request: HostRequest, result: RequestResult, tool: PluginTool): ToolOutcome {
    const { answer, end, spentMs } = result;
    const read = answer ? readResult(answer.frame, request.id) : null;
    const converted = read ? blocksOf(read.content) : { content: [], remarks: [] };
    const failed = read === null || read.faults.some(({ code }) => code !== 'done-is-error-differs');
    const content =
      converted.content.length > 0 || !failed
        ? converted.content
        : [{ kind: 'text', text: failedWords(tool.name, end) } as const];
    const outcome: ToolOutcome = {
      ...{ tool: tool.name, session: this.#session.id, callId: request.id, line: request.line, end, content },
      isError: read === null || read.isError || (failed && converted.content.length === 0),
      remarks: converted.remarks,
      tookMs: spentMs,
    };
    if (outcome.isError || outcome.remarks.length > 0) this.#note(outcome);
    return outcome;
  }

  /** The arguments do not fit: the host answers the model itself and calls nobody. */
  #invalid(name: string, words: readonly string[]): ToolOutcome {
    const reason = `the arguments do not fit the schema of ${name}: ${words.join(' ')}`;
    const outcome = notSent(this.#session, name, reason);
    this.#note(outcome);
    return outcome;
  }

  #note({ tool, callId, line, end, isError, content, remarks }: ToolOutcome): void {
    const [first] = content;
    const said = first?.kind === 'text' ? `: ${quote(first.text)}` : '';
    const more = remarks.map(({ message }) => ` ${message}`).join('');
    this.#session.note({
      kind: 'decided',
      decision: 'toolFinished',
      message: `The model reads ${isError ? 'an error' : 'the result'} of ${tool}${said}.${more}`,
      ...(line === null ? {} : { line }),
      value: {
        ...{ tool, id: callId, how: end.how, isError, blocks: content.length },
        remarks: remarks.map(({ code }) => code),
      },
    });
  }
}

function valueOf(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}

function places({ request, result }: { readonly request: HostRequest; readonly result: RequestResult }) {
  return { callId: request.id, line: request.line, answerLine: result.answer?.line ?? null };
}
