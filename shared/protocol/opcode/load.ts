// Frames of loading a plugin, one for each step that may run code of the plugin or fail: the system's loader, the entry
// point, init. `plugin.shutdown` is here too: the header reserves it and no host calls it.

import { Type } from '@sinclair/typebox';
import { join, optional, say, words } from '../say.ts';
import { abiVersion, entrySymbol, pluginLayout } from './abi.ts';
import {
  anyTime,
  cText,
  flag,
  integer,
  loading,
  maybe,
  normativeOnly,
  pluginCall,
  pointer,
  registering,
  returnsNothing,
  shown,
  text,
} from './parts.ts';

const systemText = Type.Unsafe<string | null>({ type: ['string', 'null'] });

export const [libraryOpen, libraryOpened] = pluginCall({
  type: 'library.open',
  sentByHost: 'always',
  args: { path: text('Absolute.') },
  back: { ok: flag(), error: systemText },
  lane: 'handshake',
  legalIn: loading,
  times: 'once',
  summary: (f) => say`${f.path}`,
  examples: [{ path: '/home/ada/src/boom/build/boom.so' }],
  returned: {
    summary: (f) => (f.ok === true ? words('loaded') : join(words('not loaded'), optional(': ', f.error))),
    examples: [
      { ok: true, error: null },
      { ok: false, error: '/home/ada/boom.so: undefined symbol: boom_start' },
    ],
    doc: 'The library is in memory and its constructors have run, or the words of the loader say why not.',
  },
  doc: 'The system loads the library with everything resolved at once, on the thread that is the main loop from then on. Code of the plugin can run here already: constructors.',
  source: 'opcode_plugin.h: "A plugin is a shared library"; dlopen(3), RTLD_NOW',
});

export const [librarySymbol, librarySymbolFound] = pluginCall({
  type: 'library.symbol',
  sentByHost: 'always',
  args: { name: text() },
  back: { address: pointer(), error: systemText },
  lane: 'handshake',
  legalIn: loading,
  times: 'once',
  summary: (f) => say`${f.name}`,
  examples: [{ name: entrySymbol }],
  returned: {
    summary: (f) =>
      f.address === null ? join(words('not found'), optional(': ', f.error)) : say`at ${f.address}`,
    examples: [
      { address: '0x7f3a5c001139', error: null },
      { address: null, error: 'undefined symbol: opcode_plugin_init' },
    ],
    doc: 'Where the entry point is.',
  },
  doc: 'Looks for the one symbol that a plugin exports.',
  source: `opcode_plugin.h: ${entrySymbol} ("The only exported symbol")`,
});

export const [pluginEntry, pluginEntered] = pluginCall({
  type: 'plugin.entry',
  sentByHost: 'always',
  args: {},
  back: {
    value: integer(),
    abi_version: integer(),
    struct_size: integer(),
    name: maybe(cText()),
    version: maybe(cText()),
    init: maybe(pointer()),
    shutdown: maybe(pointer()),
    reserved: maybe(Type.Array(pointer(), { description: 'Only slots that are not NULL.' })),
  },
  lane: 'handshake',
  legalIn: loading,
  times: 'once',
  summary: () => words(`${entrySymbol}(host, out), out zeroed`),
  examples: [{}],
  returned: {
    summary: (f) =>
      f.value === 0 || f.value === undefined
        ? join(
            words('filled: '),
            shown(f.name ?? null),
            words(' '),
            shown(f.version ?? null),
            say` · ABI ${f.abi_version}, size ${f.struct_size}`,
          )
        : say`returned ${f.value}`,
    examples: [
      {
        value: 0,
        abi_version: abiVersion,
        struct_size: pluginLayout.size,
        name: 'boom',
        version: '0.2.1',
        init: '0x7f3a5c001160',
        shutdown: null,
        reserved: [],
      },
      { value: -1, abi_version: 0, struct_size: 0 },
    ],
    doc: 'What it returned and what it put into the struct. No pointer in it is used before the versions and sizes were looked at; fields behind struct_size are not read.',
  },
  doc: 'The entry point is asked who it is; it gets the host table and a struct of zeroes to fill.',
  source: `opcode_plugin.h: int ${entrySymbol}(const OpcodeHostV1 *host, OpcodePluginV1 *out) ("Return 0 on success")`,
});

export const [pluginInit, pluginInitialised] = pluginCall({
  type: 'plugin.init',
  sentByHost: 'always',
  args: {},
  back: { value: integer() },
  lane: 'handshake',
  legalIn: registering,
  times: 'once',
  summary: () => words('init(host)'),
  examples: [{}],
  returned: {
    summary: (f) => say`returned ${f.value}`,
    examples: [{ value: 0 }, { value: -1 }],
    doc: 'Anything but 0 and the host skips the plugin.',
  },
  doc: 'The plugin registers its tools, commands and event handlers.',
  source: 'opcode_plugin.h: int (*init)(const OpcodeHostV1 *host) ("register tools/commands/events")',
});

export const [pluginShutdown, pluginShutDown] = pluginCall({
  type: 'plugin.shutdown',
  sentByHost: 'atStop',
  args: {},
  ...returnsNothing,
  dialects: normativeOnly,
  lane: 'process',
  legalIn: anyTime,
  times: 'never by the host; by hand',
  summary: () => words('shutdown()'),
  examples: [{}],
  doc: 'Reserved: no host calls it today. It can be called by hand to see what it does.',
  source: 'opcode_plugin.h: void (*shutdown)(void) ("reserved: not called yet")',
});
