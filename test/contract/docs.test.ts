// What README and docs tell a reader to type is typed here. Convention: a line of a ```sh block is run, from the
// checkout's folder, and ends with 0 or as its comment says (`# exits 2`); a ```console block is only looked at.

import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exitCodes } from '../../electron/cli/exit-codes.ts';
import { profiles } from '../../shared/protocol/registry.ts';
import { builtCli, root, runCli } from '../support/built-cli.ts';

const documents = ['README.md', ...readdirSync(path.join(root, 'docs')).map((name) => `docs/${name}`)].filter(
  (name) => name.endsWith('.md'),
);

interface Typed {
  readonly document: string;
  readonly command: string;
  readonly code: number;
}

function typedIn(document: string): Typed[] {
  const blocks = readFileSync(path.join(root, document), 'utf8').matchAll(/^```sh\n([^]*?)^```$/gm);
  return [...blocks]
    .flatMap((block) => (block[1] ?? '').split('\n'))
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((command) => ({ document, command, code: Number(/# exits (\d+)$/.exec(command)?.[1] ?? 0) }));
}

const typed = documents.flatMap(typedIn);

describe('what the documents tell to type', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-docs-'));

  beforeAll(async () => {
    // The name on the PATH, as npx and an installed package have it.
    const name = path.join(folder, 'framescope');
    writeFileSync(name, `#!/bin/sh\nexec '${process.execPath}' '${await builtCli()}' "$@"\n`);
    chmodSync(name, 0o755);
  }, 60_000);
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  it('is there, in README and in the description of the command line', () => {
    expect(typed.map(({ document }) => document)).toEqual(
      expect.arrayContaining(['README.md', 'docs/command-line.md']),
    );
  });

  for (const { document, command, code } of typed)
    it(`${document}: ${command}`, () => {
      expect(command, 'a line that cannot be run here belongs into a console block').toMatch(
        /^(npx )?framescope\b/,
      );
      const done = spawnSync('sh', ['-c', command.replace(/^npx framescope/, 'framescope')], {
        cwd: root,
        encoding: 'utf8',
        env: {
          ...process.env,
          PATH: `${folder}${path.delimiter}${process.env.PATH}`,
          FRAMESCOPE_STATE_DIR: path.join(folder, 'state'),
        },
      });
      expect(done.status, `${done.stdout}\n${done.stderr}`).toBe(code);
    }, 30_000);

  it('names every option, host profile and exit code that there is', async () => {
    const listed = (await runCli(['--help'])).out.split(/^Commands:$/m)[1] ?? '';
    const commands = [...listed.matchAll(/^ {2}([a-z]+) /gm)].map((match) => match[1] ?? '');
    expect(commands).toContain('inspect');
    const help = (
      await Promise.all(commands.map(async (name) => (await runCli([name, '--help'])).out))
    ).join();
    const described = readFileSync(path.join(root, 'docs', 'command-line.md'), 'utf8');
    const options = [...help.matchAll(/^ {2}(?:-h, )?(--[a-z-]+)/gm)].map((match) => match[1] ?? '');
    expect(options).toContain('--json');
    for (const option of options.filter((name) => name !== '--help'))
      expect(described).toContain(`\`${option}`);
    for (const { name } of profiles) expect(described).toContain(`\`${name}\``);
    for (const code of Object.values(exitCodes))
      expect(described).toMatch(new RegExp(`^\\| ${code} +\\|`, 'm'));
  });

  it('names no file that is not there', () => {
    const missing = documents.flatMap((document) => {
      const text = readFileSync(path.join(root, document), 'utf8').replaceAll(/^```[^]*?^```$/gm, '');
      const links = [...text.matchAll(/\]\(([^)#]+?)(?:#[^)]*)?\)|(?:src|srcset|href)="([^"#]+)"/g)];
      return links
        .map((link) => link[1] ?? link[2] ?? '')
        .filter((target) => !/^[a-z]+:/.test(target))
        .filter((target) => !existsSync(path.join(root, path.dirname(document), target)))
        .map((target) => `${document}: ${target}`);
    });
    expect(missing).toEqual([]);
  });
});
