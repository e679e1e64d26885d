// Faults of loading a plugin and of its end. Data only.

import type { Fault } from './fault.ts';

const entry = 'opcode_plugin.h: int opcode_plugin_init(…) ("Return 0 on success. `out` is pre-zeroed")';
const sizes = 'opcode_plugin.h: "All structs are append-only. The host checks `struct_size`"';
const loader = "the system's loader, dlopen(3)";

export const loadFaults = {
  'library-missing': {
    severity: 'error',
    message: 'There is no file {path}, so nothing was loaded.',
    fix: 'Build the plugin, or correct the path.',
    source: loader,
  },
  'library-not-one': {
    severity: 'error',
    message: '{path} is no shared library: {reason}.',
    fix: 'Build it with cc -shared -fPIC.',
    source: loader,
  },
  'wrong-architecture': {
    severity: 'error',
    message: '{path} is built for another machine than this one ({machine}): {reason}.',
    fix: 'Build it on this machine, or get the build for it.',
    source: loader,
  },
  'symbols-missing': {
    severity: 'error',
    message: 'The library needs symbols that nothing provides: {symbols}. The loader says: {reason}.',
    fix: 'Link the libraries that have them (-l…), or build with -Wl,--no-undefined to see it earlier.',
    source: loader,
  },
  'dependency-missing': {
    severity: 'error',
    message: 'The library needs another one that was not found: {library}. The loader says: {reason}.',
    fix: 'Install it, or build the plugin with -Wl,-rpath and its folder.',
    source: loader,
  },
  'library-refused': {
    severity: 'error',
    message: 'The loader refused the library: {reason}.',
    source: loader,
  },
  'entry-missing': {
    severity: 'error',
    message: 'The library has no symbol opcode_plugin_init, so it is no plugin.',
    fix: 'Define opcode_plugin_init, not static, and in C++ inside extern "C".',
    source: 'opcode_plugin.h: "A plugin is a shared library … exporting exactly one symbol"',
  },
  'entry-failed': {
    severity: 'error',
    message: 'opcode_plugin_init returned {value}. The host skips the plugin.',
    fix: 'Return 0 when all is well.',
    source: entry,
  },
  'abi-mismatch': {
    severity: 'error',
    message:
      'The plugin says ABI version {found}; this host has 1. Nothing else in the struct was looked at.',
    fix: 'Build it against the header of this host, and set abi_version to OPCODE_ABI_VERSION.',
    source: 'opcode_plugin.h: "`abi_version` changes only for removals or semantic changes"',
  },
  'struct-too-small': {
    severity: 'error',
    message:
      'struct_size is {found}; the host needs the first {least} bytes, through shutdown. No pointer in it was used.',
    fix: 'Set struct_size to sizeof(OpcodePluginV1).',
    source: sizes,
  },
  'struct-larger': {
    severity: 'info',
    message:
      'struct_size is {found}, more than the {known} bytes that this host knows. What is behind them is not read.',
    source: sizes,
  },
  'struct-overrun': {
    severity: 'error',
    message:
      'The entry point wrote {bytes} bytes behind the end of the struct. A real host has other data there.',
    fix: 'Fill no more than the host knows: an older host gives a shorter struct.',
    source: sizes,
  },
  'plugin-name-missing': {
    severity: 'error',
    message: 'The plugin gives no name ({found}).',
    fix: 'Set out->name to a text that stays.',
    source: 'opcode_plugin.h: "fill abi_version, struct_size, name, version, init and shutdown"',
  },
  'plugin-version-missing': {
    severity: 'warning',
    message: 'The plugin gives no version ({found}).',
    fix: 'Set out->version.',
    source: 'opcode_plugin.h: "fill abi_version, struct_size, name, version, init and shutdown"',
  },
  'plugin-init-missing': {
    severity: 'warning',
    message: 'The plugin has no init, so it registers nothing.',
    fix: 'Set out->init, and register tools, commands and handlers there.',
    source: 'opcode_plugin.h: int (*init)(const OpcodeHostV1 *host)',
  },
  'reserved-used': {
    severity: 'warning',
    message: 'Reserved members of the struct are not zero ({slots}).',
    fix: 'Leave them as they are: the struct comes zeroed.',
    source: 'opcode_plugin.h: void *reserved[4]',
  },
  'init-failed': {
    severity: 'error',
    message: 'init returned {value}. The host skips the plugin.',
    fix: 'Return 0 when all is well; say with host->log what is not.',
    source: 'opcode_plugin.h: int (*init)(const OpcodeHostV1 *host)',
  },
  'platform-unsupported': {
    severity: 'error',
    message:
      "Native plugins can't be called on {platform}: the ABI uses System V calls, and there is no way to make them there yet.",
    fix: 'Open the plugin on Linux or macOS.',
    source: 'opcode_plugin.h: OPCODE_SYSV',
  },
  'child-failed': {
    severity: 'error',
    message: 'The process that calls plugins failed: {reason}.',
    fix: 'Install the dependencies again (npm install), with optional ones.',
    source: 'Framescope',
  },
  crashed: {
    severity: 'error',
    message: 'The plugin was ended by {signal}{where}{address}. {inFlight}{threadWords}{last}',
    fix: 'The stack, where the system gives one, is in the rows before this one.',
    source: 'opcode_plugin.h: plugins share the process of the host, which would end with it',
  },
  'exited-in-call': {
    severity: 'error',
    message: 'The plugin ended the process with code {code}. {inFlight}{last}',
    fix: 'Never call exit() in a plugin: the host would end with it.',
    source: 'opcode_plugin.h: plugins share the process of the host',
  },
  'main-loop-blocked': {
    severity: 'warning',
    message: '{call} has not returned for {time}: the main loop stands still, and with it all of the host.',
    fix: 'Hand long work to a thread and end the call with tool_done later.',
    source: 'opcode_plugin.h: "The plugin must not block the main loop"',
  },
  'constructor-blocked': {
    severity: 'warning',
    message: 'Loading the library has taken {time}: a constructor of it does not return.',
    fix: 'Do nothing in constructors; work belongs into init or later.',
    source: loader,
  },
} as const satisfies Record<string, Fault>;
