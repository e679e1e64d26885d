// The public face of the simulated agent: the host's side above single sessions. It asks tools, commands, events and
// intercepts of all extensions in a workspace, in load order, and reports what the real host would make of the answers.
// Drivers, IPC and the command line use this and nothing below it. All that happens is in the sessions' journals too.
// What it tells is declared in shared/session/agent.ts, because the window is told the same.

import type { SessionId } from '../../shared/ids.ts';
import type {
  ChainCard,
  ChainOutcome,
  CommandOutcome,
  EmitOutcome,
  InterceptPayload,
  JsonText,
  PanelView,
  RegistryRow,
  ToolOutcome,
  WireField,
} from '../../shared/session/agent.ts';

export type * from '../../shared/session/agent.ts';

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
