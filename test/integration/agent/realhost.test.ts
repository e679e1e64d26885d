// The recorded scenarios of the real host of May 2026, run through our host: the very lines each extension received, and
// the results the host reported. Real processes and real time, but for those in `quickened`: there deadlines, waits and the
// timers of the extensions are shorter by one factor, because only their order counts.

import { existsSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { compare } from '../../support/realhost/compare.ts';
import { play } from '../../support/realhost/play.ts';
import { readScenario, realhostDir, scenarioNames } from '../../support/realhost/scenario.ts';

/** Calls that wait out 60, 30 or 5 s. The extensions of 21 are Python and go at their own pace; they wait for nothing. */
const quickened: Readonly<Record<string, number>> = {
  '19-timeouts-late-answers': 10,
  '21-half-closed-pipes': 10,
  '27-intercept-timeouts': 5,
};
/** The host process itself goes away in these: host-gone.test.ts. */
const hostGone = new Set(['04-hello-never', '36-host-gone-stdin-only']);

const names = scenarioNames();

describe('the recorded scenarios', () => {
  it(`are looked for at ${path.relative(process.cwd(), realhostDir)}; without them the files beside this one prove the same with fixtures`, () => {
    const beside = readdirSync(import.meta.dirname);
    const own = [
      'calls.test.ts',
      'commands.test.ts',
      'events.test.ts',
      'intercepts.test.ts',
      'names.test.ts',
    ];
    expect(beside).toEqual(expect.arrayContaining([...own, 'panels.test.ts', 'host-gone.test.ts']));
    if (existsSync(realhostDir)) expect(names.length).toBeGreaterThanOrEqual(20);
  });

  it.each(names.filter((name) => !hostGone.has(name)))(
    '%s: same lines to the extensions, same results',
    { timeout: 60_000 },
    async (name) => {
      const { scenario, transcript } = readScenario(name);
      compare(name, scenario, transcript, await play(name, scenario, quickened[name] ?? 1));
    },
  );
});
