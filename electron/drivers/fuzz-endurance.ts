// Many plain calls, one after the other: does memory grow, do calls get slower? What looks like it is tried again, longer and
// in a fresh process, before it is believed.

import type { Incident } from '../../shared/fuzz/buckets.ts';
import type { FuzzInput, FuzzSend, FuzzSubject } from '../../shared/fuzz/findings.ts';
import { memoryGrowth, slowDown, type MemorySample } from '../../shared/fuzz/growth.ts';
import { runBatch, type Located } from './fuzz-batch.ts';
import type { CallEnd, ValueSend } from './fuzz-call.ts';
import type { FuzzHost } from './fuzz-host.ts';
import type { Live } from './fuzz-live.ts';
import { treeBytes } from './fuzz-memory.ts';

export interface EnduranceParts {
  readonly host: FuzzHost;
  readonly subject: FuzzSubject;
  readonly plain: ValueSend;
  /** Valid inputs that were answered, smallest first. */
  readonly good: readonly FuzzSend[];
  readonly calls: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly ended: (send: FuzzSend, end: CallEnd, tookMs: number) => void;
}

export interface Endured {
  /** What came of it besides: it fell over one of the calls. */
  readonly located: readonly Located[];
  readonly live: Live;
  readonly growths: readonly {
    readonly incident: Incident;
    readonly input: FuzzInput;
    readonly found: FuzzInput;
  }[];
  /** Calls that there was time for. */
  readonly calls: number;
  readonly short: boolean;
}

/** Calls between two looks at the memory. */
const stride = 25;
const mostMs = 8_000;
const mib = 1024 * 1024;
/** Growth in the second, longer try that is believed. */
const sureBytes = 32 * mib;
const longer = 3;

interface Stretch {
  readonly live: Live;
  readonly memory: readonly MemorySample[];
  readonly tookMs: readonly number[];
  readonly located: readonly Located[];
  readonly calls: number;
}

export async function endure(parts: EnduranceParts): Promise<Endured> {
  const { host, plain, good, calls } = parts;
  const sends = [plain, ...good].slice(0, mostGood);
  const first = await stretch(parts, await host.fresh(), sends, calls);
  const { live, located } = first;
  const short = first.calls < calls && located.length === 0;
  const base = { located, live, calls: first.calls, short };
  if (located.length > 0 || parts.signal?.aborted) return { ...base, growths: [] };
  const grows = memoryGrowth(first.memory) !== undefined;
  const slows = slowDown(first.tookMs) !== undefined;
  if (!grows && !slows) return { ...base, growths: [] };
  return { ...base, growths: await again(parts, sends, grows, slows) };
}

/** The plain call alone, then all of them; each in a process of its own, and longer. */
async function again(
  parts: EnduranceParts,
  sends: readonly FuzzSend[],
  grows: boolean,
  slows: boolean,
): Promise<Endured['growths']> {
  const { host, plain, calls, subject } = parts;
  const found: FuzzInput = { kind: 'sequence', sends };
  const growths: Endured['growths'][number][] = [];
  for (const set of [[plain], sends]) {
    const longest = await stretch(parts, await host.fresh(), set, calls * longer);
    const input: FuzzInput = set.length === 1 ? { kind: 'repeat', send: plain, times: calls } : found;
    const memory = memoryGrowth(longest.memory);
    if (grows && memory && memory.to - memory.from >= sureBytes) {
      const message = `Memory grows by ${kib(memory.perCall)} with every call of ${subject.name}: from ${inMib(memory.from)} to ${inMib(memory.to)} in ${longest.calls} calls.`;
      growths.push({
        incident: { oracle: 'memory-growth', message, cause: 'memory', evidence: [] },
        input,
        found,
      });
    }
    const slow = slowDown(longest.tookMs);
    if (slows && slow) {
      const message = `Calls of ${subject.name} take longer and longer: ${slow.from.toFixed(1)} ms, then ${slow.to.toFixed(1)} ms after ${longest.calls} calls.`;
      growths.push({ incident: { oracle: 'slow-down', message, cause: 'time', evidence: [] }, input, found });
    }
    if (growths.length > 0 || set === sends || sends.length === 1) break;
  }
  return growths;
}

const mostGood = 8;

async function stretch(
  parts: EnduranceParts,
  live: Live,
  sends: readonly FuzzSend[],
  calls: number,
): Promise<Stretch> {
  const { subject, plain, timeoutMs, signal } = parts;
  const memory: MemorySample[] = [];
  const tookMs: number[] = [];
  const located: Located[] = [];
  const startedAt = performance.now();
  let done = 0;
  const ended = (send: FuzzSend, end: CallEnd, took: number): void => {
    parts.ended(send, end, took);
    if (end.how === 'answered') tookMs.push(took);
  };
  while (done < calls && located.length === 0 && !signal?.aborted && performance.now() - startedAt < mostMs) {
    const count = Math.min(stride, calls - done);
    const batch = Array.from({ length: count }, (_, at) => sends[(done + at) % sends.length]!);
    const ask = {
      subject,
      sends: batch,
      concurrency: 1,
      deadlineMs: timeoutMs,
      plain,
      patient: false,
      ended,
      signal,
    };
    located.push(...(await runBatch(live, ask)).found);
    done += count;
    const bytes = live.pid === null ? undefined : treeBytes(live.pid);
    if (bytes !== undefined) memory.push({ calls: done, bytes });
  }
  return { live, memory, tookMs, located, calls: done };
}

const kib = (bytes: number): string => `${(bytes / 1024).toFixed(bytes < 10_240 ? 1 : 0)} KiB`;
const inMib = (bytes: number): string => `${Math.round(bytes / mib)} MiB`;
