// http_request and http_cancel: the child keeps whom to call back; sending, answering and refusing are the engine's.

import { numberArg, pointerArg, type HostRules } from './host-rule.ts';
import { name, type PluginState } from './plugin-state.ts';

export function httpRules(state: PluginState): HostRules {
  return {
    http_request: {
      act: (call) => {
        if (!state.facts.rules.http) return { kind: 'number', value: 0 };
        const number = ++state.httpRequests;
        const cb = pointerArg(call, 'cb');
        if (cb === null) name(state, 'function-null', { function: 'http_request', argument: 'cb' });
        state.requests.set(number, { cb, userdata: pointerArg(call, 'userdata') });
        return { kind: 'number', value: BigInt(number) };
      },
    },
    http_cancel: {
      act: (call) => {
        const request = numberArg(call, 'request');
        if (!state.requests.delete(request)) name(state, 'http-request-unknown', { request });
        return undefined;
      },
    },
  };
}
