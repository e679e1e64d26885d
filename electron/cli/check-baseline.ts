// The baseline of a check: what is known to be wrong and does not count. A JSON file that can be read and edited by hand, its
// entries steady from run to run.

import { fingerprints, type Finding } from '../../shared/conformance/finding.ts';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';

const version = 1;

export function baselineText(profile: string, findings: readonly Finding[]): string {
  const known = findings.flatMap(fingerprints).sort();
  return `${JSON.stringify({ framescopeBaseline: version, profile, known }, null, 2)}\n`;
}

/** Errors: `argumentInvalid` for a text that is no baseline, or one of a newer version. */
export function readBaseline(text: string, file: string): Result<ReadonlySet<string>> {
  const wrong = (why: string): Result<never> =>
    failed(
      failure(
        'argumentInvalid',
        `${file} is no baseline of a check: ${why}.`,
        'Write one with --write-baseline.',
      ),
    );
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return wrong(`it is not JSON (${error instanceof Error ? error.message : String(error)})`);
  }
  const { framescopeBaseline: found, known } = (value ?? {}) as Record<string, unknown>;
  if (typeof found !== 'number') return wrong('it has no "framescopeBaseline"');
  if (found > version) return wrong(`it is of version ${found}, and ${version} is the newest known here`);
  if (!Array.isArray(known) || known.some((one) => typeof one !== 'string'))
    return wrong('"known" is no list of texts');
  return ok(new Set(known as string[]));
}
