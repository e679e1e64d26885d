// The oracles that need no more than one call and its end, and which of several failures explains the others. Pure.

import type { Incident } from '../../shared/fuzz/buckets.ts';
import { oracles, type FuzzSend, type FuzzSubject, type Oracle } from '../../shared/fuzz/findings.ts';
import { saysInvalid } from '../../shared/fuzz/refusal-words.ts';
import type { CallEnd } from './fuzz-call.ts';

const clip = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text);

/** What is wrong with an answer in time; undefined when nothing is. */
export function judgeAnswer(subject: FuzzSubject, send: FuzzSend, end: CallEnd): Incident | undefined {
  if (subject.kind !== 'tool' || send.kind !== 'value' || end.how !== 'answered') return undefined;
  const evidence = end.text === '' ? [] : [clip(end.text)];
  if (send.verdict === 'valid' && end.isError && saysInvalid(end.text))
    return {
      oracle: 'refused-valid',
      message: `${subject.name} refuses arguments that fit its schema: ${clip(end.text)}`,
      cause: '',
      evidence,
    };
  if (!acceptsMissing(send, end)) return undefined;
  return {
    oracle: 'accepted-invalid',
    message: `${subject.name} answers without is_error although ${send.why}.`,
    cause: '',
    evidence,
  };
}

/** An invalid call that is answered as if it were none: worth a remark; what is missing is worth a bucket. */
export function acceptsInvalid(send: FuzzSend, end: CallEnd): boolean {
  return send.kind === 'value' && send.verdict === 'invalid' && end.how === 'answered' && !end.isError;
}

function acceptsMissing(send: FuzzSend, end: CallEnd): boolean {
  return acceptsInvalid(send, end) && /^required\b/.test(send.fault);
}

const ids: ReadonlySet<Oracle> = new Set(['invalid-answer', 'unknown-id', 'two-answers']);
const rank = new Map(oracles.map(({ oracle }, at) => [oracle, at]));

/** The most telling first; a call that is not answered because its answer went astray is told by that. */
export function explained<I extends Pick<Incident, 'oracle'>>(incidents: readonly I[]): I[] {
  const astray = incidents.some(({ oracle }) => ids.has(oracle));
  const died = incidents.some(({ oracle }) => oracle === 'death');
  return incidents
    .filter(({ oracle }) => !(astray && oracle === 'no-answer'))
    .filter(({ oracle }) => !(died && oracle !== 'death'))
    .sort((a, b) => (rank.get(a.oracle) ?? 0) - (rank.get(b.oracle) ?? 0));
}

const stuck: ReadonlySet<Oracle> = new Set(['timeout', 'not-alive']);

/** Whether a second failure is the first one again. */
export function sameFailure(wanted: Incident, found: Incident): boolean {
  if (stuck.has(wanted.oracle)) return stuck.has(found.oracle);
  if (wanted.oracle === 'no-answer') return found.oracle === 'no-answer' || ids.has(found.oracle);
  return wanted.oracle === found.oracle && wanted.cause === found.cause;
}

/** Told by what the extension writes, whether or not an answer is waited for until the end. */
export function isTold({ oracle }: Pick<Incident, 'oracle'>): boolean {
  return ids.has(oracle) || oracle === 'stdout-pollution';
}

/** Lines of which each is a frame as hosts spell them. */
const soundLines = new Set(['split', 'glued', 'duplicateId', 'outOfOrder']);
const always: ReadonlySet<Oracle> = new Set(['death', 'timeout', 'not-alive', 'crash-text']);

/**
 * No host sends such a thing, and no harm comes of it but that it is not answered, or answered oddly: worth a remark. Ends of
 * the process and hangs always count.
 */
export function isMinor({ oracle }: Pick<Incident, 'oracle'>, send: FuzzSend | undefined): boolean {
  if (!send || always.has(oracle)) return false;
  if (send.kind === 'wire') return !soundLines.has(send.fault);
  return oracle === 'no-answer' && depthOf(send.raw) > deep;
}

/** Readers that give up at some depth are many, and no model goes so far down. */
const deep = 500;

function depthOf(raw: string): number {
  let [depth, deepest] = [0, 0];
  for (const [token] of raw.matchAll(/"(?:[^"\\]|\\.)*"|[[{\]}]/g)) {
    if (token === '[' || token === '{') deepest = Math.max(deepest, ++depth);
    else if (token === ']' || token === '}') depth--;
  }
  return deepest;
}
