import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Coverage } from '../../../shared/coverage/coverage-types.ts';
import { runCli } from '../../support/built-cli.ts';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { examplePlugin } from '../../support/plugins.ts';

let cli: CommandLineUnderTest;
let folder: string;
beforeEach(() => {
  cli = new CommandLineUnderTest();
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-coverage-'));
});
afterEach(async () => {
  await cli.close();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string): string => path.join(folder, name);

async function covered(...files: string[]): Promise<Coverage> {
  const told = await cli.run(['coverage', ...files, '--json']);
  expect([told.code, told.err]).toEqual([0, '']);
  return JSON.parse(told.out) as Coverage;
}

async function recorded(name: string, ...args: string[]): Promise<string> {
  const told = await cli.run([...args, '--record', file(name)]);
  expect(told.code, told.err).toBeLessThan(2);
  return file(name);
}
/** By the built program, which has the one that calls plugins beside it. */
async function recordedPlugin(name: string, ...args: string[]): Promise<string> {
  const told = await runCli([...args, '--record', file(name)], {
    environment: { FRAMESCOPE_STATE_DIR: cli.stateDir },
  });
  expect(told.code, told.err).toBe(0);
  return file(name);
}
const greeter = 'examples/extensions/greeter';

describe('framescope coverage', () => {
  it('tells what was registered and never used, and nothing else, of a mere handshake', async () => {
    const { offers, used, unknown } = await covered(await recorded('a.fsj', 'inspect', greeter));
    expect(offers.length).toBeGreaterThan(3);
    expect(offers.every(({ uses }) => uses === 0)).toBe(true);
    expect(used).toEqual({ covered: 0, of: offers.length });
    expect(unknown).toEqual([]);
  });

  it('counts calls, what came of them and the branches of the schema that their arguments took', async () => {
    const call = await recorded('a.fsj', 'call', greeter, 'greet', '{"name":"Ada"}');
    const { offers } = await covered(call);
    const greet = offers.find(({ part, name }) => part === 'tool' && name === 'greet');
    expect(greet).toMatchObject({ uses: 1, unanswered: 0 });
    expect(greet?.outcomes).toEqual([
      { word: 'result', count: 1 },
      { word: 'error', count: 0 },
    ]);
    expect(greet?.branches.filter(({ count }) => count > 0).length).toBeGreaterThan(0);
    expect(greet?.branches.filter(({ count }) => count === 0).length).toBeGreaterThan(0);
  });

  it('adds up over several recordings', async () => {
    const one = await recorded('a.fsj', 'call', greeter, 'greet', '{"name":"Ada"}');
    const two = await recorded('b.fsj', 'call', greeter, 'greet', '{}');
    const { offers } = await covered(one, two);
    const greet = offers.find(({ name }) => name === 'greet');
    expect(greet?.uses).toBe(2);
  });

  it('counts what intercepts decided over a scenario, and events that were told', async () => {
    const scenario = ['--script', 'examples/scenarios/guarded-turn.scenario'];
    const { offers, outcomes } = await covered(await recorded('a.fsj', 'run', greeter, ...scenario));
    expect(offers.find(({ part, name }) => part === 'intercept' && name === 'tool_call')?.outcomes).toEqual([
      { word: 'allow', count: 2 },
      { word: 'block', count: 2 },
      { word: 'rewrite', count: 0 },
    ]);
    expect(offers.filter(({ part, uses }) => part === 'event' && uses > 0)).not.toEqual([]);
    expect(outcomes.covered).toBeGreaterThan(2);
  });

  it('counts the same of a native plugin', async () => {
    const plugin = examplePlugin('hello');
    const { offers } = await covered(
      await recordedPlugin('p.fsj', 'call', plugin, 'hello', '{"name":"Ada"}'),
    );
    expect(offers.find(({ part }) => part === 'tool')).toMatchObject({ uses: 1, unanswered: 0 });
  });

  it('ends with 1 when less was used than asked for, and says how much', async () => {
    const told = await cli.run(['coverage', await recorded('a.fsj', 'inspect', greeter), '--least', '50']);
    expect(told.code).toBe(1);
    expect(told.err).toContain('0 % used, 50 % asked for');
  });

  it('refuses what is no recording, and recordings of different protocols', async () => {
    expect((await cli.run(['coverage', 'README.md'])).code).toBe(2);
    const plugin = examplePlugin('hello');
    const [zot, opcode] = [
      await recorded('a.fsj', 'inspect', greeter),
      await recordedPlugin('b.fsj', 'inspect', plugin),
    ];
    const told = await cli.run(['coverage', zot, opcode]);
    expect(told.code).toBe(2);
    expect(told.err).toContain('is of another protocol than');
  });
});
