// Compiled plugins, each driven through what it does, so that together they show all of the ABI: for the test that holds the
// catalogue and the tables of faults against what really crossed. Adds nothing to what a plugin does by itself.

import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { eventTemplates } from '../../shared/protocol/opcode/event-names.ts';
import type { LivePlugin, PluginOptions } from './live-plugin.ts';
import { until } from './marked-processes.ts';
import { plugin, pluginFrom } from './plugins.ts';

export interface Drive {
  readonly name: string;
  /** A fixture by its name, or a library by its path. */
  readonly plugin: string;
  readonly options?: PluginOptions;
  /** Once it is ready; of one that never will be, `waitsFor` says what is waited for instead. */
  readonly act?: (live: LivePlugin) => Promise<void>;
  readonly waitsFor?: string;
}

const fixture = (name: string, act?: Drive['act'], options?: PluginOptions): Drive => ({
  name,
  plugin: name,
  ...(act ? { act } : {}),
  ...(options ? { options } : {}),
});
const refused = (name: string, code: string): Drive => ({ name, plugin: name, waitsFor: code });

const calling =
  (...tools: readonly (string | readonly [tool: string, args: object])[]) =>
  async (live: LivePlugin): Promise<void> => {
    for (const one of tools) {
      const [tool, args] = typeof one === 'string' ? [one, {}] : one;
      await live.call(tool, args);
    }
  };

async function tellAll(live: LivePlugin): Promise<void> {
  for (const { name, payload } of eventTemplates)
    await live.session.plugin.tell(name, JSON.stringify(payload), false);
  for (const value of [1, 2, -1])
    await live.session.plugin.tell('turn_end', JSON.stringify({ return: value }), false);
}

async function commands(live: LivePlugin): Promise<void> {
  for (const [name, args] of [
    ['good', ''],
    ['nothing', ''],
    ['literal', ''],
    ['echo', 'no json'],
  ] as const)
    await live.session.plugin.runCommand({ name, args });
}

async function completions(live: LivePlugin): Promise<void> {
  const says = ['{content:[]}', '{}', '{"content":[],"is_error":true}'];
  await calling('twice', 'unknown', 'null', 'bytes', 'literal', 'freed', 'later')(live);
  for (const raw of says) await live.call('say', { raw });
  await live.session.plugin.callTool({ name: 'never', argsText: '{}', raw: false, timeoutMs: 100 });
}

async function partialResults(live: LivePlugin): Promise<void> {
  const { plugin: face } = live.session;
  const given = await face.callTool({ name: 'open', argsText: '{}', raw: false, timeoutMs: 100 });
  await face.update('open', String(given.callId), '{"text":"half"}');
  await live.call('close');
}

async function requests(live: LivePlugin): Promise<void> {
  await calling('cancel', 'no_callback')(live);
  for (const args of [
    { url: 'https://example.com/a' },
    { url: 'file:///etc/passwd' },
    { url: 'https://example.com/b', headers: '["x"]' },
    { url: 'http://127.0.0.1:1/' },
  ])
    await live.call('get', args);
  await live.problem('http-failed');
}

async function wrongFrames(live: LivePlugin): Promise<void> {
  live.session.send({ text: '{"type":"dance","id":"f"}' }, 'hand');
  await live.problem('not-runnable');
}

async function shutDown(live: LivePlugin): Promise<void> {
  live.session.send({ text: '{"type":"plugin.shutdown","id":"by-hand"}' }, 'hand');
  await live.frame('plugin.shutdown.return');
}

const manyOfAll = `
  #include "fixture.h"
  static int heard(void *userdata, const char *payload) { return (void)userdata, (void)payload, 0; }
  static int init(const OpcodeHostV1 *host) {
    for (int i = 0; i < 40; i++) host->on_event("input", heard, NULL);
    return 0;
  }
  PLUGIN("many", init)`;

const endless = `
  #include "fixture.h"
  static int init(const OpcodeHostV1 *host) {
    size_t size = (size_t)66 << 20;
    char *text = malloc(size);
    memset(text, 'a', size);
    host->log(1, text);
    return 0;
  }
  PLUGIN("endless", init)`;

/** @param folder for libraries that no compiler would make */
export function drives(folder: string): readonly Drive[] {
  const file = (name: string): string => path.join(folder, name);
  return [
    ...ofLoading(folder, file),
    fixture('half-filled'),
    fixture('overrun'),
    fixture('larger-struct', shutDown),
    fixture('tool-shapes', (live) => live.session.plugin.tell('turn_start', '{}', false).then(() => {})),
    fixture('probe', calling('memory', 'json', 'session', 'ui', 'model', 'cancelled', 'resources', 'table')),
    fixture('probe', async (live) => {
      await calling('scribble', 'wrong_host', 'null')(live);
      await partialResults(live);
      await wrongFrames(live);
    }),
    fixture('probe', (live) => live.call('session').then(() => {}), {
      host: { sessionFile: file('no/such/folder') },
    }),
    fixture('events', tellAll),
    fixture('events', undefined, { profile: 'opcode-today' }),
    { ...fixture('many', undefined, { profile: 'opcode-today' }), plugin: pluginFrom('many', manyOfAll) },
    { ...fixture('endless'), plugin: pluginFrom('endless', endless) },
    fixture('completions', completions),
    fixture('completions', calling('never'), { profile: 'opcode-today' }),
    fixture('memory', async (live) => {
      await calling('double_free', 'free_unknown', 'use_after_free', 'leak', 'huge', 'bad_pointer')(live);
      await calling(['keep', { text: 'of this turn' }], 'use_kept')(live);
      await commands(live);
    }),
    fixture('threads', calling('worker', 'sneaky', 'joined')),
    fixture('http', requests, { host: { httpAllowed: ['127.0.0.1:1'] } }),
    fixture('hang', calling(['nap', { ms: 1_200 }])),
    fixture('segfault', calling('crash')),
    fixture('exits', (live) => live.session.plugin.tell('turn_start', '{}', false).then(() => {})),
  ];
}

function ofLoading(folder: string, file: (name: string) => string): readonly Drive[] {
  const write = (name: string, bytes: Buffer | string): string => {
    writeFileSync(file(name), bytes);
    return file(name);
  };
  const child = write('child.mjs', 'process.exit(3);');
  const narrow = Buffer.from(readFileSync(plugin('quick')));
  narrow[4] = 1; // a library of 32 bits
  const foreign = Buffer.from(readFileSync(plugin('quick')));
  foreign[7] = 0x53; // of a system that nobody has
  return [
    refused('bad-abi', 'abi-mismatch'),
    refused('short-struct', 'struct-too-small'),
    refused('entry-fails', 'entry-failed'),
    refused('init-fails', 'init-failed'),
    refused('name-null', 'plugin-name-missing'),
    refused('no-symbol', 'entry-missing'),
    refused('undefined-symbol', 'symbols-missing'),
    refused('constructor-hangs', 'constructor-blocked'),
    { name: 'missing', plugin: file('missing.so'), waitsFor: 'library-missing' },
    { name: 'text', plugin: write('text.so', 'hello\n'), waitsFor: 'library-not-one' },
    { name: 'narrow', plugin: write('narrow.so', narrow), waitsFor: 'wrong-architecture' },
    { name: 'foreign', plugin: write('foreign.so', foreign), waitsFor: 'library-refused' },
    { name: 'bereft', plugin: bereft(folder), waitsFor: 'dependency-missing' },
    { name: 'no child', plugin: 'quick', options: { child }, waitsFor: 'child-failed' },
  ];
}

/** A library whose own library is gone. */
function bereft(folder: string): string {
  const [gone, library] = [path.join(folder, 'libgone.so'), path.join(folder, 'bereft.so')];
  const make = (source: string, out: string, more: readonly string[] = []): void => {
    execFileSync('cc', ['-shared', '-fPIC', '-x', 'c', '-', '-o', out, '-L', folder, ...more], {
      input: source,
    });
  };
  make('int gone(void) { return 0; }', gone);
  make('int gone(void); int opcode_plugin_init(void) { return gone(); }', library, ['-lgone']);
  execFileSync('rm', [gone]);
  return library;
}

/** Drives it to its end, however it ends. */
export async function driveThrough(live: LivePlugin, { act, waitsFor }: Drive): Promise<void> {
  if (waitsFor === undefined) await live.reached('ready');
  else await live.problem(waitsFor);
  await act?.(live);
  live.session.stop('user');
  if (waitsFor !== undefined) live.session.stop('user');
  await until('it has ended', () => live.session.state === 'ended', 60_000);
}
