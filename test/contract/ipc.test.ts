// The border between window and main process: every command of the contract is answered by exactly one handler, takes its
// sample, and refuses anything else before a handler sees it. A new command fails here until it has a sample.

import { describe, expect, test } from 'vitest';
import { answersAboutAgent, type AgentParts } from '../../electron/ipc/answers-agent.ts';
import { answersAboutApp, type AppParts } from '../../electron/ipc/answers-app.ts';
import { answersAboutChecks } from '../../electron/ipc/answers-check.ts';
import { answersAboutExport } from '../../electron/ipc/answers-export.ts';
import { answersAboutFuzz } from '../../electron/ipc/answers-fuzz.ts';
import { answersToComposer } from '../../electron/ipc/answers-compose.ts';
import { answersAboutReplay } from '../../electron/ipc/answers-replay.ts';
import { answersAboutSessions, type SessionParts } from '../../electron/ipc/answers-sessions.ts';
import { answersAboutPlugins } from '../../electron/ipc/answers-plugin.ts';
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
const table = 'run-1';
const filter = { show: 'differences', text: '' } as const;
const handFuzz = {
  ...{ session, text: '{"a":1}', seed: 1 },
  places: [{ start: 5, end: 6, source: { kind: 'schema', verdict: 'valid', count: 5 } }],
} as const satisfies Omit<CommandArgs<'handFuzz.count'>, 'mode'>;

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
  'check.passive': [{ session }],
  'check.start': [{ session, calls: 'safe' }],
  'check.state': [{ session }],
  'check.stop': [{ session }],
  'fuzz.start': [
    {
      ...{ session, parts: ['valid', 'wire', 'endurance'], runs: 400, concurrency: 1, timeoutMs: 2_000 },
      choice: { tools: ['look'], commands: [], events: [], intercepts: [] },
    },
  ],
  'fuzz.state': [{ run: 0, after: 0 }],
  'fuzz.stop': [{}],
  'fuzz.input': [{ bucket: '811c9dc59747b28c' }],
  'fuzz.save': [{ bucket: '811c9dc59747b28c' }],
  'fuzz.saveAll': [{}],
  'handFuzz.count': [{ ...handFuzz, mode: 'all' }],
  'handFuzz.start': [{ ...handFuzz, mode: 'one', timeoutMs: 2_000 }],
  'handFuzz.state': [{ run: 1, after: 12 }],
  'handFuzz.stop': [{}],
  'coverage.read': [
    { session, files: [] },
    { session, files: ['/j/a.fsj'] },
  ],
  'sessions.send': [
    { session, text: '{}' },
    { session, text: '{}', times: 10, how: 'inTurn', newIds: true },
  ],
  'plugin.callTool': [{ session, name: 'word_count', argsText: '{}', raw: false, confirmed: true }],
  'plugin.cancel': [{ session, token: 'run-1' }],
  'plugin.update': [{ session, call: '12', partial: '{"content":[]}' }],
  'plugin.runCommand': [{ session, name: 'boom', args: '3' }],
  'plugin.emit': [{ session, event: 'input', payload: '{}' }],
  'plugin.driveAgain': [{ session, mode: 'run' }],
  'plugin.run': [
    {
      steps: [
        { kind: 'event', event: 'input', payload: '{}' },
        { kind: 'calls', calls: [{ name: 'bash', argsText: '{}', stands: '' }] },
      ],
    },
  ],
  'plugin.runState': [{}],
  'plugin.confirm': [{ ask: 1, allow: true }],
  'plugin.stopRun': [{}],
  'export.offer': [{ session }],
  'export.preview': [
    { session, rules: { defaults: true, keys: ['a'], pointers: [], regexes: [], variables: [] } },
  ],
  'export.progress': [{}],
  'export.cancel': [{}],
  'export.save': [
    {
      session,
      rules: { defaults: false, keys: [], pointers: ['/a'], regexes: ['x'], variables: ['A'] },
      format: 'html',
      gzip: true,
    },
  ],
  'workspace.find': [{ folder: null }, { folder: '/src' }],
  'workspace.openAll': [{ folder: '/src', agreed: [{ key: '/src/a', digest }], mode: 'run' }],
  'workspace.reloadAll': [{}],
  'sessions.watch': [{ session, on: true }],
  'replay.state': [{}],
  'replay.start': [
    {
      recording: '/tmp/a.fsj',
      targets: [target],
      pace: { kind: 'asap' },
      mode: 'run',
      ignore: ['/args/at'],
      normalise: [],
    },
    {
      recording: '/tmp/a.fsj',
      targets: [target, target],
      pace: { kind: 'recorded', speed: 4 },
      mode: 'step',
      ignore: [],
      normalise: ['none'],
      answerMs: 500,
    },
  ],
  'replay.step': [{}],
  'replay.stop': [{}],
  'replay.accept': [{ run: 1 }],
  'compare.open': [{ a: '/tmp/a.fsj', b: '/tmp/b.fsj', ignore: ['notify:'], normalise: ['ids'] }],
  'compare.close': [{ table }],
  'results.rows': [{ table, filter, from: 0, count: 200 }],
  'results.row': [{ table, row: 1 }],
  'results.next': [{ table, filter, after: -1, by: 1 }],
  'playback.times': [{ session, from: 1, count: 10_000 }],
  'playback.at': [{ session, atUs: 0.5 }],
  'playback.frame': [{ session, from: 0, by: -1 }],
  'playback.summary': [{ session, seq: 0 }],
};

/** Never called: only the tables are looked at. */
const standIn = new Proxy({}, { get: () => () => undefined });
const tables: readonly Partial<Handlers>[] = [
  answersAboutApp(standIn as AppParts),
  answersAboutSessions(standIn as SessionParts),
  answersAboutAgent(standIn as AgentParts),
  answersAboutPlugins(standIn as Parameters<typeof answersAboutPlugins>[0]),
  answersAboutChecks(standIn as Parameters<typeof answersAboutChecks>[0]),
  answersAboutExport(standIn as Parameters<typeof answersAboutExport>[0]),
  answersAboutFuzz(standIn as Parameters<typeof answersAboutFuzz>[0]),
  answersToComposer(standIn as Parameters<typeof answersToComposer>[0]),
  answersAboutWorkspace(standIn as Parameters<typeof answersAboutWorkspace>[0]),
  answersAboutReplay(standIn as Parameters<typeof answersAboutReplay>[0]),
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
