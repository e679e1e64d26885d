// `framescope replay` as a program that is interrupted, or whose reader leaves.

import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startCli } from '../../support/built-cli.ts';
import { EngineUnderTest } from '../../support/engine.ts';
import { fixture } from '../../support/fixture-extensions.ts';
import { markedProcesses, until } from '../../support/marked-processes.ts';
import { record } from '../../support/replay-runs.ts';

let engine: EngineUnderTest;
let folder: string;
beforeEach(() => {
  engine = new EngineUnderTest();
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-replay-'));
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const puppet = fixture('puppet');
/** A call that the puppet takes and never answers. */
const mute = { FIXTURE_ON: '{"tool_call":[]}' };

async function start(timeout: string) {
  const call = '{"type":"tool_call","id":"1","name":"echo","args":{}}';
  const file = await record(engine, { kind: 'path', path: puppet }, [call]);
  const environment = { ...mute, ...engine.mark, FRAMESCOPE_STATE_DIR: folder };
  return startCli(['replay', file, '--against', puppet, '--timeout', timeout], { environment });
}

describe('a replay that waits for an answer', { timeout: 120_000 }, () => {
  it('is called off by an interrupt: the extension is stopped properly, the result is 1', async () => {
    const run = await start('60000');
    await run.shows(/sends 1 line of the host/);
    await until('the extension runs', () => markedProcesses(engine.mark).length > 1, 20_000);
    run.child.kill('SIGINT');
    const { code, out, err } = await run.done;
    expect(code).toBe(1);
    expect(err).toContain('Stopping the extension; interrupt again to kill it.');
    expect(out).toMatch(/✖ It was called off\./);
    expect(out).toMatch(/exit code 0/);
    expect(markedProcesses(engine.mark)).toEqual([]);
  });

  it('is no fault of ours when nobody reads what it prints', async () => {
    const run = await start('300');
    await run.shows(/sends 1 line of the host/);
    run.child.stdout?.destroy();
    const { code } = await run.done;
    expect(code).toBe(1);
    expect(markedProcesses(engine.mark)).toEqual([]);
  });
});
