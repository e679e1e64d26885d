// What a native plugin offers and shows: tools with their flags, handlers, commands, folders, and what the person would see
// of it. Filled by the rules beside this, read by the agent and by whoever shows it. Plain state.

import type { ToolFlag } from '../../../shared/protocol/opcode/abi.ts';

export interface PluginTool {
  readonly registration: number;
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly schemaText: string | null;
  readonly schemaProblem: string;
  readonly flags: readonly ToolFlag[];
  readonly snippet: string | null;
  /** One a line, as they were given. */
  readonly guidelines: readonly string[];
  readonly hasUpdate: boolean;
  readonly late: boolean;
  readonly line: number;
}

export interface PluginHandler {
  readonly registration: number;
  readonly event: string;
  readonly line: number;
}

export interface PluginCommand {
  readonly registration: number;
  readonly name: string;
  readonly description: string;
  readonly line: number;
}

export interface PluginNote {
  readonly level: number;
  readonly message: string;
  readonly line: number;
}

export interface PluginEntry {
  readonly customType: string;
  /** JSON text. */
  readonly data: string;
  readonly line: number;
}

/** Notes and entries that are kept to be shown; the journal has all of them. */
const kept = 200;

export interface PluginOffers {
  /** Accepted ones, in the order they were registered. */
  readonly tools: PluginTool[];
  readonly handlers: PluginHandler[];
  readonly commands: PluginCommand[];
  /** By kind. */
  readonly roots: Map<string, string[]>;
  readonly statuses: Map<string, string>;
  title: string | null;
  /** The newest 200. */
  readonly notes: PluginNote[];
  readonly entries: PluginEntry[];
  model: { readonly provider: string; readonly model: string } | null;
  thinkingLevel: string | null;
}

export type ReadonlyPluginOffers = {
  readonly [K in keyof PluginOffers]: PluginOffers[K] extends (infer T)[]
    ? readonly T[]
    : PluginOffers[K] extends Map<infer A, infer B>
      ? ReadonlyMap<A, B>
      : PluginOffers[K];
};

export function newPluginOffers(): PluginOffers {
  return {
    tools: [],
    handlers: [],
    commands: [],
    roots: new Map(),
    statuses: new Map(),
    title: null,
    notes: [],
    entries: [],
    model: null,
    thinkingLevel: null,
  };
}

export function keep<T>(list: T[], one: T): void {
  list.push(one);
  if (list.length > kept) list.shift();
}

/** Handlers of one event, in the order they are called. */
export function handlersOf(offers: ReadonlyPluginOffers, event: string): readonly PluginHandler[] {
  return offers.handlers.filter((handler) => handler.event === event);
}
