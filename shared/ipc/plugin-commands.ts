// The part of the contract about native plugins: calling what they offer, cancelling, telling events, and the simulated run
// of an agent over them. A command is answered when it was accepted; what comes of it is in the journal and its summary.

import { Type } from '@sinclair/typebox';
import type { OpenSession } from './open-session.ts';
import type { RunStep, StepReport } from '../session/plugin-run.ts';
import { command, id, none, strict } from './command.ts';

const name = Type.String({ maxLength: 65_536 });
const wholeText = Type.String({ maxLength: 16 * 1024 * 1024 });
const mode = Type.Union([Type.Literal('run'), Type.Literal('step')]);

const runStep = Type.Unsafe<RunStep>(
  Type.Union([
    Type.Object({ kind: Type.Literal('event'), event: name, payload: wholeText }, strict),
    Type.Object(
      {
        kind: Type.Literal('calls'),
        calls: Type.Array(Type.Object({ name, argsText: wholeText, stands: wholeText }, strict), {
          maxItems: 100,
        }),
      },
      strict,
    ),
  ]),
);

/** A tool marked DESTRUCTIVE waits for the person to say whether it may run. */
export interface RunConfirm {
  readonly ask: number;
  readonly tool: string;
  readonly args: string;
}

/** The simulated run of an agent over all plugins that run, as far as it has come. */
export interface PluginRunNews {
  /** Counts from 1. */
  readonly run: number;
  readonly state: 'running' | 'stopping' | 'ended';
  readonly count: number;
  /** Place of the step that runs, from 0; null before and after. */
  readonly at: number | null;
  readonly steps: readonly StepReport[];
  readonly confirm: RunConfirm | null;
  /** Why it went no further; '' otherwise. */
  readonly stopped: string;
}

/** A restart after a crash, and what is called again once the plugin is loaded; null when nothing can be. */
export interface DrivenAgain {
  readonly session: OpenSession;
  readonly again: string | null;
}

export const pluginCommands = {
  /**
   * Refused with `confirmationNeeded` for a tool marked DESTRUCTIVE without `confirmed`, and when the arguments are no JSON,
   * unless `raw`: then they are passed as they are. Answers with the token of the run.
   */
  'plugin.callTool': command<{ readonly token: string }>()(
    Type.Object(
      {
        session: id,
        name,
        argsText: wholeText,
        raw: Type.Boolean(),
        confirmed: Type.Boolean(),
      },
      strict,
    ),
  ),
  /** is_cancelled returns 1 for the token from now on. */
  'plugin.cancel': command<void>()(Type.Object({ session: id, token: name }, strict)),
  /** Calls the `update` function of the tool with a partial result of an open call. */
  'plugin.update': command<void>()(Type.Object({ session: id, call: name, partial: wholeText }, strict)),
  'plugin.runCommand': command<void>()(Type.Object({ session: id, name, args: wholeText }, strict)),
  /** Tells the event to its handlers in order; a veto ends that. Answers with how many there are. */
  'plugin.emit': command<{ readonly handlers: number }>()(
    Type.Object({ session: id, event: name, payload: wholeText }, strict),
  ),
  /** Restarts it and makes the call again that was under way when it ended. */
  'plugin.driveAgain': command<DrivenAgain>()(Type.Object({ session: id, mode }, strict)),
  'plugin.run': command<{ readonly run: number }>()(
    Type.Object({ steps: Type.Array(runStep, { minItems: 1, maxItems: 1_000 }) }, strict),
  ),
  'plugin.runState': command<PluginRunNews | null>()(none),
  'plugin.confirm': command<void>()(
    Type.Object({ ask: Type.Integer({ minimum: 1 }), allow: Type.Boolean() }, strict),
  ),
  /** Cancels the step under way; no further one begins. */
  'plugin.stopRun': command<void>()(none),
} as const;
