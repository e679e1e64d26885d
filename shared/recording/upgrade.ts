// Old recordings → the version of format.ts, one version at a time: each step turns lines of version n into lines of
// version n + 1. A recording of a newer version is refused, never guessed at. It must not know files.

import { failure, type Failure } from '../errors.ts';
import { visibleText } from '../json/visible.ts';
import { failed, ok, type Result } from '../result.ts';
import { recordingVersion } from './format.ts';

/** From one version to the next. Both work on parsed JSON objects and return new ones. */
export interface UpgradeStep {
  /** The version it takes. */
  readonly from: number;
  readonly header: (header: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
  /** One entry line, without its LF. */
  readonly entry: (line: string) => string;
}

const firstVersion = 1;

/** Every step there is, oldest first. Version 1 is the first and the newest. */
export const upgradeSteps: readonly UpgradeStep[] = [];

/** Brings a header and each entry line up to date; `entry` is undefined when there is nothing to do. */
export interface Upgrade {
  readonly header: UpgradeStep['header'];
  readonly entry: UpgradeStep['entry'] | undefined;
}

/**
 * The way from `version` to the newest.
 * Errors: `recordingNewer` when the file is ahead of this program, `recordingNotOne` when no step starts there.
 */
export function upgradeFrom(
  version: number,
  steps: readonly UpgradeStep[] = upgradeSteps,
  newest: number = recordingVersion,
  writtenBy?: unknown,
): Result<Upgrade> {
  if (version > newest) {
    const by = typeof writtenBy === 'string' ? `, made by ${visibleText(writtenBy.slice(0, 80))}` : '';
    return failed(
      failure(
        'recordingNewer',
        `This recording has version ${version}${by}; this program reads up to version ${newest}.`,
        'Open it with a newer Framescope, or take over what this one understands of it: framescope import FILE.',
        { version, newest },
      ),
    );
  }
  if (version < firstVersion) return failed(neverWas(version));
  const way: UpgradeStep[] = [];
  for (let at = version; at < newest; at++) {
    const step = steps.find((candidate) => candidate.from === at);
    if (!step) return failed(neverWas(version));
    way.push(step);
  }
  return ok({
    header: (header) => way.reduce((value, step) => step.header(value), header),
    entry: way.length === 0 ? undefined : (line) => way.reduce((text, step) => step.entry(text), line),
  });
}

function neverWas(version: number): Failure {
  return failure('recordingNotOne', `There never was a recording of version ${version}.`, undefined, {
    version,
  });
}
