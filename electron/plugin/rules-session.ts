// Host functions about the session: what the host has to tell, and whether it knows a model. What a plugin tells the host
// (entries, notes, status) needs no rule here: its frame is all there is to it.

import { bytesOf } from './c-value.ts';
import { textArg, type Answer, type HostCall, type HostRules } from './host-rule.ts';
import { plain, type PluginState } from './plugin-state.ts';

export function sessionRules(state: PluginState): HostRules {
  const told = (call: HostCall, text: string | null): Answer => {
    if (text === null) return { kind: 'text', text: null, at: null };
    const at = state.heap.hold(bytesOf({ text }), call.function, { thread: call.thread !== undefined });
    return { kind: 'text', text: { text }, at };
  };
  const ofSession = (text: (facts: PluginState['facts']) => string | null) => ({
    act: (call: HostCall) => told(call, state.facts.rules.sessionTold ? text(state.facts) : null),
  });
  return {
    cwd: { act: (call) => told(call, state.facts.cwd) },
    session_id: ofSession((facts) => facts.sessionId),
    session_file: ofSession((facts) => facts.sessionFile),
    system_prompt: ofSession((facts) => facts.systemPrompt),
    set_model: {
      act: (call) => {
        const provider = plain(textArg(call, 'provider'));
        const model = plain(textArg(call, 'model'));
        const { rules, models } = state.facts;
        const known = models.some((one) => one.provider === provider && one.model === model);
        return { kind: 'number', value: rules.modelControl && known ? 1 : 0 };
      },
    },
    append_entry: {},
    notify: {},
    set_status: {},
    set_title: {},
    set_thinking_level: {},
    add_resource_root: {},
    log: {},
  };
}
