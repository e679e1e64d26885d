// What a search for extensions comes to, as the host that loads all of them would see it: who is loaded, who is not and
// why. Plain values: listed in the window, sent over IPC. The search itself is electron/session/discover.

import type { Failure } from '../errors.ts';
import type { ResolvedTarget } from './target.ts';

/** Where an extension was found. The order is the host's: who comes first wins a name. */
export type ExtensionPlace = 'explicit' | 'project' | 'home';
export const extensionPlaces: readonly ExtensionPlace[] = ['explicit', 'project', 'home'];

/**
 * `wins`: a host would start it. `duplicateFolder` and `duplicateName`: an earlier one has the folder's name or the
 * manifest's. `symlink`: a link that is not followed. `broken`: no manifest to go by, or a program that can't be run.
 */
export type FoundStatus = 'wins' | 'duplicateFolder' | 'duplicateName' | 'disabled' | 'symlink' | 'broken';

export interface FoundExtension {
  readonly place: ExtensionPlace;
  /** Absolute folder; of a bare command its program as written. */
  readonly path: string;
  /** Manifest name, or the folder's where there is none. */
  readonly name: string;
  readonly status: FoundStatus;
  /** Why it is not started, and who is in its stead; empty for those that win. */
  readonly why: string;
  /** What to do about it. */
  readonly fix?: string;
  /** What would run, winner or not; null when `failure` says why there is nothing. */
  readonly target: ResolvedTarget | null;
  readonly failure: Failure | null;
}

/** A folder of extensions that was looked through. */
export interface SearchedFolder {
  readonly place: 'project' | 'home';
  readonly folder: string;
  readonly state: 'read' | 'missing' | 'unreadable';
  /** What the path comes from, and what stands against reading it. */
  readonly words: string;
}

/** In the order a host loads them; what does not win stands where it was found. */
export interface FoundExtensions {
  readonly extensions: readonly FoundExtension[];
  readonly folders: readonly SearchedFolder[];
}
