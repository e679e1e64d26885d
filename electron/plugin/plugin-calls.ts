// Frames of the host carried out: each becomes one call on the plugin's main loop, and its return a frame. What can't be
// called is said and never tried.

import { entrySymbol, leastPluginBytes, pluginLayout, abiVersion } from '../../shared/protocol/opcode/abi.ts';
import { bytesOf, pointerJson, textJson, textOfJson, type CText } from './c-value.ts';
import { types } from './call-types.ts';
import type { HostTable } from './host-table.ts';
import type { LoopJob, MainLoop } from './main-loop.ts';
import { calloc, findSymbol, functionAt, openLibrary, readBytes, type Pointer } from './native.ts';
import { name, sayFaults, type PluginState } from './plugin-state.ts';
import { readPluginText } from './read-text.ts';
import { takeOver } from './rules-memory.ts';
import { isThreadsafe, settle } from './rules-tools.ts';

type Frame = Readonly<Record<string, unknown>>;
/** Calls the plugin; gives back the members of the returning frame. */
type Work = () => Promise<string>;

/** Handles of calls whose number in the frame is no number of C's. */
const ownHandles = 1n << 40n;
/** A plugin built against a longer struct writes more than this host knows. */
const outBytes = 4_096;

export class PluginCalls {
  readonly #state: PluginState;
  readonly #table: HostTable;
  readonly #loop: MainLoop;
  #library: Pointer | undefined;
  #entry: Pointer | undefined;
  #plugin: { readonly init: Pointer | null; readonly shutdown: Pointer | null } | undefined;
  #handles = ownHandles;

  constructor(state: PluginState, table: HostTable, loop: MainLoop) {
    this.#state = state;
    this.#table = table;
    this.#loop = loop;
  }

  /** A frame of the host, as its text came. */
  perform(text: string): void {
    let frame: Frame;
    try {
      frame = JSON.parse(text) as Frame;
    } catch {
      return this.#refuse('', 'it is not JSON');
    }
    const id = typeof frame.id === 'string' ? frame.id : '';
    const type = typeof frame.type === 'string' ? frame.type : '';
    const make = this.#makers[type];
    if (make === undefined) return this.#refuse(id, `nothing is called by a frame "${type}"`);
    const work = make(frame, id);
    if (typeof work === 'string') return this.#refuse(id, work);
    this.#loop.push(this.#job(type, id, work));
  }

  #job(type: string, id: string, work: Work): LoopJob {
    return {
      id,
      run: (over) => {
        work().then(
          (members) => {
            this.#returned(type, id, members);
            over();
          },
          (error: unknown) => {
            this.#state.wire.say({
              broken: `${type}: ${error instanceof Error ? error.message : String(error)}`,
            });
            this.#refuse(id, 'the call could not be made');
            over();
          },
        );
      },
    };
  }

  #returned(type: string, id: string, members: string): void {
    const { wire } = this.#state;
    const json = `{"type":"${type}.return","id":${JSON.stringify(id)}${members === '' ? '' : `,${members}`}}`;
    if (wire.asks) wire.ask('extension', json);
    else wire.tell('extension', json);
    this.#table.check();
    this.#countLeft();
    sayFaults(this.#state);
    wire.flush();
  }

  #countLeft(): void {
    const { over, heap } = this.#state;
    for (const call of over.splice(0)) {
      const { count, bytes } = heap.settleCall(call.id);
      if (count > 0) name(this.#state, 'memory-left', { call: call.id, tool: call.tool, count, bytes });
    }
  }

  #refuse(id: string, reason: string): void {
    this.#state.wire.say({ fault: 'not-runnable', id, words: { reason } });
    this.#state.wire.flush();
  }

  readonly #makers: Readonly<Record<string, (frame: Frame, id: string) => Work | string>> = {
    'library.open': ({ path }) => (typeof path === 'string' ? () => this.#open(path) : 'it has no path'),
    'library.symbol': ({ name: symbol }) => {
      const library = this.#library;
      if (library === undefined) return 'no library is open';
      return () => this.#symbol(library, typeof symbol === 'string' ? symbol : entrySymbol);
    },
    'plugin.entry': () => {
      const entry = this.#entry;
      return entry === undefined ? 'the entry point is not known' : () => this.#enter(entry);
    },
    'plugin.init': () => {
      const init = this.#plugin?.init;
      if (!init) return 'the plugin has no init';
      return async () => `"value":${Number(await this.#call(init, types.init, this.#table.pointer))}`;
    },
    'plugin.shutdown': () => {
      const shutdown = this.#plugin?.shutdown;
      if (!shutdown) return 'the plugin has no shutdown';
      return () => this.#void(shutdown, types.shutdown);
    },
    'tool.execute': (frame, id) => this.#execute(frame, id),
    'tool.update': (frame) => this.#update(frame),
    event: (frame) => this.#event(frame),
    command: (frame) => this.#command(frame),
    deferred: ({ defer }) => {
      const found = this.#state.deferred.get(Number(defer));
      if (found === undefined) return `nothing was deferred as number ${String(defer)}, or it has run`;
      this.#state.deferred.delete(Number(defer));
      return () => this.#void(found.fn, types.deferred, found.userdata);
    },
    'http.callback': (frame) => this.#httpCallback(frame),
  };

  #call(pointer: Pointer, type: Parameters<typeof functionAt>[1], ...args: unknown[]): Promise<unknown> {
    return new Promise((resolve, reject) => {
      functionAt(pointer, type).async(...args, (error: unknown, value: unknown) => {
        if (error) reject(error instanceof Error ? error : new Error(String(error)));
        else resolve(value);
      });
    });
  }

  async #void(pointer: Pointer, type: Parameters<typeof functionAt>[1], ...args: unknown[]): Promise<string> {
    await this.#call(pointer, type, ...args);
    return '';
  }

  async #open(path: string): Promise<string> {
    const library = await openLibrary(path);
    if (typeof library === 'string') return `"ok":false,"error":${JSON.stringify(library)}`;
    this.#library = library;
    return '"ok":true,"error":null';
  }

  async #symbol(library: Pointer, symbol: string): Promise<string> {
    const found = await findSymbol(library, symbol);
    if (typeof found === 'string') return `"address":null,"error":${JSON.stringify(found)}`;
    this.#entry = found;
    return `"address":${pointerJson(found)},"error":null`;
  }

  async #enter(entry: Pointer): Promise<string> {
    const out = calloc(outBytes);
    if (out === null) throw new Error('there is no memory for the struct');
    const value = Number(await this.#call(entry, types.entry, this.#table.pointer, out));
    const { fields, size } = pluginLayout;
    const bytes = readBytes(out, outBytes);
    const abi = bytes.readUInt32LE(fields.abi_version);
    const structSize = bytes.readUInt32LE(fields.struct_size);
    const head = `"value":${value},"abi_version":${abi},"struct_size":${structSize}`;
    if (value !== 0 || abi !== abiVersion || structSize < leastPluginBytes) return head;
    const over = bytes.findLastIndex((byte) => byte !== 0) + 1 - size;
    if (over > 0) name(this.#state, 'struct-overrun', { bytes: over });
    const at = (offset: number): Pointer | null => bytes.readBigUInt64LE(offset) || null;
    const text = (field: 'name' | 'version') =>
      textJson(readPluginText(this.#state, at(fields[field]), entrySymbol, field));
    this.#plugin = { init: at(fields.init), shutdown: at(fields.shutdown) };
    const reserved: string[] = [];
    for (let slot = fields.reserved; slot + 8 <= Math.min(structSize, size); slot += 8)
      if (at(slot) !== null) reserved.push(pointerJson(at(slot)));
    return `${head},"name":${text('name')},"version":${text('version')},"init":${pointerJson(this.#plugin.init)},"shutdown":${pointerJson(this.#plugin.shutdown)},"reserved":[${reserved.join(',')}]`;
  }

  #execute(frame: Frame, id: string): Work | string {
    const { state, found } = this.#registered(this.#state.tools, frame, frame.tool, 'tool');
    if (typeof found === 'string') return found;
    const { execute } = found;
    if (execute === null) return 'the tool has no execute';
    const toolCallId = textOfJson(frame.tool_call_id ?? null);
    const args = textOfJson(frame.args_json ?? null);
    const token = textOfJson(frame.signal_token ?? null);
    return async () => {
      const handle = /^[1-9]\d{0,17}$/.test(id) ? BigInt(id) : ++this.#handles;
      const lent = [toolCallId, args, token].map((text) => this.#lend(text ?? null, 'execute', true));
      const threadsafe = isThreadsafe(found.flags);
      const texts = lent.filter((pointer) => pointer !== null);
      state.calls.set(handle, {
        id,
        handle,
        tool: found.name ?? '',
        threadsafe,
        texts,
        returned: false,
        done: false,
      });
      await this.#call(execute, types.execute, this.#table.pointer, handle, ...lent);
      const call = state.calls.get(handle);
      if (call) call.returned = true;
      settle(state, handle);
      return '';
    };
  }

  #update(frame: Frame): Work | string {
    const { state, found } = this.#registered(this.#state.tools, frame, frame.tool, 'tool');
    if (typeof found === 'string') return found;
    const { update } = found;
    if (update === null) return 'the tool has no update';
    const call = [...state.calls.values()].find((open) => open.id === frame.call);
    if (call === undefined) return `no call ${String(frame.call)} is open`;
    const partial = textOfJson(frame.partial_json ?? null) ?? null;
    return () =>
      this.#void(update, types.update, this.#table.pointer, call.handle, this.#lend(partial, 'update'));
  }

  #event(frame: Frame): Work | string {
    const { found } = this.#registered(this.#state.handlers, frame, frame.event, 'handler of');
    if (typeof found === 'string') return found;
    const { handler, userdata } = found;
    if (handler === null) return 'the handler is NULL';
    const payload = textOfJson(frame.payload_json ?? null) ?? null;
    return async () => {
      const value = await this.#call(handler, types.handler, userdata, this.#lend(payload, 'an event'));
      return `"value":${Number(value)}`;
    };
  }

  #command(frame: Frame): Work | string {
    const { state, found } = this.#registered(this.#state.commands, frame, frame.name, 'command');
    if (typeof found === 'string') return found;
    const { handler } = found;
    if (handler === null) return 'the handler is NULL';
    const args = textOfJson(frame.args ?? null) ?? null;
    return async () => {
      const value = await this.#call(handler, types.command, this.#lend(args, 'a command'));
      const pointer = (value as Pointer | null) ?? null;
      const text = readPluginText(state, pointer, `the command ${found.name ?? ''}`, 'result');
      takeOver(state, pointer, `the return of the command ${found.name ?? ''}`);
      return `"value":${textJson(text)}`;
    };
  }

  #httpCallback(frame: Frame): Work | string {
    const number = Number(frame.request);
    const request = this.#state.requests.get(number);
    if (request === undefined) return `no request ${String(frame.request)} waits`;
    this.#state.requests.delete(number);
    const { cb, userdata } = request;
    if (cb === null) return 'the request has no callback';
    const body = textOfJson(frame.body ?? null) ?? null;
    const headers = textOfJson(frame.headers_json ?? null) ?? null;
    const length = body === null ? 0 : bytesOf(body).length;
    return () =>
      this.#void(
        cb,
        types.http,
        userdata,
        Number(frame.status ?? 0),
        this.#lend(headers, 'http_request'),
        this.#lend(body, 'http_request'),
        length,
      );
  }

  /** By its registration number, else the first of the name. */
  #registered<T extends { readonly name?: string | null; readonly event?: string | null }>(
    list: readonly (T | null)[],
    frame: Frame,
    wanted: unknown,
    what: string,
  ): { readonly state: PluginState; readonly found: T | string } {
    const number = frame.registration;
    const found =
      typeof number === 'number'
        ? list[number - 1]
        : list.find((one) => one !== null && (one.name ?? one.event) === wanted);
    return { state: this.#state, found: found ?? `there is no ${what} ${String(number ?? wanted)}` };
  }

  /** The text in memory of the host: until the next turn, or until its call is over. */
  #lend(text: CText | null, from: string, pinned = false): Pointer | null {
    return text === null ? null : this.#state.heap.hold(bytesOf(text), from, { pinned });
  }
}
