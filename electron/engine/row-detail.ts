// Everything about one row, put together when somebody looks at it: the entry, its bytes, what the codec and the host's
// rules say about it, and its partner.

import type { RowDetail } from '../../shared/ipc/contract.ts';
import { failure } from '../../shared/errors.ts';
import { deepIssues } from '../../shared/protocol/codec.ts';
import type { Decoded, Issue } from '../../shared/protocol/define.ts';
import { profileNamed } from '../../shared/protocol/registry.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { Entry, ProblemEntry, Raw } from '../../shared/session/entries.ts';
import type { EntryView } from '../recorder/journal-type.ts';
import type { Opened } from './opened.ts';

export async function rowDetail({ journal, name, profile }: Opened, seq: number): Promise<Result<RowDetail>> {
  const view = await journal.view(seq);
  if (!view)
    return failed(failure('rowUnknown', `${name} has no row ${seq}: it ends at row ${journal.count}.`));
  const { row, entry, decoded, editedRaw } = view;
  const raw = rawOf(entry);
  const pair = row.pairSeq === undefined ? undefined : (await journal.rows(row.pairSeq, 1))[0];
  return ok({
    row,
    entry,
    ...(raw ? { raw, byteLength: byteLengthOf(entry, raw) } : {}),
    ...(editedRaw ? { editedRaw } : {}),
    issues: issuesOf(view, raw),
    ...(decoded?.kind === 'frame' ? { frame: wordsOf(decoded, profile) } : {}),
    ...(pair ? { pair } : {}),
  });
}

function rawOf(entry: Entry): Raw | undefined {
  return entry.kind === 'line' || entry.kind === 'stderr' ? entry.raw : undefined;
}

function byteLengthOf(entry: Entry, raw: Raw): number {
  if ('byteLength' in entry && entry.byteLength !== undefined) return entry.byteLength;
  return 'text' in raw ? Buffer.byteLength(raw.text, 'utf8') : Buffer.from(raw.base64, 'base64').length;
}

function issuesOf({ decoded, problems }: EntryView, raw: Raw | undefined): readonly Issue[] {
  const ofLine = decoded?.issues ?? [];
  const deeper = decoded && raw && 'text' in raw ? deepIssues(raw.text, decoded) : [];
  return [...ofLine, ...deeper, ...problems.map(issueOfProblem)];
}

function issueOfProblem({ code, severity, message, fix, source }: ProblemEntry): Issue {
  return { code, severity, message, ...(fix ? { fix } : {}), ...(source ? { source } : {}) };
}

function wordsOf(
  { def }: Extract<Decoded, { kind: 'frame' }>,
  profile: string,
): NonNullable<RowDetail['frame']> {
  const { doc, source, lane, role } = def;
  const protocol = profileNamed(profile)?.protocol.name;
  return { doc, source, lane, role, ...(protocol === undefined ? {} : { protocol }) };
}
