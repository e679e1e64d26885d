// The way from the streams to the recorder: everything in order, bounded, and what is left out is said.

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { recordsOf, streamNames, type BatchRecord } from '../../../electron/tap/batch.ts';
import { LineCutter } from '../../../electron/tap/line-cutter.ts';
import { TapLog } from '../../../electron/tap/tap-log.ts';
import { tapWords } from '../../../electron/tap/tap-words.ts';

function logged(mostBytes?: number) {
  const records: (Omit<BatchRecord, 'bytes'> & { text: string })[] = [];
  const posted: [ArrayBuffer, number][] = [];
  let now = 0;
  const log = new TapLog({
    post(buffer, used) {
      posted.push([buffer, used]);
      for (const { bytes, ...record } of recordsOf(buffer, used))
        records.push({ ...record, text: bytes.toString('latin1') });
    },
    nowUs: () => ++now,
    ...(mostBytes === undefined ? {} : { mostBytes }),
  });
  return { log, records, posted };
}

it('bytes of any chunks come out in order and whole, whatever their sizes', () => {
  const seed = Date.now();
  console.info(`seed ${seed}`);
  const chunk = fc.tuple(fc.constantFrom(...streamNames), fc.nat(400_000));
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 20 }), (chunks) => {
      const { log, records } = logged();
      chunks.forEach(([stream, length], at) => log.bytes(stream, Buffer.alloc(length, at)));
      log.flush();
      log.close();
      expect(records.map(({ kind, text }) => [kind, text.length, text.charCodeAt(0)])).toEqual(
        chunks.map(([stream, length], at) => [stream, length, length > 0 ? at : NaN]),
      );
      expect(records.every(({ atUs }, at) => atUs === at + 1)).toBe(true);
    }),
    { seed, numRuns: 50 },
  );
});

it('what the recorder is too slow for is left out, counted, and told where it is missing', () => {
  const { log, records, posted } = logged(300_000);
  for (let at = 0; at < 10; at++) log.bytes('stdout', Buffer.alloc(100_000, 65 + at));
  log.flush();
  const [buffer, used] = posted[0]!;
  for (const [each, bytes] of posted) log.returned(each, bytes);
  expect([buffer.byteLength > 0, used > 0]).toEqual([true, true]);
  log.bytes('stdout', Buffer.from('later'));
  log.flush();
  log.close();
  const kept = records.filter(({ kind }) => kind === 'stdout').length - 1;
  expect(kept).toBeLessThan(10);
  expect(records.slice(-2).map(({ kind, text }) => [kind, text])).toEqual([
    ['lost', String((10 - kept) * 100_000)],
    ['stdout', 'later'],
  ]);
});

it('lines are cut at LF only, and nothing of them is changed', () => {
  fc.assert(
    fc.property(fc.array(fc.uint8Array({ maxLength: 40 })), (chunks) => {
      const cutter = new LineCutter();
      const lines: Buffer[] = [];
      for (const chunk of chunks) cutter.push(Buffer.from(chunk), (line) => void lines.push(line));
      const rest = cutter.take();
      expect(lines.every((line) => line.indexOf(10) === line.length - 1)).toBe(true);
      expect(rest.includes(10)).toBe(false);
      expect(Buffer.concat([...lines, rest])).toEqual(Buffer.concat(chunks));
    }),
  );
});

it('a tap’s words are read as they are documented, and others are left to the command line', () => {
  expect(tapWords(['--', 'a/b', '--record', 'x'])).toEqual({
    argv: ['a/b', '--record', 'x'],
    record: null,
    open: false,
    name: 'b',
  });
  expect(tapWords(['--record', 'f', '--open', '--name=n', '--', 'a'])).toEqual({
    argv: ['a'],
    record: 'f',
    open: true,
    name: 'n',
  });
  for (const wrong of [
    [],
    ['--'],
    ['--', ''],
    ['install', 'x'],
    ['--help'],
    ['--record', '--', 'a'],
    ['--what', '--', 'a'],
  ])
    expect(tapWords(wrong)).toBeUndefined();
});
