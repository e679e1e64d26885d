// What the generated tests have alike: their head comment, and the patterns by which they take times, ids and masked values as
// what they are. Each language spells them in its own way.

import { visibleText } from '../json/visible.ts';
import type { RecordedTest } from './test-steps.ts';

/** Where the extension is, for the one who reads the file: relative to the test when that is known. */
export interface TestPlace {
  /** Path from the test's folder to the extension's, with `/`; null: the recorded absolute path is used. */
  readonly relative: string | null;
  /** File name of the scenario beside it. */
  readonly scenario: string;
  readonly writtenBy: string;
  /** How much was masked, in words. */
  readonly redaction: string;
}

/** Lines without comment signs. */
export function headLines(test: RecordedTest, place: TestPlace): readonly string[] {
  return [
    `${oneLine(test.name)}: what its host said once is said again, and what it says is compared with what it said then.`,
    `Made from a recording by ${oneLine(place.writtenBy)}. ${oneLine(place.redaction)}`,
    'EXTENSION_DIR names the folder of the extension, EXTENSION_TIMEOUT the seconds to wait for each answer.',
    'Times, UUIDs, ids that the extension chose and masked values may differ; everything else has to be the same.',
    `The same as a scenario: ${oneLine(place.scenario)}.`,
    ...test.remarks.map(oneLine),
  ];
}

/** A text of somebody else in a comment: nothing ends it. */
export function oneLine(text: string): string {
  return visibleText(text).replaceAll('*/', '* /');
}

export const uuidSource = '[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}';
export const timeSource =
  '[0-9]{4}-[0-9]{2}-[0-9]{2}[T ][0-9]{2}:[0-9]{2}(:[0-9]{2}([.,][0-9]{1,9})?)?( ?Z|[+-][0-9]{2}(:?[0-9]{2})?)?';
export const maskSource = '\\[redacted-[0-9]+\\]';

/** A text between single quotes, as JavaScript and Python read it alike. */
export function singleQuoted(text: string): string {
  const escaped = text.replace(/[\\']/g, '\\$&').replace(
    // eslint-disable-next-line no-control-regex -- they would break the line or be invisible
    /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `'${escaped}'`;
}
