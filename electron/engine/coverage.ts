// Coverage of recordings, and of an open session: reads the journals through and folds them. Runs nothing.

import { failure } from '../../shared/errors.ts';
import type { Coverage } from '../../shared/coverage/coverage-types.ts';
import { CoverageFold } from '../../shared/coverage/fold-coverage.ts';
import { defaultProfileName, profileNamed, protocolNamed } from '../../shared/protocol/registry.ts';
import type { Protocol } from '../../shared/protocol/define.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { JournalReader } from '../recorder/journal-type.ts';
import { readRecording } from './replay-recording.ts';

export interface ReadCoverage {
  readonly coverage: Coverage;
  /** What could not be read, in words, with the file. */
  readonly damage: readonly string[];
}

/** Errors: those of opening each recording; `recordingUnfit` when they are of different protocols. */
export async function coverageOfFiles(files: readonly string[]): Promise<Result<ReadCoverage>> {
  let fold: CoverageFold | undefined;
  let protocol: Protocol | undefined;
  const damage: string[] = [];
  for (const file of files) {
    const read = await readRecording(file, ({ host }) => {
      protocol ??= host.protocol;
      fold ??= new CoverageFold(protocol);
      // Entries of another protocol are not counted; the refusal below says so.
      return host.protocol === protocol ? fold : { add: () => {} };
    });
    if (!read.ok) return read;
    if (read.value.host.protocol !== protocol) return failed(otherProtocol(file, files[0] ?? ''));
    fold?.endRecording();
    damage.push(...read.value.damage.map((word) => `${file}: ${word}`));
  }
  return ok({ coverage: (fold ?? new CoverageFold(protocolOf(defaultProfileName))).coverage, damage });
}

const page = 1_000;

/** Of what a journal holds now. */
export async function coverageOfJournal(journal: JournalReader, profile: string): Promise<Coverage> {
  const fold = new CoverageFold(protocolOf(profile));
  const last = journal.count;
  for (let seq = 1; seq <= last; seq += page) {
    for (const entry of await journal.entries(seq, Math.min(page, last - seq + 1))) fold.add(entry);
  }
  return fold.coverage;
}

function protocolOf(profile: string): Protocol {
  const protocol = profileNamed(profile)?.protocol ?? protocolNamed('zot');
  if (!protocol) throw new Error('the registry has no zot');
  return protocol;
}

function otherProtocol(file: string, first: string): ReturnType<typeof failure> {
  return failure(
    'recordingUnfit',
    `${file} is of another protocol than ${first}.`,
    'Ask for recordings of one extension at a time.',
    { path: file },
  );
}
