// Names of the host's own tools and commands, as the person set them for a target.

import { afterEach, beforeEach, expect, it } from 'vitest';
import { EngineUnderTest } from '../../support/engine.ts';

let engine: EngineUnderTest;
beforeEach(() => {
  engine = new EngineUnderTest();
});
afterEach(() => engine.close());

it('a tool that has the name of a built-in one is told to lose, by the names that were set', async () => {
  const usual = await engine.open('good');
  await usual.untilState('ready');
  expect(usual.summary.problems).toEqual([]);

  const set = await engine.open('good', { builtinTools: ['echo'] });
  await set.untilState('ready');
  const [problem] = set.summary.problems;
  expect(problem?.severity).toBe('warning');
  expect(problem?.message).toContain('echo');
});
