// The handshake once more, with one field in hello_ack that the extension can't know: a newer host may send one. Holds the
// lines at the gate, changes the acknowledgement, and looks whether everything is as it was.

import type { Incident } from '../../shared/fuzz/buckets.ts';
import type { FuzzInput, FuzzSubject } from '../../shared/fuzz/findings.ts';
import { runBatch } from './fuzz-batch.ts';
import type { ValueSend } from './fuzz-call.ts';
import type { FuzzHost } from './fuzz-host.ts';
import { sameFailure } from './fuzz-judge.ts';
import type { Live } from './fuzz-live.ts';

export interface HandshakeParts {
  readonly host: FuzzHost;
  readonly subject: FuzzSubject;
  readonly plain: ValueSend | undefined;
  readonly timeoutMs: number;
}

export interface HandshakeFailure {
  readonly input: FuzzInput;
  readonly found: FuzzInput;
  readonly incident: Incident;
  readonly tries: number;
}

const field = 'x_unknown';
const usual = '{"nested":[1,null,"text"]}';
/** Simplest first. */
const simpler = ['0', 'null', '""', '{}', '[]'];
const readyMs = 15_000;
/** An extension that did not fall over the field at once may do so while it registers. */
const settleMs = 50;

export async function tryHandshake(parts: HandshakeParts): Promise<HandshakeFailure | undefined> {
  const offered = await (await parts.host.live()).registered([], 0);
  // As it is, without the field: what fails then is none of its doing.
  if (await greeted(parts, null, offered)) return undefined;
  const incident = await greeted(parts, usual, offered);
  if (!incident) return undefined;
  const found: FuzzInput = { kind: 'handshake', field, json: usual };
  let tries = 2;
  for (const json of simpler) {
    tries++;
    const again = await greeted(parts, json, offered);
    if (again && sameFailure(incident, again))
      return { input: { kind: 'handshake', field, json }, found, incident: again, tries };
  }
  return { input: found, found, incident, tries };
}

/** @param json value of the field; null: none is added */
async function greeted(
  { host, subject, plain, timeoutMs }: HandshakeParts,
  json: string | null,
  offered: readonly string[],
): Promise<Incident | undefined> {
  const live = await host.openHeld();
  try {
    await passHandshake(live, json);
    const ready = await live.ready(readyMs);
    const names = ready ? await live.registered(offered, timeoutMs) : [];
    if (ready) await live.quiet(timeoutMs, settleMs);
    if (live.gone) return await live.death();
    if (!ready) return broken('It does not become ready', json);
    const missing = offered.filter((name) => !names.includes(name));
    if (missing.length > 0) return broken(`It does not register ${missing.join(', ')}`, json);
    if (!plain) return undefined;
    const ask = { subject, sends: [plain], concurrency: 1, deadlineMs: timeoutMs, plain, patient: true };
    const [first] = (await runBatch(live, ask)).found;
    return first;
  } finally {
    host.release(live);
  }
}

function broken(how: string, json: string | null): Incident {
  const message = `${how} when hello_ack has one more field, ${field}: ${json ?? ''}.`;
  return { oracle: 'not-alive', message, cause: how, evidence: [] };
}

/** Lets all lines pass, hello_ack with the field, and holds none once it has gone. */
function passHandshake({ process: { session, journal } }: Live, json: string | null): Promise<void> {
  return new Promise((resolve) => {
    let busy = false;
    const finish = (): void => {
      clearTimeout(timer);
      off();
      resolve();
    };
    const pass = async (): Promise<void> => {
      for (let seq = session.status.held[0]; seq !== undefined; seq = session.status.held[0]) {
        const [held] = await journal.entries(seq, 1);
        const line = held?.entry.kind === 'line' ? held.entry : undefined;
        const text = line && 'text' in line.raw ? line.raw.text : undefined;
        const isAck =
          line?.from === 'host' &&
          held?.decoded &&
          'type' in held.decoded &&
          held.decoded.type === 'hello_ack';
        if (!isAck || text === undefined) {
          session.release(seq);
          continue;
        }
        if (json === null) session.release(seq);
        else session.release(seq, { text: `${text.trimEnd().slice(0, -1)},"${field}":${json}}` });
        session.setMode('run');
        return finish();
      }
    };
    const look = (): void => {
      if (session.state === 'ended') return finish();
      if (busy) return;
      busy = true;
      void pass().finally(() => (busy = false));
    };
    const timer = setTimeout(() => {
      session.setMode('run');
      finish();
    }, readyMs);
    const off = session.onChange(() => setImmediate(look));
    look();
  });
}
