// The host table in memory, and the way of every call through it: read the arguments, say the frame, wait where somebody
// wants to decide, do what the function does, say what it returns. The same for all functions; what they do is in the rule
// files. Whatever goes wrong in here must not reach the plugin: a throw would leave its caller with garbage.

import {
  abiVersion,
  hostFunctions,
  hostLayout,
  type CType,
  type HostFunction,
} from '../../shared/protocol/opcode/abi.ts';
import {
  bytesOf,
  hex,
  isText,
  pointerJson,
  pointerOf,
  textFrom,
  textJson,
  textOfJson,
  unsigned,
} from './c-value.ts';
import type { CValue } from './c-value.ts';
import type { Answer, HostCall, HostRule, HostRules } from './host-rule.ts';
import type { CodePage } from './machine-code.ts';
import { threadPlace, withThread } from './machine-code.ts';
import { callable, callType, calloc, holds, readBytes, writeBytes, type Pointer } from './native.ts';
import { name, sayFaults, type PluginState } from './plugin-state.ts';
import { readPluginText } from './read-text.ts';

const nativeType: Readonly<Record<CType | 'host', string>> = {
  void: 'void',
  int: 'int',
  uint64: 'uint64_t',
  int64: 'int64_t',
  size: 'size_t',
  text: 'void *',
  pointer: 'void *',
  bytes: 'void *',
  fn: 'void *',
  host: 'void *',
};

/** Memory functions that the header lets nobody call from a thread, and that harm nothing there. */
const harmlessOnThreads: ReadonlySet<string> = new Set(['defer', 'tool_done']);

/** What runs on the main loop now. */
export interface MainLoopView {
  readonly running: string | undefined;
  /** undefined: nobody knows the numbers of threads here. */
  readonly thread: number | undefined;
}

export class HostTable {
  readonly pointer: Pointer;
  readonly #state: PluginState;
  readonly #rules: HostRules;
  readonly #loop: MainLoopView;
  #calls = 0;
  #image: Buffer = Buffer.alloc(0);

  constructor(state: PluginState, rules: HostRules, loop: MainLoopView) {
    this.#state = state;
    this.#rules = rules;
    this.#loop = loop;
    const pointer = calloc(hostLayout.size);
    if (pointer === null) throw new Error('there is no memory for the host table');
    this.pointer = pointer;
  }

  /** Fills the table. With a page the functions tell which thread calls them. */
  fill(page: CodePage | undefined): void {
    const image = Buffer.alloc(hostLayout.size);
    image.writeUInt32LE(abiVersion, hostLayout.fields.abi_version);
    image.writeUInt32LE(hostLayout.size, hostLayout.fields.struct_size);
    for (const fn of hostFunctions) {
      const target = this.#callable(fn, page !== undefined);
      const entry = page === undefined ? target : page.put(withThread(target, fn.args.length));
      image.writeBigUInt64LE(entry, hostLayout.fields[fn.name]);
    }
    writeBytes(this.pointer, image);
    this.#image = image;
  }

  /** Names what the plugin wrote into the table, and puts it right. */
  check(): void {
    if (holds(this.pointer, this.#image)) return;
    const found = readBytes(this.pointer, this.#image.length);
    const offset = found.findIndex((byte, at) => byte !== this.#image[at]);
    const fields = Object.entries(hostLayout.fields);
    const field = fields.findLast(([, at]) => at <= offset)?.[0] ?? '';
    name(this.#state, 'host-table-changed', { offset, field });
    writeBytes(this.pointer, this.#image);
  }

  #callable(fn: HostFunction, threads: boolean): Pointer {
    const types = fn.args.map(([, type]) => nativeType[type]);
    // Of one with more arguments than registers, the thread stands in the place of the table.
    const place = threadPlace(types.length);
    if (threads) types[place] = 'int64_t';
    return callable(
      (...given) => {
        try {
          return this.#called(fn, given, threads ? Number(given[place]) : undefined);
        } catch (error) {
          const words = error instanceof Error ? (error.stack ?? error.message) : String(error);
          this.#state.wire.say({ broken: `${fn.name}: ${words}` });
          this.#state.wire.flush();
          return zero(fn);
        }
      },
      callType(nativeType[fn.result], types),
    );
  }

  #called(fn: HostFunction, given: readonly unknown[], threadNumber: number | undefined): unknown {
    const { wire } = this.#state;
    const rule = this.#rules[fn.name];
    if (rule === undefined) throw new Error(`nobody has a rule for ${fn.name}`);
    const call = this.#read(fn, given, threadNumber);
    const answered = fn.result !== 'void';
    const id = answered ? String(++this.#calls) : '';
    const json = this.#frame(fn, call, rule, id);
    if (wire.asks) {
      const verdict = wire.ask('extension', json);
      sayFaults(this.#state);
      if (!verdict.passes) return this.#answered(fn, id, undefined);
      if (verdict.edited !== undefined) edit(fn, call, verdict.edited);
    } else wire.tell('extension', json);
    const answer = rule.act?.(call);
    sayFaults(this.#state);
    return this.#answered(fn, id, answer);
  }

  /** Says what the function returns, lets it be changed, and gives it to the plugin. */
  #answered(fn: HostFunction, id: string, answer: Answer | undefined): unknown {
    const { wire } = this.#state;
    let native = answer === undefined ? zero(fn) : nativeOf(answer);
    if (fn.result !== 'void') {
      const json = `{"type":"host.${fn.name}.return","id":"${id}","value":${answerJson(fn, answer)}}`;
      if (wire.asks) {
        const verdict = wire.ask('host', json);
        if (!verdict.passes) native = zero(fn);
        else if (verdict.edited !== undefined) native = this.#edited(fn, native, verdict.edited);
      } else wire.tell('host', json);
    }
    wire.flush();
    return native;
  }

  #read(fn: HostFunction, given: readonly unknown[], threadNumber: number | undefined): HostCall {
    const thread = this.#threadOf(threadNumber);
    const args: Record<string, CValue> = {};
    fn.args.forEach(([argument, type], at) => {
      if (type === 'host') {
        if (!(threadNumber !== undefined && threadPlace(fn.args.length) === at))
          this.#checkHost(fn, given[at]);
      } else args[argument] = this.#value(fn.name, argument, type, given[at], given[at + 1]);
    });
    if (thread !== undefined && !harmlessOnThreads.has(fn.name))
      name(this.#state, 'foreign-thread-call', {
        function: fn.name,
        thread: thread === 0 ? 'of its own' : thread,
      });
    const during = thread === undefined ? this.#loop.running : undefined;
    return { function: fn.name, args, during, thread };
  }

  #value(functionName: string, argument: string, type: CType, given: unknown, next: unknown): CValue {
    switch (type) {
      case 'int':
        return Number(given);
      case 'size':
      case 'uint64':
        return unsigned(given);
      case 'int64':
        return BigInt(given as bigint | number);
      case 'text':
        return readPluginText(this.#state, pointerOf(given), functionName, argument);
      case 'bytes': {
        const pointer = pointerOf(given);
        return pointer === null ? null : textFrom(readBytes(pointer, Number(unsigned(next))), pointer);
      }
      default:
        return pointerOf(given);
    }
  }

  /** undefined: the main loop. Without numbers only a call while nothing runs there is known to be another thread's. */
  #threadOf(threadNumber: number | undefined): number | undefined {
    if (threadNumber === undefined) return this.#loop.running === undefined ? 0 : undefined;
    return threadNumber === this.#loop.thread ? undefined : threadNumber;
  }

  #checkHost(fn: HostFunction, given: unknown): void {
    const pointer = pointerOf(given);
    if (pointer === this.pointer) return;
    name(this.#state, 'wrong-host', { function: fn.name, pointer: pointer === null ? 'NULL' : hex(pointer) });
  }

  #frame(fn: HostFunction, call: HostCall, rule: HostRule, id: string): string {
    const members = rule.fields?.(call) ?? argumentsJson(fn, call);
    const number = id === '' ? '' : `,"id":"${id}"`;
    const args = members === '' ? '' : `,${members}`;
    const during = call.during === undefined ? '' : `,"during":${JSON.stringify(call.during)}`;
    const thread = call.thread === undefined ? '' : `,"thread":${call.thread}`;
    return `{"type":"host.${fn.name}"${number}${args}${during}${thread}}`;
  }

  /** The value as somebody wrote it at the gate. */
  #edited(fn: HostFunction, native: unknown, json: string): unknown {
    const { value } = JSON.parse(json) as { readonly value?: unknown };
    if (fn.result !== 'pointer') return typeof value === 'number' ? Math.trunc(value) : native;
    const text = textOfJson(value);
    if (text === undefined || text === null) return text === null ? null : native;
    // Addresses are not invented; texts are.
    return /^0x[0-9a-f]+$/.test(text.text) ? native : this.#state.heap.hold(bytesOf(text), fn.name);
  }
}

/** What a person wrote in the place of the arguments; addresses stay as they are. */
function edit(fn: HostFunction, call: HostCall, json: string): void {
  const edited = JSON.parse(json) as Readonly<Record<string, unknown>>;
  const args = { ...call.args };
  for (const [argument, type] of fn.args) {
    const value = edited[argument];
    if (type === 'text') {
      const text = textOfJson(value);
      const before = args[argument];
      const at = isText(before ?? null) ? (before as { readonly at?: Pointer }).at : undefined;
      if (text !== undefined)
        args[argument] = text === null ? null : { ...text, ...(at === undefined ? {} : { at }) };
    } else if (typeof value === 'number' && type !== 'pointer' && type !== 'fn' && type !== 'host')
      args[argument] = type === 'int' ? value : BigInt(Math.trunc(value));
  }
  call.args = args;
}

function argumentsJson(fn: HostFunction, call: HostCall): string {
  return fn.args
    .filter(([, type]) => type !== 'host')
    .map(([argument, type]) => `"${argument}":${valueJson(type, call.args[argument] ?? null)}`)
    .join(',');
}

function valueJson(type: CType | 'host', value: CValue): string {
  if (value === null) return 'null';
  if (isText(value)) return textJson(value);
  return type === 'pointer' || type === 'fn' ? pointerJson(value as Pointer) : String(value);
}

function answerJson(fn: HostFunction, answer: Answer | undefined): string {
  if (answer === undefined) return fn.result === 'pointer' ? 'null' : '0';
  if (answer.kind === 'number') return String(answer.value);
  return answer.kind === 'address' ? pointerJson(answer.pointer) : textJson(answer.text);
}

function nativeOf(answer: Answer): unknown {
  if (answer.kind === 'number') return answer.value;
  return answer.kind === 'address' ? answer.pointer : answer.at;
}

function zero(fn: HostFunction): unknown {
  if (fn.result === 'void') return undefined;
  return fn.result === 'pointer' ? null : 0;
}
