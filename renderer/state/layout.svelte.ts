// Which panes are open and how large. Kept between runs; knows nothing of what the panes show.

import { keep, kept } from './kept.ts';

export type DockTab =
  | 'held'
  | 'intercepts'
  | 'composer'
  | 'agent'
  | 'turn'
  | 'problems'
  | 'stderr'
  | 'plugin'
  | 'replay'
  | 'fuzz';
export const dockTabs: readonly DockTab[] = [
  'held',
  'intercepts',
  'composer',
  'agent',
  'turn',
  'problems',
  'stderr',
  'plugin',
  'replay',
  'fuzz',
];

const isFlag = (value: unknown): value is boolean => typeof value === 'boolean';
const isTab = (value: unknown): value is DockTab => dockTabs.some((tab) => tab === value);

/** Stepping has a layout of its own: what waits is on screen anyway, so its dock is shut at first. */
export type Situation = 'run' | 'step' | 'crash';

export class LayoutState {
  sidebar = $state(kept('sidebar', true, isFlag));
  #lanes = $state(kept('lanes', true, isFlag));
  dockTab = $state<DockTab>(kept('dockTab', 'problems', isTab));
  /** The dock has all of the room. */
  dockWhole = $state(false);
  readonly #docks = $state({
    run: kept('dock.run', true, isFlag),
    step: kept('dock.step', false, isFlag),
    // What a plugin was in when it crashed wants the room.
    crash: kept('dock.crash', false, isFlag),
  });

  /** The lanes over the list are open. */
  get lanes(): boolean {
    return this.#lanes;
  }
  set lanes(open: boolean) {
    this.#lanes = open;
    keep('lanes', open);
  }

  dock(situation: Situation): boolean {
    return this.#docks[situation];
  }

  toggleSidebar(): void {
    this.sidebar = !this.sidebar;
    keep('sidebar', this.sidebar);
  }

  toggleDock(situation: Situation): void {
    this.#setDock(situation, !this.#docks[situation]);
  }

  /** Opens the dock at `tab`; asked again for the tab that is open, closes it. */
  showDock(situation: Situation, tab: DockTab, toggle = false): void {
    this.#setDock(situation, !(toggle && this.#docks[situation] && this.dockTab === tab));
    this.dockTab = tab;
    keep('dockTab', tab);
  }

  #setDock(situation: Situation, open: boolean): void {
    this.#docks[situation] = open;
    keep(`dock.${situation}`, open);
  }
}
