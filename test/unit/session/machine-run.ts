// Drives a machine in tests: gives it frames and inputs, turns host time, fires the timers it set, keeps its effects.

import { Machine } from '../../../electron/session/machine.ts';
import type { Effect, MachineInput } from '../../../electron/session/machine-types.ts';
import type { JsonObject } from '../../../shared/protocol/define.ts';
import type { DecisionName } from '../../../shared/session/decisions.ts';
import type { NewEntry, ProblemEntry } from '../../../shared/session/entries.ts';
import { hostParts, type HostPartsOptions } from '../../support/host-parts.ts';

export class MachineRun {
  readonly parts;
  readonly machine: Machine;
  readonly effects: Effect[] = [];
  readonly timers = new Map<string, { ms: number; dueMs: number; outcome: string }>();
  nowMs = 0;
  seq = 0;

  constructor(options: HostPartsOptions = {}) {
    this.parts = hostParts(options);
    this.machine = new Machine(this.parts);
  }

  /** Started and spawned; with hello when a name is given. */
  static after(hello?: string, options: HostPartsOptions = {}): MachineRun {
    const run = new MachineRun(options);
    run.input({ kind: 'started' });
    run.input({ kind: 'spawned' });
    if (hello !== undefined) run.frame({ type: 'hello', name: hello, version: '1.0.0' });
    return run;
  }

  input(input: MachineInput): this {
    this.#take(this.machine.handle(input, this.nowMs * 1_000));
    return this;
  }

  frame(frame: JsonObject): this {
    return this.text(JSON.stringify(frame));
  }

  text(text: string | undefined, more: { bom?: boolean; ending?: 'lf' | 'none' } = {}): this {
    const decoded = this.parts.decode(text, 'extension', more.ending ?? 'lf');
    this.seq++;
    this.#take(this.machine.line(decoded, this.seq, { text, bom: more.bom ?? false }, this.nowMs * 1_000));
    return this;
  }

  /** A line of the host has passed the gate and was taken by the pipe. */
  hostFrame(frame: JsonObject): this {
    const decoded = this.parts.decode(JSON.stringify(frame), 'host', 'lf');
    this.seq++;
    this.input({ kind: 'hostLine', decoded, line: this.seq });
    return this.input({ kind: 'hostLineTaken', decoded, line: this.seq, lastSeq: this.seq });
  }

  /** Turns host time and fires what comes due, in order. */
  advance(ms: number): this {
    const endMs = this.nowMs + ms;
    for (;;) {
      const [name, timer] =
        [...this.timers]
          .filter(([, { dueMs }]) => dueMs <= endMs)
          .sort((a, b) => a[1].dueMs - b[1].dueMs)[0] ?? [];
      if (!name || !timer) break;
      this.timers.delete(name);
      this.nowMs = timer.dueMs;
      this.input({ kind: 'timer', name: name as 'ready' });
    }
    this.nowMs = endMs;
    return this;
  }

  exit(code: number | null, signal: string | null = null): this {
    this.input({ kind: 'exited', code, signal });
    this.input({ kind: 'outputClosed', pipe: 'stdout' });
    this.input({ kind: 'outputClosed', pipe: 'stderr' });
    return this.input({ kind: 'ended' });
  }

  get state() {
    return this.machine.state;
  }

  get entries(): NewEntry[] {
    return this.effects.flatMap((effect) => (effect.kind === 'record' ? [effect.entry] : []));
  }

  get sent(): JsonObject[] {
    return this.effects.flatMap((effect) => (effect.kind === 'send' ? [effect.frame] : []));
  }

  get signals(): string[] {
    return this.effects.flatMap((effect) => (effect.kind === 'signal' ? [effect.signal] : []));
  }

  problem(code: string): ProblemEntry | undefined {
    return this.entries.find(
      (entry): entry is ProblemEntry => entry.kind === 'problem' && entry.code === code,
    );
  }

  get problemCodes(): string[] {
    return this.entries.flatMap((entry) =>
      entry.kind === 'problem' ? [`${entry.severity} ${entry.code}`] : [],
    );
  }

  /** Values of one kind of decision. */
  decided(decision: DecisionName): unknown[] {
    return this.entries.flatMap((entry) =>
      entry.kind === 'decided' && entry.decision === decision ? [entry.value] : [],
    );
  }

  #take(effects: readonly Effect[]): void {
    this.effects.push(...effects);
    for (const effect of effects) {
      if (effect.kind === 'clearTimer') this.timers.delete(effect.name);
      if (effect.kind === 'setTimer')
        this.timers.set(effect.name, {
          ms: effect.ms,
          dueMs: this.nowMs + effect.ms,
          outcome: effect.outcome,
        });
      const running = effect.kind === 'restartTimer' ? this.timers.get(effect.name) : undefined;
      if (running) running.dueMs = this.nowMs + running.ms;
    }
  }
}
