// A run of the simulated agent over native plugins, as data: the steps an Opcode agent goes through from trust to shutdown,
// each of them editable, and what came of each. Pure; the engine walks it.

import { eventTemplates } from '../protocol/opcode/event-names.ts';
import type { JsonObject } from '../protocol/define.ts';
import type { SessionId } from '../ids.ts';

export interface RunCall {
  readonly name: string;
  /** JSON text. */
  readonly argsText: string;
  /** What a tool that is none of the plugin's would give, as text. */
  readonly stands: string;
}

export type RunStep =
  /** Told to all handlers of the event; `payload` is JSON text. */
  | { readonly kind: 'event'; readonly event: string; readonly payload: string }
  /** What the model asked for at once: a veto, the calls, their results. */
  | { readonly kind: 'calls'; readonly calls: readonly RunCall[] };

export interface RunOptions {
  /** Asked before a tool marked DESTRUCTIVE is run; default: it is run. */
  readonly confirm?: (tool: string, argsText: string) => Promise<boolean>;
  /** Told apart from other runs by it: it is in the tokens that is_cancelled is asked about. */
  readonly name?: string;
  /** A step begins; its token, which `cancel` takes. */
  readonly began?: (at: number, token: string) => void;
  readonly ended?: (at: number, report: StepReport) => void;
  /** Asked before each step: why the run goes no further, '' when it does. */
  readonly stopped?: () => string;
}

export interface HandlerReturn {
  readonly session: SessionId;
  readonly plugin: string;
  /** Counts from 1 over the handlers of this event. */
  readonly handler: number;
  /** null: it has not returned. */
  readonly value: number | null;
  readonly meaning: string;
  readonly line: number | null;
}

export interface CallReport {
  readonly name: string;
  readonly argsText: string;
  readonly outcome: 'ran' | 'vetoed' | 'notConfirmed' | 'failed';
  /** What the model gets. */
  readonly text: string;
  readonly isError: boolean;
  /** Name of the plugin that vetoed it. */
  readonly vetoedBy: string;
}

export interface StepReport {
  readonly step: RunStep;
  readonly returns: readonly HandlerReturn[];
  readonly calls: readonly CallReport[];
  /** Why the run goes no further, in words. */
  readonly stopped: string;
}

export interface RunReport {
  readonly steps: readonly StepReport[];
  /** '' when it went to its end. */
  readonly stopped: string;
}

const order = [
  'project_trust',
  'resources_discover',
  'session_start',
  'input',
  'before_agent_start',
  'agent_start',
  'turn_start',
  'before_provider_request',
  'after_provider_response',
  'message_start',
  'provider_stream_event',
  'message_update',
  'message_end',
  'calls',
  'turn_end',
  'agent_end',
  'session_shutdown',
] as const;

/** A whole run to start from: one turn, with the calls that are given. */
export function defaultRun(calls: readonly RunCall[]): readonly RunStep[] {
  return order.map((name) => {
    if (name === 'calls') return { kind: 'calls', calls };
    return { kind: 'event', event: name, payload: JSON.stringify(templateOf(name)) };
  });
}

function templateOf(event: string): JsonObject {
  return eventTemplates.find(({ name }) => name === event)?.payload ?? {};
}
