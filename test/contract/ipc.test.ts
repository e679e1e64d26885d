// The border between window and main process: every command of the contract is answered by exactly one handler, takes its
// sample, and refuses anything else before a handler sees it. A new command fails here until it has a sample.

import { describe, expect, test } from 'vitest';
import { answersAboutAgent, type AgentParts } from '../../electron/ipc/answers-agent.ts';
import { answersAboutApp, type AppParts } from '../../electron/ipc/answers-app.ts';
import { answersToComposer } from '../../electron/ipc/answers-compose.ts';
import { answersAboutSessions, type SessionParts } from '../../electron/ipc/answers-sessions.ts';
import { answersAboutWorkspace } from '../../electron/ipc/answers-workspace.ts';
import { checkArgs, isCommandName } from '../../electron/ipc/check-args.ts';
import type { Handlers } from '../../electron/ipc/handlers.ts';
import {
  commandChannel,
  commands,
  streamChannel,
  streamNames,
  type CommandArgs,
  type CommandName,
} from '../../shared/ipc/contract.ts';
import { settings } from '../support/window-facts.ts';

const names = Object.keys(commands) as CommandName[];
const session = 's1';
const target = { kind: 'path', path: '/src/greeter' } as const;
const digest = 'a'.repeat(64);

/** Good arguments of each command. */
const samples: { readonly [C in CommandName]: readonly CommandArgs<C>[] } = {
  'app.facts': [{}],
  'app.samples': [{}],
  'app.leftovers': [{}],
  'app.endLeftover': [{ pid: 4711 }],
  'app.showInFolder': [{ session }],
  'app.copyText': [{ text: '' }, { text: 'a line' }],
  'settings.theme': [{ theme: 'system' }, { theme: 'dark' }],
  'targets.recent': [{}],
  'targets.forget': [{ key: '/src/greeter/extension.json' }],
  'targets.pick': [{ what: 'folder' }, { what: 'file' }],
  'targets.preview': [{ target }, { target: { kind: 'command', argv: ['node', 'x.mjs'], cwd: '/src' } }],
  'targets.settings': [{ target, settings: { ...settings, builtinTools: ['bash'], builtinCommands: [] } }],
  'targets.consent': [{ target, digest }],
  'sessions.open': [{ target, mode: 'run' }],
  'sessions.list': [{}],
  'sessions.stop': [{ session }],
  'sessions.restart': [{ session, mode: 'step' }],
  'sessions.close': [{ session }],
  'sessions.setMode': [{ session, mode: 'run' }],
  'sessions.setFreeze': [{ session, freeze: true }],
  'sessions.release': [
    { session, line: 3 },
    { session, line: 3, edited: { text: '{}' } },
  ],
  'sessions.releaseAll': [{ session }],
  'sessions.drop': [{ session, line: 3 }],
  'recordings.open': [{ path: '/tmp/a.fsj' }],
  'rows.read': [{ session, from: 1, count: 1_000 }],
  'rows.detail': [{ session, seq: 1 }],
  'rows.find': [{ session, query: 'type:hello', from: 1 }],
  'rows.density': [{ session, buckets: 100 }],
  'stream.open': [{ session }],
  'stream.close': [{ session }],
  'stream.ack': [{ session, batch: 1 }],
  'agent.state': [{}],
  'agent.ack': [{ news: 1 }],
  'agent.callTool': [
    { name: 'greet', argsText: '{"name":"Ada"}' },
    { name: '', argsText: '', session, timeoutMs: 50 },
  ],
  'agent.runCommand': [{ name: 'greet', args: 'Ada', session }],
  'agent.emit': [{ event: 'turn_start', fields: [{ name: 'step', json: '1' }] }],
  'agent.intercept': [{ event: 'turn_start', fields: [] }],
  'agent.panelKey': [
    { session, panel: 'p', key: 'up' },
    { session, panel: 'p', key: 'rune', text: 'x' },
  ],
  'agent.closePanel': [{ session, panel: 'p' }],
  'agent.setFailClosed': [{ failClosed: true }],
  'agent.setFreeze': [{ session, freeze: false }],
  'agent.clear': [{}],
  'scenario.run': [{ text: '{"do": "turn"}' }],
  'scenario.stop': [{}],
  'scenario.open': [{}],
  'scenario.save': [
    { text: '', path: null },
    { text: '{"do": "turn"}', path: '/tmp/a.scenario' },
  ],
  'compose.check': [{ session, text: '{}' }],
  'compose.freshId': [{ session }],
  'compose.stop': [{ session }],
  'compose.history': [{ session }],
  'compose.list': [{}],
  'compose.chooseFolder': [{}],
  'compose.usualFolder': [{}],
  'compose.save': [{ collection: 'mine', name: 'a call', text: '{}' }],
  'compose.remove': [{ collection: 'mine', name: 'a call' }],
  'sessions.send': [
    { session, text: '{}' },
    { session, text: '{}', times: 10, how: 'inTurn', newIds: true },
  ],
  'workspace.find': [{ folder: null }, { folder: '/src' }],
  'workspace.openAll': [{ folder: '/src', agreed: [{ key: '/src/a', digest }], mode: 'run' }],
  'workspace.reloadAll': [{}],
  'sessions.watch': [{ session, on: true }],
};

/** Never called: only the tables are looked at. */
const standIn = new Proxy({}, { get: () => () => undefined });
const tables: readonly Partial<Handlers>[] = [
  answersAboutApp(standIn as AppParts),
  answersAboutSessions(standIn as SessionParts),
  answersAboutAgent(standIn as AgentParts),
  answersToComposer(standIn as Parameters<typeof answersToComposer>[0]),
  answersAboutWorkspace(standIn as Parameters<typeof answersAboutWorkspace>[0]),
];

const refused = (name: CommandName, args: unknown): boolean => {
  const checked = checkArgs(name, args);
  if (!checked.ok) expect(checked.failure.code).toBe('argumentInvalid');
  return !checked.ok;
};
/** A value that no schema takes where `value` stands. */
const wrongKind = (value: unknown): unknown =>
  typeof value === 'object' && value !== null ? 7 : { wrong: true };

test('every command has one handler, and no handler is for a command that does not exist', () => {
  const handled = tables.flatMap((table) => Object.keys(table));
  expect([...handled].sort()).toEqual([...names].sort());
  for (const table of tables)
    for (const handler of Object.values(table)) expect(handler).toBeTypeOf('function');
});

describe.each(names)('%s', (name) => {
  const good = samples[name] as readonly Record<string, unknown>[];

  test('takes its samples', () => {
    expect(good.length).toBeGreaterThan(0);
    for (const args of good) expect(checkArgs(name, args)).toEqual({ ok: true, value: undefined });
  });

  test('refuses what is no object of arguments', () => {
    for (const args of [undefined, null, [], 'text', 7]) expect(refused(name, args)).toBe(true);
  });

  test('refuses an argument it does not know', () => {
    for (const args of good) expect(refused(name, { ...args, more: 1 })).toBe(true);
  });

  test('refuses each argument of another kind, and the lack of each one it needs', () => {
    const { required = [] } = commands[name].args as { readonly required?: readonly string[] };
    for (const args of good) {
      for (const key of Object.keys(args))
        expect(refused(name, { ...args, [key]: wrongKind(args[key]) })).toBe(true);
      for (const key of required) {
        const { [key]: _, ...rest } = args;
        expect(refused(name, rest)).toBe(true);
      }
    }
    if (required.length > 0) expect(refused(name, {})).toBe(true);
  });
});

test('names that only look like commands are none', () => {
  for (const name of ['', 'toString', '__proto__', 'sessions', 'constructor'])
    expect(isCommandName(name)).toBe(false);
});

test('every channel has a name of its own', () => {
  const channels = [...names.map(commandChannel), ...streamNames.map(streamChannel)];
  expect(new Set(channels).size).toBe(channels.length);
});
