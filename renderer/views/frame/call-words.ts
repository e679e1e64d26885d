// A frame of a native plugin as the C call it stands for: declaration, arguments with their types, JSON inside of texts laid
// out. Pure.

import { prettyJson } from '@shared/form/layout.ts';
import { hostFunctions, type CType } from '@shared/protocol/opcode/abi.ts';

export interface CallArg {
  readonly name: string;
  /** As C has it; '' where the frame adds it. */
  readonly type: string;
  readonly text: string;
  /** Laid out, when the value is a text that is an object or a list of JSON. */
  readonly json: string | null;
  readonly isNull: boolean;
  readonly note: string;
}

export interface CallWords {
  readonly direction: string;
  readonly declaration: string;
  readonly isReturn: boolean;
  readonly args: readonly CallArg[];
}

const declarations: Readonly<Record<string, string>> = {
  'library.open': 'void *dlopen(const char *path, RTLD_NOW)',
  'library.symbol': 'void *dlsym(void *library, const char *name)',
  'plugin.entry': 'int opcode_plugin_init(const OpcodeHostV1 *host, OpcodePluginV1 *out)',
  'plugin.init': 'int init(const OpcodeHostV1 *host)',
  'plugin.shutdown': 'void shutdown(void)',
  'tool.execute':
    'void execute(const OpcodeHostV1 *host, uint64_t call, const char *tool_call_id, const char *args_json, const char *signal_token)',
  'tool.update': 'void update(const OpcodeHostV1 *host, uint64_t call, const char *partial_json)',
  event: 'int handler(void *userdata, const char *payload_json)',
  command: 'char *handler(const char *args)',
  deferred: 'void fn(void *userdata)',
  'http.callback':
    'void cb(void *userdata, int status, const char *headers_json, const char *body, uint64_t body_len)',
};
const cNames: Readonly<Record<CType, string>> = {
  void: 'void',
  int: 'int',
  uint64: 'uint64_t',
  int64: 'long long',
  size: 'size_t',
  text: 'const char *',
  pointer: 'void *',
  bytes: 'const char *',
  fn: 'function',
};
const notes: Readonly<Record<string, string>> = {
  registration: 'counted by Framescope',
  during: 'the call of the host that was running',
  thread: 'the thread that called; not the main loop',
};
const dot = '.return';

/** null when the text is no object. */
export function callOf(type: string, text: string): CallWords | null {
  let frame: unknown;
  try {
    frame = JSON.parse(text);
  } catch {
    return null; // the tree says what is wrong with it
  }
  if (typeof frame !== 'object' || frame === null) return null;
  const isReturn = type.endsWith(dot);
  const name = isReturn ? type.slice(0, -dot.length) : type;
  const host = hostFunctions.find((one) => `host.${one.name}` === name);
  const declaration = host?.declaration ?? declarations[name] ?? name;
  const types = new Map(
    (host?.args ?? []).map(([arg, cType]) => [arg, cType === 'host' ? '' : cNames[cType]]),
  );
  const args = Object.entries(frame)
    .filter(([key]) => key !== 'type' && key !== 'id')
    .map(([key, value]) => argOf(key, value, typeOf(key, types, declaration, isReturn)));
  return { direction: directionOf(host !== undefined, isReturn), declaration, isReturn, args };
}

function directionOf(byPlugin: boolean, isReturn: boolean): string {
  if (byPlugin) return isReturn ? 'The host’s function returns to the plugin.' : 'The plugin calls the host.';
  return isReturn ? 'The plugin’s function returns to the host.' : 'The host calls the plugin.';
}

function typeOf(
  key: string,
  types: ReadonlyMap<string, string>,
  declaration: string,
  isReturn: boolean,
): string {
  if (isReturn) return key === 'value' ? (/^(.*?\*?)\w+\(/.exec(declaration)?.[1]?.trim() ?? '') : '';
  const known = types.get(key);
  if (known !== undefined) return known;
  return new RegExp(`[(,] ?([^,()]*?[ *])${key}[,)]`).exec(declaration)?.[1]?.trim() ?? '';
}

function argOf(name: string, value: unknown, type: string): CallArg {
  const note = notes[name] ?? '';
  const isNull = value === null;
  if (typeof value === 'string') return { name, type, text: value, json: laidOut(value), isNull, note };
  if (isNull) return { name, type, text: 'NULL', json: null, isNull, note };
  if (typeof value === 'object' && value !== null && 'base64' in value)
    return { name, type, text: String(value.base64), json: null, isNull, note: 'bytes that are not UTF-8' };
  if (typeof value === 'object' && value !== null && 'at' in value)
    return { name, type, text: String(value.at), json: null, isNull, note: 'no text can be there: not read' };
  return { name, type, text: JSON.stringify(value), json: null, isNull, note };
}

function laidOut(text: string): string | null {
  if (!/^\s*[[{]/.test(text)) return null;
  try {
    JSON.parse(text);
    return prettyJson(text);
  } catch {
    return null; // it is shown as it is
  }
}
