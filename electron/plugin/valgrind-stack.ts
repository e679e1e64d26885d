// Under valgrind: tells it where the stack of the main loop lies. It is memory that koffi made, and valgrind, which knows the
// stacks of threads only, would show no callers of what it finds wrong there. The way to tell valgrind something is a run of
// instructions that do nothing anywhere else, so it can be tried without knowing. Linux x64, as all of our machine code.

import type { CodePage } from './machine-code.ts';
import { callType, functionAt, mainLoopStackBytes, onMainLoop } from './native.ts';

/** valgrind.h: VG_USERREQ__RUNNING_ON_VALGRIND, VG_USERREQ__STACK_REGISTER. */
const request = { running: 0x1001n, stack: 0x1501n } as const;
/** How far above the innermost frame of a call the stack may still go. */
const aboveBytes = 512n;
/** Left out at the far end, which nobody has reached. */
const belowBytes = 65_536n;

/** Puts the code into the page, before it is sealed. Gives what is to be done then. */
export function planValgrindStack(page: CodePage): () => Promise<void> {
  const rotate = (by: number): readonly number[] => [0x48, 0xc1, 0xc7, by]; // rol rdi, by
  const ask = page.put([
    ...[0x48, 0x89, 0xf8, 0x31, 0xd2], // mov rax, rdi; xor edx, edx: answer 0 when nobody is there
    ...[...rotate(3), ...rotate(13), ...rotate(61), ...rotate(51)], // 128 bits in all: as it was
    ...[0x48, 0x87, 0xdb], // xchg rbx, rbx
    ...[0x48, 0x89, 0xd0, 0xc3], // mov rax, rdx; ret
  ]);
  const where = page.put([0x48, 0x89, 0xe0, 0xc3]); // mov rax, rsp; ret
  return async () => {
    const asked = functionAt(ask, callType('uint64_t', ['void *']));
    const say = (...words: readonly bigint[]): number => {
      const message = Buffer.alloc(48); // a request and five arguments
      words.forEach((word, at) => message.writeBigUInt64LE(word, at * 8));
      return Number(asked(message));
    };
    if (say(request.running) === 0) return;
    const top = (await onMainLoop(functionAt(where, callType('uint64_t', [])))) as bigint | number;
    const stack = BigInt(top);
    say(request.stack, stack - BigInt(mainLoopStackBytes) + belowBytes, stack + aboveBytes);
  };
}
