// The two Opcode hosts as profiles. The header sets no times: deadlines here are how long Framescope waits before it says
// that something never came.

import type { HostProfile } from '../define.ts';
import { abiVersion } from './abi.ts';
import { eventTemplates } from './event-names.ts';
import { NORMATIVE, TODAY } from './parts.ts';

const common = {
  protocol: 'opcode',
  protocolVersion: abiVersion,
  helloDeadlineMs: null,
  readyDeadlineMs: 10_000,
  autoReadyMs: 250,
  toolDeadlineMs: 60_000,
  commandDeadlineMs: 30_000,
  interceptDeadlineMs: 5_000,
  shutdownGraceMs: 2_000,
  termGraceMs: 1_000,
  maxLineBytes: 64 * 1024 * 1024,
  events: eventTemplates.map(({ name }) => name),
  intercepts: eventTemplates.filter(({ vetoable }) => vetoable).map(({ name }) => name),
  builtinTools: [],
  builtinCommands: [],
  commandMatch: 'exact',
  commandActions: [],
  pendingOnExit: 'fail',
  unsendableArgs: 'refuse',
  rewrittenArgs: 'objectOnly',
  sameArgs: 'sameText',
  linkedFolders: 'follow',
  bareFolders: 'passOver',
} as const;

export const opcodeProfiles: readonly HostProfile[] = [
  {
    ...common,
    name: NORMATIVE,
    title: 'Opcode, ABI 1 as the header has it',
    source: 'opcode_plugin.h',
  },
  {
    ...common,
    name: TODAY,
    title: 'Opcode, the static build of today',
    source:
      'Opcode, static build: plugins are linked in, calls are completed at once, most events are not told',
  },
];
