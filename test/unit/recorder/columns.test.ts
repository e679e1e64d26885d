import { describe, expect, it } from 'vitest';
import { Columns, kindCode, rowKinds } from '../../../electron/recorder/columns.ts';

describe('Columns', () => {
  it('keep every element while they grow', () => {
    const columns = new Columns();
    for (let i = 0; i < 5_000; i++) {
      expect(columns.push(i * 2, i % rowKinds.length, i % 300, i % 256, i * 100, 100)).toBe(i + 1);
    }
    expect(columns.count).toBe(5_000);
    for (const i of [0, 1_023, 1_024, 4_999]) {
      expect(columns.atUs[i]).toBe(i * 2);
      expect(columns.kind[i]).toBe(i % rowKinds.length);
      expect(columns.typeCode[i]).toBe(i % 300);
      expect(columns.flags[i]).toBe(i % 256);
      expect(columns.offset[i]).toBe(i * 100);
      expect(columns.byteLength[i]).toBe(100);
    }
  });

  it('give a name the same code each time, and one shared code when there are too many names', () => {
    const columns = new Columns();
    expect(columns.typeCodeOf('hello')).toBe(columns.typeCodeOf('hello'));
    for (let i = 0; i < 70_000; i++) expect(columns.typeNames[columns.typeCodeOf(`t${i}`)]).toBeDefined();
    expect(columns.typeNames[columns.typeCodeOf('one more')]).toBe('(other types)');
    expect(columns.typeNames[columns.typeCodeOf('t3')]).toBe('t3');
    expect(columns.typeNames.length).toBeLessThanOrEqual(65_536);
  });

  it('count the kept entries behind a byte of the file', () => {
    const columns = new Columns();
    columns.push(0, kindCode('note'), 0, 0, 0, 10);
    columns.push(0, kindCode('note'), 0, 0, 10, 10);
    columns.push(0, kindCode('note'), 0, 0, 20, 0); // kept nowhere
    columns.push(0, kindCode('note'), 0, 0, 20, 10);
    expect(columns.countBehind(30)).toBe(0);
    expect(columns.countBehind(29)).toBe(1);
    expect(columns.countBehind(10)).toBe(2);
    expect(columns.countBehind(0)).toBe(3);
  });
});
