// The part of the contract about conformance: what the journal of a session shows, and a whole check of its target. Commands
// only; a check that runs is asked about while somebody looks.

import { Type } from '@sinclair/typebox';
import type { Finding } from '../conformance/finding.ts';
import type { CheckOutcome, CheckStage } from '../conformance/outcome.ts';
import type { Diagnosis } from '../diagnosis/diagnose.ts';
import type { SessionId } from '../ids.ts';
import { command, id, strict } from './command.ts';

/** The passive rules over one journal, as far as it was looked at. */
export interface PassiveFindings {
  /** Name of the host profile whose rules these are. */
  readonly profile: string;
  readonly findings: readonly Finding[];
  readonly diagnoses: readonly Diagnosis[];
  /** Rows looked at, of how many; ask again for the rest. */
  readonly upTo: number;
  readonly count: number;
}

/** A check of a session's target, in processes of its own. */
export interface ActiveCheck {
  readonly session: SessionId;
  readonly state: 'running' | 'stopping' | 'ended';
  /** null before the first run and after the last one. */
  readonly stage: CheckStage | null;
  readonly outcome: CheckOutcome | null;
  /** Why there is no outcome, as a sentence; empty otherwise. */
  readonly failed: string;
}

const calls = Type.Union([Type.Literal('none'), Type.Literal('safe'), Type.Literal('all')]);

export const checkCommands = {
  'check.passive': command<PassiveFindings>()(Type.Object({ session: id }, strict)),
  /** Refused for a recording, and while another check runs. The person has agreed to run the target before. */
  'check.start': command<void>()(Type.Object({ session: id, calls }, strict)),
  /** The last check of this session, or the one under way; null when there was none. */
  'check.state': command<ActiveCheck | null>()(Type.Object({ session: id }, strict)),
  'check.stop': command<void>()(Type.Object({ session: id }, strict)),
} as const;
