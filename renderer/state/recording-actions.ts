// What a person can do with recordings, as part of the table of actions: playing one, replaying, comparing.

import type { Action } from './action.ts';
import type { AgainView } from './again.svelte.ts';
import type { AppState } from './app.svelte.ts';
import type { SessionState } from './session.svelte.ts';

export function recordingActions(app: AppState): Action[] {
  return [...playActions(app), ...againActions(app)];
}

/** Shows replay, or comparison, for what is looked at. */
export function doAgain(app: AppState, session: SessionState, what: AgainView): void {
  app.again.begin(what, session.about, app.live, app.recordings);
  app.layout.showDock(session.situation, 'replay');
}

/** Only while a recording is looked at: the keys are those a live session has for the same. */
function playActions(app: AppState): Action[] {
  const playback = app.selected?.playback;
  if (!playback) return [];
  const act = (name: string, title: string, keys: string | undefined, run: () => void): Action => ({
    name,
    title,
    group: 'Session',
    ...(keys ? { keys } : {}),
    run,
  });
  return [
    act('play', playback.playing ? 'Pause the recording' : 'Play the recording', 'F5', () =>
      playback.toggle(),
    ),
    act('playFrame', 'Frame forward in the recording', 'F10', () => playback.stepFrame(1)),
    act('playFrameBack', 'Frame back in the recording', 'Shift F10', () => playback.stepFrame(-1)),
    act('playRow', 'Row forward in the recording', undefined, () => playback.stepRow(1)),
    act('playRowBack', 'Row back in the recording', undefined, () => playback.stepRow(-1)),
    act('playStart', 'To the beginning of the recording', undefined, () => playback.toStart()),
    act('playEnd', 'To the end of the recording: all rows', undefined, () => playback.toEnd()),
  ];
}

function againActions(app: AppState): Action[] {
  const session = app.selected;
  const { replay } = app.again;
  const none = session ? undefined : 'No session is open.';
  const unfinished =
    session && !session.ended ? 'It still runs: end it, so that its recording is whole.' : undefined;
  const act = (name: string, title: string, blocked: string | undefined, run: () => void): Action => ({
    name,
    title,
    group: 'Session',
    ...(blocked ? { blocked } : {}),
    run,
  });
  const again = act(
    'replayAgain',
    'Replay again',
    replay.view ? replay.blocked : 'Nothing was replayed yet.',
    () => {
      if (session) app.layout.showDock(session.situation, 'replay');
      app.again.shown = 'replay';
      void replay.play();
    },
  );
  // A native plugin that is looked at makes its call again with this key.
  const keys = session?.isPlugin && session.about.kind === 'live' ? {} : { keys: 'Ctrl F6' };
  return [
    act('replay', 'Replay this recording against an extension…', none ?? unfinished, () => {
      if (session) doAgain(app, session, 'replay');
    }),
    { ...again, ...keys },
    act('compare', 'Compare this recording with another one…', none, () => {
      if (session) doAgain(app, session, 'compare');
    }),
  ];
}
