import { describe, expect, it } from 'vitest';
import { jumpWords, latencyWords } from '../../../renderer/views/timeline/row-words.ts';
import { plainRow } from './fake-journal.ts';

describe('a request without an answer, once none can come', () => {
  it('is a fault', () => {
    expect(latencyWords({ ...plainRow(1), pending: true }, 0, false)).toEqual({
      words: 'unanswered',
      tone: 'fault',
    });
  });

  it('is no fault where the host does not wait for the answer', () => {
    expect(latencyWords({ ...plainRow(1), pending: true, answerOptional: true }, 0, false)?.tone).toBe(
      'quiet',
    );
  });
});

describe('case Y04: a time that jumps', () => {
  const hourUs = 3_600_000_000;

  it('is told at its row, back or forth, and nowhere else', () => {
    expect(jumpWords({ ...plainRow(1), jumpUs: -hourUs })).toContain('Time goes back 1 h 00 min here');
    expect(jumpWords({ ...plainRow(1), jumpUs: 48 * hourUs })).toContain(
      '48 h 00 min passed before this row',
    );
    expect(jumpWords(plainRow(1))).toBeUndefined();
  });
});
