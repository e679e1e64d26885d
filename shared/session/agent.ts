// What the simulated agent has to tell: outcomes of tool calls and commands, panels, intercept chains while they run and
// after, and the registry over all extensions. Plain cloneable values: main, window and command line all speak of them.
// Types only; the agent itself is the engine's.

import type { SessionId } from '../ids.ts';
import type { Severity } from './entries.ts';

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
  /** How long it might have taken, host time; absent when nothing was asked. */
  readonly totalMs?: number;
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
  /** Set while it runs: its id, and seq of the question in that session's journal. */
  readonly callId?: string | null;
  readonly line?: number | null;
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
