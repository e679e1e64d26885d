// What the watch is for: a file is saved, the extension is restarted, and the last scenario is run again over what it is
// now. Real files, extensions and scenarios.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { agentOf } from '../../../electron/engine/agent-of.ts';
import { ScenarioDesk } from '../../../electron/engine/scenario-desk.ts';
import type { HostAgent } from '../../../electron/session/agent.ts';
import type { ScenarioRun } from '../../../shared/ipc/contract.ts';
import { DesksUnderTest, value } from '../../support/desks.ts';

let under: DesksUnderTest;
let agent: HostAgent;
let scenario: ScenarioDesk;
let look: () => void = () => undefined;
beforeEach(() => {
  under = new DesksUnderTest({ afterRestart: () => scenario.again() });
  agent = agentOf(under.engine.workspace);
  scenario = new ScenarioDesk({
    agent,
    opened: () => under.list,
    changed: () => look(),
    report: (error) => under.faults.push(error),
  });
});
afterEach(async () => {
  scenario.stop();
  agent.dispose();
  await under.close();
});

function run(nth: number, test: (run: ScenarioRun) => boolean): Promise<ScenarioRun> {
  return new Promise((done) => {
    look = () => {
      const now = scenario.run;
      if (!now || now.run !== nth || !test(now)) return;
      look = () => undefined;
      done(now);
    };
    look();
  });
}

async function watchedExtension(): Promise<void> {
  const at = under.disk.good('aside', 'ext');
  under.disk.write('aside', 'ext/lib.mjs', '');
  const opened = await under.open(at);
  await opened.untilState('ready');
  value(await under.desks.watch.set(opened.session.id, true));
}

const calls = `{"framescope_scenario": 1, "name": "echo"}
{"do": "tool_call", "tool": "echo", "args": {"text": "hi"}}
{"do": "expect", "is_error": false, "text": "{\\"text\\":\\"hi\\"}"}
`;

describe('a saved file', () => {
  it('has the last scenario run again over the restarted extension', async () => {
    await watchedExtension();
    value(scenario.start(calls));
    expect((await run(1, ({ state }) => state === 'ended')).failed).toBe(false);
    under.disk.write('aside', 'ext/lib.mjs', 'export {};');
    const again = await run(2, ({ state }) => state === 'ended');
    expect([again.name, again.failed]).toEqual(['echo', false]);
  });

  it('has one that is under way given up first, and run from its beginning', async () => {
    await watchedExtension();
    value(scenario.start(`${calls}{"do": "wait", "ms": 600000}\n`));
    await run(1, ({ steps }) => steps.filter(({ state }) => state === 'ended').length >= 2);
    under.disk.write('aside', 'ext/lib.mjs', 'export {};');
    const again = await run(2, ({ steps }) => steps.filter(({ state }) => state === 'ended').length >= 2);
    expect(again.failed).toBe(false);
  });

  it('runs nothing when no scenario was run yet', async () => {
    await watchedExtension();
    const [old] = under.list;
    under.disk.write('aside', 'ext/lib.mjs', 'export {};');
    await new Promise<void>((done) => {
      const off = under.engine.workspace.onChange(() => {
        const [now] = under.list;
        if (under.list.length !== 1 || now === old || now?.session?.status.state !== 'ready') return;
        off();
        done();
      });
    });
    expect(scenario.run).toBeNull();
  });
});
