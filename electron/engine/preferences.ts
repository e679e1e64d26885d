// What is remembered between runs, as one typed shape. The app keeps it in a file; tests keep it in memory. Holds no
// policy: consent, recents and settings are decided by the files beside this one.

import type { HostSettings, TargetInput } from '../../shared/target/target.ts';

export type Theme = 'system' | 'light' | 'dark';

export interface RecentRecord {
  readonly key: string;
  readonly input: TargetInput;
  readonly name: string;
  /** ISO 8601. */
  readonly openedAt: string;
  readonly outcome: string;
}

export interface WindowBounds {
  readonly x?: number;
  readonly y?: number;
  readonly width: number;
  readonly height: number;
  readonly maximized: boolean;
}

export interface Preferences {
  theme: Theme;
  /** Target key → digest agreed to. */
  consents: Readonly<Record<string, string>>;
  recents: readonly RecentRecord[];
  /** Target key → what the person changed against the defaults. */
  hostSettings: Readonly<Record<string, Partial<HostSettings>>>;
  window: WindowBounds | null;
  /** Where saved frames lie when the person chose a folder for them. */
  collectionsDir: string | null;
}

export const defaultPreferences: Preferences = {
  theme: 'system',
  consents: {},
  recents: [],
  hostSettings: {},
  window: null,
  collectionsDir: null,
};

export interface PreferenceStore {
  get<K extends keyof Preferences>(key: K): Preferences[K];
  set<K extends keyof Preferences>(key: K, value: Preferences[K]): void;
}

/** Forgets at exit. */
export function memoryPreferences(): PreferenceStore {
  const kept: Preferences = { ...defaultPreferences };
  return {
    get: (key) => kept[key],
    set: (key, value) => {
      kept[key] = value;
    },
  };
}
