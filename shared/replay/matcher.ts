// Finds for each line that comes the recorded one it stands for: by type, by the request it answers, by what it is about.
// Inside those the order does not count: what is exactly as recorded goes together first, and only at the end are leftovers
// of one kind compared with each other. Fed while a run goes on; decides about no time.

import { canonicalLine, namelessLine } from './canonical.ts';
import { compareLines, type Comparing, type Comparison } from './compare.ts';
import { rulesFor } from './ignore.ts';
import { pairsByType, type ReplayLine } from './line.ts';
import type { Plan, PlannedLine } from './plan.ts';

/** A recorded line of the extension, and what became of it. */
export interface Expected {
  readonly planned: PlannedLine;
  readonly step: number;
  match: { readonly arrival: Arrival; readonly comparison: Comparison } | null;
  /** Waiting for it has ended: `inVain` makes it late when it comes after all. */
  passed: 'inVain' | 'quietly' | null;
  readonly bucket: Bucket;
  readonly text: string;
}

/** A line of the extension in the new run. */
export interface Arrival {
  readonly line: ReplayLine;
  /** Step the run was in when it came. */
  readonly step: number;
  /** seq, in the recording, of the request of the host it answers. */
  readonly answers?: number;
  readonly latencyUs?: number;
}

/** Recorded lines of one canonical text; those before `next` have a partner. */
interface Same {
  readonly items: Expected[];
  next: number;
}

interface Bucket {
  /** Without a partner, in the order of the recording. */
  readonly unmatched: Set<Expected>;
  readonly byText: Map<string, Same>;
  /** Came and have no partner so far. */
  readonly spare: Set<Arrival>;
}

/** What `arrived` and `finish` found out. */
export interface MatchNews {
  readonly matched: readonly Expected[];
  readonly extra: readonly Arrival[];
  readonly missing: readonly Expected[];
}

export class Matcher {
  readonly #comparing: Comparing;
  readonly #buckets = new Map<string, Bucket>();
  /** All, in the order of the recording. */
  readonly expected: readonly Expected[];
  /** Those that the run has come to and that have no partner. */
  readonly #open = new Set<Expected>();
  #next = 0;
  /** The step the run has come to. */
  step = 0;

  constructor(plan: Plan, comparing: Comparing) {
    this.#comparing = comparing;
    const expected: Expected[] = [];
    for (const step of plan.steps)
      for (const planned of step.expects) expected.push(this.#expect(planned, step.index));
    this.expected = expected;
  }

  /** The run has come to this step: its lines are waited for. */
  begin(step: number): void {
    this.step = step;
    for (; this.#next < this.expected.length; this.#next++) {
      const expected = this.expected[this.#next];
      if (!expected || expected.step > step) return;
      if (!expected.match) this.#open.add(expected);
    }
  }

  /** The recorded line it stands for, if one is sure by now. */
  arrived(arrival: Arrival): Expected | undefined {
    const bucket = this.#bucket(arrival.line, arrival.answers);
    const text = canonicalLine(arrival.line, this.#comparing.live, this.#comparing.ignore);
    const exact = takeFirst(bucket.byText.get(text));
    // An answer has one request: nothing else can be meant.
    const meant = exact ?? (arrival.answers === undefined ? undefined : first(bucket.unmatched));
    if (meant) this.#match(meant, arrival);
    else bucket.spare.add(arrival);
    return meant;
  }

  /**
   * Lines the run still has to wait for: those that nothing came for, not even something else of their kind.
   * `answers` also has the requests of the extension: what the host sends next may hang on them.
   */
  get awaited(): { readonly answers: readonly Expected[]; readonly notices: readonly Expected[] } {
    const answers: Expected[] = [];
    const notices: Expected[] = [];
    const covered = new Map<Bucket, number>();
    for (const expected of this.#open) {
      if (expected.passed) continue;
      const { bucket, planned } = expected;
      const spare = covered.get(bucket) ?? bucket.spare.size;
      covered.set(bucket, spare - 1);
      if (spare > 0) continue;
      (planned.line.role === 'notice' ? notices : answers).push(expected);
    }
    return { answers, notices };
  }

  /** No more lines come: what is left of each kind is compared in order, the rest is missing or extra. */
  finish(): MatchNews {
    const matched: Expected[] = [];
    const extra: Arrival[] = [];
    const missing: Expected[] = [];
    for (const bucket of this.#buckets.values()) {
      const left = [...bucket.unmatched];
      for (const arrival of bucket.spare) {
        // What came before its cause can't be the effect.
        const at = left.findIndex(({ step }) => step <= arrival.step);
        const [expected] = at < 0 ? [] : left.splice(at, 1);
        if (!expected) extra.push(arrival);
        else {
          this.#match(expected, arrival);
          matched.push(expected);
        }
      }
      bucket.spare.clear();
      missing.push(...left);
    }
    const renamed = this.#pairRenamed(missing, extra);
    const taken = new Set(renamed.map(({ match }) => match?.arrival));
    return {
      matched: [...matched, ...renamed],
      extra: extra.filter((arrival) => !taken.has(arrival)),
      missing: missing.filter(({ match }) => !match),
    };
  }

  /** Leftovers that differ in their name only go together. */
  #pairRenamed(missing: readonly Expected[], extra: readonly Arrival[]): Expected[] {
    const { recorded, live, ignore } = this.#comparing;
    const renamed: Expected[] = [];
    const spare = new Map<string, Arrival[]>();
    for (const arrival of extra) {
      const { line, answers } = arrival;
      if (answers !== undefined || line.nameField === undefined) continue;
      const text = `${line.type} ${namelessLine(line, live, ignore)}`;
      const same = spare.get(text);
      if (same) same.push(arrival);
      else spare.set(text, [arrival]);
    }
    if (spare.size === 0) return renamed;
    for (const expected of missing) {
      const { line, answers } = expected.planned;
      if (answers !== undefined || line.nameField === undefined) continue;
      const same = spare.get(`${line.type} ${namelessLine(line, recorded, ignore)}`) ?? [];
      const at = same.findIndex(({ step }) => expected.step <= step);
      const [arrival] = at < 0 ? [] : same.splice(at, 1);
      if (!arrival) continue;
      this.#match(expected, arrival);
      renamed.push(expected);
    }
    return renamed;
  }

  /** Whether lines of that type are ignored as a whole. */
  forgives(type: string): boolean {
    return rulesFor(this.#comparing.ignore, type).out;
  }

  #expect(planned: PlannedLine, step: number): Expected {
    const bucket = this.#bucket(planned.line, planned.answers);
    const text = canonicalLine(planned.line, this.#comparing.recorded, this.#comparing.ignore);
    const expected: Expected = { planned, step, match: null, passed: null, bucket, text };
    bucket.unmatched.add(expected);
    const same = bucket.byText.get(text);
    if (same) same.items.push(expected);
    else bucket.byText.set(text, { items: [expected], next: 0 });
    return expected;
  }

  #match(expected: Expected, arrival: Arrival): void {
    const { bucket, planned } = expected;
    bucket.unmatched.delete(expected);
    bucket.spare.delete(arrival);
    this.#open.delete(expected);
    expected.match = { arrival, comparison: compareLines(planned.line, arrival.line, this.#comparing) };
  }

  #bucket(line: ReplayLine, answers: number | undefined): Bucket {
    const key =
      answers !== undefined && line.id !== undefined ? `${line.type} #${answers}` : this.#about(line);
    let bucket = this.#buckets.get(key);
    if (!bucket) {
      bucket = { unmatched: new Set(), byText: new Map(), spare: new Set() };
      this.#buckets.set(key, bucket);
    }
    return bucket;
  }

  /** Those that are ignored whole are not told apart by what they are about. */
  #about(line: ReplayLine): string {
    const { type, name = '' } = line;
    return pairsByType(line) || this.forgives(type) ? `${type} =` : `${type} =${name}`;
  }
}

/** The first one without a partner. */
function takeFirst(same: Same | undefined): Expected | undefined {
  if (!same) return undefined;
  for (; same.next < same.items.length; same.next++) {
    const expected = same.items[same.next];
    if (expected && !expected.match) return expected;
  }
  return undefined;
}

function first<T>(set: ReadonlySet<T>): T | undefined {
  for (const one of set) return one;
  return undefined;
}
