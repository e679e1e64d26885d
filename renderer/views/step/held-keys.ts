// The single letters that act on a held frame, wherever its panel or list has the focus. Never while typing.

import { typing } from '../../state/actions.svelte.ts';
import type { SessionState } from '../../state/session.svelte.ts';

/** Acts on the key if it is one of ours; `edit` opens the editor where there is one. */
export function heldKey(event: KeyboardEvent, session: SessionState, edit?: () => void): void {
  if (event.ctrlKey || event.altKey || event.metaKey || event.repeat || typing(event.target)) return;
  const line = session.chosen;
  const acts: Readonly<Record<string, () => void>> = {
    '[': () => session.chooseHeld(-1),
    ']': () => session.chooseHeld(1),
    ...(line === null
      ? {}
      : {
          r: () => void session.release(line, event.shiftKey ? 'original' : 'edited'),
          x: () => void session.drop(line),
          ...(edit ? { e: edit } : {}),
        }),
  };
  const act = acts[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  event.stopPropagation();
  act();
}
