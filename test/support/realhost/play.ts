// Runs one recorded scenario through our host, from loading to the last exit, and collects what there is to compare.

import path from 'node:path';
import { AgentBench, reached, type Opened } from '../agent-bench.ts';
import { Drive } from './drive.ts';
import type { Received, Report, Scenario } from './scenario.ts';
import { Stage } from './stage.ts';
import { placeholders, toldBy } from './told.ts';

export interface Outcome {
  /** By extension, one list a process. */
  readonly received: Readonly<Record<string, Received[][]>>;
  readonly ends: Readonly<Record<string, object>>;
  readonly results: Report[];
  /** Our ids of tool calls, by the step's place. */
  readonly ids: ReadonlyMap<number, string>;
  readonly told: Readonly<Record<string, Report[]>>;
  readonly ready: { readonly commands: Report[]; readonly tools: Report[] };
  readonly notLoaded: string[];
}

const deadlines = { toolDeadlineMs: 60_000, commandDeadlineMs: 30_000, interceptDeadlineMs: 5_000 };
const shim = path.resolve(import.meta.dirname, 'scaled-timers.cjs');

/** `scale` shortens deadlines, waits and the timers of Node extensions alike; 1 is real time. */
export async function play(name: string, scenario: Scenario, scale: number): Promise<Outcome> {
  const quick: Record<string, string> =
    scale === 1 ? {} : { NODE_OPTIONS: `--require=${shim}`, SC_SCALE: String(scale) };
  const stage = new Stage(name, scenario, quick);
  const bench = new AgentBench({
    profile: 'zot-2026-05',
    changes: Object.fromEntries(Object.entries(deadlines).map(([key, ms]) => [key, ms / scale])),
    environment: stage.environment,
  });
  try {
    return await playOn(stage, bench, scenario, scale);
  } finally {
    await bench.close();
    stage.dispose();
  }
}

async function playOn(stage: Stage, bench: AgentBench, scenario: Scenario, scale: number): Promise<Outcome> {
  const settings = {
    hostVersion: '0.0.0-test',
    provider: 'anthropic',
    model: 'test-model',
    projectDir: stage.cwd,
  };
  const opened: [string, Opened][] = [];
  const notLoaded: string[] = [];
  for (const { dir } of scenario.exts) {
    const target = { kind: 'path', path: stage.folder(dir) } as const;
    await bench.start(target, { settings }).then(
      (one) => opened.push([dir, one]),
      () => notLoaded.push(dir),
    );
  }
  await Promise.all(opened.map(([, one]) => reached(one, 'ready')));
  const drive = new Drive(bench, scale);
  const ready = drive.lists();
  await drive.run(scenario.drive);
  const logs = Object.fromEntries(stage.logs());
  const place = placeholders(stage, [logs, drive.reports]);
  return {
    received: place(logs),
    ends: Object.fromEntries(opened.map(([dir, one]) => [dir, endOf(one)])),
    results: place(drive.reports.toSorted((a, b) => Number(a['i']) - Number(b['i']))),
    ids: drive.ids,
    told: Object.fromEntries(opened.map(([dir, one]) => [dir, toldBy(one)])),
    ready: place(ready),
    notLoaded,
  };
}

function endOf({ sink }: Opened): object {
  const [exit] = sink.of('exited');
  return exit?.signal ? { signal: exit.signal } : { exit: exit?.code };
}
