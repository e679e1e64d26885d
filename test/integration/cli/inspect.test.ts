// `framescope inspect` with real extensions: what it prints, in which order, and what its options change.

import { existsSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { examplesDir, fixture } from '../../support/fixture-extensions.ts';

let cli: CommandLineUnderTest;
beforeEach(() => {
  cli = new CommandLineUnderTest();
});
afterEach(() => cli.close());

const greeter = path.join(examplesDir, 'greeter');
/** An extension of a test's own, as the words after `--`. */
const program = (source: string): string[] => ['--', process.execPath, '-e', source];
const frame = (value: object): string => `console.log(${JSON.stringify(JSON.stringify(value))});`;
const hello = frame({ type: 'hello', name: 'x', version: '1' });
const ready = frame({ type: 'ready' });

describe('the text', () => {
  it('tells the target, the rows, the registrations, the problems, the shutdown and the recording, in this order', async () => {
    const { out, err, code } = await cli.run(['inspect', path.join(examplesDir, 'chatterbox')]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const parts = [
      /^chatterbox 1\.0\.0 {3}\/.*\/extension\.json$/,
      /^ {2}runs {2}\/.*node chatterbox\.mjs$/,
      /^ {2}in {4}\/.*chatterbox$/,
      /^ {2}host {2}zot-latest$/,
      /· {2}spawned +pid \d+/,
      /^▲ .*⇠ {2}not JSON +\*\*\* chatterbox 1\.0\.0 \*\*\*$/,
      /← {2}hello +chatterbox 1\.0\.0$/,
      /→ {2}hello_ack .* \d+(\.\d+)? ms$/,
      /← {2}register_tool +repeat/,
      /← {2}ready/,
      /^Registered$/,
      /^ {2}tool +repeat +Says the text again\.$/,
      /^Problems: \d warnings/,
      /^ {2}▲ hello came after/,
      /^ {4}Fix: Write nothing to stdout before hello/,
      /^ {4}row \d+ \(hello-not-first, seed, HelloFromExt/,
      /→ {2}shutdown/,
      /← {2}shutdown_ack .* ms$/,
      /· {2}exited +code 0$/,
      /^6 frames, exit code 0$/,
      /^Recording: \/.*\.fsj$/,
    ];
    let rest = out.split('\n');
    for (const part of parts) {
      const at = rest.findIndex((line) => part.test(line));
      expect(at, `${part} in\n${rest.join('\n')}`).toBeGreaterThanOrEqual(0);
      rest = rest.slice(at + 1);
    }
  });

  it('has every row of the recording, stderr and all', async () => {
    const { out } = await cli.run(['inspect', greeter]);
    const file = /^Recording: (.*)$/m.exec(out)?.[1] ?? '';
    const entries = readFileSync(file, 'utf8').trim().split('\n').slice(1);
    const rows = out.split('\n').filter((line) => /^. +\d+\.\d{4} {2}\S/.test(line));
    // The last entries of the file may be about the file itself.
    const kinds = entries.map((line) => (JSON.parse(line) as { kind: string }).kind);
    expect(rows).toHaveLength(kinds.lastIndexOf('stateChanged') + 1);
    expect(out).toMatch(/2> stderr +greeter: host speaks protocol 1/);
  });

  it('says that nothing was registered, and that there are no problems', async () => {
    const { out } = await cli.run(['inspect', ...program(`${hello}${ready}process.stdin.resume()`)]);
    expect(out).toContain('Registered nothing\nNo problems.\n');
  });

  it('tells the first few of many alike and counts the others', async () => {
    const lines = 'for (let i = 0; i < 500; i++) console.log("line" + i);';
    const { out } = await cli.run(['inspect', ...program(`${hello}${ready}${lines}process.stdin.resume()`)]);
    expect(out).toMatch(/and 497 more of not-json/);
    expect(out.match(/\(not-json/g)).toHaveLength(3);
    expect(out.match(/⇠ {2}not JSON/g)).toHaveLength(500);
  });

  it('says what there is to know about the target beforehand', async () => {
    const { out, code } = await cli.run(['inspect', fixture('disabled')]);
    expect(code).toBe(0);
    expect(out).toMatch(/"enabled" is false/);
  });
});

describe('the JSON object', () => {
  it('of the greeter is this', async () => {
    const { code, err, json } = await cli.report([greeter]);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect({ ...json, tools: json.tools.map(({ name }) => name), problems: [] }).toEqual({
      ok: true,
      state: 'ready',
      hello: { name: 'greeter', version: '1.0.0', capabilities: ['commands', 'tools', 'events'] },
      commands: [{ name: 'greet', description: 'Greet somebody: /greet NAME' }],
      tools: ['greet'],
      events: ['session_start', 'turn_end', 'tool_call'],
      intercepts: ['tool_call'],
      problems: [],
      diagnosis: [],
      frames: 8,
      exit: { code: 0, signal: null },
    });
    expect(json.problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
  });

  it('names the row of each problem, and null where there is none', async () => {
    const { json } = await cli.report([fixture('no-hello'), '--timeout', '100']);
    expect(json.problems.find(({ code }) => code === 'hello-timeout')).toEqual({
      code: 'hello-timeout',
      severity: 'error',
      message: 'No hello came in 0.1 s; not one whole line came on stdout.',
      seq: null,
    });
    const banner = await cli.report([fixture('banner-before-hello')]);
    expect(banner.json.problems.every(({ seq }) => typeof seq === 'number')).toBe(true);
  });

  it.each([
    ['a path that is not there', ['/nonexistent/extension'], 'targetMissing', /\/nonexistent\/extension/],
    ['a manifest that is no JSON', [fixture('broken-manifest')], 'manifestInvalid', /line 4, column 3/],
    [
      'a program that is not on the PATH',
      ['--', 'no-such-program-anywhere'],
      'executableNotFound',
      /PATH searched: /,
    ],
    [
      'a script that may not be executed',
      [fixture('missing-exec-bit')],
      'executableNotRunnable',
      /not executable/,
    ],
  ])('of %s has the reason, and stderr the fix', async (_what, args, problem, message) => {
    const { code, err, json } = await cli.report(args);
    expect(code).toBe(3);
    expect(json).toMatchObject({ ok: false, state: 'idle', hello: null, exit: null, frames: 0 });
    expect(json.problems).toMatchObject([{ code: problem, severity: 'error', seq: null }]);
    expect(json.problems[0]?.message).toMatch(message);
    expect(err).toMatch(message);
    expect(err).toMatch(/^Fix: ./m);
  });
});

describe('an extension that does not get ready', () => {
  it.each([
    ['silent', 'process.stdin.resume()', 'not one whole line came on stdout'],
    ['talking', 'console.log("Loading"); process.stdin.resume()', '1 line came on stdout that is no frame'],
    ['ahead of itself', `${ready}process.stdin.resume()`, 'other frames came, but hello has to be the first'],
  ])(
    'is waited for and then stopped, with one sentence that says what is wrong: %s',
    async (_what, source, words) => {
      const { code, out } = await cli.run(['inspect', '--timeout', '700', ...program(source)]);
      expect(code).toBe(1);
      expect(out).toContain(`No hello came in 0.7 s; ${words}`);
      expect(out).toMatch(/exit code 0\nRecording: /);
    },
  );

  it('is not waited for longer than it lives', async () => {
    const { code, out } = await cli.run(['inspect', '--timeout', '60000', fixture('exits-before-hello')]);
    expect(code).toBe(1);
    expect(out).toMatch(/exited with code 1 before it said hello.*API key missing/);
  });

  it('gets the time that the host gives once hello has come', async () => {
    const { code, json } = await cli.report([fixture('keeps-registering'), '--timeout', '2500']);
    expect({ code, state: json.state }).toEqual({ code: 0, state: 'ready' });
  });

  it('has the deadline of the profile where there is one', async () => {
    const late = `setTimeout(() => { ${hello}${ready} }, 300); process.stdin.resume()`;
    // terva-6 gives ten seconds; ours is for hosts that wait for ever.
    const { code } = await cli.report(['--profile', 'terva-6', '--timeout', '100', ...program(late)]);
    expect(code).toBe(0);
  });
});

describe('the options', () => {
  it('--wait is how long it listens after ready', async () => {
    const late = `${hello}${ready}setTimeout(() => { ${frame({ type: 'notify', level: 'info', message: 'late' })} }, 400); process.stdin.resume()`;
    const told = async (waitMs: string): Promise<string> =>
      (await cli.run(['inspect', '--wait', waitMs, ...program(late)])).out;
    expect(await told('0')).toMatch(/→ {2}shutdown[^]*info: late/);
    expect(await told('1500')).toMatch(/info: late[^]*→ {2}shutdown/);
  });

  it('--profile is the host that is played', async () => {
    const source = `${hello}${frame({ type: 'subscribe', intercept: ['turn_start'] })}${ready}process.stdin.resume()`;
    expect((await cli.report(program(source))).json.intercepts).toEqual(['turn_start']);
    expect((await cli.report(['--profile', 'zot-seed', ...program(source)])).json.intercepts).toEqual([]);
  });

  it('--record writes to that file, also over one that is there, and nowhere else', async () => {
    const file = path.join(cli.stateDir, 'mine.fsj');
    writeFileSync(file, 'what was there\n');
    const { out } = await cli.run(['inspect', greeter, '--record', file]);
    expect(out).toContain(`Recording: ${file}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/^\{"framescope":1,[^]*"type":"shutdown_ack"[^]*\n$/);
    const journals = path.join(cli.stateDir, 'journals');
    expect(existsSync(journals) ? readdirSync(journals) : []).toEqual([]);
  });

  it('--record to a place that cannot be written starts nothing and says so', async () => {
    const { code, err, json } = await cli.report([
      greeter,
      '--record',
      path.join(cli.stateDir, 'no', 'such', 'x.fsj'),
    ]);
    expect(code).toBe(3);
    expect(json.problems).toMatchObject([{ code: 'recordingUnwritable' }]);
    expect(err).toContain('x.fsj');
  });

  it('what stands after -- runs as it is, in the folder of the caller', async () => {
    const source = `${hello}${ready}console.error(JSON.stringify([process.cwd(), process.argv.slice(1)]));process.stdin.resume()`;
    const { out } = await cli.run(['inspect', ...program(source), '--', '--json', 'a b', '', '$HOME', '*']);
    expect(out).toContain(JSON.stringify([process.cwd(), ['--json', 'a b', '', '$HOME', '*']]));
  });
});
