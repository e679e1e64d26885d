// `framescope call`: its arguments, options and help, and how one call reads. The run is scenario-session.ts: a call is a
// scenario of one step.

import path from 'node:path';
import type { Command } from 'commander';
import type { PartOutcome } from '../../shared/scenario/facts.ts';
import type { Scenario } from '../../shared/scenario/format.ts';
import { nearestName } from '../../shared/protocol/near.ts';
import { visibleText } from '../../shared/json/visible.ts';
import type { TargetInput } from '../../shared/target/target.ts';
import type { Agent } from '../session/agent-type.ts';
import type { Call } from './call.ts';
import { duration } from './clock-text.ts';
import { blockLines } from './content-text.ts';
import { exitCodes } from './exit-codes.ts';
import { readArgs } from './given-text.ts';
import { inkFor } from './ink.ts';
import { commandInput, helloTimeout, milliseconds, pathInput, profileOption } from './options.ts';
import { runOver } from './scenario-session.ts';
import { jsonTelling, recordingLines, textRefusal, type ScenarioTelling } from './scenario-telling.ts';
import { shown } from './shown.ts';
import type { Running } from './start-targets.ts';
import type { Refusal } from './telling.ts';
import type { Terminal } from './terminal.ts';
import { toldUnder, underOption, waitUnder } from './under.ts';

interface Options {
  readonly json?: true;
  readonly profile: string;
  readonly timeout?: number;
  readonly helloTimeout: number;
  readonly record?: string;
  readonly under?: string;
}

const details = `
ARGS is one JSON value; "-" reads it from the standard input, "@FILE" from a file. Without it the tool gets {}. It is sent
as it is spelled: digits, key order and escapes stay. The result stands on stdout, everything else on stderr.

Examples:
  framescope call examples/extensions/greeter greet '{"name":"Ada"}'
  framescope call ./my-extension search @arguments.json --timeout 5000
  echo '{"name":"Ada"}' | framescope call ./my-extension greet - --json
  framescope call greet '{"name":"Ada"}' -- python3 extension.py
  framescope call plugin.so greet '{"name":"Ada"}' --under gdb

Exit codes: 0 fine, 1 the result is an error, nobody answered in time, or the process ended; 2 wrong usage, also a tool
that is not there, or ARGS that are not JSON; 3 the target could not be started.`;

export function addCall(program: Command, call: Call): void {
  program
    .command('call')
    .description('Call one tool of a target, as the model does, and print what it answers.')
    .usage('[options] TARGET TOOL [ARGS]\n       framescope call [options] TOOL [ARGS] -- COMMAND [ARGS...]')
    .argument('[WORDS...]', 'TARGET (a folder, an extension.json or a native plugin), TOOL and ARGS')
    .option('--json', 'print one fact a line as JSON instead, the last one the outcome')
    .addOption(milliseconds('--timeout <MS>', "how long to wait for the result, instead of the host's limit"))
    .addOption(helloTimeout())
    .addOption(profileOption(call).default(call.surroundings.defaultProfile))
    .addOption(underOption())
    .option('--record <FILE>', 'write the recording to this file')
    .helpOption('-h, --help', 'print this help')
    .addHelpText('after', details)
    .action((words: readonly string[], options: Options, command: Command) =>
      run(call, wordsOf(call, words, command), {
        ...options,
        helloTimeout: waitUnder(command, 'helloTimeout', options.helloTimeout, options.under),
      }),
    );
}

interface Words {
  readonly input: TargetInput;
  readonly tool: string;
  readonly args: string | undefined;
}

function wordsOf(call: Call, words: readonly string[], command: Command): Words {
  const program = commandInput(call, command);
  const [target, tool, args, ...rest] = program ? ['', ...words] : words;
  if (target === undefined)
    command.error('error: no target: name a folder, an extension.json, or a command line after "--"');
  if (tool === undefined) command.error('error: no tool: name the one to call');
  if (rest.length > 0)
    command.error(
      `error: more than one value of ARGS (${rest.join(' ')}): quote it for the shell, like '{"name":"Ada"}'`,
    );
  return { input: program ?? pathInput(call, target as string), tool: tool as string, args };
}

async function run(call: Call, { input, tool, args }: Words, options: Options): Promise<void> {
  const { terminal, settings, workspace } = call.surroundings;
  const telling = options.json ? jsonTelling(terminal) : callTelling(terminal);
  const text = await readArgs(args, terminal);
  if (!text.ok) {
    await telling.refused([text.failure], []);
    return call.finish(exitCodes.usage);
  }
  const { record, timeout } = options;
  const code = await runOver([input], {
    workspace: workspace(),
    terminal,
    telling,
    failClosed: false,
    settings: (target) => toldUnder(settings(target, options.profile), options.under),
    helloTimeoutMs: options.helloTimeout,
    journalFile: () => (record === undefined ? undefined : path.resolve(terminal.cwd, record)),
    scenario: (running, agent) => oneCall(running, agent, tool, text.value, timeout),
  });
  call.finish(code);
}

/** A scenario of that call, unless the extension has no such tool. A tool that is shadowed can be called all the same. */
function oneCall(
  [target]: readonly Running[],
  agent: Agent,
  tool: string,
  args: string,
  timeoutMs: number | undefined,
): Scenario | readonly Refusal[] {
  const names = agent.registry
    .filter(({ kind, session }) => kind === 'tool' && session === target?.id)
    .map(({ name }) => name);
  if (!target || !names.includes(tool)) {
    const near = nearestName(tool, names);
    const all = names.length === 0 ? 'It has no tools.' : `It has: ${names.join(', ')}.`;
    const fix = near === undefined ? all : `Did you mean ${near}? ${all}`;
    return [{ code: 'toolUnknown', message: `${target?.name} has no tool "${tool}".`, fix }];
  }
  const step = {
    index: 1,
    line: 1,
    do: 'tool_call',
    tool,
    args,
    session: target.id,
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
  } as const;
  return { name: '', profile: null, steps: [step] };
}

/** The result on stdout, all else on stderr, so that the result can be piped on. */
function callTelling(terminal: Terminal): ScenarioTelling {
  const { out, err } = terminal;
  const ink = inkFor(terminal.isTerminal, terminal.environment);
  const called = async (outcome: Extract<PartOutcome, { kind: 'tool' }>): Promise<void> => {
    const { content, remarks, end, isError, tookMs, tool } = outcome.tool;
    const took = duration(tookMs * 1_000);
    await out.lines(blockLines(content));
    await err.lines(remarks.map(({ message }) => ink('warn', `▲ ${shown(message)}`)));
    if (end.how === 'answered')
      await err.lines([
        isError
          ? ink('fault', `✖ ${shown(tool)} ended in an error, ${took}`)
          : ink('quiet', `${shown(tool)} answered, ${took}`),
      ]);
  };
  return {
    started: async () => {},
    fact: async (fact) => {
      if (fact.kind === 'happened' && fact.outcome.kind === 'tool') await called(fact.outcome);
    },
    ended: async ({ findings }, recordings) => {
      const rest = findings.filter(({ code }) => code !== 'is-error');
      await err.lines([
        ...rest.map(({ message }) => ink('fault', `✖ ${visibleText(message)}`)),
        ...recordingLines(recordings),
      ]);
    },
    refused: (refusals, recordings) => textRefusal(terminal, refusals, recordings),
  };
}
