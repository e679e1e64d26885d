import { describe, expect, it } from 'vitest';
import { nearestName } from '../../../../shared/protocol/near.ts';

describe('the nearest name', () => {
  it.each([
    ['dispaly', ['prompt', 'display', 'error'], 'display'],
    ['mesage', ['message', 'level'], 'message'],
    ['Message', ['message'], 'message'],
    ['registr_tool', ['register_tool', 'register_command'], 'register_tool'],
    ['messages', ['message'], 'message'],
  ])('of %s among %j is %s', (name, names, nearest) => {
    expect(nearestName(name, names)).toBe(nearest);
  });

  it.each([
    ['traceparent', ['type', 'name']],
    ['id', ['cwd', 'is']],
    ['', ['a']],
    ['x'.repeat(1_000_000), ['x'.repeat(64)]],
  ])('is none when nothing is within two edits', (name, names) => {
    expect(nearestName(name, names)).toBeUndefined();
  });
});
