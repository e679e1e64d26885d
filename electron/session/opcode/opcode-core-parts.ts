// What a plugin's session is put together from, and the line that its gate holds. Types only.

import type { DecodeLine, HostProfile } from '../../../shared/protocol/define.ts';
import type { PluginTransport } from '../../transport/plugin-transport.ts';
import type { TimeSource } from '../clock.ts';
import type { FactSink } from '../fact-sink.ts';
import type { GateLine } from '../gate.ts';
import type { LibrarySymbols } from './crash-report.ts';
import type { OpcodeConfig } from './opcode-types.ts';
import type { PluginRim } from './plugin-rim.ts';

export interface OpcodeCoreParts {
  readonly config: OpcodeConfig;
  readonly profile: HostProfile;
  readonly decode: DecodeLine;
  readonly sink: FactSink;
  readonly transport: PluginTransport;
  /** Writes and sends, for the machine. */
  readonly rim: PluginRim;
  readonly symbols: LibrarySymbols;
  readonly time?: TimeSource;
}

/** A line at the gate that the plugin's process may wait for. */
export interface PluginLine extends GateLine {
  readonly asks: number | null;
}
