// Fuzzing by hand: sends the frames that a person's marks and payloads make to the session that is open, one after the other's
// answer, and keeps what came of each. One run at a time. It sends by the composer's way and reads the journal, nothing else.

import { failure } from '../../shared/errors.ts';
import { putMember, readRaw } from '../../shared/form/edit.ts';
import { stringRaw } from '../../shared/form/spell.ts';
import type { HandCase } from '../../shared/fuzz/places.ts';
import type { HandCount, HandNews, HandOutcome, HandRow } from '../../shared/ipc/fuzz-commands.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import type { Row } from '../../shared/session/row.ts';
import type { Session } from '../session/session-type.ts';
import { answerOrEnd } from './answer-or-end.ts';
import { Compose, defOf } from './compose.ts';
import { planHand, type HandAsk, type HandPlan } from './hand-plan.ts';
import type { Opened } from './opened.ts';

export interface HandFuzzParts {
  readonly get: (id: string) => Result<Opened>;
  readonly report: (what: string, error: unknown) => void;
}

interface Running {
  readonly run: number;
  readonly opened: Opened;
  readonly planned: number;
  readonly seed: number;
  readonly ending: AbortController;
  readonly rows: HandRow[];
  stopped: string;
  over: boolean;
  done: Promise<void>;
}

const mostTold = 1_000;
const longestWords = 400;
const firstLong = 2_000;

export class HandFuzz {
  readonly #parts: HandFuzzParts;
  readonly #compose = new Compose();
  #current: Running | null = null;
  #runs = 0;

  constructor(parts: HandFuzzParts) {
    this.#parts = parts;
  }

  /** Errors: `sessionUnknown` only; what can not be begun is told in the answer. */
  count(id: string, ask: HandAsk): Result<HandCount> {
    const opened = this.#parts.get(id);
    if (!opened.ok) return opened;
    const plan = planHand(opened.value, ask);
    if (!plan.ok) return ok({ count: 0, problem: plan.failure.message, first: '' });
    const first = plan.value.cases.next().value as HandCase | undefined;
    return ok({ count: plan.value.count, problem: '', first: cut(first?.text ?? '', firstLong) });
  }

  /** Errors: those of the plan; `sessionRunning` while another run is under way; `sessionNotRunning`. */
  start(id: string, ask: HandAsk, timeoutMs: number): Result<{ readonly run: number }> {
    if (this.#current && !this.#current.over)
      return failed(
        failure('sessionRunning', 'Fuzzing by hand is under way.', 'Stop it, or wait until it is over.'),
      );
    const opened = this.#parts.get(id);
    if (!opened.ok) return opened;
    const { session, name } = opened.value;
    if (!session || session.status.state === 'ended')
      return failed(failure('sessionNotRunning', `${name} does not run.`, 'Start it, then begin again.'));
    const plan = planHand(opened.value, ask);
    if (!plan.ok) return plan;
    const running: Running = {
      ...{ run: ++this.#runs, opened: opened.value, planned: plan.value.count, seed: ask.seed },
      ...{ ending: new AbortController(), rows: [], stopped: '', over: false, done: Promise.resolve() },
    };
    this.#current = running;
    running.done = this.#walk(running, session, plan.value, timeoutMs);
    return ok({ run: running.run });
  }

  /** @param after number of the last row that is known, of that run */
  state({ run, after }: { readonly run: number; readonly after: number }): HandNews | null {
    const current = this.#current;
    if (!current) return null;
    const { opened, planned, seed, rows, stopped, over, ending } = current;
    const known = run === current.run ? after : 0;
    return {
      ...{ run: current.run, session: opened.id, planned, seed, stopped, done: rows.length },
      state: over ? 'over' : ending.signal.aborted ? 'stopping' : 'running',
      rows: rows.slice(known, known + mostTold),
    };
  }

  stop(): void {
    this.#current?.ending.abort();
  }

  /** Ends what runs; resolves when it has. */
  async close(): Promise<void> {
    this.stop();
    await this.#current?.done;
  }

  async #walk(running: Running, session: Session, plan: HandPlan, timeoutMs: number): Promise<void> {
    const { opened, ending, rows } = running;
    try {
      for (const made of plan.cases) {
        if (ending.signal.aborted) running.stopped = `Stopped after ${rows.length} of ${plan.count}.`;
        if (running.stopped !== '') break;
        const text = plan.newIds ? withFreshId(made.text, session) : made.text;
        const sent = await this.#compose.send(opened, { text, times: 1, how: 'inTurn', newIds: false });
        if (!sent.ok) {
          running.stopped = sent.failure.message;
          break;
        }
        const line = sent.value.lines[0] ?? 0;
        const asks = defOf(opened, text)?.role.kind === 'request';
        // Others get a turn, and what is not answered may still end the process.
        if (asks) await answerOrEnd(opened, session, line, timeoutMs, ending.signal);
        else await new Promise((go) => setTimeout(go, unansweredMs));
        rows.push(await told(opened, session, made, rows.length + 1, line, asks));
        if (session.status.state === 'ended')
          running.stopped = `The extension ended after ${rows.length} of ${plan.count}.`;
      }
    } catch (error) {
      this.#parts.report('fuzzing by hand', error);
      running.stopped = `Framescope failed: ${error instanceof Error ? error.message : String(error)}`;
    } finally {
      running.over = true;
    }
  }
}

/** After a frame that nothing answers. */
const unansweredMs = 20;

function withFreshId(text: string, session: Session): string {
  const raw = readRaw(text, '/id');
  return raw?.startsWith('"') ? putMember(text, '', 'id', stringRaw(session.freshId())) : text;
}

async function told(
  { journal }: Opened,
  session: Session,
  made: HandCase,
  n: number,
  line: number,
  asks: boolean,
): Promise<HandRow> {
  const [row] = await journal.rows(line, 1);
  const answerLine = row?.pairSeq ?? null;
  const view = answerLine === null ? undefined : await journal.view(answerLine);
  const frame = view?.decoded?.kind === 'frame' ? view.decoded.frame : undefined;
  const isError =
    frame?.['is_error'] === true || (typeof frame?.['error'] === 'string' && frame['error'] !== '');
  const words = made.picks.flatMap((pick) => (pick ? [pick.raw.length > 200 ? pick.words : pick.raw] : []));
  return {
    ...{ n, line, answerLine, input: cut(words.join('  ·  '), longestWords) },
    outcome: outcomeOf(row, { session, asks, isError, answered: answerLine !== null }),
    tookMs: row?.latencyUs === undefined ? null : row.latencyUs / 1_000,
    answer: cut(view ? wordsOf(view.row) : '', longestWords),
  };
}

function outcomeOf(
  row: Row | undefined,
  {
    session,
    asks,
    isError,
    answered,
  }: { session: Session; asks: boolean; isError: boolean; answered: boolean },
): HandOutcome {
  if (answered) return isError ? 'error' : 'answered';
  if (session.status.state === 'ended') return 'ended';
  if (row?.dropped) return 'dropped';
  return asks ? 'none' : 'sent';
}

function wordsOf({ summary, type }: Row): string {
  const words = summary.map((part) => ('words' in part ? part.words : part.wire)).join('');
  return words === '' ? type : words;
}

function cut(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most)}… (${text.length} characters)` : text;
}
