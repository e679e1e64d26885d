// Host functions about memory: alloc, free, strdup_, and whether a run was cancelled. Everything that is wrong with what a
// plugin frees is named and not done, because the plugin would take this process with it.

import { bytesOf, hex } from './c-value.ts';
import { bigArg, pointerArg, textArg, type HostCall, type HostRules } from './host-rule.ts';
import type { Pointer } from './native.ts';
import { name, plain, type PluginState } from './plugin-state.ts';

export function memoryRules(state: PluginState): HostRules {
  const { heap } = state;
  return {
    alloc: {
      act: (call) => {
        const bytes = bigArg(call, 'n');
        const pointer = heap.alloc(bytes, call.during);
        if (pointer === null) name(state, 'out-of-memory', { bytes: String(bytes) });
        return { kind: 'address', pointer };
      },
    },
    free: {
      act: (call) => {
        const pointer = pointerArg(call, 'p');
        if (pointer !== null) giveBack(state, pointer);
        return undefined;
      },
    },
    strdup_: {
      act: (call) => {
        const text = textArg(call, 's');
        if (text === null) {
          name(state, 'argument-null', {
            function: 'strdup_',
            argument: 's',
            consequence: 'It returns NULL.',
          });
          return { kind: 'address', pointer: null };
        }
        return { kind: 'address', pointer: heap.copy(bytesOf(text), call.during) };
      },
    },
    is_cancelled: {
      act: (call) => {
        const token = plain(textArg(call, 'signal_token'));
        const cancelled = state.facts.rules.cancellable && token !== null && state.cancelled.has(token);
        return { kind: 'number', value: cancelled ? 1 : 0 };
      },
    },
  };
}

function giveBack(state: PluginState, pointer: Pointer): void {
  const { heap } = state;
  const text = heap.text(pointer);
  if (text !== undefined && !text.freeable)
    return name(state, 'free-host-string', { pointer: hex(pointer), function: text.from });
  if (heap.release(pointer, 'by host->free')) return;
  const given = heap.givenBack(pointer);
  if (given === undefined) return name(state, 'free-unknown', { pointer: hex(pointer) });
  if (given.wasText) return name(state, 'free-host-string', { pointer: hex(pointer), function: given.how });
  name(state, 'double-free', { pointer: hex(pointer), how: given.how });
}

/** Memory that becomes the host's: taken over, or named when it never was the host's to give. */
export function takeOver(state: PluginState, pointer: Pointer | null, how: string): void {
  if (pointer === null) return;
  const { heap } = state;
  if (heap.block(pointer) !== undefined) {
    heap.release(pointer, how);
    return;
  }
  // Given back already: reading it has named that.
  if (heap.givenBack(pointer) !== undefined) return;
  name(state, 'not-host-memory', { pointer: hex(pointer), function: how });
}

/** The pointer behind an argument that is a text, whether or not it could be read. */
export function textPointer(call: HostCall, argument: string): Pointer | null {
  return textArg(call, argument)?.at ?? null;
}
