// Which extensions a host would load, and which not and why: those named explicitly, then the project's, then those in
// the host's home. Looks only; nothing is run, and what is found is resolved exactly as if it were opened by hand.

import path from 'node:path';
import type { HostProfile } from '../../../shared/protocol/define.ts';
import type { Result } from '../../../shared/result.ts';
import type { FoundExtensions, SearchedFolder } from '../../../shared/target/found-extension.ts';
import type { ResolvedTarget, TargetInput } from '../../../shared/target/target.ts';
import { folderContent, type FolderEntry } from './folder-entries.ts';
import { judge, type Candidate } from './judge-found.ts';
import { manifestName } from './locate-manifest.ts';
import type { ZotHome } from './zot-home.ts';

export interface FindOptions {
  /** Named one by one, in the order given; each once. */
  readonly explicit: readonly TargetInput[];
  /** Absolute; null looks for no project's extensions. */
  readonly projectDir: string | null;
  readonly home: ZotHome | null;
  readonly profile: Pick<HostProfile, 'name' | 'linkedFolders' | 'bareFolders'>;
  /** As `resolveTarget`; it may know a PATH of its own for each target. */
  readonly resolve: (input: TargetInput) => Promise<Result<ResolvedTarget>>;
}

/**
 * In load order: explicit ones as given, then each folder's by the bytes of their names (real host, May 2026: `--ext`,
 * `<project>/.zot/extensions`, `$ZOT_HOME/extensions`).
 */
export async function findExtensions(options: FindOptions): Promise<FoundExtensions> {
  const { projectDir, home, profile } = options;
  const searched: { place: SearchedFolder['place']; folder: string; from: string }[] = [];
  if (projectDir !== null)
    searched.push({ place: 'project', folder: path.join(projectDir, '.zot', 'extensions'), from: '' });
  if (home)
    searched.push({ place: 'home', folder: path.join(home.folder, 'extensions'), from: `from ${home.from}` });
  const candidates = await Promise.all(options.explicit.map((input) => explicitCandidate(input, options)));
  const folders: SearchedFolder[] = [];
  for (const { place, folder, from } of searched) {
    const { state, words, entries } = await folderContent(folder);
    folders.push({ place, folder, state, words: [from, words].filter(Boolean).join('; ') });
    candidates.push(...(await Promise.all(entries.map((entry) => folderCandidate(entry, place, options)))));
  }
  return { extensions: judge(candidates, profile), folders };
}

async function explicitCandidate(input: TargetInput, { resolve }: FindOptions): Promise<Candidate> {
  const resolved = await resolve(input);
  const asked = input.kind === 'command' ? (input.argv[0] ?? '') : folderOf(input.path);
  if (!resolved.ok)
    return {
      place: 'explicit',
      path: asked,
      folderName: path.basename(asked),
      target: null,
      failure: resolved.failure,
    };
  const target = resolved.value;
  const at = target.manifestPath === undefined ? asked : target.cwd;
  return { place: 'explicit', path: at, folderName: path.basename(at), target, failure: null };
}

async function folderCandidate(
  entry: FolderEntry,
  place: SearchedFolder['place'],
  { resolve, profile }: FindOptions,
): Promise<Candidate> {
  const about = { place, path: entry.path, folderName: entry.name };
  if (entry.kind === 'lostLink') {
    const why = 'It is a symbolic link that leads nowhere.';
    return { ...about, target: null, failure: null, skipped: { why, fix: 'Remove it or mend it.' } };
  }
  const resolved = await resolve({ kind: 'path', path: entry.path });
  const target = resolved.ok ? resolved.value : null;
  const failed = resolved.ok ? null : resolved.failure;
  if (entry.kind === 'folder' || profile.linkedFolders === 'follow') {
    return { ...about, target, failure: failed };
  }
  const why = `It is a symbolic link, and ${profile.name} skips links in its folders of extensions.`;
  const fix = 'Copy or move the folder itself there, or name it explicitly.';
  return { ...about, target, failure: failed, skipped: { why, fix } };
}

function folderOf(asked: string): string {
  return path.basename(asked) === manifestName ? path.dirname(asked) : asked;
}
