import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processBench } from '../../support/process-bench.ts';

const bench = processBench();
let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

const text = (line: string) => Buffer.from(`${line}\n`);

describe('writing to stdin', () => {
  it('keeps the order, and tells each piece when the pipe has it', async () => {
    const { process, sink } = bench.shell('cat');
    const written: number[] = [];
    for (let i = 0; i < 2_000; i += 1) process.write(text(`${i} ${'.'.repeat(500)}`), () => written.push(i));
    expect(process.pendingBytes).toBeGreaterThan(0);
    process.closeInput();
    await sink.done;
    const all = Array.from({ length: 2_000 }, (_, i) => i);
    expect(sink.texts.map((line) => Number(line?.split(' ')[0]))).toEqual(all);
    expect(written).toEqual(all);
    expect(process.pendingBytes).toBe(0);
    expect(sink.of('closed')[0]).toEqual({ kind: 'closed', pipe: 'stdin', by: 'host' });
  });

  it('never blocks us when the extension does not read; the wait is told once, with counts', async () => {
    const { process, sink } = bench.startFixture('never-reads-stdin');
    const line = Buffer.alloc(50_000, 'x');
    let written = 0;
    for (let i = 0; i < 10; i += 1) process.write(line, () => (written += 1));
    await sink.until(({ facts }) => facts.some(({ kind }) => kind === 'writeStalled'));
    const [stalled] = sink.of('writeStalled');
    expect(stalled?.pendingBytes).toBe(process.pendingBytes);
    expect(stalled?.pendingLines).toBe(10 - written);
    process.signal('SIGTERM', 'test');
    await sink.done;
    expect(sink.of('writeStalled')).toHaveLength(1);
    expect(sink.of('writeResumed')).toEqual([]);
    expect(written).toBe(10);
    expect(process.pendingBytes).toBe(0);
  });

  it('a slow reader is told as stalled, and as resumed once all is taken', async () => {
    const go = path.join(folder, 'go');
    const script = `while [ ! -e '${go}' ]; do sleep 0.02; done; cat >/dev/null; echo all`;
    const { process, sink } = bench.shell(script, { stallMs: 100 });
    process.write(Buffer.alloc(300_000, 'x'));
    await sink.until(({ order }) => order.includes('writeStalled'));
    writeFileSync(go, '');
    await sink.until(({ order }) => order.includes('writeResumed'));
    expect(sink.of('writeResumed')[0]?.stalledUs).toBeGreaterThanOrEqual(100_000);
    expect(process.pendingBytes).toBe(0);
    process.closeInput();
    await sink.done;
    expect(sink.texts).toEqual(['all']);
  });

  it('to a quick reader is never told as stalled', async () => {
    const { process, sink } = bench.shell('cat', { stallMs: 1 });
    process.write(text('a'));
    await sink.until(({ lines }) => lines.length === 1);
    process.closeInput();
    await sink.done;
    expect(sink.of('writeStalled')).toEqual([]);
  });

  it('to a closed stdin is a fact by the extension, and the process lives on', async () => {
    const { process, sink } = bench.shell('exec 0<&-; echo closed; while :; do sleep 0.02; done');
    await sink.until(({ lines }) => lines.length === 1);
    await new Promise<void>((resolve) => process.write(text('anybody?'), resolve));
    await sink.until(({ facts }) => facts.some(({ kind }) => kind === 'closed'));
    expect(sink.of('closed')).toEqual([{ kind: 'closed', pipe: 'stdin', by: 'extension', error: 'EPIPE' }]);
    await new Promise<void>((resolve) => process.write(text('nobody'), resolve));
    process.signal('SIGKILL', 'test');
    await sink.done;
    expect(sink.of('closed').filter(({ pipe }) => pipe === 'stdin')).toHaveLength(1);
  });

  it('after closeInput goes nowhere and is answered at once', async () => {
    const { process, sink } = bench.shell('cat');
    process.write(text('before'));
    process.closeInput();
    let answered = false;
    process.write(text('after'), () => (answered = true));
    expect(answered).toBe(true);
    process.closeInput();
    await sink.done;
    expect(sink.texts).toEqual(['before']);
  });

  it('before the start and after the end goes nowhere and is answered', async () => {
    const { process, sink } = bench.shell(':');
    await sink.done;
    await new Promise<void>((resolve) => process.write(text('late'), resolve));
    process.closeInput();
    process.signal('SIGTERM', 'late');
    expect(sink.order.at(-1)).toBe('ended');
    expect(sink.of('signalled')).toEqual([]);
  });
});
