// Words about plugins that several panes say: what a flag means, what a handler's return means where it was told, why nothing
// can be asked now. Pure.

import type { ToolFlag } from '@shared/protocol/opcode/abi.ts';
import { isVetoable } from '@shared/protocol/opcode/event-names.ts';
import { returnWords } from '@shared/protocol/opcode/events.ts';
import type { SessionState } from '../../state/session.svelte.ts';

export const flagWords: Readonly<Record<ToolFlag, string>> = {
  READONLY: 'It changes nothing',
  SEQUENTIAL: 'All calls of its turn run one after the other',
  DESTRUCTIVE: 'It is confirmed before it runs',
  HIDDEN: 'Registered, not told to the model',
  THREADSAFE: 'It may end its calls from a thread of its own',
};

export interface ReturnLook {
  readonly tag: string;
  readonly tone: 'icept' | 'fault' | 'warn' | 'plain';
  readonly words: string;
}

/** What the host makes of a handler's return. */
export function returnLook(event: string, value: number): ReturnLook {
  if (value === 1 && isVetoable(event))
    return event === 'input'
      ? { tag: 'handled', tone: 'icept', words: 'it takes care of the input: no run begins' }
      : { tag: 'veto', tone: 'icept', words: 'the tool is not run; the model is told' };
  if (value === 1) return { tag: 'no effect', tone: 'warn', words: '1 vetoes tool_call and input only' };
  if (value < 0) return { tag: 'error', tone: 'fault', words: 'logged, and treated as 0' };
  return { tag: value === 0 ? '' : 'odd', tone: value === 0 ? 'plain' : 'warn', words: returnWords(value) };
}

/** null when it can be asked. */
export function whyNotAsk(session: SessionState): string | null {
  if (session.about.kind === 'recording') return 'A recording is read only.';
  if (session.ended) return 'The plugin has ended: restart it first.';
  return session.summary.hello === null ? 'The plugin is not loaded yet.' : null;
}

export const noteLevels = ['debug', 'info', 'warn', 'error'] as const;
