import { describe, expect, it } from 'vitest';
import { latencyWords } from '../../../renderer/views/timeline/row-words.ts';
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
