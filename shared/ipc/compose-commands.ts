// The composer's part of the contract: checking a frame before it is sent, sending it once or often, and what was sent or
// saved before. Warnings never forbid: what a check finds is told, the person decides.

import { Type } from '@sinclair/typebox';
import type { Issue } from '../protocol/define.ts';
import { command, id, none, strict } from './command.ts';

export interface ComposeCheck {
  /** From the catalogue and, for a tool call, from the tool's schema; pointers are into the frame. */
  readonly issues: readonly Issue[];
  /** Why the tool's own schema can't be used, as a sentence; empty when it can or is not asked. */
  readonly schemaProblem: string;
  /** Whether such a frame is in order now, and by when an answer is due, in words. */
  readonly inOrder: { readonly legal: boolean; readonly words: string };
}

export interface FramesSent {
  /** seqs of the lines, in the order sent; the first 1,000. */
  readonly lines: readonly number[];
  readonly count: number;
  /** Why fewer were sent than asked for, as a sentence; empty when all were. */
  readonly stopped: string;
  /** An id that this session has not seen, for the next frame. */
  readonly nextId: string;
}

export type SendHow = 'inTurn' | 'atOnce';

/** One sending, as it is remembered for a target. */
export interface SentBefore {
  /** ISO 8601. */
  readonly at: string;
  /** The line exactly as it was composed. */
  readonly text: string;
  readonly times: number;
  readonly how: SendHow;
  /** The recording it is in, as a file name, and the seq of its first line. */
  readonly journal: string;
  readonly line: number;
}

export interface SavedFrame {
  readonly name: string;
  /** Exactly as it was composed. */
  readonly text: string;
}

export interface FrameCollection {
  /** File name without its extension. */
  readonly name: string;
  readonly frames: readonly SavedFrame[];
  /** Lines of the file that are no saved frame; they stay in it. */
  readonly unread: number;
}

export interface Collections {
  /** Absolute. */
  readonly folder: string;
  /** Chosen by the person, not the usual one. */
  readonly chosen: boolean;
  readonly collections: readonly FrameCollection[];
}

const wholeText = Type.String({ maxLength: 16 * 1024 * 1024 });
const collection = Type.String({ minLength: 1, maxLength: 80 });
const frameName = Type.String({ minLength: 1, maxLength: 200 });

export const composeCommands = {
  /** `text` is the line as it would be sent. */
  'compose.check': command<ComposeCheck>()(Type.Object({ session: id, text: wholeText }, strict)),
  /** An id that this session has not seen; it is not given out again. */
  'compose.freshId': command<string>()(Type.Object({ session: id }, strict)),
  /**
   * Puts the line on the wire as it is, through the gate. Copies after the first get ids of their own when `newIds`.
   * `inTurn` waits for each answer, or the host's deadline for it, before the next; answered when all are sent.
   */
  'sessions.send': command<FramesSent>()(
    Type.Object(
      {
        session: id,
        text: wholeText,
        times: Type.Optional(Type.Integer({ minimum: 1, maximum: 10_000 })),
        how: Type.Optional(Type.Union([Type.Literal('inTurn'), Type.Literal('atOnce')])),
        newIds: Type.Optional(Type.Boolean()),
      },
      strict,
    ),
  ),
  /** Ends a sending that is under way; what was sent stays sent. */
  'compose.stop': command<void>()(Type.Object({ session: id }, strict)),
  /** What was sent by hand to this target, newest first. */
  'compose.history': command<readonly SentBefore[]>()(Type.Object({ session: id }, strict)),
  'compose.list': command<Collections>()(none),
  /** Asks for a folder; null when the person left the dialog. */
  'compose.chooseFolder': command<Collections | null>()(none),
  'compose.usualFolder': command<Collections>()(none),
  /** A frame of that name in that collection is replaced. */
  'compose.save': command<Collections>()(
    Type.Object({ collection, name: frameName, text: wholeText }, strict),
  ),
  'compose.remove': command<Collections>()(Type.Object({ collection, name: frameName }, strict)),
} as const;
