// Answers to the composer: checks, sendings, history, saved frames. Translates only: each answer is one call.

import type { ComposeDesk } from '../engine/compose-desk.ts';
import type { FrameFiles } from '../engine/collections.ts';
import type { Handlers } from './handlers.ts';

export interface ComposeParts {
  readonly desk: ComposeDesk;
  readonly files: FrameFiles;
}

type ComposeCommands =
  | 'sessions.send'
  | `compose.${'check' | 'freshId' | 'stop' | 'history' | 'list' | 'chooseFolder' | 'usualFolder' | 'save' | 'remove'}`;

export function answersToComposer({ desk, files }: ComposeParts): Pick<Handlers, ComposeCommands> {
  return {
    'compose.check': ({ session, text }) => desk.check(session, text),
    'compose.freshId': ({ session }) => desk.freshId(session),
    'sessions.send': ({ session, ...wish }) => desk.send(session, wish),
    'compose.stop': ({ session }) => desk.stop(session),
    'compose.history': ({ session }) => desk.history(session),
    'compose.list': () => files.list(),
    'compose.chooseFolder': () => files.chooseFolder(),
    'compose.usualFolder': () => files.usualFolder(),
    'compose.save': ({ collection, name, text }) => files.save(collection, { name, text }),
    'compose.remove': ({ collection, name }) => files.remove(collection, name),
  };
}
