// A host that goes away without a word: its extensions see the end of stdin and nothing else. The host is a program of its
// own here, killed by the test.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { execa } from 'execa';
import { afterEach, describe, expect, it } from 'vitest';
import { fixture } from '../../support/fixture-extensions.ts';
import { markedProcesses, newMark, until } from '../../support/marked-processes.ts';
import { readScenario, scenarioNames } from '../../support/realhost/scenario.ts';
import { Stage } from '../../support/realhost/stage.ts';
import { placeholders } from '../../support/realhost/told.ts';

const root = path.resolve(import.meta.dirname, '../../..');
let mark = newMark();
const afterwards: (() => void)[] = [];
afterEach(async () => {
  try {
    await until('no process is left', () => markedProcesses(mark).length === 0, 5_000);
  } finally {
    for (const pid of markedProcesses(mark)) process.kill(pid, 'SIGKILL');
    for (const dispose of afterwards.splice(0)) dispose();
    mark = newMark();
  }
});

/** Starts the host over these folders, waits until it says ready, and for `seen`; then kills it. */
async function killedHost(
  folders: readonly string[],
  options: { cwd: string; environment?: Readonly<Record<string, string>>; ready?: number },
  seen: () => boolean = () => true,
): Promise<void> {
  const program = [
    'scripts/run-ts.mjs',
    'test/support/agent-owner.ts',
    'zot-2026-05',
    options.cwd,
    ...folders,
  ];
  const ready = String(options.ready ?? folders.length);
  const run = execa(process.execPath, program, {
    cwd: root,
    env: { ...process.env, ...options.environment, ...mark, OWNER_READY: ready },
    extendEnv: false,
    reject: false,
  });
  await new Promise<void>((resolve, reject) => {
    run.stdout.on('data', (piece: Buffer) => piece.toString().includes('ready') && resolve());
    run.stdout.on('end', () => reject(new Error('the host ended by itself')));
  });
  await until('the extensions are seen', seen);
  for (const pid of markedProcesses(mark)) if (isHost(pid)) process.kill(pid, 'SIGKILL');
  await run;
}

function isHost(pid: number): boolean {
  return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('agent-owner');
}

describe('extensions of a host that is killed', () => {
  it('see the end of stdin, no shutdown and no signal, and end by it', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-gone-'));
    afterwards.push(() => rmSync(folder, { recursive: true, force: true }));
    const heard = path.join(folder, 'heard');
    await killedHost([fixture('hears-the-end')], { cwd: folder, environment: { FIXTURE_FILE: heard } });
    await until(
      'it wrote down what it heard',
      () => existsSync(heard) && readFileSync(heard, 'utf8').includes('end'),
    );
    expect(readFileSync(heard, 'utf8').trim().split('\n')).toEqual(['hello_ack', 'end of stdin']);
  }, 60_000);

  it.each(scenarioNames().filter((name) => /^(04|36)-/.test(name)))(
    'are told in %s what the real host’s were',
    async (name) => {
      const { scenario, transcript } = readScenario(name);
      const stage = new Stage(name, scenario);
      afterwards.push(() => stage.dispose());
      const folders = scenario.exts.map(({ dir }) => stage.folder(dir));
      const answered = Object.values(transcript.exts).filter(({ processes }) =>
        processes[0]?.received.some(({ line }) => line !== undefined),
      );
      const options = { cwd: stage.cwd, environment: stage.environment, ready: answered.length };
      await killedHost(folders, options, () => stage.logs().size === folders.length);
      await until('all have ended', () => markedProcesses(mark).length === 0);
      const logs = Object.fromEntries(stage.logs());
      const ours = placeholders(stage, [])(logs);
      for (const [dir, { processes }] of Object.entries(transcript.exts))
        expect(ours[dir]).toEqual(
          processes.map(({ received }) => received.map(({ t: _t, ...entry }) => entry)),
        );
    },
    60_000,
  );
});
