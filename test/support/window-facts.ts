// Plain facts for tests of the window: small, valid values of the contract's types, with what a test cares about put
// over them. No behaviour.

import type {
  AppFacts,
  LiveStatus,
  OpenSession,
  StreamBatch,
  TargetPreview,
} from '../../shared/ipc/contract.ts';
import type { SessionId } from '../../shared/ids.ts';
import type { Row } from '../../shared/session/row.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { HostSettings, ResolvedTarget } from '../../shared/target/target.ts';

export const s1 = 's1' as SessionId;

export const facts: AppFacts = {
  version: '0.1.0',
  platform: 'linux',
  journalDir: '/home/ada/.local/state/framescope/journals',
  profiles: [
    {
      name: 'zot-latest',
      title: 'zot, as it is now',
      protocol: 'zot',
      builtinTools: ['bash'],
      builtinCommands: ['help'],
    },
    {
      name: 'zot-seed',
      title: 'zot, by the letter of the seed',
      protocol: 'zot',
      builtinTools: ['bash'],
      builtinCommands: ['help'],
    },
  ],
  theme: 'system',
};

export function summary(over: Partial<SessionSummary> = {}): SessionSummary {
  return {
    state: 'ready',
    mode: 'run',
    hello: { name: 'greeter', version: '1.0.0', capabilities: ['commands', 'tools'] },
    commands: [{ name: 'greet', description: 'Says hello', late: false, line: 4 }],
    tools: [{ name: 'count_words', description: 'Counts', schemaText: '{}', late: false, line: 5 }],
    events: ['turn_end'],
    intercepts: ['tool_call'],
    problems: [],
    problemCounts: { error: 0, warning: 0, info: 0 },
    held: [],
    frames: 6,
    entries: 8,
    stderrLines: 0,
    notFrames: 0,
    pid: 48213,
    exit: null,
    spawnFailed: null,
    stopAsked: false,
    clockFrozen: false,
    stalledBytes: 0,
    ...over,
  };
}

export function openSession(over: Partial<OpenSession> = {}): OpenSession {
  return {
    id: s1,
    name: 'greeter',
    kind: 'live',
    targetKey: '/src/greeter/extension.json',
    profile: 'zot-latest',
    journalPath: '/home/ada/.local/state/framescope/journals/greeter-1914.fsj',
    startedAt: '2026-11-30T19:14:00.000Z',
    summary: summary(),
    damage: [],
    ...over,
  };
}

export function live(over: Partial<LiveStatus> = {}): LiveStatus {
  return {
    state: 'ready',
    mode: 'run',
    clockFrozen: false,
    freeze: true,
    hostUs: 184_600,
    realUs: 38_400_000,
    deadlines: [],
    pendingWriteBytes: 0,
    held: [],
    legalNext: [],
    ...over,
  };
}

export function batch(rows: readonly Row[], over: Partial<StreamBatch> = {}): StreamBatch {
  return {
    session: s1,
    batch: 1,
    count: rows.length,
    lastAtUs: rows.at(-1)?.atUs ?? 0,
    tail: rows.slice(-200),
    changed: { seqs: [], all: false },
    summary: summary(),
    live: live(),
    journalBytes: 1_331,
    ...over,
  };
}

export function row(seq: number, type: string, over: Partial<Row> = {}): Row {
  return {
    seq,
    atUs: seq * 46_000,
    kind: 'line',
    from: 'extension',
    type,
    summary: [{ words: `row ${seq}` }],
    ...over,
  };
}

export const settings: HostSettings = {
  profile: 'zot-latest',
  hostVersion: '0.31.0',
  provider: 'anthropic',
  model: 'claude-sonnet-4-5',
  projectDir: '/home/ada/src/shop',
  extensionDir: null,
  dataDir: null,
  protocolVersion: 1,
  environment: {},
};

export function target(over: Partial<ResolvedTarget> = {}): ResolvedTarget {
  return {
    key: '/src/greeter/extension.json',
    input: { kind: 'path', path: '/src/greeter' },
    name: 'greeter',
    manifest: {
      name: 'greeter',
      version: '1.0.0',
      exec: 'node',
      args: ['greeter.mjs', '--rules', 'my rules.yml'],
      language: 'javascript',
      enabled: true,
      description: 'Greets people',
    },
    manifestPath: '/src/greeter/extension.json',
    asked: 'node',
    executable: '/usr/bin/node',
    searched: ['/usr/local/bin/node', '/usr/bin/node'],
    argv: ['node', 'greeter.mjs', '--rules', 'my rules.yml'],
    cwd: '/src/greeter',
    remarks: [],
    digest: 'a'.repeat(64),
    ...over,
  };
}

export function preview(over: Partial<TargetPreview> = {}): TargetPreview {
  return {
    target: target(),
    settings,
    consent: 'neverAsked',
    environmentAdded: ['PYTHONUNBUFFERED'],
    environmentCount: 61,
    ...over,
  };
}
