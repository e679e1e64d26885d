// JUnit's XML, as test reports of continuous integration read it. Pure. Characters that XML can't hold, and those that hide
// text or change its direction, become visible escapes.

import { visibleText } from '../../shared/json/visible.ts';

export interface JunitCase {
  readonly name: string;
  /** Groups cases in reports. */
  readonly className: string;
  readonly seconds?: number;
  readonly failure?: JunitFault;
  /** It could not be run at all. */
  readonly error?: JunitFault;
  /** Why it was not run. */
  readonly skipped?: string;
  /** What is to be read beside it although it passed. */
  readonly said?: readonly string[];
}

export interface JunitFault {
  /** One line. */
  readonly message: string;
  readonly type: string;
  readonly lines: readonly string[];
}

export interface JunitSuite {
  readonly name: string;
  /** ISO 8601. */
  readonly startedAt?: string;
  readonly seconds: number;
  readonly cases: readonly JunitCase[];
}

export function junitXml(suites: readonly JunitSuite[]): string {
  const all = suites.flatMap(({ cases }) => cases);
  const seconds = suites.reduce((sum, suite) => sum + suite.seconds, 0);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="framescope"${counts(all, seconds)}>`,
    ...suites.flatMap(suiteLines),
    '</testsuites>',
    '',
  ].join('\n');
}

function suiteLines({ name, startedAt, seconds, cases }: JunitSuite): string[] {
  const started = startedAt === undefined ? '' : ` timestamp="${attribute(startedAt)}"`;
  return [
    `  <testsuite name="${attribute(name)}"${counts(cases, seconds)}${started}>`,
    ...cases.flatMap(caseLines),
    '  </testsuite>',
  ];
}

function caseLines({ name, className, seconds, failure, error, skipped, said }: JunitCase): string[] {
  const time = seconds === undefined ? '' : ` time="${seconds.toFixed(6)}"`;
  const open = `    <testcase name="${attribute(name)}" classname="${attribute(className)}"${time}`;
  const faults = [
    ...faultLines('failure', failure),
    ...faultLines('error', error),
    ...(skipped === undefined ? [] : [`      <skipped message="${attribute(skipped)}"/>`]),
    ...(said === undefined ? [] : [`      <system-out>${said.map(content).join('\n')}</system-out>`]),
  ];
  return faults.length === 0 ? [`${open}/>`] : [`${open}>`, ...faults, '    </testcase>'];
}

function faultLines(what: 'failure' | 'error', fault: JunitFault | undefined): string[] {
  if (!fault) return [];
  const { message, type, lines } = fault;
  const body = lines.map((line) => content(line)).join('\n');
  return [`      <${what} message="${attribute(message)}" type="${attribute(type)}">${body}</${what}>`];
}

function counts(cases: readonly JunitCase[], seconds: number): string {
  const failures = cases.filter(({ failure }) => failure).length;
  const errors = cases.filter(({ error }) => error).length;
  const skipped = cases.filter((one) => one.skipped !== undefined).length;
  const left = skipped === 0 ? '' : ` skipped="${skipped}"`;
  return ` tests="${cases.length}" failures="${failures}" errors="${errors}"${left} time="${seconds.toFixed(6)}"`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function content(text: string): string {
  // Two code points that XML forbids and no eye sees stand at the end of the first plane.
  return visibleText(text)
    .replace(/[&<>"]/g, (character) => entities[character] ?? character)
    .replace(/[\ufffe\uffff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}

const attribute = content;
