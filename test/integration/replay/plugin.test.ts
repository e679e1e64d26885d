// Recordings of native plugins: the catalogue says which frames are the host's own, so the same replay does for them.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defaultSettings } from '../../../electron/engine/workspace.ts';
import { Workspace } from '../../../electron/engine/workspace.ts';
import { planRecording } from '../../../electron/engine/replay-recording.ts';
import { recordedSettings, startReplay, usualLimits } from '../../../electron/engine/replay-run.ts';
import { chooseNormalisers } from '../../../shared/replay/normalisers.ts';
import { isDifference, type ReplayRow } from '../../../shared/replay/result.ts';
import type { ReplayOutcome } from '../../../electron/drivers/replay.ts';
import { EngineUnderTest, Run } from '../../support/engine.ts';
import { examplePlugin, examples, pluginChild, pluginFrom } from '../../support/plugins.ts';
import { told } from '../../support/replay-runs.ts';

let engine: EngineUnderTest;
let workspace: Workspace;
beforeEach(async () => {
  engine = new EngineUnderTest();
  const environment = { ...(process.env as Record<string, string>), ...engine.mark };
  workspace = new Workspace({
    stateDir: engine.stateDir,
    environment,
    programVersion: '0.0.0-test',
    pluginChild: await pluginChild(),
  });
}, 120_000);
afterEach(async () => {
  await workspace.closeAll();
  await engine.close();
});

const call = (id: string, args: string): string =>
  `{"type":"tool.execute","id":"${id}","tool":"hello","registration":1,"tool_call_id":"call_${id}","args_json":${JSON.stringify(args)},"signal_token":"run-1"}`;

async function open(library: string) {
  const target = await workspace.resolve({ kind: 'path', path: library });
  if (!target.ok) throw new Error(JSON.stringify(target.failure));
  return target.value;
}

async function recordPlugin(library: string): Promise<string> {
  const target = await open(library);
  const opened = await workspace.openTarget(target, defaultSettings(target, '/tmp', 'opcode-1'), 'run');
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const run = new Run(opened.value);
  await run.untilState('ready');
  for (const [id, args] of [
    ['a', '{"name":"Ada"}'],
    ['b', '{}'],
  ] as const) {
    run.session.send({ text: call(id, args) }, 'driver');
    await run.untilFrame('host.tool_done', (text) => text.includes(`"${id}"`));
  }
  await run.stop();
  await workspace.close(opened.value.id);
  return opened.value.journal.path;
}

async function replayPlugin(
  file: string,
  library: string,
): Promise<{ outcome: ReplayOutcome; rows: readonly ReplayRow[] }> {
  const recording = await planRecording(file);
  if (!recording.ok) throw new Error(JSON.stringify(recording.failure));
  const target = await open(library);
  const opened = await workspace.openTarget(target, recordedSettings(target, recording.value, '/tmp'), 'run');
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  const normalisers = chooseNormalisers([]);
  if (!normalisers.ok) throw new Error('no normalisers');
  const replay = startReplay(opened.value, recording.value, {
    pace: { kind: 'asap' },
    normalisers: normalisers.value,
    ignore: [],
    limits: usualLimits,
  });
  return { outcome: await replay.outcome, rows: replay.rows };
}

describe('a recording of a native plugin', { timeout: 60_000 }, () => {
  it('replays green against itself: what the host answers by itself is not sent again', async () => {
    const library = examplePlugin('hello');
    const { outcome, rows } = await replayPlugin(await recordPlugin(library), library);
    expect(rows.filter(isDifference), told(rows).join('\n')).toEqual([]);
    expect(outcome).toMatchObject({ ok: true, end: 'done', sent: 2, notSent: 0 });
  });

  it('replays red against a changed one, and the changed place is named', async () => {
    const file = await recordPlugin(examplePlugin('hello'));
    const source = readFileSync(path.join(examples, 'hello.c'), 'utf8');
    const changed = pluginFrom('hello', source.replace('Hello ";', 'Howdy ";'));
    const { outcome, rows } = await replayPlugin(file, changed);
    expect(outcome.ok).toBe(false);
    const places = rows.flatMap((row) =>
      row.kind === 'compared' && row.verdict === 'changed'
        ? row.changes.map(({ pointer }) => `${row.type} ${pointer}`)
        : [],
    );
    expect(places, told(rows).join('\n')).toContain('host.tool_done /result_json');
    expect(rows.filter(isDifference)).toHaveLength(2);
  });
});
