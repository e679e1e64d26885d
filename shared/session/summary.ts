// What a session amounts to so far: a fold over its journal. `fold` over a parsed journal gives what it gave live.
// Pure; knows entries and decoded frames, not how they were obtained.

import type { DecisionValues, PanelContent } from './decisions.ts';
import type { GateMode, HostState, MeterEntry, Severity } from './entries.ts';
import type { PluginSummary } from './plugin-summary.ts';

export interface RegisteredTool {
  readonly name: string;
  readonly description: string;
  readonly schemaText: string | null;
  readonly late: boolean;
  readonly line: number;
}
export interface RegisteredCommand {
  readonly name: string;
  readonly description: string;
  readonly late: boolean;
  readonly line: number;
}
export interface FoundProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix?: string;
  readonly source?: string;
  readonly pointer?: string;
  /** seq of the row it is about. */
  readonly seq: number;
}

/** One question of a chain as this extension's journal tells it, and the chain's outcome once it is known. */
export interface ChainSummary {
  readonly chain: number;
  readonly event: string;
  readonly hop: Omit<DecisionValues['hopDecided'], 'chain' | 'event'> & { readonly line: number };
  readonly outcome: Omit<DecisionValues['chainDecided'], 'chain' | 'event'> | null;
}

export interface SessionSummary {
  readonly state: HostState;
  readonly mode: GateMode;
  readonly hello: {
    readonly name: string;
    readonly version: string;
    readonly capabilities: readonly string[];
  } | null;
  readonly commands: readonly RegisteredCommand[];
  readonly tools: readonly RegisteredTool[];
  readonly events: readonly string[];
  readonly intercepts: readonly string[];
  /** The first 1,000; `problemCounts` counts all. */
  readonly problems: readonly FoundProblem[];
  readonly problemCounts: Readonly<Record<Severity, number>>;
  /** seqs of lines now held, oldest first. */
  readonly held: readonly number[];
  /** Decoded frames, both ways. */
  readonly frames: number;
  readonly entries: number;
  readonly stderrLines: number;
  readonly notFrames: number;
  readonly pid: number | null;
  readonly exit: { readonly code: number | null; readonly signal: string | null } | null;
  readonly spawnFailed: { readonly code: string; readonly message: string; readonly fix?: string } | null;
  /** True once a stop was asked for: an exit after that is not a crash. */
  readonly stopAsked: boolean;
  /** How registration ended; absent until it did. */
  readonly ready?: { readonly by: 'frame' | 'silence' | 'timeout' };
  /** Types of frames that a person dropped at the gate, each once. */
  readonly dropped?: readonly string[];
  readonly clockFrozen: boolean;
  readonly stalledBytes: number;
  /** What the journal does not hold in full: its last meter entry. Absent while nothing is lost. */
  readonly meter?: Omit<MeterEntry, 'kind'>;
  /** The newest hundred, oldest first; absent while there is none. */
  readonly chains?: readonly ChainSummary[];
  /** Panels it opened or drew, in the order of their first mention; absent while there is none. */
  readonly panels?: readonly (PanelContent & { readonly open: boolean })[];
  /** Of a native plugin, once its library is being opened. */
  readonly plugin?: PluginSummary;
}
