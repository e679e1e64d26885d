// What the halves of fuzzing say to each other: the pure one, here, makes cases and simpler cases; the driver sends them to
// a real extension and judges. Types only. Values are JSON text throughout, since a parsed value loses 2^53+1, -0, duplicate
// keys and spelling.

import type { Tree } from './tree.ts';

export const fuzzPhases = ['examples', 'boundaries', 'valid', 'invalid', 'wire'] as const;
export type FuzzPhase = (typeof fuzzPhases)[number];

/** Whether a parsed value fits the schema: ajv's word, which this room takes as an argument to stay pure. May throw. */
export type Validate = (value: unknown) => boolean;

/** Id of a branch of a schema, e.g. `/properties/path present`, `/oneOf/1 taken`; see branches.ts. */
export type BranchId = string;

/** What is wrong with an invalid value, and where. */
export interface Fault {
  /** JSON Schema keyword broken, or what was done when no one keyword names it: `required`, `type`, `format`. */
  readonly keyword: string;
  /** JSON pointer into the value; of the object that misses a key when one is missing. */
  readonly at: string;
}

interface CaseBase {
  /** Place in the plan, from 0. The same seed and schema give the same case at the same place, whatever ran before. */
  readonly index: number;
  /** One sentence without a full stop: `missing required "path"`, `"count" one above its maximum 10`. */
  readonly why: string;
}

export interface ValueCase extends CaseBase {
  readonly kind: 'value';
  readonly phase: Exclude<FuzzPhase, 'wire'>;
  /** Agrees with `validate(JSON.parse(raw))`, always. */
  readonly verdict: 'valid' | 'invalid';
  /** JSON text to stand in the frame as it is, on one line. */
  readonly raw: string;
  /** Branches of the schema that the value exercises; for an invalid value those that were reached. */
  readonly branches: readonly BranchId[];
  /** Set for invalid cases. */
  readonly fault: Fault | null;
}

/** What to put on the extension's stdin: text as UTF-8, bytes as they are. Line ends are part of it. */
export type WireWrite = string | Uint8Array;

export interface WireCase extends CaseBase {
  readonly kind: 'wire';
  readonly phase: 'wire';
  readonly verdict: 'wire';
  /** Which fault: `brokenJson`, `duplicateId`, `split` … */
  readonly fault: Fault;
  /** One write each; the driver lets the extension read between two of them. Together they end with a line end. */
  readonly writes: readonly WireWrite[];
  /** Ids of frames in it that a sound extension answers: split and glued frames are frames like any other. */
  readonly answers: readonly string[];
  readonly branches: readonly BranchId[];
}

export type FuzzCase = ValueCase | WireCase;

export type NoteKind = 'impossible' | 'endless' | 'unsupported';

/** A part of a schema that limits what can be generated; the rest is fuzzed all the same. */
export interface SchemaNote {
  readonly kind: NoteKind;
  /** JSON pointer into the schema. */
  readonly at: string;
  /** A sentence: what, and why. */
  readonly why: string;
}

/** What can be done with a schema. */
export type SchemaVerdict =
  | { readonly kind: 'ready'; readonly notes: readonly SchemaNote[] }
  /** No value fits. `proven`: by the schema's words; otherwise none was found in a bounded number of tries. */
  | { readonly kind: 'impossible'; readonly why: string; readonly at: string; readonly proven: boolean }
  /** Every value would have to contain another one of its own kind, without end. */
  | { readonly kind: 'endless'; readonly why: string; readonly at: string }
  /** Nothing can be generated for want of a feature, which is named. */
  | { readonly kind: 'unsupported'; readonly why: string; readonly at: string }
  /** No JSON, or no schema. */
  | { readonly kind: 'broken'; readonly why: string; readonly at: string };

/** A frame of the host for this target, around which wire faults are built. */
export interface WireFrame {
  /** A valid frame of the host on one line, without line end: `{"type":"tool_call","id":"c1","name":"x","args":{}}`. */
  readonly line: string;
  /** Names of events the extension never asked for; frames for them are sent. */
  readonly otherEvents?: readonly string[];
  /** Longest line in bytes that the host would send; one byte more is sent. */
  readonly maxLineBytes?: number;
  /** Further frames of the host that come at other times (hello_ack, shutdown excepted): sent out of order. */
  readonly otherLines?: readonly string[];
}

export interface PlanOptions {
  /** JSON text of the schema. `true` for a target without one. */
  readonly schemaText: string;
  readonly validate: Validate;
  readonly phases: readonly FuzzPhase[];
  /** Most cases in all; small schemas and finite phases may give fewer. */
  readonly runs: number;
  readonly seed: number;
  /** Further examples, JSON text: from recordings or the composer. */
  readonly examples?: readonly string[];
  /** Wanted for the wire phase; without it there is none. */
  readonly wire?: WireFrame;
}

/** A value while it is worked on. */
export type { Tree };
