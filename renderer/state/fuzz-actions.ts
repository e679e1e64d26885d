// What a person can do with fuzzing, as part of the table of actions.

import type { Action } from './action.ts';
import type { AppState } from './app.svelte.ts';
import type { FuzzShown } from './fuzz.svelte.ts';

export function fuzzActions(app: AppState): Action[] {
  const { fuzz, selected: session } = app;
  const none = session ? undefined : 'No session is open.';
  const act = (name: string, title: string, blocked: string | undefined, run: () => void): Action => ({
    name,
    title,
    group: 'Session',
    ...(blocked ? { blocked } : {}),
    run,
  });
  const show = (shown: FuzzShown): void => {
    if (!session) return;
    fuzz.shown = shown;
    app.layout.showDock(session.situation, 'fuzz');
  };
  const recording = session && session.about.kind !== 'live' ? 'A recording can not be fuzzed.' : undefined;
  return [
    act('fuzz', 'Fuzz this extension…', none ?? recording, () => show('fuzz')),
    act('fuzzStop', 'Stop fuzzing', fuzz.running ? undefined : 'Nothing is being fuzzed.', () => {
      void fuzz.stop();
    }),
    act('fuzzFrame', 'Fuzz the frame of the composer by hand…', none ?? recording, () => {
      if (session && !session.composer.empty) fuzz.hand.take(session.composer.wire);
      show('hand');
    }),
    act('coverage', 'Coverage of this session', none, () => show('coverage')),
  ];
}
