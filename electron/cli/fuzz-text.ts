// How a run of fuzzing reads: what it begins with, how far it is, and what it found. Pure; all text of an extension is made
// safe here.

import { visibleText } from '../../shared/json/visible.ts';
import {
  oracleDef,
  type BranchCoverage,
  type FuzzBucket,
  type FuzzOutcome,
  type FuzzProgress,
} from '../../shared/fuzz/findings.ts';
import { inputLines, subjectWords } from '../../shared/fuzz/input-words.ts';
import type { FuzzSettings, SubjectPlan } from '../drivers/fuzz.ts';
import type { Ink } from './ink.ts';
import { shown } from './shown.ts';

const most = 8;

export function beginLines(
  target: string,
  subjects: readonly Pick<SubjectPlan, 'subject'>[],
  { seed, shard }: FuzzSettings,
): string[] {
  const names = subjects.slice(0, most).map(({ subject }) => shown(subjectWords(subject)));
  const rest = subjects.length > most ? ` and ${subjects.length - most} more` : '';
  const part = shard.of === 1 ? '' : `, shard ${shard.at}/${shard.of}`;
  return [`Fuzzing ${shown(target)}: ${names.join(', ')}${rest}; seed ${seed}${part}`];
}

export function progressLine({
  subject,
  part,
  doing,
  calls,
  callsPerSecond,
  buckets,
  starts,
}: FuzzProgress): string {
  const what = [subject ? shown(subjectWords(subject)) : '', part ?? '', doing]
    .filter((word) => word !== '')
    .join(', ');
  return `${what}: ${calls} calls, ${Math.round(callsPerSecond)}/s, ${buckets} found, ${starts} starts`.slice(
    0,
    110,
  );
}

export function outcomeLines(outcome: FuzzOutcome, saved: readonly string[], ink: Ink): string[] {
  const { buckets, remarks, coverage, end, why, seed } = outcome;
  return [
    ...buckets.flatMap((bucket, at) => ['', ...bucketLines(bucket, at + 1, ink)]),
    ...(buckets.length > 0 ? [''] : []),
    ...remarks.map(({ subject, message }) =>
      ink('quiet', `· ${shown(subjectWords(subject))}: ${shown(message)}`),
    ),
    ...coverage.map(coverageLine),
    ...(end === 'done' ? [] : [ink('warn', `▲ Cut short: ${shown(why)}`)]),
    sumLine(outcome, ink),
    ...(buckets.length > 0 ? [`The same again: --seed ${seed}`] : []),
    ...saved.map((file) => `Saved: ${visibleText(file)}`),
  ];
}

function bucketLines(bucket: FuzzBucket, n: number, ink: Ink): string[] {
  const { subject, oracle, message, input, evidence, hits, tries, reproduced, severity, id } = bucket;
  const { title, consequence } = oracleDef(oracle);
  const tone = severity === 'hint' ? 'warn' : 'fault';
  const glyph = severity === 'hint' ? '▲' : '✖';
  const [first = '', ...more] = inputLines(input);
  const again = reproduced ? `made smaller in ${tries} tries` : 'it did not happen again in a fresh process';
  return [
    ink(tone, `${glyph} ${n}. ${shown(subjectWords(subject))}: ${title} (${oracle}, ${id.slice(0, 12)})`),
    `   ${shown(message)}`,
    `   smallest input: ${shown(first)}`,
    ...more.map((line) => `   ${shown(line)}`),
    ...evidence.slice(0, most).map((line) => ink('stderr', `   │ ${shown(line)}`)),
    ink('quiet', `   ${consequence} Seen ${hits} ${hits === 1 ? 'time' : 'times'}; ${again}.`),
  ];
}

function coverageLine({ subject, total, covered, missed }: BranchCoverage): string {
  const rest =
    missed.length === 0
      ? ''
      : `; not taken: ${missed.slice(0, 3).map(shown).join(', ')}${missed.length > 3 ? ' …' : ''}`;
  return `${shown(subjectWords(subject))}: ${covered} of ${total} branches of its schema${rest}`;
}

function sumLine({ buckets, calls, starts, tookMs, callsPerSecond }: FuzzOutcome, ink: Ink): string {
  const found = buckets.length;
  const what = found === 0 ? 'nothing found' : `${found} ${found === 1 ? 'bucket' : 'buckets'}`;
  const how = `${calls} calls in ${(tookMs / 1_000).toFixed(1)} s, ${Math.round(callsPerSecond)} a second, started ${starts} times`;
  return found === 0 ? ink('ok', `✔ ${what}; ${how}`) : ink('fault', `✖ ${what}; ${how}`);
}
