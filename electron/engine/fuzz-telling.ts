// How a run of fuzzing is told to the window: what is new since, and texts cut short, since an input may be as long as a frame.
// Translates only.

import type { FuzzBucketCard, FuzzNews } from '../../shared/ipc/fuzz-commands.ts';
import { inputKey } from '../../shared/fuzz/buckets.ts';
import type { FuzzBucket, FuzzInput } from '../../shared/fuzz/findings.ts';
import { inputLines } from '../../shared/fuzz/input-words.ts';
import type { FuzzView } from './fuzz-desk.ts';

const mostCalls = 300;
const mostBuckets = 500;
const longestRaw = 400;
const longestEvidence = 2_000;

/** @param after the last call that is known, of that run */
export function tellFuzz(view: FuzzView, { run, after }: { run: number; after: number }): FuzzNews {
  const { outcome, buckets, calls, ...rest } = view;
  const known = run === view.run ? after : 0;
  return {
    ...rest,
    calls: calls
      .filter(({ n }) => n > known)
      .slice(-mostCalls)
      .map((call) => ({ ...call, raw: cut(call.raw, longestRaw), why: cut(call.why, longestRaw) })),
    buckets: buckets.slice(0, mostBuckets).map(card),
    outcome: outcome && {
      end: outcome.end,
      why: outcome.why,
      calls: outcome.calls,
      starts: outcome.starts,
      tookMs: outcome.tookMs,
      callsPerSecond: outcome.callsPerSecond,
    },
  };
}

function card({ input, found, ...bucket }: FuzzBucket): FuzzBucketCard {
  return {
    ...bucket,
    message: cut(bucket.message, longestEvidence),
    cause: cut(bucket.cause, longestEvidence),
    evidence: bucket.evidence.slice(0, 40).map((line) => cut(line, longestEvidence)),
    lines: inputLines(input),
    smallestBytes: bytesOf(input),
    foundBytes: bytesOf(found),
  };
}

/** Of what is put into frames, without what tells the kinds of inputs apart. */
function bytesOf(input: FuzzInput): number {
  const text = inputKey(input);
  return Buffer.byteLength(text.slice(text.indexOf(' ') + 1), 'utf8');
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}
