// The passive rules over a journal that is there: all of it, page by page. What it shows is found, and what that means.

import { ConformanceFold } from '../../shared/conformance/fold.ts';
import type { Coded } from '../../shared/conformance/found-list.ts';
import { rulesFor } from '../../shared/conformance/rules.ts';
import { diagnose, type Diagnosis } from '../../shared/diagnosis/diagnose.ts';
import type { HostProfile } from '../../shared/protocol/define.ts';
import type { JournalReader } from '../recorder/journal-type.ts';

const pageEntries = 500;

/** Adds the entries from that seq on, up to what is there now; the next seq. */
export async function addEntries(
  fold: ConformanceFold,
  journal: Pick<JournalReader, 'count' | 'entries'>,
  from: number,
  most = Number.POSITIVE_INFINITY,
): Promise<number> {
  const until = Math.min(journal.count + 1, from + most);
  let next = from;
  while (next < until) {
    const entries = await journal.entries(next, Math.min(pageEntries, until - next));
    if (entries.length === 0) return next;
    for (const entry of entries) fold.add(entry);
    next += entries.length;
  }
  return next;
}

/**
 * What failed in this run, why, and what to do.
 * @param own what was found outside of the journal
 */
export async function diagnosisOf(
  journal: Pick<JournalReader, 'count' | 'entries'>,
  profile: HostProfile,
  own: readonly Coded[] = [],
): Promise<readonly Diagnosis[]> {
  const fold = new ConformanceFold(profile);
  await addEntries(fold, journal, 1);
  for (const found of own) if (found.severity === 'error') fold.addOwn(found);
  return diagnose(fold.findings, rulesFor(profile));
}
