// The JSON helpers of the host. Whatever is missing or of another type gives the default, which is handed back as the very
// pointer it came as.

import { bytesOf } from './c-value.ts';
import { bigArg, numberArg, textArg, type HostCall, type HostRules } from './host-rule.ts';
import { valueAt, type Found } from './json-path.ts';
import { name, plain, type PluginState } from './plugin-state.ts';

const least = -(2n ** 63n);
const most = 2n ** 63n - 1n;

export function jsonRules(state: PluginState): HostRules {
  const find = (call: HostCall): Found | undefined => look(state, call);
  return {
    json_get_str: {
      act: (call) => {
        const found = find(call);
        const dflt = textArg(call, 'dflt');
        if (found?.kind !== 'string')
          return { kind: 'text', text: dflt, at: dflt?.at ?? held(state, call, dflt) };
        const text = { text: found.text };
        return { kind: 'text', text, at: held(state, call, text) };
      },
    },
    json_get_int: {
      act: (call) => {
        const found = find(call);
        const whole =
          found?.kind === 'number' && /^-?\d+$/.test(found.spelled) ? BigInt(found.spelled) : undefined;
        const fits = whole !== undefined && whole >= least && whole <= most;
        return { kind: 'number', value: fits ? whole : bigArg(call, 'dflt') };
      },
    },
    json_get_bool: {
      act: (call) => {
        const found = find(call);
        const value =
          found?.kind === 'boolean' ? (found.spelled === 'true' ? 1 : 0) : numberArg(call, 'dflt');
        return { kind: 'number', value };
      },
    },
    json_escape: {
      act: (call) => {
        const given = textArg(call, 's');
        if (given === null) return { kind: 'text', text: null, at: null };
        const text = escaped(given);
        return { kind: 'text', text, at: state.heap.copy(bytesOf(text), call.during) };
      },
    },
  };
}

function look(state: PluginState, call: HostCall): Found | undefined {
  const json = plain(textArg(call, 'json'));
  const path = plain(textArg(call, 'path'));
  if (json === null || path === null || path === '') return undefined;
  const found = valueAt(json, path);
  if (found !== 'notJson') return found;
  name(state, 'json-not-json', { function: call.function });
  return undefined;
}

function held(state: PluginState, call: HostCall, text: Parameters<typeof bytesOf>[0] | null) {
  if (text === null) return null;
  return state.heap.hold(bytesOf(text), call.function, { freeable: true, thread: call.thread !== undefined });
}

const short: Readonly<Record<number, string>> = {
  8: '\\b',
  9: '\\t',
  10: '\\n',
  12: '\\f',
  13: '\\r',
  34: '\\"',
  92: '\\\\',
};

/** Byte by byte, as the host does it, so that bytes which are not UTF-8 stay as they are. */
function escaped(text: Parameters<typeof bytesOf>[0]) {
  const escape = (letters: string): string =>
    // eslint-disable-next-line no-control-regex -- exactly those have to be escaped
    letters.replace(/["\\\u0000-\u001f]/g, (letter) => {
      const code = letter.charCodeAt(0);
      return short[code] ?? `\\u${code.toString(16).padStart(4, '0')}`;
    });
  if (text.bytes === undefined) return { text: escape(text.text) };
  const letters = escape(text.bytes.toString('latin1'));
  return { text: letters, bytes: Buffer.from(letters, 'latin1') };
}
