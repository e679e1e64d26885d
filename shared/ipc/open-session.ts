// What the window knows of a target it may open and of a session that is open. Plain values; part of the contract.

import type { Failure } from '../errors.ts';
import type { SessionId } from '../ids.ts';
import type { SessionSummary } from '../session/summary.ts';
import type { ExtensionPlace } from '../target/found-extension.ts';
import type { PluginTarget } from '../target/plugin-target.ts';
import type { HostSettings, ResolvedTarget, TargetInput } from '../target/target.ts';

/** What consent is asked for. */
export interface TargetPreview {
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
  readonly consent: 'given' | 'neverAsked' | 'changed';
  /** Names of environment variables set for this target beyond the inherited ones. */
  readonly environmentAdded: readonly string[];
  readonly environmentCount: number;
}

/** An extension whose files are watched. */
export interface WatchStatus {
  /** Changed files that it does not run with yet, relative to its folder; why not is in `failure`. */
  readonly changed: readonly string[];
  /** `consentNeeded`: what would run has changed and was not looked at yet. */
  readonly failure: Failure | null;
  /** Files that changed each time right after a start, so that changes of them no longer count. */
  readonly passedOver: readonly string[];
}

export interface OpenSession {
  readonly id: SessionId;
  readonly name: string;
  readonly kind: 'live' | 'recording';
  readonly targetKey: string | null;
  /** What runs or ran; absent when the recording does not say. */
  readonly argv?: readonly string[];
  /** What it was opened from; absent for recordings. */
  readonly input?: TargetInput;
  /** Of a native plugin that runs or ran in this window; absent for recordings. */
  readonly plugin?: PluginTarget;
  /** Where it was found; recordings count as explicit. */
  readonly place?: ExtensionPlace;
  /** The session whose place it took. */
  readonly replaces?: SessionId;
  /** Present while its files are watched. */
  readonly watch?: WatchStatus;
  /** Another host runs it, and it is seen through a tap. `why`: what can't be done here for that reason, in a sentence. */
  readonly tapped?: { readonly pid: number; readonly why: string; readonly over: boolean };
  readonly profile: string;
  readonly journalPath: string;
  /** Wall clock of atUs 0, ISO 8601. */
  readonly startedAt: string;
  readonly summary: SessionSummary;
  /** Why a recording could not be read in full, in words; empty when whole. */
  readonly damage: readonly string[];
}

/** Processes that an earlier run of Framescope started and could not end, because it was killed. */
export interface LeftoverRun {
  /** Of the program that was started. */
  readonly pid: number;
  readonly executable: string;
  readonly argv: readonly string[];
  readonly processes: readonly { readonly pid: number; readonly command: string }[];
}
