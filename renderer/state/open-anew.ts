// A recording whose file was replaced: what stands there now takes the place of the one that is open.

import type { Failure } from '@shared/errors.ts';
import type { SessionId } from '@shared/ids.ts';
import type { Bridge, OpenSession } from '@shared/ipc/contract.ts';
import { ask } from '../bridge.ts';
import type { SessionState } from './session.svelte.ts';

/** The part of the window that it is done in. */
export interface OpenSessions {
  readonly bridge: Bridge;
  readonly recordings: readonly SessionState[];
  readonly selectedId: SessionId | null;
  adopt(about: OpenSession): SessionState;
  select(id: SessionId): void;
  close(session: SessionState): Promise<void>;
  say(failure: Failure): void;
}

/** Does nothing when no recording of that path is open. */
export async function openAnew(sessions: OpenSessions, path: string): Promise<void> {
  const old = sessions.recordings.find(({ about }) => about.journalPath === path);
  if (!old) return;
  const answer = await ask(sessions.bridge, 'recordings.open', { path });
  if (!answer.ok) return sessions.say(answer.failure);
  const { id } = sessions.adopt(answer.value);
  if (sessions.selectedId === old.id) sessions.select(id);
  await sessions.close(old);
}
