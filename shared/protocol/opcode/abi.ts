// The C ABI as data: the functions of the host table in their order, and where each field of the three structs lies on a
// 64-bit machine. The child builds its table from it, and a test compares it with what the C compiler says of the header.
// Knows neither frames nor how a call is made.

/** `text` is a NUL-terminated `const char *`; `size` a size_t. */
export type CType = 'void' | 'int' | 'uint64' | 'int64' | 'size' | 'text' | 'pointer' | 'bytes' | 'fn';

export interface HostFunction {
  readonly name: string;
  readonly result: CType;
  /** In the header's order; `host` is the table itself. */
  readonly args: readonly (readonly [name: string, type: CType | 'host'])[];
  /** The declaration, as in the header but on one line. */
  readonly declaration: string;
}

type Args = HostFunction['args'];
const of = (name: string, result: CType, args: Args, declaration: string): HostFunction => ({
  name,
  result,
  args,
  declaration,
});
const host = ['host', 'host'] as const;
const text = (name: string) => [name, 'text'] as const;
const int = (name: string) => [name, 'int'] as const;

/** Up to `reserved`, which stands before the last one. */
export const hostFunctions: readonly HostFunction[] = [
  of('alloc', 'pointer', [['n', 'size']], 'void *alloc(size_t n)'),
  of('free', 'void', [['p', 'pointer']], 'void free(void *p)'),
  of('strdup_', 'pointer', [text('s')], 'char *strdup_(const char *s)'),
  of('log', 'void', [int('level'), text('msg')], 'void log(int level, const char *msg)'),
  of('register_tool', 'void', [['tool', 'pointer']], 'void register_tool(const OpcodeToolV1 *tool)'),
  of(
    'tool_done',
    'void',
    [['call', 'uint64'], text('result_json'), int('is_error')],
    'void tool_done(uint64_t call, const char *result_json, int is_error)',
  ),
  of(
    'defer',
    'void',
    [host, ['fn', 'fn'], ['userdata', 'pointer']],
    'void defer(const OpcodeHostV1 *host, void (*fn)(void *userdata), void *userdata)',
  ),
  of(
    'is_cancelled',
    'int',
    [host, text('signal_token')],
    'int is_cancelled(const OpcodeHostV1 *host, const char *signal_token)',
  ),
  of(
    'on_event',
    'void',
    [text('event_name'), ['handler', 'fn'], ['userdata', 'pointer']],
    'void on_event(const char *event_name, OpcodeEventHandler handler, void *userdata)',
  ),
  of(
    'json_get_str',
    'pointer',
    [text('json'), text('path'), text('dflt')],
    'const char *json_get_str(const char *json, const char *path, const char *dflt)',
  ),
  of(
    'json_get_int',
    'int64',
    [text('json'), text('path'), ['dflt', 'int64']],
    'long long json_get_int(const char *json, const char *path, long long dflt)',
  ),
  of(
    'json_get_bool',
    'int',
    [text('json'), text('path'), int('dflt')],
    'int json_get_bool(const char *json, const char *path, int dflt)',
  ),
  of('json_escape', 'pointer', [text('s')], 'char *json_escape(const char *s)'),
  of('cwd', 'pointer', [host], 'const char *cwd(const OpcodeHostV1 *host)'),
  of('session_id', 'pointer', [host], 'const char *session_id(const OpcodeHostV1 *host)'),
  of('session_file', 'pointer', [host], 'const char *session_file(const OpcodeHostV1 *host)'),
  of(
    'append_entry',
    'void',
    [text('custom_type'), text('data_json')],
    'void append_entry(const char *custom_type, const char *data_json)',
  ),
  of('system_prompt', 'pointer', [host], 'const char *system_prompt(const OpcodeHostV1 *host)'),
  of('notify', 'void', [text('message'), int('level')], 'void notify(const char *message, int level)'),
  of('set_status', 'void', [text('key'), text('text')], 'void set_status(const char *key, const char *text)'),
  of('set_title', 'void', [text('title')], 'void set_title(const char *title)'),
  of(
    'register_command',
    'void',
    [text('name'), text('description'), ['handler', 'fn']],
    'void register_command(const char *name, const char *description, char *(*handler)(const char *args))',
  ),
  of(
    'set_model',
    'int',
    [text('provider'), text('model')],
    'int set_model(const char *provider, const char *model)',
  ),
  of('set_thinking_level', 'void', [text('level')], 'void set_thinking_level(const char *level)'),
  of(
    'http_request',
    'uint64',
    [
      host,
      text('method'),
      text('url'),
      text('headers_json'),
      ['body', 'bytes'],
      ['body_len', 'uint64'],
      ['cb', 'fn'],
      ['userdata', 'pointer'],
    ],
    'uint64_t http_request(const OpcodeHostV1 *host, const char *method, const char *url, const char *headers_json, const char *body, uint64_t body_len, void (*cb)(void *userdata, int status, const char *headers_json, const char *body, uint64_t body_len), void *userdata)',
  ),
  of(
    'http_cancel',
    'void',
    [host, ['request', 'uint64']],
    'void http_cancel(const OpcodeHostV1 *host, uint64_t request)',
  ),
  of(
    'add_resource_root',
    'void',
    [text('kind'), text('path')],
    'void add_resource_root(const char *kind, const char *path)',
  ),
];

export interface StructLayout {
  readonly size: number;
  /** Field → offset, in the header's order. */
  readonly fields: Readonly<Record<string, number>>;
}

const pointerBytes = 8;
const headBytes = 8;
export const reservedSlots = 8;

/** Two 32-bit numbers, then pointers; `reserved` keeps its place before what was appended after it. */
function table(): StructLayout {
  const fields: Record<string, number> = { abi_version: 0, struct_size: 4 };
  let at = headBytes;
  for (const { name } of hostFunctions) {
    if (name === 'add_resource_root') {
      fields.reserved = at;
      at += reservedSlots * pointerBytes;
    }
    fields[name] = at;
    at += pointerBytes;
  }
  return { size: at, fields };
}

export const hostLayout: StructLayout = table();

export const toolLayout = {
  size: 72,
  fields: {
    struct_size: 0,
    flags: 4,
    name: 8,
    label: 16,
    description: 24,
    parameters_json: 32,
    prompt_snippet: 40,
    prompt_guidelines: 48,
    execute: 56,
    update: 64,
  },
} as const satisfies StructLayout;

export const pluginLayout = {
  size: 72,
  fields: {
    abi_version: 0,
    struct_size: 4,
    name: 8,
    version: 16,
    init: 24,
    shutdown: 32,
    reserved: 40,
  },
} as const satisfies StructLayout;

export const abiVersion = 1;
export const entrySymbol = 'opcode_plugin_init';
/** Through `shutdown`: what the host reads. Today's real host asks for as much. */
export const leastPluginBytes = 40;
/** Through `execute`; `update` was appended. */
export const leastToolBytes = 64;

export const toolFlags = {
  READONLY: 0x0001,
  SEQUENTIAL: 0x0002,
  DESTRUCTIVE: 0x0004,
  HIDDEN: 0x0008,
  THREADSAFE: 0x0010,
} as const;
export type ToolFlag = keyof typeof toolFlags;

/** Names of the flags that are set, in the header's order, and what is left of the bits. */
export function flagNames(flags: number): { readonly known: readonly ToolFlag[]; readonly unknown: number } {
  const known = (Object.keys(toolFlags) as ToolFlag[]).filter((name) => (flags & toolFlags[name]) !== 0);
  const unknown = known.reduce((left, name) => (left & ~toolFlags[name]) >>> 0, flags >>> 0);
  return { known, unknown };
}
