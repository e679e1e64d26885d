// Runs a scenario over targets: starts them, walks the scenario, stops them. Both `call` and `run` are this. It asks the
// engine and tells; what is right or wrong is the driver's, how it reads is the telling's.

import type { Scenario } from '../../shared/scenario/format.ts';
import type { TargetInput } from '../../shared/target/target.ts';
import { checkSessions, runScenario, type ScenarioSession } from '../drivers/scenario.ts';
import { agentOf } from '../engine/agent-of.ts';
import type { Agent } from '../session/agent-type.ts';
import { exitCodes, type ExitCode } from './exit-codes.ts';
import type { OutcomeFact, ScenarioTelling } from './scenario-telling.ts';
import { startTargets, type Running, type StartOptions } from './start-targets.ts';
import type { Refusal } from './telling.ts';
import type { Terminal } from './terminal.ts';
import { UnderWatch } from './under.ts';

export interface ScenarioCommand extends StartOptions {
  readonly telling: ScenarioTelling;
  /** Guards that fail block instead of allowing. */
  readonly failClosed: boolean;
  /** Made when the extensions are ready; a refusal sends nothing. */
  readonly scenario: (running: readonly Running[], agent: Agent) => Scenario | readonly Refusal[];
}

/** Never throws for what an extension does; returns the exit code of the command. */
export async function runOver(inputs: readonly TargetInput[], command: ScenarioCommand): Promise<ExitCode> {
  const { workspace, telling, terminal } = command;
  const agent = agentOf(workspace);
  agent.failClosed = command.failClosed;
  const watch = new UnderWatch(terminal);
  const refuse = async (refusals: readonly Refusal[], code: ExitCode): Promise<ExitCode> => {
    await stopAll(
      workspace.list.flatMap(({ session }) => (session ? [session] : [])),
      terminal,
    );
    await watch.close();
    await telling.refused(refusals, recordingsOf(workspace.list));
    return code;
  };
  try {
    const started = await startTargets(inputs, { ...command, opened: (each) => watch.opened(each) });
    if (!started.ok) return await refuse(started.refusals, started.code);
    const { running } = started;
    const scenario = command.scenario(running, agent);
    if (!('steps' in scenario)) return await refuse(scenario, exitCodes.usage);
    const sessions: readonly ScenarioSession[] = running;
    const there = checkSessions(scenario, sessions);
    if (!there.ok) return await refuse([there.failure], exitCodes.usage);
    await telling.started(running);
    const outcome = await walk(scenario, agent, sessions, command);
    await stopAll(
      running.map(({ session }) => session),
      terminal,
    );
    await watch.close();
    await telling.ended(outcome, recordingsOf(running));
    return outcome.ok ? exitCodes.fine : exitCodes.findings;
  } finally {
    agent.dispose();
    await workspace.closeAll();
  }
}

async function walk(
  scenario: Scenario,
  agent: Agent,
  sessions: readonly ScenarioSession[],
  { telling, terminal }: ScenarioCommand,
): Promise<OutcomeFact> {
  const ending = new AbortController();
  const stops = [
    terminal.onInterrupt(() => {
      void terminal.err.lines(['Stopping the extensions; interrupt again to kill them.']);
      ending.abort();
    }),
    terminal.out.onGone(() => ending.abort()),
  ];
  let outcome: OutcomeFact | undefined;
  for await (const fact of runScenario(scenario, { agent, sessions, signal: ending.signal })) {
    if (fact.kind === 'outcome') outcome = fact;
    await telling.fact(fact);
  }
  for (const stop of stops) stop();
  if (!outcome) throw new Error('A scenario ended without an outcome.');
  return outcome;
}

function recordingsOf(opened: readonly Pick<Running, 'journal'>[]): string[] {
  return opened.map(({ journal }) => journal.path);
}

/** The host's way, all at once; an interrupt meanwhile asks again, which kills. */
async function stopAll(sessions: readonly Running['session'][], terminal: Terminal): Promise<void> {
  const again = terminal.onInterrupt(() => {
    for (const session of sessions) session.stop('user');
  });
  for (const session of sessions) if (!session.endWanted) session.stop('user');
  await Promise.all(sessions.map((session) => session.ended));
  again();
}
