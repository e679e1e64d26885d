// How a found extension stands, in one word. Pure; the reasons themselves come from main.

import type { ListedExtension, WorkspaceFinds } from '@shared/ipc/contract.ts';
import type { ExtensionPlace, FoundStatus, SearchedFolder } from '@shared/target/found-extension.ts';

const statusWords: Readonly<Record<FoundStatus, string>> = {
  wins: 'would be started',
  duplicateFolder: 'folder name taken',
  duplicateName: 'name taken',
  disabled: 'disabled',
  symlink: 'link, passed over',
  broken: 'can’t be started',
};

export function statusWord({ status, session }: ListedExtension): string {
  return session === null ? statusWords[status] : 'runs';
}

export interface FoundGroup {
  readonly place: ExtensionPlace;
  readonly title: string;
  readonly about: string;
  readonly folder: SearchedFolder | null;
  readonly extensions: readonly ListedExtension[];
}

const titles: Readonly<Record<ExtensionPlace, { title: string; about: string }>> = {
  explicit: { title: 'Opened by hand', about: 'first, as if named on the command line' },
  project: { title: 'Of the project', about: 'before what is installed' },
  home: { title: 'Installed on this machine', about: 'last' },
};

/** In the order they are loaded; a place that was not searched and has none is left out. */
export function foundGroups({ extensions, folders }: WorkspaceFinds): readonly FoundGroup[] {
  const places: readonly ExtensionPlace[] = ['explicit', 'project', 'home'];
  return places
    .map((place) => ({
      place,
      ...titles[place],
      folder: folders.find((searched) => searched.place === place) ?? null,
      extensions: extensions.filter((found) => found.place === place),
    }))
    .filter(({ folder, extensions: found }) => folder !== null || found.length > 0);
}

/** Why a place has nothing to list. */
export function nothingWords({ state, words }: SearchedFolder): string {
  if (state === 'read') return 'No folder in it.';
  const why = words.split('; ').at(-1) ?? words;
  return state === 'missing' ? 'There is no such folder.' : `${why.charAt(0).toUpperCase()}${why.slice(1)}.`;
}
