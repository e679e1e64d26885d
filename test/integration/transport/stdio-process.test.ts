import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { until } from '../../support/marked-processes.ts';
import { processBench } from '../../support/process-bench.ts';

const bench = processBench();
const text = (...lines: string[]) => Buffer.from(lines.map((line) => `${line}\n`).join(''));

let folder: string;
beforeEach(() => (folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-test-'))));
afterEach(() => rmSync(folder, { recursive: true }));

describe('a process', () => {
  it('is told from start to end, in order', async () => {
    const { sink, pid } = bench.shell('echo one; echo two; exit 3');
    await sink.done;
    expect(sink.facts[0]).toEqual({
      kind: 'spawned',
      pid,
      executable: '/bin/sh',
      argv: ['/bin/sh', '-c', 'echo one; echo two; exit 3'],
      cwd: expect.any(String),
      environmentAdded: [],
    });
    expect(sink.of('exited')).toEqual([{ kind: 'exited', code: 3, signal: null }]);
    const closed = sink.order.filter((what) => what.startsWith('closed')).sort();
    expect(closed).toEqual(['closed stderr', 'closed stdin', 'closed stdout']);
    expect(sink.order.filter((what) => !what.startsWith('closed'))).toEqual([
      'spawned',
      'line one',
      'line two',
      'exited',
      'ended',
    ]);
    expect(sink.order.slice(-2)).toEqual(['exited', 'ended']);
  });

  it('that a signal ended names the signal', async () => {
    const { sink } = bench.shell('kill -SEGV $$');
    await sink.done;
    expect(sink.of('exited')).toEqual([{ kind: 'exited', code: null, signal: 'SIGSEGV' }]);
  });

  it('case F06: what it wrote last comes before its exit, with or without LF', async () => {
    const { sink } = bench.shell('echo whole; printf torn');
    await sink.done;
    expect(sink.lines.map(({ text, ending }) => [text, ending])).toEqual([
      ['whole', 'lf'],
      ['torn', 'none'],
    ]);
    expect(sink.order.indexOf('line torn')).toBeLessThan(sink.order.indexOf('closed stdout'));
    expect(sink.order.indexOf('closed stdout')).toBeLessThan(sink.order.indexOf('exited'));
  });

  it('gets exactly the argv, folder and environment that it was given, argv[0] as written', async () => {
    const argv = [
      './as written',
      '-e',
      'console.log(JSON.stringify([process.argv0, process.cwd(), process.env, process.argv.slice(1)]))',
      'a b',
      '',
      '*',
      '$HOME',
      'ü',
    ];
    const { sink } = bench.start(argv, {
      executable: process.execPath,
      cwd: folder,
      environment: { PATH: '/nowhere', ONLY: 'this' },
    });
    await sink.done;
    expect(JSON.parse(sink.texts[0] ?? '')).toEqual([
      './as written',
      folder,
      { PATH: '/nowhere', ONLY: 'this', ...bench.mark },
      ['a b', '', '*', '$HOME', 'ü'],
    ]);
  });

  it('has pipes that a script can open by name, as with a real host', async () => {
    const { process, sink } = bench.shell(
      'echo out >/dev/stdout; echo err >/dev/stderr; read x </dev/stdin; echo "got $x"',
    );
    process.write(text('hello'));
    await sink.done;
    expect(sink.texts).toEqual(['out', 'got hello']);
    expect(sink.errorLines.map((line) => line.text)).toEqual(['err']);
  });

  it('leads a group of its own', async () => {
    const { sink, pid } = bench.shell('ps -o pgid= -p $$; ps -o sid= -p $$');
    await sink.done;
    expect(sink.texts.map(Number)).toEqual([pid, pid]);
  });

  it('starts once', async () => {
    const { process, sink } = bench.shell(':');
    expect(() => process.start(sink)).toThrow('once');
    await sink.done;
  });
});

describe('output', () => {
  it('of a flood arrives whole and in order', async () => {
    const count = 100_000;
    const { process, sink } = bench.startFixture('flood', { FIXTURE_COUNT: String(count) });
    process.write(text('{"type":"hello_ack"}'));
    await sink.until(({ lines }) => lines.length === count + 2);
    process.write(text('{"type":"shutdown"}'));
    await sink.done;
    const numbers = sink.texts.slice(2, -1).map((line) => Number(/"message":"(\d+)/.exec(line ?? '')?.[1]));
    expect(numbers.length).toBe(count);
    expect(numbers.every((number, i) => number === i)).toBe(true);
  });

  it('case P11: a flood on stderr without LF never blocks it; long lines are cut and counted', async () => {
    const bytes = 20_000_000;
    const script = `const piece = '\\r100 %'.repeat(20_000);
      let left = ${bytes};
      const go = () => { if (left <= 0) return console.log('done'); const now = piece.slice(0, left); left -= now.length; process.stderr.write(now, go); };
      go();`;
    const { sink } = bench.start([process.execPath, '-e', script], {
      maxLineBytes: 65_536,
      keptBytes: 1_024,
    });
    await sink.done;
    expect(sink.texts).toEqual(['done']);
    // One line, unless the machine was so busy that the flood looked like a pause.
    expect(sink.errorLines.reduce((sum, line) => sum + line.byteLength, 0)).toBe(bytes);
    expect(sink.errorLines[0]).toMatchObject({ truncated: true, ending: 'none' });
    expect(sink.errorLines[0]?.bytes).toHaveLength(1_024);
    expect(sink.overs.length).toBeGreaterThan(0);
  });

  it('case P11: a line on stderr that has no end is shown after a short silence, while the process lives', async () => {
    const script = `process.stderr.write('Password: '); process.stdin.once('data', () => process.exit(0));`;
    const { process: started, sink } = bench.start([process.execPath, '-e', script]);
    await sink.until(({ errorLines }) => errorLines.length === 1);
    expect(sink.errorLines[0]).toMatchObject({ text: 'Password: ', ending: 'none' });
    started.write(text('x\n'));
    await sink.done;
    expect(sink.errorLines).toHaveLength(1);
  });

  it('case F07: an endless line is told when it is over the limit, not only when it ends', async () => {
    const { process, sink } = bench.start([globalThis.process.execPath, 'main.mjs'], {
      cwd: path.resolve(import.meta.dirname, '../../fixtures/extensions/endless-line'),
      environment: { FIXTURE_BYTES: '9000000' },
      maxLineBytes: 4_000_000,
      keptBytes: 262_144,
    });
    await sink.until(({ overs }) => overs.length === 1);
    expect(sink.lines.at(-1)?.truncated).toBe(false);
    process.write(text('{"type":"tool_call","id":"1","args":{}}'));
    await sink.until(({ texts }) => texts.at(-1)?.includes('here again') === true);
    expect(sink.lines.at(-2)).toMatchObject({ truncated: true });
    expect(sink.lines.at(-2)?.byteLength).toBeGreaterThan(4_000_000);
    process.write(text('{"type":"shutdown"}'));
    await sink.done;
  });

  it('case F07: a legal line of 30 MB in small pieces is whole', async () => {
    const { process, sink } = bench.startFixture('big-result', { FIXTURE_UNASKED: '1' });
    await sink.until(({ lines }) => lines.some((line) => line.byteLength === 29_999_999));
    expect(sink.lines.at(-1)).toMatchObject({ truncated: false });
    process.closeInput();
    await sink.done;
  });

  it('stands still while paused and loses nothing', async () => {
    const marker = path.join(folder, 'written');
    const { process, sink } = bench.shell(`echo out; echo err >&2; : >'${marker}'; read x; echo "$x"`);
    process.pause();
    await until('it has written', () => existsSync(marker));
    process.write(text('more'));
    await until('it is gone', () => sink.of('exited').length === 1);
    expect(sink.lines).toEqual([]);
    expect(sink.errorLines).toEqual([]);
    process.resume();
    await sink.done;
    expect(sink.texts).toEqual(['out', 'more']);
    expect(sink.errorLines.map((line) => line.text)).toEqual(['err']);
    expect(sink.of('pipesHeld')).toEqual([]);
  });
});
