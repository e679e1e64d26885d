// The C side of the child: functions of the system's C library, and how others are called. The only file that knows koffi's
// odd corners. Nothing here knows the Opcode ABI.
//
// Rules that each prevent a crash: stacks are set before any library is loaded; texts are `void *`, so that bytes are not
// decoded behind our back; what C is to free comes from the process's own allocator; opened libraries are never closed.

import koffi from 'koffi';

export type Pointer = bigint;
type Native = ((...args: unknown[]) => unknown) & {
  async: (...args: unknown[]) => void;
};
export type CallType = ReturnType<typeof koffi.proto>;

export const mainLoopStackBytes = 8 << 20;
const mostCallsAtOnce = 4_096;
koffi.config({
  sync_stack_size: mainLoopStackBytes,
  async_stack_size: mainLoopStackBytes,
  max_async_calls: mostCallsAtOnce,
});

const process_ = koffi.load(null);

function c(declaration: string): Native {
  return process_.func(declaration) as Native;
}

const functions = {
  calloc: c('void *calloc(size_t count, size_t size)'),
  free: c('void free(void *p)'),
  strdup: c('void *strdup(void *s)'),
  memcpy: c('void *memcpy(void *to, void *from, size_t n)'),
  memccpy: c('void *memccpy(void *to, void *from, int stop, size_t n)'),
  memset: c('void *memset(void *to, int byte, size_t n)'),
  memcmp: c('int memcmp(void *a, void *b, size_t n)'),
  strnlen: c('size_t strnlen(void *s, size_t n)'),
  dlopen: c('void *dlopen(void *path, int flags)'),
  dlsym: c('void *dlsym(void *library, void *name)'),
  dlerror: c('void *dlerror()'),
  poll: c('int poll(void *fds, unsigned long n, int ms)'),
  fcntl: c('int fcntl(int fd, int command, int arg)'),
};

/** Zeroed memory of the process's allocator; null when there is none. */
export function calloc(bytes: number | bigint): Pointer | null {
  return functions.calloc(1, bytes) as Pointer | null;
}

export function free(pointer: Pointer): void {
  functions.free(pointer);
}

/** A copy of the bytes with a NUL behind them. */
export function copyText(bytes: Buffer): Pointer | null {
  const copy = calloc(bytes.length + 1);
  if (copy !== null && bytes.length > 0) functions.memcpy(copy, bytes, bytes.length);
  return copy;
}

export function writeBytes(to: Pointer, bytes: Uint8Array): void {
  functions.memcpy(to, bytes, bytes.length);
}

export function readBytes(from: Pointer, length: number): Buffer {
  const bytes = Buffer.alloc(length);
  if (length > 0) functions.memcpy(bytes, from, length);
  return bytes;
}

export function fill(pointer: Pointer, byte: number, length: number): void {
  functions.memset(pointer, byte, length);
}

/** Whether the memory holds these bytes. */
export function holds(pointer: Pointer, bytes: Uint8Array): boolean {
  return functions.memcmp(pointer, bytes, bytes.length) === 0;
}

const scratch = Buffer.alloc(65_536);

/** The bytes before the NUL; undefined when there is none within `most`. */
export function readText(from: Pointer, most: number): Buffer | undefined {
  // Stops at the NUL, so nothing behind it is touched.
  if (functions.memccpy(scratch, from, 0, scratch.length) !== null)
    return scratch.subarray(0, scratch.indexOf(0));
  const length = Number(functions.strnlen(from, most));
  return length >= most ? undefined : readBytes(from, length);
}

const now = 2; // RTLD_NOW, the same on Linux and macOS; local unless said otherwise

/** On the main loop: constructors run there, and the loader's words belong to the thread that asked. */
export async function openLibrary(path: string): Promise<Pointer | string> {
  const library = await onMainLoop(functions.dlopen, asText(path), now);
  return (library as Pointer | null) ?? loaderWords();
}

export async function findSymbol(library: Pointer, name: string): Promise<Pointer | string> {
  const symbol = await onMainLoop(functions.dlsym, library, asText(name));
  return (symbol as Pointer | null) ?? loaderWords();
}

async function loaderWords(): Promise<string> {
  const words = (await onMainLoop(functions.dlerror)) as Pointer | null;
  return words === null ? 'the loader does not say why' : (readText(words, 65_536) ?? '').toString('utf8');
}

function asText(text: string): Buffer {
  return Buffer.from(`${text}\0`);
}

/** The address of a function of the C library, or of one of the system's by its file name; null when there is none. */
export function cSymbol(name: string, library: string | null = null): Pointer | null {
  const opened = functions.dlopen(library === null ? null : asText(library), now) as Pointer | null;
  return opened === null ? null : (functions.dlsym(opened, asText(name)) as Pointer | null);
}

/** Calls a C function on the thread that is the plugin's main loop. Its calls run one after the other. */
export function onMainLoop(native: Native, ...args: unknown[]): Promise<unknown> {
  return new Promise((resolve, reject) => {
    native.async(...args, (error: unknown, value: unknown) => {
      if (error) reject(error instanceof Error ? error : new Error(String(error)));
      else resolve(value);
    });
  });
}

export function nativeFunction(declaration: string): Native {
  return c(declaration);
}

export function callType(result: string, args: readonly string[]): CallType {
  return koffi.proto(result, [...args]);
}

const known = new WeakMap<CallType, Map<Pointer, Native>>();

/** A function of the plugin by its address. Made once for each: koffi keeps what it made. */
export function functionAt(pointer: Pointer, type: CallType): Native {
  let made = known.get(type);
  if (made === undefined) known.set(type, (made = new Map()));
  let native = made.get(pointer);
  if (native === undefined) made.set(pointer, (native = koffi.decode(pointer, type) as Native));
  return native;
}

/** A C function pointer that calls `callback` on our thread, whatever thread calls it; that one waits. */
export function callable(callback: (...args: unknown[]) => unknown, type: CallType): Pointer {
  return koffi.register(callback, koffi.pointer(type));
}

/** Waits until the descriptor can be read, without turning the loop. */
export function waitReadable(fd: number): void {
  const pollFd = Buffer.alloc(8);
  pollFd.writeInt32LE(fd, 0);
  pollFd.writeInt16LE(1, 4); // POLLIN
  functions.poll(pollFd, 1, -1);
}

/** Programs that the plugin starts do not inherit the descriptor. */
export function closeOnExec(fd: number): void {
  functions.fcntl(fd, 2, 1); // F_SETFD, FD_CLOEXEC
}
