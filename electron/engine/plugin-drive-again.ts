// After a crash: which call was under way, and the same call once more in the plugin that was started again. The frame is
// taken from the journal as it crossed; only its number is new.

import { putMember } from '../../shared/form/edit.ts';
import { stringRaw } from '../../shared/form/spell.ts';
import { callOfCrash } from '../../shared/session/plugin-crash.ts';
import type { Session } from '../session/session-type.ts';
import type { Opened } from './opened.ts';
import { untilReady } from './until-ready.ts';

export interface CallOfEnd {
  /** The frame as it crossed. */
  readonly text: string;
  /** "tool.execute of boom". */
  readonly words: string;
}

/** A plugin that is stepped through its loading may take as long as the person does. */
const patienceMs = 3_600_000;

/** undefined: none was under way that a person or an agent had asked for. */
export async function callOfEnd({ journal }: Opened): Promise<CallOfEnd | undefined> {
  const call = journal.summary.plugin && callOfCrash(journal.summary.plugin);
  if (!call) return undefined;
  const view = await journal.view(call.line);
  if (view?.entry.kind !== 'line') return undefined;
  const raw = view.editedRaw ?? view.entry.raw;
  return 'text' in raw ? { text: raw.text, words: call.words } : undefined;
}

/** Resolves once it was made, or can't be. */
export async function makeAgain(session: Session, { text }: CallOfEnd): Promise<void> {
  if ((await untilReady(session, patienceMs)) !== 'ready') return;
  session.send({ text: putMember(text, '', 'id', stringRaw(session.freshId())) }, 'hand');
}
