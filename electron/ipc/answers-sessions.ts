// Answers about open sessions: commands to them, and rows read from their journals. Translates only.

import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { OpenSession, RowDensity, RowDetail } from '../../shared/ipc/contract.ts';
import type { GateMode } from '../../shared/session/entries.ts';
import type { TargetInput } from '../../shared/target/target.ts';
import type { FoundRows } from '../engine/find-rows.ts';
import type { Opened } from '../engine/opened.ts';
import type { Session } from '../session/session-type.ts';
import type { Handlers } from './handlers.ts';

export interface SessionParts {
  readonly get: (id: string) => Result<Opened>;
  readonly list: () => readonly OpenSession[];
  readonly open: (target: TargetInput, mode: GateMode) => Promise<Result<OpenSession>>;
  readonly restart: (id: string, mode: GateMode) => Promise<Result<OpenSession>>;
  readonly close: (id: string) => Promise<Result<void>>;
  readonly openRecording: (path: string) => Promise<Result<OpenSession>>;
  readonly detail: (opened: Opened, seq: number) => Promise<Result<RowDetail>>;
  readonly find: (opened: Opened, query: string, from: number) => Promise<Result<FoundRows>>;
  readonly density: (opened: Opened, buckets: number) => RowDensity;
  readonly showInFolder: (path: string) => void;
  readonly openStream: (opened: Opened) => void;
  readonly closeStream: (id: string) => void;
  readonly ackStream: (id: string, batch: number) => void;
}

type SessionCommands =
  | 'app.showInFolder'
  | `sessions.${'open' | 'list' | 'stop' | 'restart' | 'close' | 'setMode' | 'setFreeze' | 'release' | 'releaseAll' | 'drop'}`
  | 'recordings.open'
  | `rows.${'read' | 'detail' | 'find' | 'density'}`
  | `stream.${'open' | 'close' | 'ack'}`;

export function answersAboutSessions(parts: SessionParts): Pick<Handlers, SessionCommands> {
  const withOpened = <T>(id: string, use: (opened: Opened) => Result<T> | Promise<Result<T>>) => {
    const opened = parts.get(id);
    return opened.ok ? use(opened.value) : opened;
  };
  const withLive = <T>(id: string, use: (session: Session) => Result<T>) =>
    withOpened(id, (opened) =>
      opened.session
        ? use(opened.session)
        : failed(failure('sessionNotRunning', `${opened.name} is a recording: it can be read, not run.`)),
    );
  return {
    'app.showInFolder': ({ session }) =>
      withOpened(session, (opened) => ok(parts.showInFolder(opened.journal.path))),
    'sessions.open': ({ target, mode }) => parts.open(target, mode),
    'sessions.list': () => ok(parts.list()),
    'sessions.stop': ({ session }) =>
      withLive(session, (live) =>
        live.notOurs === undefined
          ? ok(live.stop('user'))
          : failed(failure('sessionTapped', live.notOurs, 'Stop it in its host.')),
      ),
    'sessions.restart': ({ session, mode }) => parts.restart(session, mode),
    'sessions.close': ({ session }) => parts.close(session),
    'sessions.setMode': ({ session, mode }) => withLive(session, (live) => ok(live.setMode(mode))),
    'sessions.setFreeze': ({ session, freeze }) => withLive(session, (live) => ok(live.setFreeze(freeze))),
    'sessions.release': ({ session, line, edited }) =>
      withLive(session, (live) => live.release(line, edited)),
    'sessions.releaseAll': ({ session }) => withLive(session, (live) => ok(live.releaseAll())),
    'sessions.drop': ({ session, line }) => withLive(session, (live) => live.drop(line)),
    'recordings.open': ({ path }) => parts.openRecording(path),
    'rows.read': ({ session, from, count }) =>
      withOpened(session, async (opened) => ok(await opened.journal.rows(from, count))),
    'rows.detail': ({ session, seq }) => withOpened(session, (opened) => parts.detail(opened, seq)),
    'rows.find': ({ session, query, from }) =>
      withOpened(session, (opened) => parts.find(opened, query, from)),
    'rows.density': ({ session, buckets }) =>
      withOpened(session, (opened) => ok(parts.density(opened, buckets))),
    'stream.open': ({ session }) => withOpened(session, (opened) => ok(parts.openStream(opened))),
    'stream.close': ({ session }) => ok(parts.closeStream(session)),
    'stream.ack': ({ session, batch }) => ok(parts.ackStream(session, batch)),
  };
}
