// What `framescope inspect` says of a run in which something failed: what it is, why, where it shows, what to do; and nothing
// where all is well.

import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../support/built-cli.ts';
import { CommandLineUnderTest } from '../../support/command-line.ts';

const broken = (name: string): string => path.join(root, 'test/fixtures/broken', name);
interface Told {
  readonly diagnosis: readonly {
    readonly id: string;
    readonly cause: string;
    readonly rows: readonly number[];
    readonly fix: string;
  }[];
}

let line: CommandLineUnderTest;
beforeEach(() => (line = new CommandLineUnderTest()));
afterEach(() => line.close());

async function diagnosed(...args: string[]): Promise<Told['diagnosis']> {
  const { out } = await line.run(['inspect', '--json', ...args]);
  return (JSON.parse(out) as Told).diagnosis;
}

describe('the diagnosis of an inspection', () => {
  it('stands below the rows, with its cause, its rows and what to do', async () => {
    const { out } = await line.run(['inspect', broken('says-hello')]);
    const text = out.slice(out.indexOf('Diagnosis'));
    expect(text).toContain('It ends before it says hello');
    expect(text).toMatch(/exited with code 1 before it said hello.*Cannot find module/);
    expect(text).toContain('Fix: Install its packages: run npm install in its folder.');
    expect(text).toMatch(/row \d+ \(says-hello\)/);
  });

  const cases = {
    'hello-first': 'speaks-on-stdout',
    'registers-before-ready': 'tool-missing',
    'intercept-supported': 'guard-ignored',
    'ready-sent': 'never-ready',
    starts: 'does-not-start',
    'gone-in-time': 'does-not-stop',
  };
  for (const [name, id] of Object.entries(cases))
    it(`names ${id} for ${name}`, async () => {
      const found = await diagnosed(broken(name));
      expect(found.map((one) => one.id)).toEqual([id]);
      expect(found[0]?.cause).toMatch(/\.$/);
      expect(found[0]?.fix).not.toBe('');
    });

  it('says that no hello came when the wait for it ran out', async () => {
    expect((await diagnosed('--timeout', '600', broken('silent'))).map(({ id }) => id)).toEqual(['no-hello']);
  });

  it('is empty for an extension that does everything right', async () => {
    const { out } = await line.run(['inspect', path.join(root, 'examples/extensions/word-count')]);
    expect(out).not.toContain('Diagnosis');
    expect(await diagnosed(path.join(root, 'examples/extensions/greeter'))).toEqual([]);
  });
});
