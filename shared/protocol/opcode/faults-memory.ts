// Faults of memory and threads: what the child sees, because it holds the pointers. Data only.

import type { Fault } from './fault.ts';

const owned = 'opcode_plugin.h: "Memory returned to the host must come from host->alloc"';
const valid = 'opcode_plugin.h: "Memory returned by the host is … valid until the next main-loop iteration"';
const threads = 'opcode_plugin.h: "any call into the host from a plugin thread must go through host->defer"';

export const memoryFaults = {
  'not-host-memory': {
    severity: 'error',
    message:
      'The memory {pointer} handed to {function} does not come from host->alloc. The host would free it, and crash.',
    fix: 'Build what you hand over in memory of host->alloc or host->strdup_.',
    source: owned,
  },
  'double-free': {
    severity: 'error',
    message:
      '{pointer} was freed before ({how}). It is not freed again here; the real host would corrupt its heap.',
    fix: "Free once. What was handed to tool_done or returned by a command is the host's.",
    source: owned,
  },
  'free-unknown': {
    severity: 'error',
    message: '{pointer} was handed to host->free, but the host never gave it out. It is left alone.',
    fix: 'Free with the allocator it came from.',
    source: owned,
  },
  'free-host-string': {
    severity: 'error',
    message:
      '{pointer} was handed to host->free, but it is a text of the host ({function}), which the plugin does not own.',
    fix: 'Copy it with host->strdup_ to keep it; do not free it.',
    source: valid,
  },
  'use-after-free': {
    severity: 'error',
    message: '{pointer} was handed to {function} after it had been freed ({how}). It was not read.',
    source: owned,
  },
  'use-after-turn': {
    severity: 'error',
    message:
      '{pointer} was handed to {function}, but it is a text of the host from an earlier turn of the main loop.',
    fix: 'Copy what you keep: host->strdup_.',
    source: valid,
  },
  'memory-left': {
    severity: 'info',
    message: 'Call {call} of {tool} is over and left {count} of its allocations, {bytes} bytes in all.',
    fix: 'Free them before tool_done, unless they are meant to stay.',
    source: owned,
  },
  'memory-never-freed': {
    severity: 'info',
    message: 'At the end {count} allocations were never freed, {bytes} bytes in all.',
    source: owned,
  },
  'out-of-memory': {
    severity: 'warning',
    message: 'host->alloc of {bytes} bytes gave NULL: there is not that much.',
    source: 'opcode_plugin.h: void *alloc(size_t n)',
  },
  'bad-pointer': {
    severity: 'error',
    message: '{pointer} was handed to {function} as {argument}; no text can be there. It was not read.',
    source: 'opcode_plugin.h: const char * is a NUL-terminated text',
  },
  'text-endless': {
    severity: 'error',
    message:
      'The {argument} handed to {function} is longer than {most} bytes; a NUL is missing at its end, probably. It was not read.',
    source: 'opcode_plugin.h: "NUL-terminated UTF-8"',
  },
  'not-utf8': {
    severity: 'error',
    message: 'The {argument} handed to {function} is not UTF-8.',
    fix: 'Convert texts from elsewhere (file names, command output) before they are handed over.',
    source: 'opcode_plugin.h: "Every `const char *` payload … is a NUL-terminated UTF-8 JSON string"',
  },
  'foreign-thread-call': {
    severity: 'error',
    message:
      '{function} was called on thread {thread}. Only defer may be, and tool_done of a tool marked THREADSAFE.',
    fix: 'Go through host->defer.',
    source: threads,
  },
  'wrong-host': {
    severity: 'warning',
    message: '{function} was called with {pointer} as its host, which is not the host table.',
    fix: 'Pass on the pointer that init or execute was given.',
    source: 'opcode_plugin.h: const OpcodeHostV1 *host',
  },
  'host-table-changed': {
    severity: 'error',
    message: 'The plugin wrote into the host table at offset {offset} ({field}). It was put right.',
    fix: 'The table is const.',
    source: 'opcode_plugin.h: const OpcodeHostV1 *host; void *reserved[8] ("must be zero/NULL")',
  },
  'function-null': {
    severity: 'error',
    message: '{function} was given NULL as its {argument}; there is nothing to call.',
    source: 'opcode_plugin.h',
  },
  'not-runnable': {
    severity: 'error',
    message: 'The host could not make this call: {reason}.',
    source: 'Framescope',
  },
} as const satisfies Record<string, Fault>;
