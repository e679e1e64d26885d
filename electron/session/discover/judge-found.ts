// Who of all that was found is loaded: names of folders first, then names of manifests, the first wins. The real host
// says nothing about those it leaves out; here each has its reason. Pure.

import type { Failure } from '../../../shared/errors.ts';
import type { HostProfile } from '../../../shared/protocol/define.ts';
import type { ExtensionPlace, FoundExtension, FoundStatus } from '../../../shared/target/found-extension.ts';
import type { ResolvedTarget } from '../../../shared/target/target.ts';

/** Something that may be an extension, before it is known whether a host would take it. */
export interface Candidate {
  readonly place: ExtensionPlace;
  readonly path: string;
  readonly folderName: string;
  readonly target: ResolvedTarget | null;
  readonly failure: Failure | null;
  /** Not looked into, and why. */
  readonly skipped?: { readonly why: string; readonly fix: string };
}

type Rules = Pick<HostProfile, 'name' | 'linkedFolders' | 'bareFolders'>;
type Verdict = Pick<FoundExtension, 'status' | 'why' | 'fix'>;

interface Names {
  /** Name of a folder in the places searched → who has it. */
  readonly folders: Map<string, Candidate>;
  /** Name of a manifest → who is loaded under it. */
  readonly manifests: Map<string, Candidate>;
}

/** `candidates` in load order; the answer is as long and in the same order. */
export function judge(candidates: readonly Candidate[], rules: Rules): readonly FoundExtension[] {
  const names: Names = { folders: new Map(), manifests: new Map() };
  return candidates.map((candidate) => {
    const { place, path, folderName, target, failure } = candidate;
    const verdict = verdictOf(candidate, names, rules);
    return { place, path, name: target?.name ?? folderName, target, failure, ...verdict };
  });
}

function verdictOf(candidate: Candidate, names: Names, rules: Rules): Verdict {
  const { skipped, target, failure } = candidate;
  if (skipped) return { status: 'symlink', ...skipped };
  const bare = failure?.code === 'targetNotExtension';
  if (candidate.place !== 'explicit') {
    const first = names.folders.get(candidate.folderName);
    if (first && !(bare && rules.bareFolders === 'passOver')) return sameFolder(candidate, first);
    // A broken or disabled one takes the name too: its folder is queued before its manifest is read.
    if (!(bare && rules.bareFolders === 'passOver')) names.folders.set(candidate.folderName, candidate);
  }
  if (failure || !target) {
    const { message, fix } = failure ?? { message: 'It could not be read.', fix: undefined };
    return verdict('broken', message, fix);
  }
  if (target.manifest && !target.manifest.enabled) {
    return verdict(
      'disabled',
      '"enabled" is false in its manifest.',
      'Set it to true, or open it by hand all the same.',
    );
  }
  // Real host: the name is taken once the program has been started, so one that can't be leaves it to the next.
  const hindrance = target.remarks.find((remark) => remark.severity === 'error');
  if (hindrance) return verdict('broken', hindrance.message, hindrance.fix);
  if (!target.manifest) return verdict('wins', ''); // a bare command has no name that a host would know
  const first = names.manifests.get(target.name);
  if (first) return sameName(candidate, first);
  names.manifests.set(target.name, candidate);
  return verdict('wins', '');
}

function sameFolder(candidate: Candidate, first: Candidate): Verdict {
  const unused = first.failure
    ? ', although that one is broken'
    : disabled(first)
      ? ', although disabled'
      : '';
  return verdict(
    'duplicateFolder',
    `A folder ${candidate.folderName} comes first: ${first.path}${unused}. Of two with one name the first is taken.`,
    'Rename one of the folders, and the name in its manifest too.',
  );
}

function sameName(candidate: Candidate, first: Candidate): Verdict {
  if (first.target?.key === candidate.target?.key) {
    return verdict('duplicateName', 'It is open already, named explicitly, and that comes first.');
  }
  return verdict(
    'duplicateName',
    `The name ${candidate.target?.name ?? ''} is taken by ${first.path}, which comes first.`,
    'Change "name" in one of the two manifests.',
  );
}

function disabled({ target }: Candidate): boolean {
  return target?.manifest?.enabled === false;
}

function verdict(status: FoundStatus, why: string, fix?: string): Verdict {
  return { status, why, ...(fix === undefined ? {} : { fix }) };
}
