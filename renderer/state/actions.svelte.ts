// Everything a person can ask the window to do, as one table: name, words, key, whether it can be done now, and how.
// Keys, the menu (by name), the palette and the sheet of keys all read it. It must not know where buttons are.

import type { Action } from './action.ts';
import { dockTabs } from './layout.svelte.ts';
import type { AppState } from './app.svelte.ts';
import { fuzzActions } from './fuzz-actions.ts';
import { recordingActions } from './recording-actions.ts';

export type { Action, ActionGroup } from './action.ts';

/** Moves the keyboard between panes: +1 forward, -1 back. The window's root knows the panes. */
export type PaneMover = (by: 1 | -1) => void;

const noSession = 'No session is open.';

export function actionsOf(app: AppState, movePane: PaneMover): readonly Action[] {
  return [
    ...sessionActions(app),
    ...recordingActions(app),
    ...fuzzActions(app),
    ...openActions(app),
    ...viewActions(app, movePane),
  ];
}

function sessionActions(app: AppState): Action[] {
  const session = app.selected;
  const live = session?.about.kind === 'live' ? session : null;
  const none = live ? undefined : session ? 'A recording is read only.' : noSession;
  const over = none ?? (live?.ended ? 'The session has ended.' : undefined);
  const running = live && !live.ended;
  /** What only the host that runs it can do. */
  const notOurs = live?.tapped?.why;
  const again = none ?? (running ? undefined : notOurs);
  const act = (
    name: string,
    title: string,
    keys: string | undefined,
    blocked: string | undefined,
    run: () => void,
  ): Action => ({
    name,
    title,
    group: 'Session',
    ...(keys ? { keys } : {}),
    ...(blocked ? { blocked } : {}),
    run,
  });
  return [
    act(
      'runOn',
      running ? 'Run on' : 'Run',
      'F5',
      again ?? (running && !live.stepping ? 'It runs.' : undefined),
      () => void (running ? live.setMode('run') : live && app.restart(live, 'run')),
    ),
    act('stop', 'Stop', 'Shift F5', over ?? notOurs, () => void live?.stop()),
    act(
      'restart',
      'Restart',
      'Ctrl Shift F5',
      none ?? notOurs,
      () => void (live && app.restart(live, live.modeToKeep)),
    ),
    act('step', live?.stepping ? 'Step no more' : 'Step: hold every frame', 'F9', again, () => {
      if (!live) return;
      void (running ? live.setMode(live.stepping ? 'run' : 'step') : app.restart(live, 'step'));
    }),
    act('nextFrame', 'Next frame', 'F10', over, () => {
      const first = live?.held[0];
      if (live && first !== undefined) void live.release(first);
      else if (live && !live.stepping) void live.setMode('step');
    }),
    act(
      'releaseAll',
      'Release all held frames',
      undefined,
      over ?? (live?.held.length ? undefined : 'Nothing is held.'),
      () => void live?.releaseAll(),
    ),
    act(
      'watch',
      live?.about.watch ? 'Watch its files no more' : 'Watch its files: restart it when they change',
      undefined,
      none ?? notOurs,
      () => void (live && app.workspace.watch(live, !live.about.watch)),
    ),
    act(
      'reloadAll',
      'Reload all',
      'Ctrl F5',
      app.live.length === 0
        ? 'No extension is open.'
        : app.workspace.reloading
          ? 'All are being reloaded.'
          : undefined,
      () => void app.workspace.reloadAll(),
    ),
    act(
      'driveAgain',
      'Restart the plugin and make the call again that it ended in',
      'Ctrl F6',
      none ??
        (live?.isPlugin ? undefined : 'It is no native plugin.') ??
        (live?.ended ? undefined : 'It runs.'),
      () => void (live && app.driveAgain(live)),
    ),
    act(
      'compose',
      'Take the selected frame of the host into the composer',
      'Ctrl R',
      none ??
        notOurs ??
        (live?.rows.selected?.from === 'host' ? undefined : 'Select a frame that the host sent first.'),
      () => void (live && app.compose(live)),
    ),
    act(
      'closeSession',
      'Close session',
      'Ctrl W',
      session ? undefined : noSession,
      () => void (session && app.close(session)),
    ),
    act(
      'export',
      'Export…',
      'Ctrl E',
      session ? undefined : noSession,
      () => void (session && app.exporting.begin(session.id, session.about.name)),
    ),
    act(
      'showInFolder',
      'Show journal in its folder',
      undefined,
      session ? undefined : noSession,
      () => void session?.showInFolder(),
    ),
    act(
      'review',
      'What runs, and what the host tells it…',
      undefined,
      none ?? (live && app.inputOf(live) ? undefined : 'Its target is not among the recent ones.'),
      () => void (live && app.review(live)),
    ),
  ];
}

function openActions(app: AppState): Action[] {
  return [
    {
      name: 'openFolder',
      title: 'Open folder…',
      group: 'Open',
      keys: 'Ctrl O',
      run: () => void app.targets.pick('folder'),
    },
    {
      name: 'openFile',
      title: 'Open manifest, native plugin or recording…',
      group: 'Open',
      keys: 'Ctrl Shift O',
      run: () => void app.targets.pick('file'),
    },
    {
      name: 'openCommand',
      title: 'Open command…',
      group: 'Open',
      keys: 'Ctrl T',
      run: () => (app.overlay = 'commandLine'),
    },
    {
      name: 'openProject',
      title: 'Open project: all of its extensions…',
      group: 'Open',
      keys: 'Ctrl P',
      run: () => void app.openProject(),
    },
    {
      name: 'findExtensions',
      title: 'Find extensions on this machine',
      group: 'Open',
      run: () => void app.look(null),
    },
    { name: 'welcome', title: 'Welcome screen', group: 'Open', run: () => app.select(null) },
  ];
}

function viewActions(app: AppState, movePane: PaneMover): Action[] {
  const blocked = app.selected ? {} : { blocked: noSession };
  const situation = app.selected?.situation ?? 'run';
  const words = {
    held: 'Held frames',
    intercepts: 'Intercepts',
    composer: 'Composer',
    agent: 'Agent',
    turn: 'Turn',
    problems: 'Problems',
    stderr: 'stderr',
    plugin: 'Plugin: calls, events, run, host preview',
    replay: 'Replay and compare',
    fuzz: 'Fuzz, by hand too, and coverage',
  };
  return [
    {
      name: 'commands',
      title: 'Commands',
      group: 'View',
      keys: 'Ctrl K',
      run: () => (app.overlay = app.overlay === 'commands' ? null : 'commands'),
    },
    {
      name: 'focusQuery',
      title: 'Query',
      group: 'View',
      keys: '/',
      ...blocked,
      run: () => (app.queryWanted += 1),
    },
    { name: 'keys', title: 'Keys', group: 'View', keys: '?', run: () => (app.overlay = 'keys') },
    {
      name: 'sidebar',
      title: 'Sidebar',
      group: 'View',
      keys: 'Ctrl B',
      ...blocked,
      run: () => app.layout.toggleSidebar(),
    },
    {
      name: 'dock',
      title: 'Dock',
      group: 'View',
      keys: 'Ctrl J',
      ...blocked,
      run: () => app.layout.toggleDock(situation),
    },
    ...dockTabs
      .map((tab, index) => ({
        name: `dock.${tab}`,
        title: words[tab],
        group: 'View' as const,
        keys: `Ctrl ${(index + 1) % 10}`,
        ...blocked,
        run: () => app.layout.showDock(situation, tab),
      }))
      .filter(({ name }) => name !== 'dock.plugin' || app.selected?.isPlugin === true),
    { name: 'nextPane', title: 'Next pane', group: 'View', keys: 'F6', run: () => movePane(1) },
    {
      name: 'previousPane',
      title: 'Previous pane',
      group: 'View',
      keys: 'Shift F6',
      run: () => movePane(-1),
    },
    ...(['system', 'light', 'dark'] as const).map((theme) => ({
      name: `theme.${theme}`,
      title: theme === 'system' ? 'Theme: as the system' : `Theme: ${theme}`,
      group: 'View' as const,
      ...(app.theme === theme ? { blocked: 'It is set.' } : {}),
      run: () => void app.setTheme(theme),
    })),
    { name: 'about', title: 'About Framescope', group: 'View', run: () => (app.overlay = 'about') },
  ];
}

/** The chord of a key event as the table writes it: modifiers in the order Ctrl, Alt, Shift. ⌘ counts as Ctrl. */
export function chordOf(event: KeyboardEvent): string {
  const key = event.key.length === 1 ? event.key.toUpperCase() : event.key;
  // "?" and "/" are reached with Shift on some keyboards: the character is what counts.
  const shift = event.shiftKey && !(event.key.length === 1 && !/[a-z]/i.test(event.key));
  return [event.ctrlKey || event.metaKey ? 'Ctrl' : '', event.altKey ? 'Alt' : '', shift ? 'Shift' : '', key]
    .filter(Boolean)
    .join(' ');
}

/** Is the person typing here? Then single characters are theirs. */
export function typing(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement &&
    target.matches('input:not([type=checkbox]), textarea, select, [contenteditable]')
  );
}
