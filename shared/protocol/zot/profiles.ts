// Hosts of the zot family as data: timings in ms, limits in bytes, events and built-in names. The names are those of the
// dialects in parts.ts. What the seed leaves open is taken from the newest zot.

import type { HostProfile } from '../define.ts';
import { LATEST, MAY, SEED, TERVA } from './parts.ts';

const MIB = 1024 * 1024;

const seedEvents = ['session_start', 'turn_start', 'turn_end', 'tool_call', 'assistant_message'];

/** Slash commands of the interactive host; an extension's command of the same name is never reached. */
const zotCommands = [
  'help',
  'login',
  'logout',
  'model',
  'sessions',
  'session',
  'jump',
  'compact',
  'study',
  'btw',
  'jail',
  'unjail',
  'skills',
  'swarm',
  'reload-ext',
  'telegram',
  'settings',
  'clear',
  'exit',
  'cd',
];

const common = {
  protocol: 'zot',
  readyDeadlineMs: 3_000,
  autoReadyMs: 250,
  toolDeadlineMs: 60_000,
  commandDeadlineMs: 30_000,
  interceptDeadlineMs: 5_000,
  shutdownGraceMs: 2_000,
  termGraceMs: 1_000,
  maxLineBytes: 4 * MIB,
  commandMatch: 'exact',
  pendingOnExit: 'fail',
  unsendableArgs: 'refuse',
  // Public sources of the family: any valid JSON goes on, and the end of a chain compares with what it began with.
  rewrittenArgs: 'anyJson',
  sameArgs: 'sameDoubles',
  linkedFolders: 'follow',
  bareFolders: 'passOver',
} as const;

const seedActions = ['prompt', 'insert', 'display', 'noop'];
const panelActions = [...seedActions, 'open_panel'];

export const zotSeed: HostProfile = {
  ...common,
  name: SEED,
  title: 'zot, the seed text',
  protocolVersion: 1,
  helloDeadlineMs: null,
  events: seedEvents,
  registersAfterAck: true,
  intercepts: ['tool_call'],
  builtinTools: ['read', 'write', 'edit', 'bash', 'skill'],
  builtinCommands: zotCommands,
  commandActions: seedActions,
  rewrittenArgs: 'objectOnly',
  sameArgs: 'sameText',
  source: 'seed (deadlines it leaves open: real host, May 2026)',
};

export const zotMay2026: HostProfile = {
  ...common,
  name: MAY,
  title: 'zot, May 2026',
  protocolVersion: 1,
  helloDeadlineMs: null,
  events: seedEvents,
  intercepts: ['tool_call', 'turn_start', 'assistant_message'],
  builtinTools: ['read', 'write', 'edit', 'bash', 'skill'],
  builtinCommands: zotCommands,
  commandActions: panelActions,
  pendingOnExit: 'wait',
  unsendableArgs: 'wait',
  linkedFolders: 'skip',
  bareFolders: 'claimName',
  source: 'real host, May 2026',
};

export const zotLatest: HostProfile = {
  ...common,
  name: LATEST,
  title: 'zot, newest known',
  protocolVersion: 1,
  helloDeadlineMs: null,
  events: [
    ...seedEvents,
    'session_end',
    'user_prompt_submit',
    'tool_result',
    'tool_confirmation_requested',
    'permission_decision',
    'pre_compact',
    'post_compact',
    'subagent_start',
    'subagent_stop',
  ],
  intercepts: ['tool_call', 'turn_start', 'assistant_message', 'before_agent_start'],
  builtinTools: ['read', 'write', 'edit', 'bash', 'glob', 'skill'],
  builtinCommands: [...zotCommands, 'reasoning'],
  commandMatch: 'anyCase',
  commandActions: [...panelActions, 'tool_prompt'],
  source: 'zot, newest',
};

export const terva6: HostProfile = {
  ...common,
  name: TERVA,
  title: 'terva, wire version 6',
  protocolVersion: 6,
  helloDeadlineMs: 10_000,
  events: [
    'session_start',
    'session_end',
    'turn_start',
    'turn_end',
    'run_end',
    'tool_call',
    'tool_result',
    'user_message',
    'assistant_message',
    'workspace_changed',
    'compact_start',
    'transcript_compacted',
    'config_update',
  ],
  intercepts: ['tool_call', 'turn_start', 'assistant_message', 'user_message'],
  builtinTools: ['read', 'write', 'edit', 'bash', 'skill'],
  builtinCommands: [...zotCommands, 'new', 'permissions', 'context', 'connect', 'migrate'],
  commandActions: panelActions,
  linkedFolders: 'skip',
  bareFolders: 'claimName',
  source: 'terva 6',
};

export const zotProfiles: readonly HostProfile[] = [zotSeed, zotMay2026, zotLatest, terva6];
