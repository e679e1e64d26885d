// The public face of the simulated agent: the host's side above single sessions. It asks tools, commands, events and
// intercepts of all extensions in a workspace, in load order, and reports what the real host would make of the answers.
// Drivers, IPC and the command line use this and nothing below it. All that happens is in the sessions' journals too.

import type { SessionId } from '../../shared/ids.ts';
import type { Severity } from '../../shared/session/entries.ts';

/** JSON as written by whoever asked: sent compacted, never re-spelled. */
export type JsonText = string;

/** One block of a tool's answer as the real host hands it to the model. */
export type AgentBlock =
  | { readonly kind: 'text'; readonly text: string }
  | {
      readonly kind: 'image';
      readonly mimeType: string;
      readonly base64: string;
      readonly byteLength: number;
    };

/** How a request to an extension ended. */
export type RequestEnd =
  | { readonly how: 'answered'; readonly answerLine: number; readonly latencyUs: number }
  /** The deadline ran out; `afterMs` of host time. */
  | { readonly how: 'timedOut'; readonly afterMs: number }
  /** The process ended, or its pipe broke, before an answer. */
  | { readonly how: 'gone'; readonly reason: string }
  /** Nothing was sent. */
  | { readonly how: 'notSent'; readonly reason: string }
  /** A person dropped the request or its answer at the gate and no answer came. */
  | { readonly how: 'dropped'; readonly reason: string };

export interface ToolOutcome {
  readonly tool: string;
  readonly session: SessionId | null;
  readonly callId: string | null;
  /** seq of the tool_call line in the session's journal. */
  readonly line: number | null;
  readonly end: RequestEnd;
  readonly isError: boolean;
  readonly content: readonly AgentBlock[];
  /** What to know about it: bad base64, unknown blocks, empty content … */
  readonly remarks: readonly AgentRemark[];
  readonly tookMs: number;
}

export interface AgentRemark {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
}

export type CommandEffect =
  | { readonly kind: 'prompt' | 'insert' | 'display'; readonly text: string }
  | { readonly kind: 'openPanel'; readonly panel: PanelView }
  | { readonly kind: 'toolPrompt'; readonly tool: string; readonly argsText: JsonText }
  | { readonly kind: 'noop' }
  | { readonly kind: 'error'; readonly text: string };

export interface CommandOutcome {
  readonly command: string;
  readonly session: SessionId | null;
  readonly callId: string | null;
  readonly line: number | null;
  readonly end: RequestEnd;
  readonly effect: CommandEffect;
  readonly tookMs: number;
}

export interface PanelView {
  readonly session: SessionId;
  readonly id: string;
  readonly title: string;
  readonly lines: readonly string[];
  readonly footer: string;
  readonly open: boolean;
}

export interface EmitOutcome {
  readonly event: string;
  /** Who got it, with the seq of the line; those not subscribed are absent. */
  readonly sent: readonly { readonly session: SessionId; readonly line: number }[];
  /** Set when nothing was sent although somebody subscribed (tool args that are no JSON: real host, May 2026). */
  readonly notSent?: string;
}

/** What one extension made of an intercept. */
export type HopVerdict = 'allow' | 'block' | 'rewrite' | 'timeout' | 'gone' | 'refusedRewrite' | 'notAsked';

export interface ChainHop {
  readonly session: SessionId;
  readonly name: string;
  readonly callId: string | null;
  readonly line: number | null;
  readonly answerLine: number | null;
  readonly verdict: HopVerdict;
  /** Value that this hop was asked about and value it passed on: args as JSON text, or the message text. */
  readonly before: string;
  readonly after: string;
  readonly reason: string;
  readonly spentMs: number;
  readonly remarks: readonly AgentRemark[];
}

export interface ChainOutcome {
  /** Counts from 1 in a workspace. */
  readonly chain: number;
  readonly event: string;
  readonly blocked: boolean;
  /** Refusal as the model or the user gets it; the host's default text when the guard gave none. */
  readonly reason: string;
  /** Args (JSON text) or message text that goes on; equal to what was asked about when nobody rewrote it. */
  readonly value: string;
  readonly rewritten: boolean;
  readonly decidedBy: SessionId | null;
  readonly hops: readonly ChainHop[];
  readonly spentMs: number;
}

/** A chain while it runs, for the live countdown: one card per decision. */
export interface ChainCard {
  readonly chain: number;
  readonly event: string;
  readonly title: string;
  /** Host time, ms since the workspace began. */
  readonly startedMs: number;
  readonly asked: string;
  readonly hops: readonly (ChainHop | RunningHop)[];
  /** null while it runs. */
  readonly outcome: ChainOutcome | null;
}

export interface RunningHop {
  readonly session: SessionId;
  readonly name: string;
  readonly verdict: 'waiting' | 'running';
  readonly before: string;
  readonly totalMs: number;
  readonly leftMs: number;
  readonly frozen: boolean;
  /** "allow, unchanged": what happens when it runs out. */
  readonly outcome: string;
}

/** A registered name over all extensions, with who won it. */
export interface RegistryRow {
  readonly kind: 'tool' | 'command';
  readonly name: string;
  readonly session: SessionId;
  readonly extension: string;
  readonly description: string;
  readonly schemaText: string | null;
  readonly late: boolean;
  /** `shadowed`: a built-in or an earlier extension has the name; `gone`: its extension ended. */
  readonly status: 'active' | 'shadowed' | 'gone';
  readonly why: string;
  /** Schema is no JSON Schema, in words; empty when fine. */
  readonly schemaProblem: string;
}

export interface InterceptPayload {
  readonly event: string;
  /** Fields beside type, id and event, by wire name, in wire order. JSON values as text. */
  readonly fields: readonly WireField[];
}
export interface WireField {
  readonly name: string;
  /** JSON text of the value. */
  readonly json: JsonText;
}

export interface Agent {
  /** Live sessions in load order. */
  readonly registry: readonly RegistryRow[];
  readonly panels: readonly PanelView[];
  /** The newest 1,000 chains, oldest first. */
  readonly chains: readonly ChainCard[];
  /** `session` calls that extension's tool even when another one has won the name. */
  callTool(ask: {
    readonly name: string;
    readonly argsText: JsonText;
    readonly session?: SessionId;
    readonly timeoutMs?: number;
    /** Manager's call alone, without the agent's conversion ("tool_raw" of the real-host scenarios). */
    readonly raw?: boolean;
  }): Promise<ToolOutcome>;
  runCommand(ask: {
    readonly name: string;
    readonly args: string;
    readonly session?: SessionId;
  }): Promise<CommandOutcome>;
  /** To subscribers only; `fields` as the event has them. */
  emit(event: string, fields: readonly WireField[]): EmitOutcome;
  intercept(payload: InterceptPayload): Promise<ChainOutcome>;
  panelKey(ask: {
    readonly session: SessionId;
    readonly panel: string;
    readonly key: string;
    readonly text?: string;
  }): void;
  closePanel(ask: { readonly session: SessionId; readonly panel: string }): void;
  /** Guards that fail (time out, break, answer nonsense) block instead of allowing. Default false, as real hosts do. */
  failClosed: boolean;
  onChange(listener: () => void): () => void;
}
