// Words of the process that calls a plugin, as inputs of the machine. They are ours: one that can't be read is a bug.

import type { FaultWords } from '../../../shared/protocol/opcode/faults.ts';
import type { OpcodeInput } from './opcode-types.ts';

/** @param line the newest line, which a fault is about */
export function readChildWord(text: string, line: number): OpcodeInput | undefined {
  const word = JSON.parse(text) as Readonly<Record<string, unknown>>;
  const { ready, fault, words, id, broken, memory } = word;
  if (ready !== undefined) {
    const { thread } = ready as { readonly thread: number | null };
    return { kind: 'childReady', thread };
  }
  if (typeof fault === 'string')
    return {
      kind: 'fault',
      code: fault,
      words: (words ?? {}) as FaultWords,
      id: typeof id === 'string' ? id : null,
      line: line > 0 ? line : null,
    };
  if (typeof broken === 'string') return { kind: 'childBroken', words: broken };
  if (memory !== undefined) {
    const { count, bytes } = memory as { readonly count: number; readonly bytes: number };
    return { kind: 'memoryCounted', count, bytes };
  }
  return undefined;
}
