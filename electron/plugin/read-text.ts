// Reads the texts that a plugin hands over, as far as that can be done without falling with it: what can't be a text is
// named and not read. The order of the questions is the order of what is certain.

import type { FaultCode, FaultWords } from '../../shared/protocol/opcode/faults.ts';
import { hex, textFrom, type CText } from './c-value.ts';
import { readText, type Pointer } from './native.ts';
import { name, type PluginState } from './plugin-state.ts';

/** Below the first page that a program can have, or where no program has memory. */
const least = 4_096n;
const most = 0xffff_ffff_ffffn;
/** A frame can hold as much. */
const mostTextBytes = 64 << 20;

/** null: NULL. One that a fault was named for is `unread`. */
export function readPluginText(
  state: PluginState,
  pointer: Pointer | null,
  functionName: string,
  argument: string,
): CText | null {
  if (pointer === null) return null;
  const words = { pointer: hex(pointer), function: functionName, argument };
  if (pointer < least || pointer > most) return unread(state, pointer, 'bad-pointer', words);
  const given = state.heap.givenBack(pointer);
  if (given?.wasText) return unread(state, pointer, 'use-after-turn', words);
  if (given) return unread(state, pointer, 'use-after-free', { ...words, how: given.how });
  const bytes = readText(pointer, mostTextBytes);
  if (bytes === undefined) return unread(state, pointer, 'text-endless', { ...words, most: mostTextBytes });
  const text = textFrom(bytes, pointer);
  if (text.bytes !== undefined) name(state, 'not-utf8', words);
  return text;
}

function unread(state: PluginState, at: Pointer, code: FaultCode, words: FaultWords): CText {
  name(state, code, words);
  return { text: '', unread: true, at };
}
