// Recordings of the native examples, made by the agent as it drives them, replayed against themselves and against copies in
// which one text was changed.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentOf } from '../../../electron/engine/agent-of.ts';
import type { Opened } from '../../../electron/engine/opened.ts';
import { planRecording } from '../../../electron/engine/replay-recording.ts';
import { recordedSettings, startReplay, usualLimits } from '../../../electron/engine/replay-run.ts';
import { defaultSettings, Workspace } from '../../../electron/engine/workspace.ts';
import type { HostAgent } from '../../../electron/session/agent.ts';
import { usualNormalisers, normalisers } from '../../../shared/replay/normalisers.ts';
import { isDifference } from '../../../shared/replay/result.ts';
import type { HostSettings } from '../../../shared/target/target.ts';
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

interface Case {
  readonly drive: (agent: HostAgent) => Promise<unknown>;
  readonly change: readonly [text: string, by: string];
  /** Where the change is told of. */
  readonly named: string;
}

const cases: Readonly<Record<string, Case>> = {
  hello: {
    drive: (agent) => agent.callTool({ name: 'hello', argsText: '{"name":"Ada"}' }),
    change: ['Hello ";', 'Howdy ";'],
    named: 'host.tool_done /result_json',
  },
  worker: {
    drive: (agent) => agent.callTool({ name: 'count_primes', argsText: '{"limit":100}' }),
    change: ['primes up to', 'prime numbers up to'],
    named: 'host.tool_done /result_json',
  },
  command: {
    drive: (agent) => agent.runCommand({ name: 'mark', args: 'here' }),
    change: ['%d marks', '%d signs'],
    named: 'host.set_status /text',
  },
  guard: {
    drive: (agent) =>
      agent.intercept({
        event: 'tool_call',
        fields: [
          { name: 'name', json: '"bash"' },
          { name: 'args', json: '{"command":"rm -rf ~/"}' },
        ],
      }),
    change: ['guard refused rm -rf', 'guard said no to rm -rf'],
    named: 'host.notify /message',
  },
  http: {
    drive: (agent) => agent.callTool({ name: 'fetch_size', argsText: '{"url":"https://example.com/"}' }),
    change: ['"text\\":\\"status %d', '"text\\":\\"code %d'],
    named: 'host.tool_done /result_json',
  },
};

async function start(library: string, settingsOf: (usual: HostSettings) => HostSettings): Promise<Opened> {
  const target = await workspace.resolve({ kind: 'path', path: library });
  if (!target.ok) throw new Error(JSON.stringify(target.failure));
  const settings = settingsOf(defaultSettings(target.value, '/tmp', 'opcode-1'));
  const opened = await workspace.openTarget(target.value, settings, 'run');
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  return opened.value;
}

async function recordPlugin(library: string, drive: Case['drive']): Promise<string> {
  const opened = await start(library, (usual) => usual);
  const run = new Run(opened);
  await run.untilState('ready');
  const agent = agentOf(workspace);
  await drive(agent);
  agent.dispose();
  await run.stop();
  await workspace.close(opened.id);
  return opened.journal.path;
}

async function replayPlugin(file: string, library: string) {
  const recording = await planRecording(file);
  if (!recording.ok) throw new Error(JSON.stringify(recording.failure));
  const target = await workspace.resolve({ kind: 'path', path: library });
  if (!target.ok) throw new Error(JSON.stringify(target.failure));
  const opened = await start(library, () => recordedSettings(target.value, recording.value, '/tmp'));
  const replay = startReplay(opened, recording.value, {
    pace: { kind: 'asap' },
    normalisers: normalisers.filter(({ name }) => usualNormalisers.includes(name)),
    ignore: [],
    limits: usualLimits,
  });
  const outcome = await replay.outcome;
  return { outcome, rows: replay.rows };
}

it('every native example has a recording here', () => {
  const names = readdirSync(examples)
    .filter((name) => name.endsWith('.c'))
    .map((name) => path.basename(name, '.c'));
  expect(Object.keys(cases).sort()).toEqual(names.sort());
});

describe.each(Object.entries(cases))(
  'a recording of the plugin %s',
  { timeout: 60_000 },
  (name, { drive, change: [text, by], named }) => {
    it('replays green against itself, and red against a changed one with the place named', async () => {
      const library = examplePlugin(name);
      const file = await recordPlugin(library, drive);
      const green = await replayPlugin(file, library);
      expect(green.rows.filter(isDifference), told(green.rows).join('\n')).toEqual([]);
      expect(green.outcome).toMatchObject({ ok: true, end: 'done', notSent: 0 });
      expect(green.outcome.sent).toBeGreaterThan(0);

      const source = readFileSync(path.join(examples, `${name}.c`), 'utf8');
      expect(source).toContain(text);
      const red = await replayPlugin(
        file,
        pluginFrom(
          name,
          source.replaceAll(text, () => by),
        ),
      );
      expect(red.outcome.ok).toBe(false);
      const places = red.rows.flatMap((row) =>
        row.kind === 'compared' ? row.changes.map(({ pointer }) => `${row.type} ${pointer}`) : [],
      );
      expect(places, told(red.rows).join('\n')).toContain(named);
    });
  },
);
