// `framescope replay` and `framescope diff` with real extensions: what they print, write and end with.

import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { examplesDir, fixture } from '../../support/fixture-extensions.ts';
import { handshake, line, writeRecording } from '../../support/recorded.ts';
import { ChangedCopies } from '../../support/replay-runs.ts';

let cli: CommandLineUnderTest;
let folder: string;
let copies: ChangedCopies;
beforeEach(() => {
  cli = new CommandLineUnderTest();
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-replay-cli-'));
  copies = new ChangedCopies();
});
afterEach(async () => {
  await cli.close();
  copies.close();
  rmSync(folder, { recursive: true, force: true });
});

const greeter = path.join(examplesDir, 'greeter');
const at = (name: string): string => path.join(folder, name);

/** A recording of two calls to greeter. */
async function baseline(name = 'base.fsj'): Promise<string> {
  const script = at('calls.scenario');
  writeFileSync(
    script,
    [
      '{"do":"tool_call","tool":"greet","args":{"name":"Ada","language":"de"}}',
      '{"do":"command","name":"greet","args":"Grace"}',
    ].join('\n'),
  );
  const { code, err } = await cli.run(['run', greeter, '--script', script, '--record', at(name)]);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return at(name);
}

function changed(): string {
  const copy = copies.of('greeter', 'greeter.mjs', "de: 'Hallo'", "de: 'Moin'");
  if (copy.kind !== 'path') throw new Error('no path');
  return copy.path;
}

interface Report {
  readonly ok: boolean;
  readonly accepted: { readonly backup: string } | null;
  readonly problems: readonly { readonly code: string; readonly message: string }[];
  readonly runs: readonly {
    readonly ok: boolean;
    readonly end: string;
    readonly target: string;
    readonly counts: Record<string, number>;
    readonly recording: string;
    readonly rows: readonly {
      readonly verdict?: string;
      readonly changes?: readonly { readonly pointer: string }[];
    }[];
  }[];
}

async function report(...args: readonly string[]): Promise<{ code: number; json: Report }> {
  const { code, out } = await cli.run(['replay', '--json', ...args]);
  expect(out.trimEnd().split('\n')).toHaveLength(1);
  return { code, json: JSON.parse(out) as Report };
}

describe('replay as text', () => {
  it('is a table of all lines, the counts and the new recording; green ends with 0', async () => {
    const { code, out, err } = await cli.run(['replay', await baseline(), '--against', greeter]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    for (const part of [
      /^greeter 1\.0\.0 {3}replay of \/.*base\.fsj$/m,
      /^ {2}sends 2 lines of the host zot-latest, each as soon/m,
      /^ {2}verdict +recorded +now +line$/m,
      /^✓ equal +#\d+ +#\d+ +hello greeter$/m,
      /^ {2}→ its own +#\d+ +#\d+ +hello_ack/m,
      /^ {2}→ sent +#\d+ +#\d+ +tool_call greet$/m,
      /^✓ equal +#\d+ +#\d+ +tool_result +[\d.]+ m?s +[+−]/m,
      /^✓ equal +the end +exit code 0$/m,
      /^✓ \d+ equal; 2 lines sent in [\d.]+ s, recorded in [\d.]+ s$/m,
      /^Recording: \/.*\.fsj$/m,
    ])
      expect(out).toMatch(part);
  });

  it('names the changed pointer with both values; red ends with 1', async () => {
    const { code, out } = await cli.run(['replay', await baseline(), '--against', changed()]);
    expect(code).toBe(1);
    expect(out).toMatch(
      /^✖ changed .*tool_result.*\n {4}\/content\/0\/text\n {4}- "Hallo, Ada\."\n {4}\+ "Moin, Ada\."$/m,
    );
    expect(out).toMatch(/^✖ \d+ equal, 1 changed;/m);
  });

  it('has no difference in what is ignored or normalised', async () => {
    const [file, copy] = [await baseline(), changed()];
    const ignored = await cli.run([
      'replay',
      file,
      '--against',
      copy,
      '--ignore',
      'tool_result:/content/*/text',
    ]);
    expect(ignored.code).toBe(0);
    expect(ignored.out).toMatch(/tool_result.*ignored/);
    const own = await cli.run([
      'replay',
      file,
      '--against',
      copy,
      '--normalize',
      '/^(Hallo|Moin),/=greeting',
    ]);
    expect(own.code).toBe(0);
    expect(own.out).toMatch(/tool_result.*equal apart|tool_result.*equal from own/);
  });

  it('goes to several targets, one after the other, and to a command line behind --', async () => {
    const file = await baseline();
    const { code, out } = await cli.run([
      'replay',
      file,
      '--against',
      greeter,
      '--against',
      changed(),
      '--',
      process.execPath,
      path.join(greeter, 'greeter.mjs'),
    ]);
    expect(code).toBe(1);
    expect(out.match(/^\S+.* {3}replay of /gm)).toHaveLength(3);
    expect(out.match(/^[✓✖] \d+ equal/gm)?.map((line) => line[0])).toEqual(['✓', '✖', '✓']);
  });

  it('goes step by step at each line of the standard input', async () => {
    const file = await baseline();
    cli.input = '\n\n\n';
    const stepped = await cli.run(['replay', file, '--against', greeter, '--pace', 'step']);
    expect(stepped.err).toMatch(
      /Enter: the next step: tool_call greet\n.*Enter: .*command_invoked.*\n.*Enter: .*stop\n/s,
    );
    expect(stepped.code, stepped.out).toBe(0);
    cli.input = '\n';
    const short = await cli.run(['replay', file, '--against', greeter, '--pace', 'step']);
    expect(short.code).toBe(1);
    expect(short.out).toContain('Nobody is left to let the next line go.');
  });
});

describe('replay --json', () => {
  it('is one object with every row', async () => {
    const { code, json } = await report(await baseline(), '--against', changed());
    expect(code).toBe(1);
    expect(json).toMatchObject({ ok: false, accepted: null, problems: [] });
    const [run] = json.runs;
    expect(run).toMatchObject({
      target: 'greeter',
      ok: false,
      end: 'done',
      counts: { changed: 1, missing: 0, extra: 0, late: 0 },
    });
    expect(run?.rows.filter(({ verdict }) => verdict === 'changed')).toMatchObject([
      { changes: [{ pointer: '/content/0/text', before: '"Hallo, Ada."', after: '"Moin, Ada."' }] },
    ]);
    expect(existsSync(run?.recording ?? '')).toBe(true);
  });

  it('writes JUnit XML beside it, and the recording where it is told to', async () => {
    const { code } = await report(
      await baseline(),
      '--against',
      changed(),
      '--junit',
      at('replay.xml'),
      '--record',
      at('new.fsj'),
    );
    expect(code).toBe(1);
    const xml = readFileSync(at('replay.xml'), 'utf8');
    expect(xml).toMatch(/<testsuite name="greeter" tests="\d+" failures="1" errors="0"/);
    expect(xml).toMatch(/<failure message="changed \/content\/0\/text" type="changed">/);
    expect(statSync(at('new.fsj')).size).toBeGreaterThan(1_000);
  });

  it('says when the JUnit file can not be written', async () => {
    const { code, json } = await report(
      await baseline(),
      '--against',
      greeter,
      '--junit',
      at('no/such/folder.xml'),
    );
    expect(code).toBe(1);
    expect(json.problems).toMatchObject([{ code: 'fileUnwritable' }]);
  });
});

describe('--accept', () => {
  it('makes the new run the baseline, keeps the old one, and the next replay is green', async () => {
    const [file, copy] = [await baseline(), changed()];
    const before = readFileSync(file);
    const accepted = await report(file, '--against', copy, '--accept');
    expect(accepted).toMatchObject({ code: 0, json: { ok: true, accepted: { backup: at('base.old.fsj') } } });
    expect(readFileSync(at('base.old.fsj'))).toEqual(before);
    expect(readFileSync(file)).toEqual(readFileSync(accepted.json.runs[0]?.recording ?? ''));
    expect((await cli.run(['replay', file, '--against', copy])).code).toBe(0);
    const again = await report(file, '--against', greeter, '--accept');
    expect(again.json.accepted).toEqual({ backup: at('base.old-2.fsj') });
    expect(readFileSync(at('base.old.fsj'))).toEqual(before);
    expect(readdirSync(folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('leaves the file alone when nothing differs', async () => {
    const file = await baseline();
    const before = readFileSync(file);
    expect(await report(file, '--against', greeter, '--accept')).toMatchObject({
      code: 0,
      json: { accepted: null },
    });
    expect(readFileSync(file)).toEqual(before);
    expect(existsSync(at('base.old.fsj'))).toBe(false);
  });

  it('refuses a run that could not be sent whole, and the old baseline stays', async () => {
    const file = await baseline();
    const before = readFileSync(file);
    const { code, json } = await report(
      file,
      '--against',
      fixture('crashes-after-ready'),
      '--accept',
      '--timeout',
      '200',
    );
    expect(code).toBe(1);
    expect(json.problems).toMatchObject([{ code: 'notAccepted' }]);
    expect(readFileSync(file)).toEqual(before);
  });

  it('refuses to put a run in its own place', async () => {
    const file = await baseline();
    const { code, json } = await report(file, '--against', changed(), '--accept', '--record', file);
    expect(code).toBe(1);
    expect(json.problems[0]?.message).toContain('to this very file');
  });
});

describe('what can not be replayed', () => {
  const cases: readonly (readonly [what: string, make: () => string, words: RegExp])[] = [
    ['a file that is none', () => path.join(greeter, 'greeter.mjs'), /is not a Framescope recording/],
    ['a file that is not there', () => at('none.fsj'), /can't be read/],
    ['an empty file', () => (writeFileSync(at('empty.fsj'), ''), at('empty.fsj')), /is empty/],
    [
      'a newer version',
      () => (writeFileSync(at('new.fsj'), '{"framescope":999,"startedAt":"x"}\n'), at('new.fsj')),
      /version 999.*reads up to version/,
    ],
    [
      'a recording in which the host says nothing',
      () =>
        writeRecording(
          at('mute.fsj'),
          handshake.filter((fact) => fact.kind !== 'line' || fact.from === 'extension'),
        ),
      /holds no line of the host/,
    ],
  ];

  it.each(cases)('%s ends with 2 and says why', async (_what, make, words) => {
    const file = make();
    const text = await cli.run(['replay', file, '--against', greeter]);
    expect(text).toMatchObject({ code: 2, out: '' });
    expect(text.err).toMatch(words);
    const { code, json } = await report(file, '--against', greeter);
    expect(code).toBe(2);
    expect(json).toMatchObject({ ok: false, runs: [] });
    expect(json.problems).toHaveLength(1);
  });

  it('ends with 3 when the target can not be started', async () => {
    const { code, json } = await report(await baseline(), '--against', fixture('missing-exec-bit'));
    expect([code, json.ok]).toEqual([3, false]);
  });

  it.each([
    [['base.fsj'], /no target/],
    [['base.fsj', '--against', 'x', '--ignore', 'content'], /no place to ignore/],
    [['base.fsj', '--against', 'x', '--normalize', 'clocks'], /can't be used to normalise/],
    [['base.fsj', '--against', 'x', '--pace', 'fast'], /Give asap/],
    [['base.fsj', '--against', 'x', '--pace', 'x0'], /Give asap/],
    [['base.fsj', '--against', 'x', '--against', 'y', '--accept'], /takes one target/],
  ])('ends with 2 for %j', async (args, words) => {
    const { code, err, out } = await cli.run(['replay', ...args]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(words);
  });

  it('is what a damaged recording still holds, with a word about the damage', async () => {
    const file = await baseline();
    const text = readFileSync(file, 'utf8');
    writeFileSync(file, `${text.slice(0, -30)}`);
    const { out } = await cli.run(['replay', file, '--against', greeter]);
    expect(out).toMatch(/▲ .*incomplete|▲ .*torn|▲ .*line/);
    expect(out).toMatch(/✓ equal .*tool_result/);
  });
});

describe('diff', () => {
  it('is green for a recording and its replay, red with the pointer for a changed one', async () => {
    const file = await baseline();
    await cli.run(['replay', file, '--against', greeter, '--record', at('same.fsj')]);
    await cli.run(['replay', file, '--against', changed(), '--record', at('other.fsj')]);
    const same = await cli.run(['diff', file, at('same.fsj')]);
    expect(same.code, same.out).toBe(0);
    expect(same.out).toMatch(/^✓ \d+ equal$/m);
    const other = await cli.run(['diff', file, at('other.fsj')]);
    expect(other.code).toBe(1);
    expect(other.out).toMatch(/^✖ changed .*tool_result.*\n {4}\/content\/0\/text\n {4}- "Hallo, Ada\."/m);
    const json = await cli.run(['diff', file, at('other.fsj'), '--json']);
    expect(JSON.parse(json.out)).toMatchObject({
      ok: false,
      counts: { changed: 1, missing: 0, extra: 0 },
      problems: [],
    });
  });

  it('refuses what is no recording, with 2', async () => {
    const file = writeRecording(at('a.fsj'), [...handshake, line('x')]);
    copyFileSync(path.join(greeter, 'greeter.mjs'), at('b.fsj'));
    const { code, err, out } = await cli.run(['diff', file, at('b.fsj'), '--json']);
    expect(code).toBe(2);
    expect(err).toContain('b.fsj is not a Framescope recording');
    expect(JSON.parse(out)).toMatchObject({ ok: false, problems: [{ code: 'recordingNotOne' }], rows: [] });
  });
});
