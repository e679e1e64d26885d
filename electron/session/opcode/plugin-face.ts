// What a session of a native plugin can do beside what every session can: the agent and whoever shows plugins use this.

import type {
  AgentBlock,
  AgentRemark,
  ChainHop,
  CommandOutcome,
  ToolOutcome,
  WireField,
} from '../../../shared/session/agent.ts';
import type { HandlerReturn } from '../../../shared/session/plugin-run.ts';
import type { HostRequest } from '../request-desk.ts';
import type { ReadonlyPluginOffers } from './plugin-offers.ts';

export interface PluginToolAsk {
  readonly name: string;
  readonly argsText: string;
  readonly timeoutMs?: number | undefined;
  /** Without looking at the arguments first, and without the agent's conversion. */
  readonly raw: boolean;
  /** What is_cancelled is asked about; default: a run of its own. */
  readonly token?: string;
  readonly toolCallId?: string;
}

export interface HopAsk {
  readonly event: string;
  readonly fields: readonly WireField[];
  readonly before: string;
  readonly failClosed: boolean;
  readonly asks: (request: HostRequest) => void;
}

export interface PluginFace {
  readonly offered: ReadonlyPluginOffers;
  callTool(ask: PluginToolAsk): Promise<ToolOutcome>;
  runCommand(ask: { readonly name: string; readonly args: string }): Promise<CommandOutcome>;
  /** To every handler, in order; the seqs of the frames. Nobody waits for what they return. */
  emit(event: string, fields: readonly WireField[]): readonly number[];
  /** To one handler after the other; with `stopAtVeto`, those after a veto are not asked. */
  tell(event: string, payload: string, stopAtVeto: boolean): Promise<readonly HandlerReturn[]>;
  /** As one guard of a chain: its handlers in order, the first veto counts. */
  hop(ask: HopAsk): Promise<Omit<ChainHop, 'session' | 'name'>>;
  /** is_cancelled returns 1 for this token from now on. */
  cancel(token: string): void;
  /** The token that a running call was given; undefined when there is no such call. */
  tokenOf(callId: string): string | undefined;
  /** Partial output of a call, to a tool that takes it. */
  update(tool: string, callId: string, partial: string): Promise<boolean>;
}

export interface ConvertedResult {
  readonly content: readonly AgentBlock[];
  readonly remarks: readonly AgentRemark[];
}
