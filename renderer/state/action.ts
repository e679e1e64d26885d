// What an action is: a row of the table of everything a person can ask the window to do.

export type ActionGroup = 'Session' | 'Open' | 'View';

export interface Action {
  readonly name: string;
  readonly title: string;
  readonly group: ActionGroup;
  /** As shown: "Ctrl Shift F5". */
  readonly keys?: string;
  /** Why not now; undefined when it can be done. */
  readonly blocked?: string;
  readonly run: () => void;
}
