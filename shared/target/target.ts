// What a person asks to open, and what it resolves to. Plain values: shown for consent, stored as recent, sent over IPC.

import type { Severity } from '../session/entries.ts';
import type { PluginHostSettings, PluginTarget } from './plugin-target.ts';

export type TargetInput =
  | { readonly kind: 'path'; readonly path: string }
  /** A bare command line, one array element an argument; cwd defaults to the caller's. */
  | { readonly kind: 'command'; readonly argv: readonly string[]; readonly cwd?: string };

export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly exec: string;
  readonly args: readonly string[];
  readonly language: string;
  readonly enabled: boolean;
  readonly description: string;
}

/** Something the person should know before it runs; `error` means it can't be started as it is. */
export interface TargetRemark {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly fix?: string;
}

export interface ResolvedTarget {
  /** Stable name for consent, settings and recents: manifest path, or the command as JSON. */
  readonly key: string;
  readonly input: TargetInput;
  /** Manifest name, or the program's base name. */
  readonly name: string;
  readonly manifest?: Manifest;
  readonly manifestPath?: string;
  /** As written (exec or argv[0]). */
  readonly asked: string;
  /** Absolute path, or null when nothing was found. */
  readonly executable: string | null;
  /** Every place looked at, in order. */
  readonly searched: readonly string[];
  readonly argv: readonly string[];
  readonly cwd: string;
  readonly remarks: readonly TargetRemark[];
  /** sha256 over manifest bytes, executable path, argv and cwd: consent holds for this digest. */
  readonly digest: string;
  /** Of a native plugin; `executable` and `argv` are then the program of ours that calls it. */
  readonly plugin?: PluginTarget;
}

/** What the host tells the extension in hello_ack and adds to its environment; editable per target. */
export interface HostSettings {
  readonly profile: string;
  readonly hostVersion: string;
  readonly provider: string;
  readonly model: string;
  /** The user's project, told in hello_ack; the process itself runs in its extension's folder. */
  readonly projectDir: string;
  /** null: the extension's folder. */
  readonly extensionDir: string | null;
  readonly dataDir: string | null;
  readonly protocolVersion: number;
  /** Names that the host's own tools and slash commands have; absent: the profile's. */
  readonly builtinTools?: readonly string[];
  readonly builtinCommands?: readonly string[];
  readonly environment: Readonly<Record<string, string>>;
  /** Of a native plugin. */
  readonly plugin?: PluginHostSettings;
}
