// The C signatures of everything in a plugin that the host calls, as the header has them.

import { callType } from './native.ts';

export const types = {
  entry: callType('int', ['void *', 'void *']),
  init: callType('int', ['void *']),
  shutdown: callType('void', []),
  execute: callType('void', ['void *', 'uint64_t', 'void *', 'void *', 'void *']),
  update: callType('void', ['void *', 'uint64_t', 'void *']),
  handler: callType('int', ['void *', 'void *']),
  command: callType('void *', ['void *']),
  deferred: callType('void', ['void *']),
  http: callType('void', ['void *', 'int', 'void *', 'void *', 'uint64_t']),
};
