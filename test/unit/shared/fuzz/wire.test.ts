import { expect, test } from 'vitest';
import { wireCases } from '../../../../shared/fuzz/wire.ts';

const line = '{"type":"tool_call","id":"c1","name":"look","args":{"path":"a"}}';
const cases = [
  ...wireCases({
    line,
    otherEvents: ['turn_start'],
    otherLines: ['{"type":"hello_ack"}'],
    maxLineBytes: 5_000,
  }),
];
const bytesOf = (writes: readonly (string | Uint8Array)[]): Buffer =>
  Buffer.concat(writes.map((write) => Buffer.from(write as string)));

test('every kind of fault is there, and each case is another one', () => {
  const kinds = [
    'brokenJson',
    'notUtf8',
    'blank',
    'notFrame',
    'unknownType',
    'unknownField',
    'duplicateKey',
    'wrongField',
    'wrongId',
    'duplicateId',
    'split',
    'glued',
    'lineEnd',
    'oversize',
    'unsubscribed',
    'outOfOrder',
  ];
  expect([...new Set(cases.map(({ fault }) => fault.keyword))].sort()).toEqual(kinds.sort());
  expect(new Set(cases.map(({ why }) => why)).size).toBe(cases.length);
});

test('every case ends with a line end, so that what comes after is a line of its own', () => {
  for (const { writes, why } of cases) expect([why, bytesOf(writes).at(-1)]).toEqual([why, 10]);
});

test('what a sound extension answers is a whole frame with that id on a line of its own', () => {
  for (const { writes, answers, why } of cases) {
    const ids = bytesOf(writes)
      .toString()
      .split('\n')
      .flatMap((text) => {
        try {
          return [(JSON.parse(text.replace(/^\ufeff/, '')) as { id?: unknown } | null)?.id];
        } catch {
          return [];
        }
      });
    for (const id of answers) expect([why, ids]).toEqual([why, expect.arrayContaining([id])]);
  }
});

test('split frames are whole when put together, and cut where they say', () => {
  for (const { writes, fault } of cases.filter((one) => one.fault.keyword === 'split')) {
    expect(fault.at).toBe('');
    expect(writes.length).toBeGreaterThan(1);
    expect(JSON.parse(bytesOf(writes).toString())).toMatchObject({ type: 'tool_call', id: 'c1' });
  }
  const inside = cases.find(({ why }) => why.includes('inside a character'));
  expect(bytesOf(inside?.writes.slice(0, 1) ?? []).toString()).toContain('\ufffd');
});

test('ids 0 and "" and doubled ones are sent, and the longest frame is one byte too long', () => {
  const texts = cases.map(({ writes }) => bytesOf(writes).toString());
  expect(texts.some((text) => text.includes('"id":0,'))).toBe(true);
  expect(texts.some((text) => text.includes('"id":"",'))).toBe(true);
  expect(texts).toContain(`${line}\n${line}\n`);
  const oversize = cases.find(({ why }) => why === 'a frame of 5001 bytes');
  expect(bytesOf(oversize?.writes ?? []).length - 1).toBe(5_001);
});

test('a frame without an id has no id faults, and no frame has no cases', () => {
  const plain = [...wireCases({ line: '{"type":"event","event":"turn_start"}' })];
  expect(plain.length).toBeGreaterThan(20);
  expect(plain.some(({ fault }) => /Id$/.test(fault.keyword))).toBe(false);
  expect(plain.every(({ answers }) => answers.length === 0)).toBe(true);
  expect([...wireCases({ line: 'no frame' })]).toEqual([]);
});
