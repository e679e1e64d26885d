// Waits for the answer to one line that was sent by hand, for as long as the host would: its deadline stands still while
// its clock does. Reads the journal; changes nothing.

import type { Session } from '../session/session-type.ts';
import type { Opened } from './opened.ts';

/**
 * Resolves when the line was answered or dropped, when `deadlineMs` of host time passed, when the session ended, or when
 * called off. Never rejects for any of these.
 */
export async function answerOrEnd(
  { journal }: Opened,
  session: Session,
  line: number,
  deadlineMs: number | null,
  signal: AbortSignal,
): Promise<void> {
  const dueUs = session.status.hostUs + (deadlineMs ?? Number.POSITIVE_INFINITY) * 1_000;
  let wake = (): void => {};
  const look = (): void => wake();
  let gone = false;
  void session.ended.then(() => {
    gone = true;
    wake();
  });
  const offs = [journal.onGrow(look), session.onChange(look)];
  signal.addEventListener('abort', look, { once: true });
  let timer: NodeJS.Timeout | undefined;
  try {
    for (;;) {
      const woken = new Promise<void>((resolve) => (wake = resolve));
      const [row] = await journal.rows(line, 1);
      const { hostUs, clockFrozen } = session.status;
      if (!row || row.pairSeq !== undefined || row.dropped || gone || signal.aborted || hostUs >= dueUs)
        return;
      clearTimeout(timer);
      if (!clockFrozen && Number.isFinite(dueUs)) timer = setTimeout(look, (dueUs - hostUs) / 1_000 + 1);
      await woken;
    }
  } finally {
    clearTimeout(timer);
    for (const off of offs) off();
    signal.removeEventListener('abort', look);
  }
}
