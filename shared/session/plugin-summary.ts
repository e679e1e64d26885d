// What a native plugin's session amounts to so far, beside what every session does: how far it is loaded, what it offers,
// what the person would see of it, its calls and events, and where it stood when it ended. A fold over the journal, so a
// recording tells the same as a live session. Types only; long texts are cut, their rows have them whole.

import type { ToolFlag } from '../protocol/opcode/abi.ts';
import type { DecisionValues } from './decisions.ts';

/** Newest ones that are kept; the journal has all. */
export const keptCalls = 40;
export const keptEmissions = 30;
export const keptShown = 50;
export const longestText = 1_000;

export type LoadStepName = 'open' | 'symbol' | 'entry' | 'init';

export interface LoadStep {
  /** seq of the frame that asked. */
  readonly line: number;
  /** null while it has not come back. */
  readonly end: { readonly line: number; readonly ok: boolean; readonly words: string } | null;
}

export interface PluginToolView {
  readonly name: string;
  readonly label: string;
  readonly description: string;
  readonly flags: readonly ToolFlag[];
  readonly snippet: string;
  readonly guidelines: string;
  readonly hasUpdate: boolean;
  readonly late: boolean;
  readonly line: number;
  readonly calls: number;
}

export interface PluginHandlerView {
  /** Counts the handlers of the plugin, as they came. */
  readonly registration: number;
  readonly event: string;
  readonly line: number;
  /** How often it was called, and how often it returned 1 where that is a veto. */
  readonly calls: number;
  readonly vetoes: number;
}

export interface PluginCommandView {
  readonly name: string;
  readonly description: string;
  readonly line: number;
  readonly calls: number;
}

export interface ResourceRoot {
  readonly kind: string;
  readonly path: string;
  readonly line: number;
}

/** Something the host shows for the plugin, with the seq of the call that set it. */
export interface ShownText {
  readonly text: string;
  readonly line: number;
}
export interface ShownStatus extends ShownText {
  readonly key: string;
}
export interface ShownNote extends ShownText {
  readonly level: number;
}
export interface SessionEntryView {
  readonly customType: string;
  /** JSON text. */
  readonly data: string;
  readonly line: number;
}

export interface PluginCall {
  readonly id: string;
  readonly tool: string;
  readonly toolCallId: string;
  readonly args: string;
  readonly token: string;
  readonly line: number;
  /** The C function has come back; the call may go on. */
  readonly returned: boolean;
  readonly cancelled: boolean;
  readonly updates: readonly ShownText[];
  readonly end: {
    readonly line: number;
    readonly isError: boolean;
    /** Its text blocks. */
    readonly text: string;
  } | null;
  /** Why the host waits no longer although no end came; '' otherwise. */
  readonly lost: string;
  /** What is wrong with it, in sentences. */
  readonly faults: readonly string[];
}

export interface HandlerCall {
  readonly id: string;
  readonly registration: number;
  readonly line: number;
  /** null while it has not returned. */
  readonly end: { readonly line: number; readonly value: number } | null;
}

/** An event as it was told to one handler after the other. */
export interface Emission {
  readonly event: string;
  readonly payload: string;
  readonly line: number;
  readonly handlers: readonly HandlerCall[];
}

export interface CommandRun {
  readonly id: string;
  readonly command: string;
  readonly args: string;
  readonly line: number;
  /** `result`: JSON text, or null for NULL. */
  readonly end: { readonly line: number; readonly result: string | null } | null;
}

/** A call of the host into the plugin that has not come back. */
export interface CallInFlight {
  readonly id: string;
  readonly type: string;
  /** Of the tool, event or command; else ''. */
  readonly name: string;
  readonly line: number;
  /** By name, as they were given to the C function. */
  readonly args: readonly { readonly name: string; readonly text: string }[];
}

export interface PluginSummary {
  readonly loading: Readonly<Partial<Record<LoadStepName, LoadStep>>>;
  /** Calls of resources_discover's handlers at start. */
  readonly discover: { readonly asked: number; readonly returned: number };
  readonly abi: { readonly version: number; readonly structSize: number } | null;
  readonly tools: readonly PluginToolView[];
  readonly handlers: readonly PluginHandlerView[];
  readonly commands: readonly PluginCommandView[];
  readonly roots: readonly ResourceRoot[];
  readonly statuses: readonly ShownStatus[];
  readonly title: ShownText | null;
  readonly model: { readonly provider: string; readonly model: string; readonly line: number } | null;
  readonly thinkingLevel: ShownText | null;
  readonly notes: readonly ShownNote[];
  readonly noteCount: number;
  readonly entries: readonly SessionEntryView[];
  readonly entryCount: number;
  /** Host functions it has called, in the order of their first use. */
  readonly hostCalls: readonly { readonly name: string; readonly count: number }[];
  readonly lastHostCall: { readonly name: string; readonly line: number } | null;
  /** Threads of its own that have called the host. */
  readonly threads: number;
  readonly calls: readonly PluginCall[];
  readonly commandRuns: readonly CommandRun[];
  readonly emissions: readonly Emission[];
  /** In the order they run; the first is the one on the main loop. */
  readonly inFlight: readonly CallInFlight[];
  /** The newest call that a person or the agent made: what is made again after a crash without one in flight. */
  readonly lastAsked: CallInFlight | null;
  /** The main loop stands still: which call, in words. */
  readonly blocked: { readonly line: number; readonly message: string } | null;
  readonly crash: (DecisionValues['crashReported'] & { readonly line: number }) | null;
}
