// Sending by hand: a frame once or many times, each copy with an id of its own, one after the answer of the other or all
// at once. Uses the session's public commands and reads its journal; never decides what may be sent.

import type { FramesSent, SendHow } from '../../shared/ipc/contract.ts';
import { failure } from '../../shared/errors.ts';
import { putMember, readRaw } from '../../shared/form/edit.ts';
import { stringRaw } from '../../shared/form/spell.ts';
import { profileNamed, frameDef } from '../../shared/protocol/registry.ts';
import type { FrameDef, HostProfile } from '../../shared/protocol/define.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { Session } from '../session/session-type.ts';
import { answerOrEnd } from './answer-or-end.ts';
import type { Opened } from './opened.ts';

export interface SendAsk {
  readonly text: string;
  readonly times: number;
  readonly how: SendHow;
  readonly newIds: boolean;
}

/** seqs told; of a longer sending the journal has the rest. */
const mostLines = 1_000;
/** Lines put on the wire before others get a turn. */
const burst = 100;

export class Compose {
  /** Sendings under way, by session. */
  readonly #running = new Map<string, AbortController>();

  freshId({ name, session }: Opened): Result<string> {
    return session ? ok(session.freshId()) : failed(readOnly(name));
  }

  stop(opened: Opened): void {
    this.#running.get(opened.id)?.abort();
  }

  /** Resolves when all are sent, or as many as could be. A single frame is sent at once, whatever else is under way. */
  async send(opened: Opened, ask: SendAsk): Promise<Result<FramesSent>> {
    const { session } = opened;
    if (!session) return failed(readOnly(opened.name));
    if (ask.times === 1) return sendOne(opened, session, ask.text);
    if (this.#running.has(opened.id))
      return failed(
        failure(
          'sendingUnderWay',
          `A sending to ${opened.name} is under way.`,
          'Wait until it is done, or stop it.',
        ),
      );
    const ending = new AbortController();
    this.#running.set(opened.id, ending);
    try {
      return await sendMany(opened, session, ask, ending.signal);
    } finally {
      this.#running.delete(opened.id);
    }
  }
}

function sendOne(opened: Opened, session: Session, text: string): Result<FramesSent> {
  const line = put(opened, session, text);
  if (!line.ok) return line;
  return ok({ lines: [line.value], count: 1, stopped: '', nextId: session.freshId() });
}

async function sendMany(
  opened: Opened,
  session: Session,
  { text, times, how, newIds }: SendAsk,
  signal: AbortSignal,
): Promise<Result<FramesSent>> {
  const renewed = newIds && isString(readRaw(text, '/id'));
  const def = defOf(opened, text);
  const deadlineMs = def ? deadlineOf(def, session.profile) : null;
  const lines: number[] = [];
  let stopped = '';
  let count = 0;
  while (count < times && stopped === '') {
    const copy = renewed && count > 0 ? putMember(text, '', 'id', stringRaw(session.freshId())) : text;
    const line = put(opened, session, copy);
    if (!line.ok && count === 0) return line;
    if (!line.ok) stopped = line.failure.message;
    else {
      count += 1;
      if (lines.length < mostLines) lines.push(line.value);
      if (count === times) break;
      if (how === 'inTurn' && def?.role.kind === 'request') {
        await answerOrEnd(opened, session, line.value, deadlineMs, signal);
      } else if (count % burst === 0) await new Promise((go) => setImmediate(go));
    }
    if (signal.aborted) stopped = `Stopped after ${count} of ${times}.`;
  }
  return ok({ lines, count, stopped, nextId: session.freshId() });
}

/** seq of the line: it is the next entry of the journal, for sending records before it does anything else. */
function put({ journal }: Opened, session: Session, text: string): Result<number> {
  const line = journal.count + 1;
  const sent = session.send({ text }, 'hand');
  return sent.ok ? ok(line) : sent;
}

function isString(raw: string | undefined): boolean {
  return raw?.startsWith('"') ?? false;
}

export function defOf(opened: Opened, text: string): FrameDef | undefined {
  const type = readRaw(text, '/type');
  const protocol = profileNamed(opened.profile)?.protocol;
  if (!protocol || !isString(type)) return undefined;
  return frameDef(protocol, 'host', JSON.parse(type ?? '""') as string);
}

/** How long the host waits for an answer to such a frame, in ms; null when it waits for none. */
export function deadlineOf(def: FrameDef, profile: HostProfile): number | null {
  if (def.role.kind !== 'request') return null;
  if (def.lane === 'calls') return profile.toolDeadlineMs;
  if (def.lane === 'commands') return profile.commandDeadlineMs;
  if (def.lane === 'intercepts') return profile.interceptDeadlineMs;
  return null;
}

function readOnly(name: string): ReturnType<typeof failure> {
  return failure(
    'sessionNotRunning',
    `${name} is a recording: it can be read, not run.`,
    'Open the extension itself, then send.',
  );
}
