// `framescope call` with real extensions: what is printed where, which code it ends with, and what is wrong usage.

import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { hasHidden } from '../../../shared/json/visible.ts';
import { CommandLineUnderTest, type Told } from '../../support/command-line.ts';
import { examplesDir, fixture } from '../../support/fixture-extensions.ts';
import { writeExtension } from '../../support/written-extension.ts';

let cli: CommandLineUnderTest;
beforeEach(() => {
  cli = new CommandLineUnderTest();
});
afterEach(() => cli.close());

const greeter = path.join(examplesDir, 'greeter');
const extension = (source: string): string => writeExtension(cli.stateDir, 'probe', source);
const json = (told: Told): Record<string, unknown>[] =>
  told.out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Record<string, unknown>);

describe('a call', () => {
  it('prints the result on stdout and everything else on stderr', async () => {
    const { code, out, err } = await cli.run(['call', greeter, 'greet', '{"name":"Ada"}']);
    expect({ code, out }).toEqual({ code: 0, out: 'Hello, Ada.\n' });
    expect(err).toMatch(/^greet answered, .* ms\nRecording: \/.*\.fsj\n$/);
  });

  it('sends the arguments as they are spelled', async () => {
    const args = '{"big": 7301444403300120013, "one": 1.0, "one": "\\u00e9"}';
    const { out } = await cli.run(['call', fixture('big-numbers'), 'echo', args]);
    expect(out).toContain('{"big":7301444403300120013,"one":1.0,"one":"\\u00e9"}');
  });

  it('takes arguments from a file, from the standard input, or none', async () => {
    const file = path.join(cli.stateDir, 'args.json');
    writeFileSync(file, '{\n  "text": "from a file"\n}\n');
    expect((await cli.run(['call', fixture('good'), 'echo', `@${file}`])).out).toBe(
      '{"text":"from a file"}\n',
    );
    cli.input = '{"text":"piped"}';
    expect((await cli.run(['call', fixture('good'), 'echo', '-'])).out).toBe('{"text":"piped"}\n');
    expect((await cli.run(['call', fixture('good'), 'echo'])).out).toBe('{}\n');
  });

  it('prints pictures by type and size, and texts harmlessly', async () => {
    const probe = extension(`
      tool('mixed');
      handlers.tool_call = ({ id }) => send({ type: 'tool_result', id, content: [
        { type: 'text', text: 'a\\tb\\n\\u001b[31mred\\u202e' },
        { type: 'image', mime_type: 'image/png', data: Buffer.alloc(1234).toString('base64') },
        { type: 'audio', data: 'x' },
      ] });`);
    const { out, err, code } = await cli.run(['call', probe, 'mixed']);
    expect(out).toBe(
      'a\tb\n\\u001b[31mred\\u202e\nimage/png, 1,234 B\n[unknown block type "audio" from extension probe]\n',
    );
    expect(err).toMatch(/^▲ .*audio/m);
    expect(code).toBe(0);
  });

  it('of a command line takes the tool before --', async () => {
    const program = ['--', process.execPath, path.join(fixture('good'), 'main.mjs')];
    const { code, out } = await cli.run(['call', 'echo', '[1]', ...program]);
    expect({ code, out }).toEqual({ code: 0, out: '[1]\n' });
  });

  it('reaches a tool that the host shadows', async () => {
    const probe = extension(`
      tool('bash');
      handlers.tool_call = ({ id }) => text(id, 'mine');`);
    expect(await cli.run(['call', probe, 'bash'])).toMatchObject({ code: 0, out: 'mine\n' });
  });

  it('writes its recording where --record says', async () => {
    const file = path.join(cli.stateDir, 'mine.fsj');
    const { err } = await cli.run(['call', greeter, 'greet', '{"name":"Ada"}', '--record', file]);
    expect(err).toContain(`Recording: ${file}\n`);
    expect(readFileSync(file, 'utf8')).toMatch(/"type":"tool_call"[^]*"type":"tool_result"[^]*shutdown_ack/);
  });
});

describe('exit code 1', () => {
  it('means a result that is an error', async () => {
    const { code, out, err } = await cli.run(['call', greeter, 'greet', '{}']);
    expect({ code, out }).toEqual({ code: 1, out: 'name must be a text of at least one character\n' });
    expect(err).toMatch(/^✖ greet ended in an error/);
  });

  it('means no answer in time', async () => {
    const probe = extension("tool('slow');");
    const { code, out, err } = await cli.run(['call', probe, 'slow', '--timeout', '200']);
    expect(code).toBe(1);
    expect(out).toContain('timeout waiting for probe/slow');
    expect(err).toMatch(/✖ probe did not answer slow in (0\.2 s|20\d ms)\./);
  });

  it('means a process that ended meanwhile', async () => {
    const { code, err } = await cli.run(['call', fixture('crashes-after-ready'), 'crash']);
    expect(code).toBe(1);
    expect(err).toMatch(/✖ crash got no answer: /);
  });

  it('means an extension that never became ready', async () => {
    const told = await cli.run(['call', fixture('no-hello'), 'x', '--hello-timeout', '100']);
    expect(told).toMatchObject({ code: 1, out: '' });
    expect(told.err).toMatch(/no-hello: No hello came in 0\.1 s.*\nFix: .*--hello-timeout MS/);
  });
});

describe('wrong usage', () => {
  it.each<[string, string[], RegExp]>([
    [
      'ARGS that are not JSON',
      ['{"name":Ada}'],
      /ARGS is not JSON: line 1, column 9: here should be a value: .*▸Ada/,
    ],
    ['ARGS without quotes', ['name'], /ARGS is not JSON: line 1, column 1[^]*Quote it for the shell/],
    ['ARGS that lost their quotes', ['{name:', 'Ada}'], /more than one value of ARGS/],
    ['a file that is not there', ['@no/such/file.json'], /no\/such\/file\.json cannot be read/],
  ])('is %s, and starts nothing', async (_what, args, message) => {
    const { code, out, err } = await cli.run(['call', greeter, 'greet', ...args]);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
    expect(err).not.toContain('Recording:');
  });

  it.each([
    ['no target', ['call'], /no target/],
    ['no tool', ['call', greeter], /no tool/],
    ['nothing behind --', ['call', 'greet', '--'], /nothing stands behind "--"/],
    ['a time that is none', ['call', greeter, 'greet', '--timeout', 'soon'], /whole milliseconds/],
  ])('is %s', async (_what, args, message) => {
    const { code, err } = await cli.run(args);
    expect(code).toBe(2);
    expect(err).toMatch(message);
  });

  it('is a tool that is not there, and lists those that are', async () => {
    const { code, out, err } = await cli.run(['call', greeter, 'gret', '{}']);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toContain('greeter has no tool "gret".\nFix: Did you mean greet? It has: greet.');
    const none = await cli.run(['call', fixture('no-ready-silent'), 'x']);
    expect(none.err).toContain('It has no tools.');
  });

  it('is a place in the file', async () => {
    const file = path.join(cli.stateDir, 'args.json');
    writeFileSync(file, '{\n  "name": "Ada",\n}\n');
    const { err } = await cli.run(['call', greeter, 'greet', `@${file}`]);
    expect(err).toMatch(/args\.json is not JSON: line 3, column 1: here should be a key/);
  });
});

describe('--json', () => {
  it('prints one fact a line, the last one the outcome', async () => {
    const facts = json(await cli.run(['call', greeter, 'greet', '{"name":"Ada"}', '--json']));
    expect(facts.map(({ kind }) => kind)).toEqual(['scenario', 'began', 'happened', 'outcome']);
    expect(facts[2]).toMatchObject({
      do: 'tool_call',
      outcome: {
        kind: 'tool',
        argsText: '{"name":"Ada"}',
        tool: { isError: false, content: [{ kind: 'text', text: 'Hello, Ada.' }], end: { how: 'answered' } },
      },
    });
    expect(facts[3]).toMatchObject({ ok: true, findings: [], recordings: [expect.stringMatching(/\.fsj$/)] });
  });

  it('prints the outcome also when nothing was called', async () => {
    for (const args of [
      ['call', greeter, 'gret', '--json'],
      ['call', greeter, 'greet', '{', '--json'],
      ['call', greeter, '--json'],
      ['call', '/nonexistent', 'x', '--json'],
      ['call', fixture('no-hello'), 'x', '--hello-timeout', '50', '--json'],
    ]) {
      const facts = json(await cli.run(args));
      expect(facts, args.join(' ')).toMatchObject([{ kind: 'outcome', ok: false, problems: [{}] }]);
    }
  });

  it('escapes what would act on a terminal', async () => {
    const probe = extension(`
      tool('t');
      handlers.tool_call = ({ id }) => text(id, '\\u001b\\u202e\\u0085');`);
    const { out } = await cli.run(['call', probe, 't', '--json']);
    expect(out.split('\n').filter(hasHidden)).toEqual([]);
    expect(out).toContain('\\u202e');
  });
});
