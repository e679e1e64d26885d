// One flood through the real pipeline: real process, transport, session, journal, as the app puts them together.

import { defaultSettings, Workspace } from '../../electron/engine/workspace.ts';
import type { JournalReader } from '../../electron/recorder/journal-type.ts';
import { fixture } from '../support/fixture-extensions.ts';

export interface FloodRun {
  readonly path: string;
  /** From hello_ack to the last frame of the flood, by the journal's own times. */
  readonly elapsedMs: number;
  /** The same up to everything in the file. */
  readonly writtenMs: number;
  readonly entries: number;
}

/** `meanwhile` is called once the flood has begun; what it returns is called when it is over. */
export async function recordedFlood(
  stateDir: string,
  count: number,
  meanwhile?: (journal: JournalReader) => () => void,
): Promise<FloodRun> {
  const environment = Object.fromEntries(
    Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
  );
  const workspace = new Workspace({ stateDir, environment, programVersion: '0.0.0-bench' });
  const target = await workspace.resolve({ kind: 'path', path: fixture('flood') });
  if (!target.ok) throw new Error(target.failure.message);
  const settings = defaultSettings(target.value, process.cwd(), 'zot-latest');
  const opened = await workspace.openTarget(
    target.value,
    { ...settings, environment: { ...settings.environment, FIXTURE_COUNT: String(count) } },
    'run',
  );
  if (!opened.ok) throw new Error(opened.failure.message);
  const { journal, session } = opened.value;
  if (!session) throw new Error('A target has a session.');

  const ackAtUs = await firstOf(journal, 'hello_ack');
  const over = meanwhile?.(journal);
  const lastAtUs = await nthOf(journal, 'notify', count);
  over?.();
  session.stop('user');
  await session.ended;
  const { path, count: entries } = journal;
  const closedAt = performance.now();
  await workspace.closeAll();
  const closingMs = performance.now() - closedAt;
  const elapsedMs = (lastAtUs - ackAtUs) / 1_000;
  return { path, elapsedMs, writtenMs: elapsedMs + closingMs, entries };
}

const firstOf = (journal: JournalReader, type: string): Promise<number> => nthOf(journal, type, 1);

/** Resolves with the time of the n-th row of a type, once it is there. */
function nthOf(journal: JournalReader, type: string, n: number): Promise<number> {
  return new Promise((resolve) => {
    let looked = 0;
    let seen = 0;
    const look = (): void => {
      const { columns } = journal;
      const code = columns.typeNames.indexOf(type);
      if (code < 0) return;
      for (; looked < columns.count; looked++) {
        if (columns.typeCode[looked] !== code || ++seen < n) continue;
        leave();
        return resolve(columns.atUs[looked] ?? 0);
      }
    };
    const leave = journal.onGrow(look);
    look();
  });
}
