import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { runCommandLine } from '../../../electron/cli/command-line.ts';
import { Printer } from '../../../electron/cli/printer.ts';

/** Runs without an engine: a command that asks for one gets an exception of ours instead. */
async function run(...args: string[]): Promise<{ code: number; out: string; err: string }> {
  const told = { out: '', err: '' };
  const printer = (name: 'out' | 'err'): Printer => {
    const stream = new PassThrough();
    stream.setEncoding('utf8').on('data', (text: string) => (told[name] += text));
    return new Printer(stream);
  };
  const code = await runCommandLine(args, {
    terminal: {
      out: printer('out'),
      err: printer('err'),
      isTerminal: false,
      width: undefined,
      environment: {},
      input: async () => new Uint8Array(),
      stream: () => new PassThrough(),
      cwd: '/tmp',
      onInterrupt: () => () => {},
    },
    version: '1.2.3',
    profiles: [{ name: 'zot-latest', title: 'zot' }],
    defaultProfile: 'zot-latest',
    workspaceOptions: { stateDir: '/tmp', environment: {}, programVersion: '1.2.3' },
    workspace: () => {
      throw new Error('the moon fell down');
    },
    settings: () => {
      throw new Error('no settings here');
    },
  });
  return { code, ...told };
}

describe('the command line', () => {
  it('prints its version', async () => {
    expect(await run('--version')).toEqual({ code: 0, out: '1.2.3\n', err: '' });
  });

  it.each([[['--help']], [['help']]])('prints help with examples and exit codes for %j', async (args) => {
    const { code, out, err } = await run(...args);
    expect({ code, err }).toEqual({ code: 0, err: '' });
    expect(out).toContain('inspect');
    expect(out).toContain('Examples:');
    expect(out).toContain('Exit codes:');
  });

  it.each([[['inspect', '--help']], [['help', 'inspect']]])(
    'prints the help of a command for %j',
    async (args) => {
      const { code, out } = await run(...args);
      expect(code).toBe(0);
      for (const option of ['--json', '--profile', '--wait', '--timeout', '--record', '-- COMMAND'])
        expect(out).toContain(option);
      expect(out).toContain('"zot-latest"');
    },
  );

  it.each<[string, string[], RegExp]>([
    ['no command', [], /Usage: framescope/],
    ['an unknown command', ['inspekt', 'x'], /unknown command 'inspekt'[^]*inspect/],
    ['an unknown option', ['inspect', 'x', '--jsn'], /unknown option '--jsn'[^]*--json/],
    ['no target', ['inspect'], /no target: name a folder/],
    ['an empty command line', ['inspect', '--'], /no target/],
    ['two targets', ['inspect', 'a', 'b'], /too many arguments/],
    ['a target and a command line', ['inspect', 'a', '--', 'node'], /give one of them/],
    ['a wait that is no number', ['inspect', 'a', '--wait', 'long'], /whole milliseconds/],
    ['a negative wait', ['inspect', 'a', '--wait=-1'], /whole milliseconds/],
    ['a wait beyond the timer', ['inspect', 'a', '--wait', '2147483648'], /whole milliseconds/],
    ['an unknown profile', ['inspect', 'a', '--profile', 'zut'], /Allowed choices are zot-latest/],
  ])('refuses %s with exit code 2 and says what would be right', async (_what, args, message) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).toMatch(message);
  });

  it('with --json also says a usage error as one JSON object', async () => {
    const { code, out, err } = await run('inspect', '--json', '--wait', 'x', 'a');
    expect(code).toBe(2);
    expect(err).toContain('whole milliseconds');
    expect(JSON.parse(out)).toMatchObject({
      ok: false,
      problems: [{ code: 'argumentInvalid', severity: 'error', seq: null }],
    });
  });

  it('what stands after -- belongs to the command, even when it looks like ours', async () => {
    const { code, err } = await run('inspect', '--', 'node', 'x.mjs', '--help', '--json', '--');
    expect(code).toBe(4); // it came as far as asking for the engine
    expect(err).toContain('the moon fell down');
  });

  it('calls a fault of its own by that name, tells how to report it, and ends with 4', async () => {
    const { code, out, err } = await run('inspect', 'a', '--json');
    expect(code).toBe(4);
    expect(err).toMatch(/fault of Framescope[^]*the moon fell down[^]*report/);
    expect(JSON.parse(out)).toMatchObject({ ok: false, problems: [{ code: 'internal', severity: 'error' }] });
  });
});
