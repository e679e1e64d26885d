import { describe, expect, it } from 'vitest';
import { upgradeFrom, upgradeSteps, type UpgradeStep } from '../../../shared/recording/upgrade.ts';
import { recordingVersion } from '../../../shared/recording/format.ts';

const steps: UpgradeStep[] = [1, 2].map((from) => ({
  from,
  header: (header) => ({ ...header, framescope: from + 1 }),
  entry: (line) => `${line}>${from + 1}`,
}));

describe('upgradeFrom', () => {
  it('goes one version at a time up to the newest', () => {
    const way = upgradeFrom(1, steps, 3);
    if (!way.ok) throw new Error(way.failure.message);
    expect(way.value.entry?.('x')).toBe('x>2>3');
    expect(way.value.header({ framescope: 1, name: 'n' })).toEqual({ framescope: 3, name: 'n' });
  });

  it('leaves entries of the newest version alone', () => {
    expect(upgradeFrom(3, steps, 3)).toMatchObject({ ok: true, value: { entry: undefined } });
  });

  it('refuses a newer version instead of guessing', () => {
    expect(upgradeFrom(4, steps, 3)).toMatchObject({
      ok: false,
      failure: { code: 'recordingNewer', detail: { version: 4, newest: 3 } },
    });
  });

  it('has a step for every version before the newest', () => {
    expect(upgradeSteps.map((step) => step.from)).toEqual(
      Array.from({ length: recordingVersion - 1 }, (_, index) => index + 1),
    );
  });
});
