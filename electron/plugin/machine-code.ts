// A few bytes of machine code for what C can't be told from JavaScript, on Linux x64 only; elsewhere the child works without
// them and knows less. Two things: a step before each host function that adds the calling thread's number to its arguments,
// and a handler that writes where a crash happened. Layout and meaning of each instruction stand beside it.
//
// It must not be needed: whoever calls this gets undefined where it does not work, and goes on.

import {
  callType,
  calloc,
  cSymbol,
  functionAt,
  nativeFunction,
  onMainLoop,
  writeBytes,
  type Pointer,
} from './native.ts';

const pageBytes = 16_384;
const slotBytes = 16;
const gettid = 186;
const stackBytes = 65_536;
const framesKept = 64;
/** Bytes of siginfo_t that are written: up to the address. */
export const signalBytes = 32;

const isHere = process.platform === 'linux' && process.arch === 'x64';

const imm32 = (value: number): number[] => [...Buffer.from(Int32Array.of(value).buffer)];
const imm64 = (value: Pointer): number[] => [
  ...Buffer.from(BigUint64Array.of(BigInt.asUintN(64, value)).buffer),
];

/** By how many arguments the function has: the register of the next one (of http_request, the first, the table). */
const nextRegister: Readonly<Record<number, readonly number[]>> = {
  1: [0x48, 0x89, 0xc6], // mov rsi, rax
  2: [0x48, 0x89, 0xc2], // mov rdx, rax
  3: [0x48, 0x89, 0xc1], // mov rcx, rax
  8: [0x48, 0x89, 0xc7], // mov rdi, rax
};

/** Where the thread's number stands among the arguments. */
export function threadPlace(argumentCount: number): number {
  return argumentCount > 6 ? 0 : argumentCount;
}

/** Memory that is first written, then run; undefined where that is not allowed. */
export class CodePage {
  readonly #start: Pointer;
  #used = 0;

  private constructor(start: Pointer) {
    this.#start = start;
  }

  static make(): CodePage | undefined {
    if (!isHere) return undefined;
    const mmap = nativeFunction(
      'intptr_t mmap(void *at, size_t n, int rights, int flags, int fd, int64_t from)',
    );
    const start = BigInt(mmap(null, pageBytes, 3, 0x22, -1, 0) as bigint | number); // read, write; private, anonymous
    return start === -1n ? undefined : new CodePage(start);
  }

  put(code: readonly number[]): Pointer {
    const at = this.#start + BigInt(this.#used);
    this.#used += (code.length + slotBytes - 1) & -slotBytes;
    if (this.#used > pageBytes) throw new Error('the page for machine code is full');
    writeBytes(at, Uint8Array.from(code));
    return at;
  }

  /** From here on it can be run and not be written. */
  seal(): boolean {
    const mprotect = nativeFunction('int mprotect(void *at, size_t n, int rights)');
    return mprotect(this.#start, pageBytes, 5) === 0; // read, execute
  }

  get range(): { readonly start: Pointer; readonly bytes: number } {
    return { start: this.#start, bytes: pageBytes };
  }
}

/** Asks the system for the thread's number, puts it behind the arguments, and goes on to `target`. */
export function withThread(target: Pointer, argumentCount: number): readonly number[] {
  const put = nextRegister[argumentCount];
  if (put === undefined) throw new Error(`no register is planned for ${argumentCount} arguments`);
  return [
    ...[0x49, 0x89, 0xca], // mov r10, rcx: the system call spoils rcx
    ...[0xb8, ...imm32(gettid)], // mov eax, gettid
    ...[0x0f, 0x05], // syscall
    ...[0x4c, 0x89, 0xd1], // mov rcx, r10
    ...put,
    ...[0x49, 0xbb, ...imm64(target)], // mov r11, target
    ...[0x41, 0xff, 0xe3], // jmp r11
  ];
}

interface HandlerParts {
  readonly fd: number;
  /** Room for the thread's number. */
  readonly thread: Pointer;
  /** Room for the addresses of the stack. */
  readonly frames: Pointer;
  readonly backtrace: Pointer;
  readonly backtraceToFd: Pointer;
}

/** handler(signal, siginfo, context): writes siginfo, thread and stack to `fd`, then lets the signal have its way. */
function crashHandler({ fd, thread, frames, backtrace, backtraceToFd }: HandlerParts): readonly number[] {
  const write = [...[0xb8, ...imm32(1)], ...[0x0f, 0x05]]; // mov eax, write; syscall
  return [
    ...[0x55, 0x48, 0x89, 0xe5], // push rbp; mov rbp, rsp
    ...[0x53, 0x41, 0x54], // push rbx; push r12
    ...[0x89, 0xfb], // mov ebx, edi
    ...[0x49, 0x89, 0xf4], // mov r12, rsi
    ...[0xb8, ...imm32(gettid), 0x0f, 0x05], // mov eax, gettid; syscall
    ...[0x49, 0xba, ...imm64(thread), 0x49, 0x89, 0x02], // mov r10, thread; mov [r10], rax
    ...[0xbf, ...imm32(fd), 0x4c, 0x89, 0xe6, 0xba, ...imm32(signalBytes), ...write], // write(fd, siginfo, 32)
    ...[0xbf, ...imm32(fd), 0x48, 0xbe, ...imm64(thread), 0xba, ...imm32(8), ...write], // write(fd, thread, 8)
    ...[0x48, 0xbf, ...imm64(frames), 0xbe, ...imm32(framesKept)], // mov rdi, frames; mov esi, 64
    ...[0x48, 0xb8, ...imm64(backtrace), 0xff, 0xd0], // call backtrace
    ...[0x48, 0xbf, ...imm64(frames), 0x89, 0xc6, 0xba, ...imm32(fd)], // mov rdi, frames; mov esi, eax; mov edx, fd
    ...[0x48, 0xb8, ...imm64(backtraceToFd), 0xff, 0xd0], // call backtrace_symbols_fd
    ...[0xb8, ...imm32(39), 0x0f, 0x05, 0x89, 0xc7], // getpid; mov edi, eax
    ...[0x48, 0xbe, ...imm64(thread), 0x8b, 0x36, 0x89, 0xda], // mov rsi, thread; mov esi, [rsi]; mov edx, ebx
    ...[0xb8, ...imm32(234), 0x0f, 0x05], // tgkill: the same signal again, now with its usual end
    ...[0x41, 0x5c, 0x5b, 0x5d, 0xc3], // pop r12; pop rbx; pop rbp; ret
  ];
}

/**
 * Unwind rules for code that keeps its frame in rbp, in the form of .eh_frame: without them the walk over the stack would
 * end in the handler.
 */
function unwindRules(page: CodePage): Buffer {
  const common = [
    ...[0, 0, 0, 0], // id of a common entry
    ...[1, 0], // version, no augmentation
    ...[1, 0x78, 16], // code by 1, data by -8, return address in column 16
    ...[0x0c, 6, 16], // the frame starts at rbp + 16
    ...[0x80 | 16, 1], // return address 8 below it
    ...[0x80 | 6, 2], // caller's rbp 16 below it
  ];
  while ((common.length + 4) % 8 !== 0) common.push(0);
  const { start, bytes } = page.range;
  const range = [...imm64(start), ...imm64(BigInt(bytes))];
  const commonBytes = [...imm32(common.length), ...common];
  return Buffer.from([
    ...commonBytes,
    ...imm32(range.length + 4),
    ...imm32(commonBytes.length + 4),
    ...range,
    ...imm32(0),
  ]);
}

const crashSignals = [4, 6, 7, 8, 11]; // SIGILL, SIGABRT, SIGBUS, SIGFPE, SIGSEGV
const restart = 0x80000000; // SA_RESETHAND: the second time it ends the process
const withInfo = 4; // SA_SIGINFO
const ownStack = 0x08000000; // SA_ONSTACK

/** Puts the handler into the page, before it is sealed; undefined when the C library has no stack walk (musl). */
export function planCrashReport(page: CodePage, fd: number): (() => Promise<void>) | undefined {
  const [backtrace, backtraceToFd] = [cSymbol('backtrace'), cSymbol('backtrace_symbols_fd')];
  const [thread, frames] = [calloc(8), calloc(framesKept * 8)];
  if (backtrace === null || backtraceToFd === null || thread === null || frames === null) return undefined;
  const handler = page.put(crashHandler({ fd, thread, frames, backtrace, backtraceToFd }));
  return async () => {
    // The first walk loads what it needs; a handler could not.
    functionAt(backtrace, callType('int', ['void *', 'int']))(frames, 4);
    const register = cSymbol('__register_frame', 'libgcc_s.so.1');
    const rules = unwindRules(page);
    const kept = calloc(rules.length);
    if (register !== null && kept !== null) {
      writeBytes(kept, rules);
      functionAt(register, callType('void', ['void *']))(kept);
    }
    const action = Buffer.alloc(152); // handler 8, mask 128, flags 4, padding 4, restorer 8
    action.writeBigUInt64LE(handler, 0);
    action.writeInt32LE(withInfo | ownStack | restart, 136);
    const sigaction = nativeFunction('int sigaction(int signal, void *action, void *before)');
    for (const signal of crashSignals) sigaction(signal, action, null);
    await giveMainLoopOwnStack();
  };
}

/**
 * exit() in a plugin, as the first thing it does on its way out: the process would else run into its own clean-up while its
 * threads live, and end with another code than was asked for.
 */
export function planExit(page: CodePage): (() => void) | undefined {
  const [onExit, flush] = [cSymbol('on_exit'), cSymbol('fflush')];
  if (onExit === null || flush === null) return undefined;
  const handler = page.put([
    ...[0x53, 0x89, 0xfb], // push rbx; mov ebx, edi: the code
    ...[0x31, 0xff, 0x48, 0xb8, ...imm64(flush), 0xff, 0xd0], // xor edi, edi; call fflush
    ...[0x89, 0xdf, 0xb8, ...imm32(231), 0x0f, 0x05], // mov edi, ebx; exit_group
  ]);
  return () => {
    functionAt(onExit, callType('int', ['intptr_t', 'void *']))(handler, null);
  };
}

/** When the main loop's stack is full, the handler still has one to run on. */
async function giveMainLoopOwnStack(): Promise<void> {
  const stack = calloc(stackBytes);
  if (stack === null) return;
  const alternative = Buffer.alloc(24); // address 8, flags 4, padding 4, size 8
  alternative.writeBigUInt64LE(stack, 0);
  alternative.writeBigUInt64LE(BigInt(stackBytes), 16);
  await onMainLoop(nativeFunction('int sigaltstack(void *stack, void *before)'), alternative, null);
}

/** The main loop's thread number; undefined where threads have none that C tells. */
export async function mainLoopThread(): Promise<number | undefined> {
  if (!isHere) return undefined;
  return Number(await onMainLoop(nativeFunction('int gettid()')));
}
