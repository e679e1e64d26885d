// Folds the journal of a native plugin into its summary: loading, registrations, what the host shows. Calls and events are
// in the file beside it. A frame counts once it has passed the gate, as it passed; what the host then refused is taken back
// when the problem says so.

import { hostFunctions } from '../protocol/opcode/abi.ts';
import type { JsonObject } from '../protocol/define.ts';
import type { DecidedEntry, Raw } from './entries.ts';
import { PluginCallFold } from './fold-plugin-calls.ts';
import { PluginShownFold } from './fold-plugin-shown.ts';
import { PluginOfferFold } from './fold-plugin-offers.ts';
import { cut, numberIn, textIn } from './plugin-fields.ts';
import type { LoadStep, LoadStepName, PluginSummary } from './plugin-summary.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/** The first frame of every plugin's session: from here on a journal is one of a plugin. */
export const firstPluginFrame = 'library.open';
const mostThreads = 10_000;
const hostPrefix = 'host.';
const hostNames = new Set(hostFunctions.map(({ name }) => `${hostPrefix}${name}`));

const loadFrames: Readonly<Record<string, LoadStepName>> = {
  'library.open': 'open',
  'library.symbol': 'symbol',
  'plugin.entry': 'entry',
  'plugin.init': 'init',
};

/** Notices that are only counted; of a run of them the first may stand for all. */
const onlyCounted: ReadonlySet<string> = new Set(['host.log', 'host.free', 'host.defer']);

/** Whether the summary is made from the fields of such a frame, and not from its type alone. */
export function fieldsMatter(type: string, frame: JsonObject): boolean {
  if (type.startsWith(hostPrefix)) return !onlyCounted.has(type) || frame.thread !== undefined;
  return type === 'tool.execute.return';
}

export class PluginFold {
  readonly #held = new Map<number, { readonly type: string; frame: JsonObject }>();
  readonly #loading: Partial<Record<LoadStepName, Mutable<LoadStep>>> = {};
  readonly #offers = new PluginOfferFold();
  readonly #shown = new PluginShownFold();
  readonly #calls = new PluginCallFold();
  readonly #hostCalls = new Map<string, number>();
  readonly #threads = new Set<number>();
  #lastHostCall: PluginSummary['lastHostCall'] = null;
  #abi: PluginSummary['abi'] = null;
  #crash: PluginSummary['crash'] = null;
  #ready = false;
  #made: PluginSummary | undefined;

  get summary(): PluginSummary {
    return (this.#made ??= {
      loading: structuredCopy(this.#loading),
      abi: this.#abi,
      hostCalls: [...this.#hostCalls].map(([name, count]) => ({ name, count })),
      lastHostCall: this.#lastHostCall,
      threads: this.#threads.size,
      crash: this.#crash,
      ...this.#offers.summary(this.#calls.handled),
      ...this.#shown.summary,
      ...this.#calls.summary,
    });
  }

  /** One that has taken in the same and goes on by itself. */
  copy(): PluginFold {
    const copy = new PluginFold();
    for (const [line, waiting] of this.#held) copy.#held.set(line, { ...waiting });
    Object.assign(copy.#loading, structuredCopy(this.#loading));
    copy.#offers.takeOver(this.#offers);
    copy.#shown.takeOver(this.#shown);
    copy.#calls.takeOver(this.#calls);
    for (const [name, count] of this.#hostCalls) copy.#hostCalls.set(name, count);
    for (const thread of this.#threads) copy.#threads.add(thread);
    copy.#lastHostCall = this.#lastHostCall;
    copy.#abi = this.#abi;
    copy.#crash = this.#crash;
    copy.#ready = this.#ready;
    return copy;
  }

  line(type: string, frame: JsonObject, seq: number, held: boolean): void {
    if (held) this.#held.set(seq, { type, frame });
    else this.#passed(type, frame, seq);
  }

  edited(line: number, raw: Raw): void {
    const waiting = this.#held.get(line);
    if (!waiting || !('text' in raw)) return;
    try {
      const value: unknown = JSON.parse(raw.text);
      if (typeof value === 'object' && value !== null) waiting.frame = value as JsonObject;
    } catch {
      this.#held.delete(line); // no frame any more: it passes, and is told by its row
    }
  }

  released(line: number): void {
    const waiting = this.#held.get(line);
    if (!waiting) return;
    this.#held.delete(line);
    this.#passed(
      typeof waiting.frame.type === 'string' ? waiting.frame.type : waiting.type,
      waiting.frame,
      line,
    );
  }

  dropped(line: number): void {
    const waiting = this.#held.get(line);
    if (!waiting) return;
    this.#held.delete(line);
    this.#made = undefined;
    this.#calls.dropped(waiting.type, waiting.frame);
  }

  decided(entry: DecidedEntry, line: number): void {
    this.#made = undefined;
    switch (entry.decision) {
      case 'toolRegistered':
        return this.#offers.tool(entry.value, line);
      case 'commandRegistered':
        return this.#offers.command(entry.value, line);
      case 'subscribed':
        return this.#offers.handler(entry.value, line);
      case 'runCancelled':
        return this.#calls.cancelled(entry.value.token);
      case 'deadlinePassed':
      case 'requestSettled':
        return this.#calls.lost(entry.message, line);
      case 'ready':
        this.#ready = true;
        return;
      case 'crashReported':
        this.#crash = { ...entry.value, line };
        return;
      default:
        return;
    }
  }

  problem(code: string, message: string, line: number): void {
    this.#made = undefined;
    this.#shown.refused(code, line);
    this.#calls.problem(code, message, line);
  }

  #passed(type: string, frame: JsonObject, seq: number): void {
    this.#made = undefined;
    if (hostNames.has(type)) this.#hostCall(type, frame, seq);
    else if (type.startsWith(hostPrefix)) this.#shown.returned(type, frame);
    else if (!this.#loads(type, frame, seq)) this.#calls.crossed(type, frame, seq, this.#ready);
  }

  #hostCall(type: string, frame: JsonObject, seq: number): void {
    const name = type.slice(hostPrefix.length);
    this.#hostCalls.set(name, (this.#hostCalls.get(name) ?? 0) + 1);
    this.#lastHostCall = { name, line: seq };
    if (typeof frame.thread === 'number' && this.#threads.size < mostThreads) this.#threads.add(frame.thread);
    if (name === 'tool_done') this.#calls.done(frame, seq);
    else if (!this.#offers.registering(name, frame, seq)) this.#shown.asked(name, frame, seq);
  }

  /** Whether it belongs to the steps of loading. */
  #loads(type: string, frame: JsonObject, seq: number): boolean {
    const asked = loadFrames[type];
    if (asked) {
      this.#loading[asked] = { line: seq, end: null };
      this.#calls.entered(type, frame, seq);
      return true;
    }
    const step = type.endsWith('.return') ? loadFrames[type.slice(0, -'.return'.length)] : undefined;
    const known = step && this.#loading[step];
    if (!step || !known) return false;
    known.end = { line: seq, ...endOf(step, frame) };
    if (step === 'entry' && numberIn(frame, 'value') === 0)
      this.#abi = { version: numberIn(frame, 'abi_version'), structSize: numberIn(frame, 'struct_size') };
    this.#calls.left(frame);
    return true;
  }
}

function endOf(step: LoadStepName, frame: JsonObject): { ok: boolean; words: string } {
  const error = cut(textIn(frame, 'error') ?? '');
  if (step === 'open') return { ok: frame.ok === true, words: frame.ok === true ? 'loaded' : error };
  if (step === 'symbol') {
    const address = textIn(frame, 'address');
    return { ok: address !== null, words: address === null ? error : `at ${address}` };
  }
  const value = numberIn(frame, 'value');
  return { ok: value === 0, words: `returned ${value}` };
}

function structuredCopy(
  loading: Partial<Record<LoadStepName, LoadStep>>,
): Partial<Record<LoadStepName, LoadStep>> {
  return Object.fromEntries(Object.entries(loading).map(([name, step]) => [name, { ...step }]));
}
