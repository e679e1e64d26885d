// What a session is put together from; the composition root brings it.

import type { SessionId } from '../../shared/ids.ts';
import type { DecodeLine, FrameDef, HostProfile } from '../../shared/protocol/define.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';
import type { PluginTransport } from '../transport/plugin-transport.ts';
import type { Transport } from '../transport/transport.ts';
import type { TimeSource } from './clock.ts';
import type { LibrarySymbols } from './opcode/crash-report.ts';
import type { FactSink } from './fact-sink.ts';

export interface SessionParts {
  readonly id: SessionId;
  readonly target: ResolvedTarget;
  readonly settings: HostSettings;
  readonly profile: HostProfile;
  /** The catalogue of the profile's protocol. */
  readonly frames: readonly FrameDef[];
  readonly decode: DecodeLine;
  readonly sink: FactSink;
  /** Not started yet. */
  readonly transport: Transport;
  /** Default: the system's. */
  readonly time?: TimeSource;
  /** Ids for requests, each given out once; default: a counter of the session's own. */
  readonly mintId?: () => string;
  /** Says what is wrong with a text as a JSON Schema, '' when nothing is. */
  readonly checkSchema?: (schemaText: string) => string;
}

/** The same for a native plugin. */
export interface PluginSessionParts extends Omit<SessionParts, 'transport'> {
  readonly transport: PluginTransport;
  /** Where entries of the session go when the settings name no file; null keeps them in the journal only. */
  readonly sessionFile: string | null;
  /** Names for the stack of a crash. */
  readonly symbols?: LibrarySymbols;
}
