// Answers about the app itself and the targets that can be opened. Translates only: each answer is one call.

import { ok } from '../../shared/result.ts';
import type { AppFacts, SampleTarget } from '../../shared/ipc/contract.ts';
import type { Leftovers } from '../engine/leftovers.ts';
import type { ConsentBook } from '../engine/consent.ts';
import type { PreferenceStore, Theme } from '../engine/preferences.ts';
import type { Recents } from '../engine/recents.ts';
import type { Targets } from '../engine/targets.ts';
import type { Handlers } from './handlers.ts';

export interface AppParts {
  readonly facts: AppFacts;
  readonly samples: () => Promise<readonly SampleTarget[]>;
  readonly targets: Targets;
  readonly consents: ConsentBook;
  readonly recents: Recents;
  readonly leftovers: Leftovers;
  readonly preferences: PreferenceStore;
  readonly applyTheme: (theme: Theme) => void;
  readonly pick: (what: 'folder' | 'file') => Promise<string | null>;
  readonly copyText: (text: string) => Promise<void>;
}

type AppCommands =
  | 'app.facts'
  | 'app.samples'
  | 'app.leftovers'
  | 'app.endLeftover'
  | 'app.copyText'
  | 'settings.theme'
  | `targets.${'recent' | 'forget' | 'pick' | 'preview' | 'settings' | 'consent'}`;

export function answersAboutApp(parts: AppParts): Pick<Handlers, AppCommands> {
  const { targets, consents, recents, preferences } = parts;
  return {
    'app.facts': () => ok(parts.facts),
    'app.samples': async () => ok(await parts.samples()),
    'app.leftovers': () => ok(parts.leftovers.list()),
    'app.endLeftover': ({ pid }) => parts.leftovers.end(pid),
    'app.copyText': async ({ text }) => ok(await parts.copyText(text)),
    'settings.theme': ({ theme }) => {
      preferences.set('theme', theme);
      return ok(parts.applyTheme(theme));
    },
    'targets.recent': () => ok(recents.list()),
    'targets.forget': ({ key }) => ok(recents.forget(key)),
    'targets.pick': async ({ what }) => ok(await parts.pick(what)),
    'targets.preview': ({ target }) => targets.preview(target),
    'targets.settings': ({ target, settings }) => targets.saveSettings(target, settings),
    'targets.consent': async ({ target, digest }) => {
      const resolved = await targets.resolve(target);
      return resolved.ok ? consents.give(resolved.value, digest) : resolved;
    },
  };
}
