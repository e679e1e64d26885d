// The only list of what may cross between window and main process: commands (asked by the window, answered once) and
// streams (told by main). Channel names, argument checks, the preload's allow-list and the bridge's types all come
// from here. Arguments are JSON Schema (checked in main); results are plain cloneable values.

import { Type, type Static, type TSchema } from '@sinclair/typebox';
import type { Failure } from '../errors.ts';
import type { SessionId } from '../ids.ts';
import type { FrameDef, Issue, SummaryPart } from '../protocol/define.ts';
import type { Entry, GateMode, HostState, Raw, Side } from '../session/entries.ts';
import type { Row } from '../session/row.ts';
import type { SessionSummary } from '../session/summary.ts';
import type { ResolvedTarget } from '../target/target.ts';
import { agentCommands, type AgentNews } from './agent-commands.ts';
import { command, id, none, path, strict, type CommandDef } from './command.ts';
import { checkCommands } from './check-commands.ts';
import { composeCommands } from './compose-commands.ts';
import { exportCommands } from './export-commands.ts';
import { fuzzCommands } from './fuzz-commands.ts';
import type { LeftoverRun, OpenSession, TargetPreview } from './open-session.ts';
import { playbackCommands } from './playback-commands.ts';
import { pluginHostSettings } from './plugin-settings.ts';
import { replayCommands, type ReplayView } from './replay-commands.ts';
import { resultCommands } from './result-commands.ts';
import { targetInput } from './target-input.ts';
import { pluginCommands, type PluginRunNews } from './plugin-commands.ts';
import { workspaceCommands } from './workspace-commands.ts';

const seq = Type.Integer({ minimum: 1 });
const mode = Type.Union([Type.Literal('run'), Type.Literal('step')]);
const raw = Type.Union([
  Type.Object({ text: Type.String() }, strict),
  Type.Object({ base64: Type.String() }, strict),
]);
const names = Type.Unsafe<readonly string[]>(
  Type.Array(Type.String({ minLength: 1, maxLength: 256 }), { maxItems: 1_000 }),
);
const hostSettings = Type.Object(
  {
    profile: Type.String({ maxLength: 64 }),
    hostVersion: Type.String({ maxLength: 256 }),
    provider: Type.String({ maxLength: 256 }),
    model: Type.String({ maxLength: 256 }),
    projectDir: path,
    extensionDir: Type.Union([path, Type.Null()]),
    dataDir: Type.Union([path, Type.Null()]),
    protocolVersion: Type.Integer(),
    builtinTools: Type.Optional(names),
    builtinCommands: Type.Optional(names),
    environment: Type.Record(Type.String({ maxLength: 256 }), Type.String({ maxLength: 131_072 })),
    plugin: Type.Optional(pluginHostSettings),
  },
  strict,
);
const query = Type.String({ maxLength: 4_096 });

export interface AppFacts {
  readonly version: string;
  readonly platform: string;
  /** Folder of the journals. */
  readonly journalDir: string;
  readonly profiles: readonly {
    readonly name: string;
    readonly title: string;
    /** A session is only ever hosted under profiles of its own protocol. */
    readonly protocol: string;
    readonly builtinTools: readonly string[];
    readonly builtinCommands: readonly string[];
  }[];
  /** As set by the person; `system` follows the desktop. */
  readonly theme: 'system' | 'light' | 'dark';
}

export interface SampleTarget {
  readonly path: string;
  readonly name: string;
  readonly language: string;
  readonly description: string;
}

export interface RecentTarget {
  readonly key: string;
  readonly input: ResolvedTarget['input'];
  readonly name: string;
  /** ISO 8601. */
  readonly openedAt: string;
  /** How its last run ended, in a few words; empty while it runs or when unknown. */
  readonly outcome: string;
  readonly missing: boolean;
}

export interface RowDetail {
  readonly row: Row;
  readonly entry: Entry;
  /** For line and stderr entries. */
  readonly raw?: Raw;
  /** What will pass or passed instead of it. */
  readonly editedRaw?: Raw;
  readonly byteLength?: number;
  /** From the codec and from problem entries that point here. */
  readonly issues: readonly Issue[];
  /** Catalogue words about this frame type. */
  readonly frame?: Pick<FrameDef, 'doc' | 'source' | 'lane' | 'role'> & { readonly protocol?: string };
  readonly pair?: Row;
}

/** How rows lie in time, over parts of equal length from 0 to `toUs`. */
export interface RowDensity {
  readonly toUs: number;
  readonly counts: Uint32Array;
  /** Bits of each part: 1 an error, 2 a warning, 4 something was held. */
  readonly marks: Uint8Array;
}

export interface LegalFrame {
  readonly from: Side;
  readonly type: string;
  readonly times: string;
  readonly legal: boolean;
}

/** State beside the frames while stepping; part of every stream batch of a live session. */
export interface LiveStatus {
  readonly state: HostState;
  readonly mode: GateMode;
  readonly clockFrozen: boolean;
  readonly freeze: boolean;
  readonly hostUs: number;
  readonly realUs: number;
  readonly deadlines: readonly {
    readonly name: string;
    readonly totalMs: number;
    readonly leftMs: number;
    readonly outcome: string;
  }[];
  readonly pendingWriteBytes: number;
  readonly held: readonly number[];
  readonly legalNext: readonly LegalFrame[];
}

/**
 * What the window is told about a journal's growth. Rows themselves are read by range (`rows.read`), so a window that
 * is slow, or a journal of millions, costs the same. The next batch comes only after `stream.ack` of this one.
 */
export interface StreamBatch {
  readonly session: SessionId;
  /** Running number of the batch, to be acknowledged. */
  readonly batch: number;
  /** Rows there are now. */
  readonly count: number;
  readonly lastAtUs: number;
  /** The newest rows, at most 200, so that a list at its tail needs no question. */
  readonly tail: readonly Row[];
  /** Rows told before that look different now; `all` when too many to name. */
  readonly changed: { readonly seqs: readonly number[]; readonly all: boolean };
  readonly summary: SessionSummary;
  readonly live: LiveStatus | null;
  /** Bytes in the file so far. */
  readonly journalBytes: number;
}

export const commands = {
  'app.facts': command<AppFacts>()(none),
  'app.samples': command<readonly SampleTarget[]>()(none),
  'app.leftovers': command<readonly LeftoverRun[]>()(none),
  /** Ends the whole process group; refused when it is not there any more. */
  'app.endLeftover': command<void>()(Type.Object({ pid: Type.Integer({ minimum: 2 }) }, strict)),
  'app.showInFolder': command<void>()(Type.Object({ session: id }, strict)),
  'app.copyText': command<void>()(Type.Object({ text: Type.String() }, strict)),
  'settings.theme': command<void>()(
    Type.Object(
      { theme: Type.Union([Type.Literal('system'), Type.Literal('light'), Type.Literal('dark')]) },
      strict,
    ),
  ),
  'targets.recent': command<readonly RecentTarget[]>()(none),
  'targets.forget': command<void>()(Type.Object({ key: Type.String({ maxLength: 65_536 }) }, strict)),
  /** The system's open dialog; null when the person left it. */
  'targets.pick': command<string | null>()(
    Type.Object({ what: Type.Union([Type.Literal('folder'), Type.Literal('file')]) }, strict),
  ),
  /** Looks, runs nothing. */
  'targets.preview': command<TargetPreview>()(Type.Object({ target: targetInput }, strict)),
  'targets.settings': command<TargetPreview>()(
    Type.Object({ target: targetInput, settings: hostSettings }, strict),
  ),
  /** The person has seen what `digest` covers and agreed. */
  'targets.consent': command<void>()(
    Type.Object({ target: targetInput, digest: Type.String({ pattern: '^[0-9a-f]{64}$' }) }, strict),
  ),
  /** Refused with `consentNeeded` when consent is missing or the digest is not the one agreed to. */
  'sessions.open': command<OpenSession>()(Type.Object({ target: targetInput, mode }, strict)),
  'sessions.list': command<readonly OpenSession[]>()(none),
  'sessions.stop': command<void>()(Type.Object({ session: id }, strict)),
  /** Stops if need be, then a new session of the same target; consent is checked again. */
  'sessions.restart': command<OpenSession>()(Type.Object({ session: id, mode }, strict)),
  /** Stops if need be and takes it off the list; the journal stays on disk. */
  'sessions.close': command<void>()(Type.Object({ session: id }, strict)),
  'sessions.setMode': command<void>()(Type.Object({ session: id, mode }, strict)),
  'sessions.setFreeze': command<void>()(Type.Object({ session: id, freeze: Type.Boolean() }, strict)),
  'sessions.release': command<void>()(
    Type.Object({ session: id, line: seq, edited: Type.Optional(raw) }, strict),
  ),
  'sessions.releaseAll': command<void>()(Type.Object({ session: id }, strict)),
  'sessions.drop': command<void>()(Type.Object({ session: id, line: seq }, strict)),
  'recordings.open': command<OpenSession>()(Type.Object({ path }, strict)),
  'rows.read': command<readonly Row[]>()(
    Type.Object({ session: id, from: seq, count: Type.Integer({ minimum: 1, maximum: 1_000 }) }, strict),
  ),
  'rows.detail': command<RowDetail>()(Type.Object({ session: id, seq }, strict)),
  /** seqs that match, ascending; `query` as in shared/query. Asked again as the journal grows, from the last seq seen. */
  'rows.find': command<{ readonly seqs: Uint32Array; readonly upTo: number; readonly sentence: string }>()(
    Type.Object({ session: id, query, from: seq }, strict),
  ),
  'rows.density': command<RowDensity>()(
    Type.Object({ session: id, buckets: Type.Integer({ minimum: 1, maximum: 1_000 }) }, strict),
  ),
  'stream.open': command<void>()(Type.Object({ session: id }, strict)),
  'stream.close': command<void>()(Type.Object({ session: id }, strict)),
  'stream.ack': command<void>()(Type.Object({ session: id, batch: Type.Integer({ minimum: 1 }) }, strict)),
  ...agentCommands,
  ...composeCommands,
  ...exportCommands,
  ...checkCommands,
  ...fuzzCommands,
  ...playbackCommands,
  ...replayCommands,
  ...resultCommands,
  ...pluginCommands,
  ...workspaceCommands,
} as const;

export type CommandName = keyof typeof commands;
export type CommandArgs<C extends CommandName> = Static<(typeof commands)[C]['args']>;
export type CommandResult<C extends CommandName> =
  (typeof commands)[C] extends CommandDef<TSchema, infer R> ? R : never;

/** What main tells unasked. */
export interface StreamEvents {
  readonly batch: StreamBatch;
  /** What the simulated agent does, over all sessions. */
  readonly agent: AgentNews;
  /** How far a replay is. */
  readonly replay: ReplayView;
  /** How far the simulated run over native plugins is. */
  readonly pluginRun: PluginRunNews;
  /** The list of open sessions changed (opened, ended, closed). */
  readonly sessions: readonly OpenSession[];
  /** Opened from outside: command line of the app, second instance, file dropped on the dock. */
  readonly openTarget: { readonly target: ResolvedTarget['input']; readonly consented: boolean };
  /** A menu entry or global key: the same names as the window's own actions. */
  readonly action: { readonly name: string };
}
export type StreamName = keyof StreamEvents;
export const streamNames: readonly StreamName[] = [
  'batch',
  'agent',
  'replay',
  'pluginRun',
  'sessions',
  'openTarget',
  'action',
];

/** Every answer of a command as it crosses: never a thrown error. */
export type CommandAnswer<C extends CommandName> =
  { readonly ok: true; readonly value: CommandResult<C> } | { readonly ok: false; readonly failure: Failure };

export function commandChannel(name: CommandName): string {
  return `framescope:${name}`;
}
export function streamChannel(name: StreamName): string {
  return `framescope:stream:${name}`;
}

/** What the preload exposes as `window.framescope`. */
export interface Bridge {
  invoke<C extends CommandName>(name: C, args: CommandArgs<C>): Promise<CommandAnswer<C>>;
  subscribe<S extends StreamName>(name: S, listener: (value: StreamEvents[S]) => void): () => void;
  /** Absolute path of a dropped file, which only the preload can ask for. */
  pathForFile(file: File): string;
}

export type { SummaryPart };
export * from './agent-commands.ts';
export * from './check-commands.ts';
export * from './compose-commands.ts';
export * from './export-commands.ts';
export * from './fuzz-commands.ts';
export * from './open-session.ts';
export * from './plugin-commands.ts';
export * from './playback-commands.ts';
export * from './replay-commands.ts';
export * from './result-commands.ts';
export * from './workspace-commands.ts';
