// Calls of the host into a plugin and what came of them: tools with their partial and final results, events told to one
// handler after the other, commands, and which call is on the main loop. At a crash what is in flight here is what crashed.

import { eventTemplate } from '../protocol/opcode/event-names.ts';
import type { JsonObject } from '../protocol/define.ts';
import type { Handled } from './fold-plugin-offers.ts';
import { cut, keepNewest, numberIn, shownField, textIn } from './plugin-fields.ts';
import {
  keptCalls,
  keptEmissions,
  type CallInFlight,
  type CommandRun,
  type Emission,
  type HandlerCall,
  type PluginCall,
  type PluginSummary,
  type ShownText,
} from './plugin-summary.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };
type Calls = Pick<
  PluginSummary,
  'calls' | 'commandRuns' | 'emissions' | 'inFlight' | 'lastAsked' | 'blocked' | 'discover'
>;
interface Told extends Omit<Mutable<Emission>, 'handlers'> {
  readonly handlers: Mutable<HandlerCall>[];
  /** The payload in full: the next handler is told the same. */
  readonly whole: string;
}
interface Running extends Omit<Mutable<PluginCall>, 'updates' | 'faults'> {
  readonly updates: ShownText[];
  readonly faults: string[];
}

const nameFields = ['tool', 'event', 'name'] as const;
const notArguments: ReadonlySet<string> = new Set(['type', 'id', 'registration']);
const askedByAnyone: ReadonlySet<string> = new Set(['tool.execute', 'event', 'command', 'plugin.shutdown']);
const mostUpdates = 20;
const mostFaults = 5;
/** Of a longer result the beginning is shown as it is. */
const longestRead = 65_536;

export class PluginCallFold {
  readonly #calls: Running[] = [];
  readonly #runs: Mutable<CommandRun>[] = [];
  readonly #told: Told[] = [];
  readonly #inFlight: CallInFlight[] = [];
  readonly #perTool = new Map<string, number>();
  readonly #perCommand = new Map<string, number>();
  readonly #perHandler = new Map<number, { calls: number; ones: number }>();
  readonly #cancelled = new Set<string>();
  #lastAsked: CallInFlight | null = null;
  #blocked: PluginSummary['blocked'] = null;
  #discoverAsked = 0;
  #discoverReturned = 0;

  readonly handled: Handled = {
    calls: (name) => this.#perTool.get(name) ?? 0,
    command: (name) => this.#perCommand.get(name) ?? 0,
    handler: (registration) => this.#perHandler.get(registration) ?? { calls: 0, ones: 0 },
  };

  get summary(): Calls {
    return {
      calls: this.#calls.map((call) => ({
        ...call,
        cancelled: this.#cancelled.has(call.token),
        updates: [...call.updates],
        faults: [...call.faults],
      })),
      commandRuns: this.#runs.map((run) => ({ ...run })),
      emissions: this.#told.map(({ event, payload, line, handlers }) => ({
        ...{ event, payload, line },
        handlers: handlers.map((one) => ({ ...one })),
      })),
      inFlight: [...this.#inFlight],
      lastAsked: this.#lastAsked,
      blocked: this.#blocked,
      discover: { asked: this.#discoverAsked, returned: this.#discoverReturned },
    };
  }

  takeOver(other: PluginCallFold): void {
    for (const call of other.#calls)
      this.#calls.push({ ...call, updates: [...call.updates], faults: [...call.faults] });
    for (const run of other.#runs) this.#runs.push({ ...run });
    for (const told of other.#told)
      this.#told.push({ ...told, handlers: told.handlers.map((one) => ({ ...one })) });
    this.#inFlight.push(...other.#inFlight);
    for (const [name, count] of other.#perTool) this.#perTool.set(name, count);
    for (const [name, count] of other.#perCommand) this.#perCommand.set(name, count);
    for (const [place, counted] of other.#perHandler) this.#perHandler.set(place, { ...counted });
    for (const token of other.#cancelled) this.#cancelled.add(token);
    this.#lastAsked = other.#lastAsked;
    this.#blocked = other.#blocked;
    this.#discoverAsked = other.#discoverAsked;
    this.#discoverReturned = other.#discoverReturned;
  }

  /** @param ready the plugin is loaded: what is told now is no part of that */
  crossed(type: string, frame: JsonObject, line: number, ready: boolean): void {
    if (type.endsWith('.return')) return this.#returned(type, frame, line, ready);
    this.entered(type, frame, line);
    if (type === 'tool.execute') this.#executes(frame, line);
    else if (type === 'tool.update') this.#updates(frame, line);
    else if (type === 'event') this.#tells(frame, line, ready);
    else if (type === 'command') this.#commands(frame, line);
  }

  entered(type: string, frame: JsonObject, line: number): void {
    const name = nameFields.map((key) => textIn(frame, key)).find((text) => text !== null) ?? '';
    const args = Object.entries(frame)
      .filter(([key]) => !notArguments.has(key))
      .map(([key, value]) => ({ name: key, text: shownField(value) }));
    const call = { id: textIn(frame, 'id') ?? '', type, name, line, args };
    this.#inFlight.push(call);
    if (askedByAnyone.has(type)) this.#lastAsked = call;
  }

  /** The function has come back. */
  left(frame: JsonObject): void {
    const id = textIn(frame, 'id') ?? '';
    const at = this.#inFlight.findIndex((call) => call.id === id);
    if (at < 0) return;
    if (this.#inFlight[at]?.line === this.#blocked?.line) this.#blocked = null;
    this.#inFlight.splice(at, 1);
  }

  done(frame: JsonObject, line: number): void {
    const id = textIn(frame, 'id') ?? '';
    const call = this.#calls.findLast((one) => one.id === id);
    if (!call || call.end) return;
    call.end = { line, isError: numberIn(frame, 'is_error') !== 0, text: resultText(frame.result_json) };
  }

  /** A person dropped it at the gate: a return that never comes back ends its call all the same. */
  dropped(type: string, frame: JsonObject): void {
    if (type.endsWith('.return')) this.left(frame);
  }

  cancelled(token: string): void {
    this.#cancelled.add(token);
  }

  /** The host waits no longer for what was asked at `line`. */
  lost(message: string, line: number): void {
    const call = this.#calls.findLast((one) => one.line === line);
    if (call && !call.end) call.lost = cut(message);
  }

  problem(code: string, message: string, line: number): void {
    if (code === 'main-loop-blocked' || code === 'constructor-blocked') this.#blocked = { line, message };
    const call = this.#calls.findLast((one) => one.line === line || one.end?.line === line);
    if (call && call.faults.length < mostFaults) call.faults.push(cut(message));
  }

  #returned(type: string, frame: JsonObject, line: number, ready: boolean): void {
    this.left(frame);
    const id = textIn(frame, 'id') ?? '';
    if (type === 'tool.execute.return') {
      const call = this.#calls.findLast((one) => one.id === id);
      if (call) call.returned = true;
    } else if (type === 'command.return') {
      const run = this.#runs.findLast((one) => one.id === id);
      const result = textIn(frame, 'value');
      if (run) run.end = { line, result: result === null ? null : cut(result) };
    } else if (type === 'event.return') this.#handlerReturned(id, numberIn(frame, 'value'), line, ready);
  }

  #executes(frame: JsonObject, line: number): void {
    const tool = textIn(frame, 'tool') ?? '';
    this.#perTool.set(tool, (this.#perTool.get(tool) ?? 0) + 1);
    const call: Running = {
      ...{ id: textIn(frame, 'id') ?? '', tool, line },
      toolCallId: cut(textIn(frame, 'tool_call_id') ?? ''),
      args: shownField(frame.args_json),
      token: cut(textIn(frame, 'signal_token') ?? ''),
      ...{ returned: false, cancelled: false, updates: [], end: null, lost: '', faults: [] },
    };
    keepNewest(this.#calls, call, keptCalls);
  }

  #updates(frame: JsonObject, line: number): void {
    const call = this.#calls.findLast((one) => one.id === textIn(frame, 'call'));
    if (call) keepNewest(call.updates, { text: resultText(frame.partial_json), line }, mostUpdates);
  }

  #commands(frame: JsonObject, line: number): void {
    const command = textIn(frame, 'name') ?? '';
    this.#perCommand.set(command, (this.#perCommand.get(command) ?? 0) + 1);
    const args = shownField(frame.args);
    keepNewest(this.#runs, { id: textIn(frame, 'id') ?? '', command, args, line, end: null }, keptEmissions);
  }

  /** The handlers of one event are told one after the other, each later one with a higher number. */
  #tells(frame: JsonObject, line: number, ready: boolean): void {
    const event = textIn(frame, 'event') ?? '';
    const whole = shownField(frame.payload_json);
    const registration = numberIn(frame, 'registration');
    const one: HandlerCall = { id: textIn(frame, 'id') ?? '', registration, line, end: null };
    if (!ready && event === 'resources_discover') this.#discoverAsked += 1;
    const counted = this.#perHandler.get(registration) ?? { calls: 0, ones: 0 };
    this.#perHandler.set(registration, { ...counted, calls: counted.calls + 1 });
    const last = this.#told.findLast((told) => told.event === event);
    const before = last?.handlers.at(-1)?.registration ?? 0;
    const goesOn = last === this.#told.at(-1) && last?.whole === whole && registration > before;
    if (last && goesOn) last.handlers.push(one);
    else keepNewest(this.#told, { event, payload: cut(whole), whole, line, handlers: [one] }, keptEmissions);
  }

  #handlerReturned(id: string, value: number, line: number, ready: boolean): void {
    const told = this.#told.findLast(({ handlers }) => handlers.some((one) => one.id === id));
    const handler = told?.handlers.find((one) => one.id === id);
    if (!told || !handler) return;
    handler.end = { line, value };
    if (!ready && told.event === 'resources_discover') this.#discoverReturned += 1;
    const counted = this.#perHandler.get(handler.registration);
    if (counted && value === 1 && eventTemplate(told.event)?.vetoable) counted.ones += 1;
  }
}

/** The text blocks of a result, or the text itself where it is none. */
function resultText(result: unknown): string {
  if (typeof result !== 'string') return shownField(result);
  if (result.length > longestRead) return cut(result);
  try {
    const { content } = JSON.parse(result) as { readonly content?: unknown };
    if (!Array.isArray(content)) return cut(result);
    return cut(content.map(blockText).join('\n'));
  } catch {
    return cut(result);
  }
}

function blockText(block: unknown): string {
  const { type, text } = (block ?? {}) as { readonly type?: unknown; readonly text?: unknown };
  return typeof text === 'string' ? text : `(${typeof type === 'string' ? type : 'no type'})`;
}
