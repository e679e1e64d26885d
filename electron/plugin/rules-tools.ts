// Host functions that register and that end a call: tools, commands, handlers, deferred functions, tool_done. What of it is
// in order, and what a wrong one means, is the engine's to say from the frames; here the pointers are kept.

import { flagNames, leastToolBytes, toolLayout } from '../../shared/protocol/opcode/abi.ts';
import { pointerJson, textJson, unsigned } from './c-value.ts';
import {
  bigArg,
  numberArg,
  pointerArg,
  shownArg,
  textArg,
  type HostCall,
  type HostRules,
} from './host-rule.ts';
import { readBytes, type Pointer } from './native.ts';
import { name, plain, type PluginState, type RegisteredTool } from './plugin-state.ts';
import { readPluginText } from './read-text.ts';
import { takeOver, textPointer } from './rules-memory.ts';

export function toolRules(state: PluginState): HostRules {
  /** A tool as it was read for its frame, until the frame has passed. */
  let read: RegisteredTool | null = null;
  return {
    register_tool: {
      fields: (call) => {
        const tool = readTool(state, pointerArg(call, 'tool'));
        read = tool.registered;
        return `"registration":${state.tools.length + 1},${tool.json}`;
      },
      act: () => {
        state.tools.push(read);
        return undefined;
      },
    },
    register_command: {
      fields: (call) =>
        `"registration":${state.commands.length + 1},"name":${textJson(shownArg(call, 'name'))},"description":${textJson(shownArg(call, 'description'))},"handler":${pointerJson(pointerArg(call, 'handler'))}`,
      act: (call) => {
        state.commands.push({ name: plain(textArg(call, 'name')), handler: pointerArg(call, 'handler') });
        return undefined;
      },
    },
    on_event: {
      fields: (call) =>
        `"registration":${state.handlers.length + 1},"event_name":${textJson(shownArg(call, 'event_name'))},"handler":${pointerJson(pointerArg(call, 'handler'))},"userdata":${pointerJson(pointerArg(call, 'userdata'))}`,
      act: (call) => {
        const event = plain(textArg(call, 'event_name'));
        state.handlers.push({
          event,
          handler: pointerArg(call, 'handler'),
          userdata: pointerArg(call, 'userdata'),
        });
        return undefined;
      },
    },
    defer: {
      fields: (call) =>
        `"defer":${state.defers + 1},"fn":${pointerJson(pointerArg(call, 'fn'))},"userdata":${pointerJson(pointerArg(call, 'userdata'))}`,
      act: (call) => {
        const fn = pointerArg(call, 'fn');
        state.defers += 1;
        if (fn === null) name(state, 'function-null', { function: 'defer', argument: 'fn' });
        else state.deferred.set(state.defers, { fn, userdata: pointerArg(call, 'userdata') });
        return undefined;
      },
    },
    tool_done: {
      fields: (call) =>
        `"id":${JSON.stringify(callId(state, call))},"result_json":${textJson(shownArg(call, 'result_json'))},"is_error":${numberArg(call, 'is_error')}`,
      act: (call) => {
        const open = state.calls.get(bigArg(call, 'call'));
        if (open && call.thread !== undefined && !open.threadsafe)
          name(state, 'done-from-thread', { thread: call.thread, tool: open.tool });
        takeOver(state, textPointer(call, 'result_json'), 'tool_done');
        if (open) {
          open.done = true;
          settle(state, open.handle);
        }
        return undefined;
      },
    },
  };
}

/** The number of the call that a handle belongs to; the handle itself when it belongs to none. */
function callId(state: PluginState, call: HostCall): string {
  const handle = unsigned(call.args.call);
  return state.calls.get(handle)?.id ?? state.pastHandles.get(handle) ?? String(handle);
}

const rememberedHandles = 4_096;

/** A call that has returned and is done lends its texts no longer than to the next turn. */
export function settle(state: PluginState, handle: bigint): void {
  const call = state.calls.get(handle);
  if (!call?.returned || !call.done) return;
  for (const text of call.texts) state.heap.unpin(text, call.threadsafe);
  state.calls.delete(handle);
  state.over.push(call);
  if (String(handle) === call.id) return;
  state.pastHandles.set(handle, call.id);
  if (state.pastHandles.size <= rememberedHandles) return;
  for (const oldest of state.pastHandles.keys()) return void state.pastHandles.delete(oldest);
}

function readTool(
  state: PluginState,
  pointer: Pointer | null,
): { readonly registered: RegisteredTool | null; readonly json: string } {
  if (pointer === null) {
    name(state, 'tool-null');
    return { registered: null, json: '"struct_size":0' };
  }
  const { fields, size } = toolLayout;
  const structSize = readBytes(pointer, 4).readUInt32LE(0);
  if (structSize < leastToolBytes) return { registered: null, json: `"struct_size":${structSize}` };
  const bytes = readBytes(pointer, Math.min(structSize, size));
  const at = (field: keyof typeof fields): Pointer | null => {
    const offset = fields[field];
    const value = offset + 8 <= bytes.length ? bytes.readBigUInt64LE(offset) : 0n;
    return value === 0n ? null : value;
  };
  const text = (field: keyof typeof fields) => readPluginText(state, at(field), 'register_tool', field);
  const flags = bytes.readUInt32LE(fields.flags);
  const toolName = text('name');
  const texts = (['label', 'description', 'parameters_json', 'prompt_snippet', 'prompt_guidelines'] as const)
    .map((field) => `"${field}":${textJson(text(field))}`)
    .join(',');
  const registered = { name: plain(toolName), flags, execute: at('execute'), update: at('update') };
  const functions = `"execute":${pointerJson(registered.execute)},"update":${pointerJson(registered.update)}`;
  return {
    registered,
    json: `"struct_size":${structSize},"flags":${flags},"name":${textJson(toolName)},${texts},${functions}`,
  };
}

export function isThreadsafe(flags: number): boolean {
  return flagNames(flags).known.includes('THREADSAFE');
}
