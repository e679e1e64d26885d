// What the child knows of the plugin it hosts: what was registered, what is open, and what the engine told it about the
// host it plays. Plain state; the rules of the host functions fill it.

import type { OpcodeRules } from '../../shared/protocol/opcode/rules.ts';
import type { FaultCode, FaultWords } from '../../shared/protocol/opcode/faults.ts';
import type { CText } from './c-value.ts';
import { Heap } from './heap.ts';
import type { Pointer } from './native.ts';
import type { Wire } from './wire.ts';

/** What the engine decides about the host; told before anything is loaded, and again when it changes. */
export interface HostFacts {
  readonly rules: OpcodeRules;
  readonly cwd: string;
  readonly sessionId: string | null;
  readonly sessionFile: string | null;
  readonly systemPrompt: string | null;
  readonly models: readonly { readonly provider: string; readonly model: string }[];
  /** Given-back memory is overwritten. */
  readonly poison: boolean;
}

export interface RegisteredTool {
  readonly name: string | null;
  readonly flags: number;
  readonly execute: Pointer | null;
  readonly update: Pointer | null;
}

export interface RegisteredHandler {
  readonly event: string | null;
  readonly handler: Pointer | null;
  readonly userdata: Pointer | null;
}

export interface RegisteredCommand {
  readonly name: string | null;
  readonly handler: Pointer | null;
}

/** A tool call that is not over for us: its texts are still lent to the plugin. */
export interface OpenCall {
  readonly id: string;
  readonly handle: bigint;
  readonly tool: string;
  readonly threadsafe: boolean;
  readonly texts: readonly Pointer[];
  returned: boolean;
  done: boolean;
}

export interface PluginState {
  facts: HostFacts;
  readonly wire: Wire;
  readonly heap: Heap;
  /** By registration number less one; one that could not be read keeps its place. */
  readonly tools: (RegisteredTool | null)[];
  readonly handlers: RegisteredHandler[];
  readonly commands: RegisteredCommand[];
  readonly deferred: Map<number, { readonly fn: Pointer; readonly userdata: Pointer | null }>;
  readonly requests: Map<number, { readonly cb: Pointer | null; readonly userdata: Pointer | null }>;
  readonly cancelled: Set<string>;
  readonly calls: Map<bigint, OpenCall>;
  /** Handles of calls that are over, where they are not the number in the frame; the newest only. */
  readonly pastHandles: Map<bigint, string>;
  /** Calls that are over since the main loop last turned. */
  readonly over: OpenCall[];
  defers: number;
  httpRequests: number;
  /** Faults of the crossing that is being dealt with; told after its frame. */
  readonly faults: { readonly code: FaultCode; readonly words: FaultWords }[];
}

export function newPluginState(facts: HostFacts, wire: Wire): PluginState {
  return {
    facts,
    wire,
    heap: new Heap(),
    tools: [],
    handlers: [],
    commands: [],
    deferred: new Map(),
    requests: new Map(),
    cancelled: new Set(),
    calls: new Map(),
    pastHandles: new Map(),
    over: [],
    defers: 0,
    httpRequests: 0,
    faults: [],
  };
}

export function name(state: PluginState, code: FaultCode, words: FaultWords = {}): void {
  state.faults.push({ code, words });
}

/** Puts the faults behind the frame they belong to. */
export function sayFaults(state: PluginState): void {
  for (const { code, words } of state.faults.splice(0)) state.wire.say({ fault: code, words });
}

/** The text, where it is one that can be compared; bytes that are not UTF-8 equal nothing. */
export function plain(text: CText | null): string | null {
  return text === null || text.bytes !== undefined || text.unread ? null : text.text;
}
