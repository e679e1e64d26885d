// Answers about the simulated agent and its scenarios. Translates only: each answer is one call.

import { ok, type Result } from '../../shared/result.ts';
import type { AgentDesk } from '../engine/agent-desk.ts';
import type { ScenarioFiles } from '../engine/scenario-files.ts';
import type { Handlers } from './handlers.ts';

export interface AgentParts {
  readonly desk: AgentDesk;
  readonly files: ScenarioFiles;
}

type AgentCommands = Extract<keyof Handlers, `agent.${string}` | `scenario.${string}`>;

export function answersAboutAgent({ desk, files }: AgentParts): Pick<Handlers, AgentCommands> {
  const done = (act: () => void): Result<void> => ok(act());
  return {
    'agent.state': () => ok(desk.state()),
    'agent.ack': ({ news }) => done(() => desk.ack(news)),
    'agent.callTool': (ask) => desk.callTool(ask),
    'agent.runCommand': (ask) => desk.runCommand(ask),
    'agent.emit': ({ event, fields }) => desk.emit(event, fields),
    'agent.intercept': ({ event, fields }) => desk.intercept(event, fields),
    'agent.panelKey': ({ session, panel, key, text }) => desk.panelKey(session, panel, key, text),
    'agent.closePanel': ({ session, panel }) => desk.closePanel(session, panel),
    'agent.setFailClosed': ({ failClosed }) => done(() => desk.setFailClosed(failClosed)),
    'agent.setFreeze': ({ session, freeze }) => desk.setFreeze(session, freeze),
    'agent.clear': () => done(() => desk.clear()),
    'scenario.run': ({ text }) => desk.runScenario(text),
    'scenario.stop': () => done(() => desk.stopScenario()),
    'scenario.open': () => files.open(),
    'scenario.save': ({ text, path }) => files.save(text, path),
  };
}
