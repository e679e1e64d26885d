// What Opcode hosts differ in, as data: the header's own words, and the static build of today, which leaves much of them
// out. Whoever applies a rule looks it up here by the profile's name.

import { eventTemplates } from './event-names.ts';
import { NORMATIVE, TODAY } from './parts.ts';

export interface OpcodeRules {
  /** Events whose handlers are called; those of other events are kept and never called. */
  readonly dispatched: readonly string[];
  /** Whether a tool may end its call after execute has returned. */
  readonly asyncTools: boolean;
  readonly cancellable: boolean;
  /** Whether session_id, session_file and system_prompt have something to tell. */
  readonly sessionTold: boolean;
  readonly modelControl: boolean;
  readonly http: boolean;
  /** set_status and set_title are shown. */
  readonly statusShown: boolean;
  /** Whether names, sizes and schemas of tools are looked at. */
  readonly toolsChecked: boolean;
  /** Most handlers and most commands that are kept; null: as many as come. */
  readonly mostHandlers: number | null;
  readonly mostCommands: number | null;
  readonly nameBytes: number;
  readonly rootsPerKind: number;
  readonly rootBytes: number;
}

export const rootKinds = ['skills', 'prompts', 'themes'] as const;
export const toolName = /^[a-z0-9_:.-]+$/;

const normative: OpcodeRules = {
  dispatched: eventTemplates.map(({ name }) => name),
  asyncTools: true,
  cancellable: true,
  sessionTold: true,
  modelControl: true,
  http: true,
  statusShown: true,
  toolsChecked: true,
  mostHandlers: null,
  mostCommands: null,
  nameBytes: 64,
  rootsPerKind: 8,
  rootBytes: 1_024,
};

/** Facts of the static build: see the profile's source. */
const today: OpcodeRules = {
  ...normative,
  dispatched: ['resources_discover'],
  asyncTools: false,
  cancellable: false,
  sessionTold: false,
  modelControl: false,
  http: false,
  statusShown: false,
  toolsChecked: false,
  mostHandlers: 32,
  mostCommands: 32,
  // It refuses 1,024 bytes, because it keeps the NUL as well.
  rootBytes: 1_023,
};

const byProfile: Readonly<Record<string, OpcodeRules>> = { [NORMATIVE]: normative, [TODAY]: today };

/** The header's rules for a profile that is none of ours. */
export function opcodeRules(profile: string): OpcodeRules {
  return byProfile[profile] ?? normative;
}
