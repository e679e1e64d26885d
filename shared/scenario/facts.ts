// What a run of a scenario tells while it goes on, one value a fact: a step begins, something happened in it, a check was
// made, a process ended, something is not as it should be; the last one is the outcome. Plain cloneable values; types only.

import type { SessionId } from '../ids.ts';
import type { ChainOutcome, CommandOutcome, EmitOutcome, JsonText, ToolOutcome } from '../session/agent.ts';
import type { FieldText, StepName } from './format.ts';

/** An extension that takes part. */
export interface Participant {
  readonly session: SessionId;
  readonly name: string;
}

/** One thing that was checked, with what was found, both in words. */
export interface Check {
  readonly what: string;
  readonly ok: boolean;
  readonly wanted: string;
  readonly found: string;
}

export interface TurnOutcome {
  /** The turn itself was refused before the model was asked. */
  readonly refused: boolean;
  /** That, the message or one of the tools was blocked; `reason` is the first one's. */
  readonly blocked: boolean;
  readonly reason: string;
  /** One of the tool calls ended in an error, or was blocked. */
  readonly isError: boolean;
  /** A guard or a tool was waited for in vain. */
  readonly timedOut: boolean;
  /** The message as the person sees it; empty when there is none. */
  readonly shown: string;
  readonly tookMs: number;
}

export type PartOutcome =
  | { readonly kind: 'tool'; readonly argsText: JsonText; readonly tool: ToolOutcome }
  /** A tool of the host itself: nothing was asked of anybody. */
  | { readonly kind: 'hostTool'; readonly argsText: JsonText; readonly name: string }
  | { readonly kind: 'command'; readonly args: string; readonly command: CommandOutcome }
  | { readonly kind: 'event'; readonly fields: readonly FieldText[]; readonly emitted: EmitOutcome }
  | { readonly kind: 'intercept'; readonly fields: readonly FieldText[]; readonly chain: ChainOutcome }
  | { readonly kind: 'turn'; readonly turn: TurnOutcome }
  /** `refused`: why an extension got nothing, in words. */
  | {
      readonly kind: 'sent';
      readonly raw: string;
      readonly to: readonly Participant[];
      readonly refused: readonly (Participant & { readonly why: string })[];
    }
  | { readonly kind: 'waited'; readonly tookMs: number; readonly row: FoundRow | null }
  | { readonly kind: 'checked'; readonly checks: readonly Check[] }
  | { readonly kind: 'stopped'; readonly extensions: readonly (Participant & { readonly how: string })[] };

export interface FoundRow extends Participant {
  readonly seq: number;
  readonly type: string;
}

export type FindingCode =
  | 'is-error'
  | 'blocked'
  | 'timed-out'
  | 'process-died'
  | 'not-sent'
  | 'dropped'
  | 'expect-failed'
  | 'wait-timed-out'
  | 'interrupted';

export interface Finding {
  /** Index of the step it is about, from 1. */
  readonly step: number;
  /** Its line in the file. */
  readonly line: number;
  readonly code: FindingCode;
  /** One sentence. */
  readonly message: string;
}

export type ScenarioFact =
  | {
      readonly kind: 'scenario';
      readonly name: string;
      readonly steps: number;
      readonly extensions: readonly Participant[];
    }
  | {
      readonly kind: 'began';
      readonly step: number;
      readonly line: number;
      readonly do: StepName;
      /** The step in a few words. */
      readonly title: string;
    }
  | {
      readonly kind: 'happened';
      readonly step: number;
      /** Counts from 1 inside a turn; null for the step as a whole. */
      readonly part: number | null;
      readonly do: StepName;
      readonly outcome: PartOutcome;
    }
  | ({ readonly kind: 'died'; readonly step: number; readonly how: string } & Participant)
  | ({ readonly kind: 'finding' } & Finding)
  | {
      readonly kind: 'outcome';
      readonly ok: boolean;
      readonly steps: number;
      /** Steps that came to their end. */
      readonly done: number;
      readonly checks: number;
      readonly findings: readonly Finding[];
      readonly tookMs: number;
    };
