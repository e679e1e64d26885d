// What a person does with one native plugin: the tool, event and command that are chosen, what was typed for each, and the
// commands to main. What came of them is in the session's summary, nothing of it is kept here.

import { SvelteMap } from 'svelte/reactivity';
import { templateOf } from '@shared/form/template.ts';
import type { Failure } from '@shared/errors.ts';
import type { SessionId } from '@shared/ids.ts';
import type { Bridge, CommandName } from '@shared/ipc/contract.ts';
import { eventTemplate, eventTemplates } from '@shared/protocol/opcode/event-names.ts';
import { prettyJson } from '@shared/form/layout.ts';
import type { PluginSummary } from '@shared/session/plugin-summary.ts';
import type { SessionSummary } from '@shared/session/summary.ts';
import { ask, type AskArgs } from '../bridge.ts';
import { toolSchema } from './frame-templates.ts';

export type PluginTab = 'calls' | 'events' | 'run' | 'preview';

export interface PluginParts {
  readonly bridge: Bridge;
  readonly session: SessionId;
  readonly summary: () => SessionSummary;
  readonly refused: (failure: Failure) => void;
}

export class PluginState {
  readonly #parts: PluginParts;
  tab = $state<PluginTab>('calls');
  tool = $state.raw<string | null>(null);
  command = $state.raw<string | null>(null);
  event = $state.raw(eventTemplates[0]?.name ?? '');
  /** Passed as they are, neither JSON nor schema looked at. */
  raw = $state(false);
  /** A call of a tool marked DESTRUCTIVE that waits to be confirmed. */
  confirming = $state.raw<{ readonly tool: string; readonly args: string; readonly raw: boolean } | null>(
    null,
  );
  /** Said after an event that nobody handles; '' otherwise. */
  unheard = $state.raw('');
  /** The field for arguments is to take the focus once it is there. */
  argsWanted = $state.raw(false);
  readonly #args = new SvelteMap<string, string>();
  readonly #commandArgs = new SvelteMap<string, string>();
  readonly #payloads = new SvelteMap<string, string>();
  readonly #partials = new SvelteMap<string, string>();

  constructor(parts: PluginParts) {
    this.#parts = parts;
  }

  /** What was typed and chosen for the session that this one took over from. */
  takeOver(other: PluginState): void {
    this.tab = other.tab;
    this.tool = other.tool;
    this.command = other.command;
    this.event = other.event;
    this.raw = other.raw;
    for (const [tool, text] of other.#args) this.#args.set(tool, text);
    for (const [command, text] of other.#commandArgs) this.#commandArgs.set(command, text);
    for (const [event, text] of other.#payloads) this.#payloads.set(event, text);
  }

  get told(): PluginSummary | undefined {
    return this.#parts.summary().plugin;
  }
  readonly chosenTool = $derived.by(() => {
    const tools = this.told?.tools ?? [];
    return tools.find((one) => one.name === this.tool) ?? tools[0] ?? null;
  });
  readonly chosenCommand = $derived.by(() => {
    const commands = this.told?.commands ?? [];
    return commands.find((one) => one.name === this.command) ?? commands[0] ?? null;
  });

  /** What was typed for the tool, else arguments as its schema begins them. */
  argsOf(tool: string): string {
    const typed = this.#args.get(tool);
    if (typed !== undefined) return typed;
    const registered = this.#parts.summary().tools.find((one) => one.name === tool);
    const schema = toolSchema(registered);
    return schema ? templateOf(schema, { fill: 'required' }) : '{}';
  }
  typeArgs(tool: string, text: string): void {
    this.#args.set(tool, text);
  }
  commandArgsOf(command: string): string {
    return this.#commandArgs.get(command) ?? '';
  }
  typeCommandArgs(command: string, text: string): void {
    this.#commandArgs.set(command, text);
  }
  payloadOf(event: string): string {
    return this.#payloads.get(event) ?? prettyJson(JSON.stringify(eventTemplate(event)?.payload ?? {}));
  }
  typePayload(event: string, text: string): void {
    this.#payloads.set(event, text);
  }
  resetPayload(event: string): void {
    this.#payloads.delete(event);
  }
  isTyped(event: string): boolean {
    return this.#payloads.has(event);
  }
  partialOf(call: string): string {
    return this.#partials.get(call) ?? '{"content":[{"type":"text","text":"so far"}]}';
  }
  typePartial(call: string, text: string): void {
    this.#partials.set(call, text);
  }

  /** Shows the field where a tool or a command is asked. */
  want(kind: 'tool' | 'command' | 'event', name: string): void {
    this.tab = kind === 'event' ? 'events' : 'calls';
    if (kind === 'tool') this.tool = name;
    else if (kind === 'command') this.command = name;
    else this.event = name;
    this.argsWanted = kind !== 'command';
  }

  /** Asks first when the tool is marked DESTRUCTIVE. */
  async call(tool: string, args: string, raw = this.raw): Promise<void> {
    const flags = this.told?.tools.find((one) => one.name === tool)?.flags ?? [];
    if (flags.includes('DESTRUCTIVE')) this.confirming = { tool, args, raw };
    else await this.#call(tool, args, raw, false);
  }
  async confirm(yes: boolean): Promise<void> {
    const asked = this.confirming;
    this.confirming = null;
    if (asked && yes) await this.#call(asked.tool, asked.args, asked.raw, true);
  }
  cancel(token: string): Promise<boolean> {
    return this.#tell('plugin.cancel', { session: this.#parts.session, token });
  }
  update(call: string): Promise<boolean> {
    return this.#tell('plugin.update', { session: this.#parts.session, call, partial: this.partialOf(call) });
  }
  runCommand(name: string): Promise<boolean> {
    return this.#tell('plugin.runCommand', {
      session: this.#parts.session,
      name,
      args: this.commandArgsOf(name),
    });
  }
  async emit(event: string): Promise<void> {
    this.unheard = '';
    const payload = this.payloadOf(event);
    const answer = await ask(this.#parts.bridge, 'plugin.emit', {
      session: this.#parts.session,
      event,
      payload,
    });
    if (!answer.ok) this.#parts.refused(answer.failure);
    else if (answer.value.handlers === 0) this.unheard = event;
  }

  async #call(name: string, argsText: string, raw: boolean, confirmed: boolean): Promise<void> {
    await this.#tell('plugin.callTool', { session: this.#parts.session, name, argsText, raw, confirmed });
  }

  async #tell<C extends CommandName>(name: C, args: AskArgs<C>): Promise<boolean> {
    const answer = await ask(this.#parts.bridge, name, args);
    if (!answer.ok) this.#parts.refused(answer.failure);
    return answer.ok;
  }
}
