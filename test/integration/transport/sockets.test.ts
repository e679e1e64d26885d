// Where no named pipes can be made, Node's own sockets serve. Taken away here by a PATH without mkfifo.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { processBench } from '../../support/process-bench.ts';

const bench = processBench();
const searchPath = process.env.PATH;
beforeEach(() => (process.env.PATH = '/nonexistent'));
afterEach(() => (process.env.PATH = searchPath));

const shell = (script: string) =>
  bench.start(['/bin/sh', '-c', script], { environment: { PATH: searchPath ?? '' } });

describe('without mkfifo', () => {
  it('lines go both ways and the end is told', async () => {
    const { process, sink } = shell('ls -l /proc/$$/fd/1 >&2; cat; exit 4');
    process.write(Buffer.from('a\r\nü\n'));
    process.closeInput();
    await sink.done;
    expect(sink.errorLines[0]?.text).toContain('socket:');
    expect(sink.lines.map(({ text, ending }) => [text, ending])).toEqual([
      ['a', 'crlf'],
      ['ü', 'lf'],
    ]);
    expect(sink.order.slice(-2)).toEqual(['exited', 'ended']);
    expect(sink.of('exited')).toEqual([{ kind: 'exited', code: 4, signal: null }]);
  });

  it('held pipes are told with the processes of the group', async () => {
    const { process, sink } = shell('sleep 62 & echo up');
    await sink.until(({ order }) => order.includes('pipesHeld'));
    expect(sink.of('pipesHeld')[0]?.holders).toMatchObject([
      { command: expect.stringContaining('sleep 62') },
    ]);
    process.signal('SIGTERM', 'test');
    await sink.done;
    expect(sink.texts).toEqual(['up']);
  });

  it('a write to a closed stdin breaks nothing', async () => {
    const { process, sink } = shell('exec 0<&-; echo closed; sleep 63');
    await sink.until(({ lines }) => lines.length === 1);
    await new Promise<void>((resolve) => process.write(Buffer.from('x\n'), resolve));
    expect(sink.of('closed')).toMatchObject([{ pipe: 'stdin', by: 'extension', error: 'EPIPE' }]);
    process.signal('SIGKILL', 'test');
    await sink.done;
  });
});
