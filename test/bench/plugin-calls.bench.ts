// Round trips of execute + tool_done through a real native plugin, every frame of them recorded: one after the other, and
// with several under way; then many more, to see whether memory stays flat. Prints rates, how many frames a call makes,
// and what both processes hold. PLUGIN_CALLS and PLUGIN_MANY change the sizes.
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { defaultSettings, Workspace } from '../../electron/engine/workspace.ts';
import type { Session } from '../../electron/session/session-type.ts';
import { plugin, pluginChild } from '../support/plugins.ts';
import { median, percentile, say } from './say.ts';

const count = Number(process.env.PLUGIN_CALLS ?? 20_000);
const many = Number(process.env.PLUGIN_MANY ?? 100_000);
const rounds = 3;
const warmUp = 2_000;
const atOnce = 8;
/** What may be left over 100,000 calls: caches that fill, a heap that was not collected. */
const allowedMiB = 24;
const stateDir = fs.mkdtempSync(path.join(os.tmpdir(), 'framescope-plugin-calls-'));

interface Run {
  readonly perSecond: number;
  readonly tookUs: readonly number[];
}

async function open(workspace: Workspace): Promise<Session> {
  const target = await workspace.resolve({ kind: 'path', path: plugin('quick') });
  if (!target.ok) throw new Error(target.failure.message);
  const settings = defaultSettings(target.value, process.cwd(), 'opcode-1');
  const opened = await workspace.openTarget(target.value, settings, 'run');
  if (!opened.ok) throw new Error(opened.failure.message);
  const { session } = opened.value;
  if (!session) throw new Error('A plugin has a session.');
  await new Promise<void>((ready) => {
    const look = (): void => {
      if (session.state === 'ready') ready();
    };
    session.onChange(look);
    look();
  });
  return session;
}

async function calls(session: Session, wanted: number, together: number): Promise<Run> {
  const tookUs: number[] = [];
  let left = wanted;
  const worker = async (): Promise<void> => {
    while (left-- > 0) {
      const beganMs = performance.now();
      const outcome = await session.plugin?.callTool({
        name: 'quick',
        argsText: '{}',
        raw: false,
        token: 'bench',
      });
      if (outcome?.isError !== false) throw new Error(`A call failed: ${JSON.stringify(outcome)}`);
      tookUs.push((performance.now() - beganMs) * 1_000);
    }
  };
  const beganMs = performance.now();
  await Promise.all(Array.from({ length: together }, worker));
  return { perSecond: (wanted / (performance.now() - beganMs)) * 1_000, tookUs };
}

function told(name: string, runs: readonly Run[]): void {
  const rates = runs.map(({ perSecond }) => Math.round(perSecond));
  const all = runs.flatMap(({ tookUs }) => tookUs);
  const times = `p50 ${percentile(all, 50).toFixed(0)} µs, p99 ${percentile(all, 99).toFixed(0)} µs`;
  say(`${name} ${rates.join(' ')} calls/s, median ${median(rates)}, ${times}`);
}

/** MiB that a process has in memory. */
function residentMiB(pid: number): number {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024;
}

const environment = Object.fromEntries(
  Object.entries(process.env).map(([name, value]) => [name, value ?? '']),
);
const workspace = new Workspace({
  stateDir,
  environment,
  programVersion: '0.0.0-bench',
  pluginChild: await pluginChild(),
});
try {
  const session = await open(workspace);
  const journal = workspace.list[0]?.journal;
  if (!journal) throw new Error('An open target has a journal.');
  const pid = journal.summary.pid ?? 0;
  await calls(session, warmUp, atOnce);
  const framesBefore = journal.summary.frames;
  const single: Run[] = [];
  const together: Run[] = [];
  for (let round = 0; round < rounds; round++) {
    single.push(await calls(session, count, 1));
    together.push(await calls(session, count, atOnce));
  }
  const frames = (journal.summary.frames - framesBefore) / (2 * rounds * count);
  say(`${count} calls, ${rounds} rounds, ${frames.toFixed(1)} frames a call, all of them recorded`);
  told('one after the other', single);
  told(`${atOnce} under way       `, together);

  const before = { child: residentMiB(pid), engine: residentMiB(process.pid) };
  for (let done = 0; done < many; done += count) await calls(session, Math.min(count, many - done), atOnce);
  const after = { child: residentMiB(pid), engine: residentMiB(process.pid) };
  const grown = after.child - before.child;
  say(`${many} more calls: the plugin's process ${before.child.toFixed(0)} → ${after.child.toFixed(0)} MiB`);
  // The index of the journal keeps a few numbers for each row.
  say(
    `the engine ${before.engine.toFixed(0)} → ${after.engine.toFixed(0)} MiB, with ${journal.count} rows in its index`,
  );
  if (grown > allowedMiB)
    throw new Error(`The plugin's process grew by ${grown.toFixed(0)} MiB over ${many} calls.`);
  const problems = journal.summary.problemCounts;
  if (problems.error + problems.warning > 0)
    throw new Error(`There were problems: ${JSON.stringify(problems)}`);
} finally {
  await workspace.closeAll();
  fs.rmSync(stateDir, { recursive: true, force: true });
}
