// The agent's part of the contract: what the window may ask of the simulated agent, and what it is told of it. A command is
// answered when it was accepted; what comes of it is told by the stream `agent`, like every fact.

import { Type } from '@sinclair/typebox';
import type { SessionId } from '../ids.ts';
import type { ScenarioFault } from '../scenario/format.ts';
import type {
  AgentBlock,
  AgentRemark,
  ChainCard,
  CommandEffect,
  EmitOutcome,
  PanelView,
  RegistryRow,
  RequestEnd,
} from '../session/agent.ts';
import type { Severity } from '../session/entries.ts';
import { command, id, none, path, strict } from './command.ts';

/** Of a tool, a command, an event or a panel: whatever an extension calls it, the empty name included. */
const name = Type.String({ maxLength: 65_536 });
const wholeText = Type.String({ maxLength: 16 * 1024 * 1024 });
const fields = Type.Array(Type.Object({ name, json: wholeText }, strict), { maxItems: 100 });
const scenarioText = Type.String({ maxLength: 16 * 1024 * 1024 });

/** A block of a tool's answer as the strip shows it; the picture itself is in the answer's line. */
export type StripBlock =
  | Extract<AgentBlock, { kind: 'text' }>
  | {
      readonly kind: 'image';
      readonly mimeType: string;
      readonly byteLength: number;
      /** Place among the pictures of its answer, from 0. */
      readonly nth: number;
    };

/** What the host would do or show, as one thing after the other in a chat. `null` for an end: it is still under way. */
export type StripFact =
  | {
      readonly kind: 'tool';
      readonly tool: string;
      readonly argsText: string;
      readonly callId: string | null;
      readonly end: RequestEnd | null;
      readonly isError: boolean;
      readonly content: readonly StripBlock[];
      readonly remarks: readonly AgentRemark[];
      readonly tookMs: number;
    }
  | {
      readonly kind: 'command';
      readonly command: string;
      readonly args: string;
      readonly end: RequestEnd | null;
      readonly effect: CommandEffect | null;
      readonly tookMs: number;
    }
  | { readonly kind: 'event'; readonly event: string; readonly outcome: EmitOutcome }
  | ({ readonly kind: 'chain'; readonly chain: number; readonly event: string; readonly title: string } & (
      | { readonly outcome: null }
      | {
          readonly outcome: 'allowed' | 'changed' | 'blocked';
          readonly reason: string;
          /** Name of the extension; empty when nobody decided. */
          readonly decidedBy: string;
          /** What goes on: args as JSON text, or the message. */
          readonly value: string;
          readonly spentMs: number;
        }
    ))
  | { readonly kind: 'note'; readonly level: string; readonly message: string }
  /** So many notes came at once that these are not shown. */
  | { readonly kind: 'notesLeft'; readonly count: number };

export type StripItem = {
  /** Counts from 1; told again under the same number when it has come to its end. */
  readonly item: number;
  /** ms since the workspace began. */
  readonly atMs: number;
  readonly session: SessionId | null;
  /** Name of the extension; empty when it is about none. */
  readonly extension: string;
  /** seq in that session's journal. */
  readonly line: number | null;
  readonly fact: StripFact;
};

/** How one step of a scenario went; `parts` are the single things a turn does. */
export interface StepReport {
  /** From 1. */
  readonly index: number;
  /** Line of the text, from 1. */
  readonly line: number;
  /** What is done, in a few words: "tool_call greet". */
  readonly title: string;
  readonly state: 'waiting' | 'running' | 'ended';
  readonly severity: Severity | null;
  /** How it went, in a sentence; empty while it runs. */
  readonly words: string;
  readonly tookMs: number | null;
  readonly parts: readonly Omit<StepReport, 'index' | 'line' | 'parts'>[];
}

export interface ScenarioRun {
  /** Counts from 1 in this window's life. */
  readonly run: number;
  readonly name: string;
  readonly state: 'running' | 'stopping' | 'ended';
  readonly failed: boolean;
  readonly steps: readonly StepReport[];
}

/** What the window is told of the agent; the next one comes only after `agent.ack` of this one. */
export interface AgentNews {
  /** Running number, to be acknowledged. */
  readonly news: number;
  /** Everything there is: what was told before is forgotten. */
  readonly whole: boolean;
  /** null: as told before. */
  readonly registry: readonly RegistryRow[] | null;
  readonly panels: readonly PanelView[] | null;
  /** Chains that are new or changed, oldest first; long values are cut. */
  readonly chains: readonly ChainCard[];
  /** Items that are new or changed, oldest first. */
  readonly strip: readonly StripItem[];
  /** The oldest item that is still kept; null when there is none. */
  readonly stripFrom: number | null;
  readonly run: ScenarioRun | null;
  readonly failClosed: boolean;
}

/** Chains and items that the window keeps; older ones are in the journals. */
export const keptChains = 200;
export const keptItems = 200;

/** Whether a scenario was begun; if not, what is wrong with it, and where. */
export type ScenarioStart =
  /** `remark`: what to know about it; empty when there is nothing. */
  | { readonly started: true; readonly remark: string }
  | { readonly started: false; readonly faults: readonly ScenarioFault[] };

export const agentCommands = {
  /** All of it, and the stream begins again from here. */
  'agent.state': command<AgentNews>()(none),
  'agent.ack': command<void>()(Type.Object({ news: Type.Integer({ minimum: 1 }) }, strict)),
  /** Refused when `argsText` is no JSON: nothing is sent then. Answers with the number of the strip's item. */
  'agent.callTool': command<{ readonly item: number }>()(
    Type.Object(
      {
        name,
        argsText: wholeText,
        session: Type.Optional(id),
        timeoutMs: Type.Optional(Type.Integer({ minimum: 1, maximum: 86_400_000 })),
      },
      strict,
    ),
  ),
  'agent.runCommand': command<{ readonly item: number }>()(
    Type.Object({ name, args: wholeText, session: Type.Optional(id) }, strict),
  ),
  'agent.emit': command<EmitOutcome>()(Type.Object({ event: name, fields }, strict)),
  /** Answers with the number of the chain's item in the strip. */
  'agent.intercept': command<{ readonly item: number }>()(Type.Object({ event: name, fields }, strict)),
  'agent.panelKey': command<void>()(
    Type.Object({ session: id, panel: name, key: name, text: Type.Optional(name) }, strict),
  ),
  'agent.closePanel': command<void>()(Type.Object({ session: id, panel: name }, strict)),
  'agent.setFailClosed': command<void>()(Type.Object({ failClosed: Type.Boolean() }, strict)),
  /** The host's clock of one session stands, or runs on although something is held. */
  'agent.setFreeze': command<void>()(Type.Object({ session: id, freeze: Type.Boolean() }, strict)),
  'agent.clear': command<void>()(none),
  'scenario.run': command<ScenarioStart>()(Type.Object({ text: scenarioText }, strict)),
  /** The step under way is waited for no longer. */
  'scenario.stop': command<void>()(none),
  /** The system's open dialog; null when the person left it. */
  'scenario.open': command<{ readonly path: string; readonly text: string } | null>()(none),
  /** To `path` when it was chosen in a dialog of this run, else the system's save dialog asks; null when left. */
  'scenario.save': command<string | null>()(
    Type.Object({ text: scenarioText, path: Type.Union([path, Type.Null()]) }, strict),
  ),
} as const;
