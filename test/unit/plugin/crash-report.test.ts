import { describe, expect, it } from 'vitest';
import { readCrashReport } from '../../../electron/session/opcode/crash-report.ts';

function report(signal: number, address: bigint, thread: bigint, stack: string): Buffer {
  const head = Buffer.alloc(40);
  head.writeInt32LE(signal, 0);
  head.writeBigUInt64LE(address, 16);
  head.writeBigUInt64LE(thread, 32);
  return Buffer.concat([head, Buffer.from(stack)]);
}

const symbols = {
  nameAt: (_library: string, offset: number) =>
    offset < 0x2000 ? `walk+0x${offset.toString(16)}` : undefined,
  offsetOf: (_library: string, symbol: string) => (symbol === 'run' ? 0x1800 : undefined),
};

describe('the report of a crash', () => {
  it('names signal, address, thread and the frames of the plugin', () => {
    const stack = [
      '[0x1]',
      '/lib/libc.so.6(+0x3c050)[0x2]',
      '/src/boom.so(+0x1129)[0x3]',
      '/src/boom.so(run+0x10)[0x4]',
      '/lib/libc.so.6(gsignal+0x12)[0x5]',
      '/opt/koffi.node(+0xab545)[0x6]',
      'node[0x7]',
      '',
    ].join('\n');
    expect(readCrashReport(report(11, 0x18n, 4711n, stack), symbols)).toEqual({
      signal: 'SIGSEGV',
      address: '0x18',
      thread: 4711,
      frames: ['walk+0x1129, boom.so+0x1129', 'walk+0x180f, boom.so+0x1810', 'gsignal+0x12, libc.so.6'],
    });
  });

  it('names lines of source where they are known, asked for once a library', () => {
    const asked: (readonly [string, readonly number[]])[] = [];
    const linesAt = (library: string, offsets: readonly number[]) => {
      asked.push([library, offsets]);
      return library === '/src/boom.so' ? ['boom.c:7', undefined] : [];
    };
    const stack = ['[0x1]', '/lib/libc.so.6(+0x3c050)[0x2]', '/src/boom.so(+0x1129)[0x3]', ''].join('\n');
    const more = `${stack}/src/boom.so(+0x5000)[0x4]\n/lib/libc.so.6(+0x5000)[0x5]\n`;
    expect(readCrashReport(report(11, 0x18n, 4711n, more), { ...symbols, linesAt }).frames).toEqual([
      'walk+0x1129 (boom.c:7), boom.so+0x1129',
      'boom.so+0x5000',
      'libc.so.6+0x5000',
    ]);
    expect(asked).toEqual([
      ['/src/boom.so', [0x1129, 0x4fff]],
      ['/lib/libc.so.6', [0x4fff]],
    ]);
  });

  it('has no address where the signal has none', () => {
    expect(readCrashReport(report(6, 0xffffn, 1n, ''), symbols)).toMatchObject({
      signal: 'SIGABRT',
      address: null,
    });
  });

  it('is one even when it was cut off', () => {
    expect(readCrashReport(Buffer.from([11, 0]), symbols).frames).toEqual([]);
    expect(readCrashReport(report(11, 0n, 0n, '').subarray(0, 34), symbols)).toMatchObject({
      thread: null,
      frames: [],
    });
  });
});
