// The shape of protocol knowledge: one catalogue entry per (direction, type). Everything else about a frame (decoding,
// pairs, row text, legal-state warnings, templates, docs) is derived from it. Knows no protocol by name.

import type { TSchema } from '@sinclair/typebox';
import type { HostState, Severity, Side } from '../session/entries.ts';

export type JsonObject = { readonly [key: string]: unknown };

/** A piece of row text: our words, or a value from the wire (shown in mono, never as markup). */
export type SummaryPart = { readonly words: string } | { readonly wire: string };

export type FrameRole =
  /** Opens a pair; `answer` is the type of the frame that closes it, from the other side. */
  /** `optional`: the host does not wait for the answer, so none is no fault. */
  | { readonly kind: 'request'; readonly answer: string; readonly optional?: true }
  | { readonly kind: 'answer'; readonly to: string }
  | { readonly kind: 'notice' };

/** Lane of the timeline and group in filters. */
export type FrameLane =
  'handshake' | 'registry' | 'calls' | 'intercepts' | 'commands' | 'events' | 'panels' | 'process' | 'other';

/** What an extension offers and a session may put to use. */
export type OfferedPart = 'tool' | 'command' | 'event' | 'intercept';

export interface Exercise {
  readonly part: OfferedPart;
  /** Key of its name. */
  readonly name: string;
  /** Key of its arguments: a JSON value. */
  readonly args?: string;
  /** The arguments are a text that is JSON. */
  readonly argsAs?: 'text';
}

export interface Outcome {
  readonly words: readonly string[];
  readonly of: (frame: JsonObject) => string;
  /** Words that only parts of these names can have. */
  readonly onlyFor?: Readonly<Record<string, readonly string[]>>;
}

export interface FrameDef {
  readonly from: Side;
  readonly type: string;
  readonly role: FrameRole;
  readonly lane: FrameLane;
  /** JSON Schema of the whole frame; extra fields are allowed by it and reported by the codec. */
  readonly schema: TSchema;
  /** Dialects that know the frame, e.g. `zot-seed`. */
  readonly dialects: readonly string[];
  /**
   * Fields that only some dialects know: field name → dialects. Others hold for all of `dialects`. A field inside an
   * object or a list of objects is named by its path without indexes, e.g. `open_panel.widgets`.
   */
  readonly fieldDialects?: Readonly<Record<string, readonly string[]>>;
  /** Optional fields that a host sends although they are empty, zero or null; all others are then left out. */
  readonly keptEmpty?: readonly string[];
  /** Fields that number something of the running process, so that they have another value in every run. */
  readonly perRun?: readonly string[];
  /** States of the host in which a frame of this kind is in order. */
  readonly legalIn: readonly HostState[];
  /**
   * The host's own rules send it, so nobody else has to: `always` by itself (its answer to hello), `atStop` when it is
   * asked to stop, or by itself when this holds for the frame. Drivers leave these to the host that runs.
   */
  readonly sentByHost?: 'always' | 'atStop' | ((frame: JsonObject) => boolean);
  /**
   * Of an answer: the frame that says, with these words, that the request can't be served; where none says so, the one
   * that changes nothing.
   */
  readonly refusal?: (id: string, words: string) => JsonObject;
  /** What of the extension a frame of the host puts to use, and where in it its name and arguments stand. */
  readonly exercises?: Exercise;
  /** What came of the request that a frame answers, in one word of `words`: every one of them is worth a test. */
  readonly outcome?: Outcome;
  /** How often it may come, for the list of legal next frames, e.g. "0 or more, adds up". */
  readonly times: string;
  readonly summary: (frame: JsonObject) => readonly SummaryPart[];
  /** What no schema can say about a well-formed frame for this host, e.g. events it does not have. Rare frames only. */
  readonly check?: (frame: JsonObject, profile: HostProfile) => readonly Issue[];
  /** Complete frames that must decode without an issue. */
  readonly examples: readonly JsonObject[];
  readonly doc: string;
  /** Where the facts come from, e.g. "seed, HelloFromExt". */
  readonly source: string;
}

/** Host timings in ms and limits in bytes, as data of a profile. `null`: the host sets none. */
export interface HostProfile {
  readonly name: string;
  readonly title: string;
  readonly protocol: string;
  readonly protocolVersion: number;
  readonly helloDeadlineMs: number | null;
  readonly readyDeadlineMs: number;
  /** Registration ends after this much silence. */
  readonly autoReadyMs: number;
  /** The profile's words allow registrations only after hello_ack; others take them before as well. */
  readonly registersAfterAck?: true;
  readonly toolDeadlineMs: number;
  readonly commandDeadlineMs: number;
  readonly interceptDeadlineMs: number;
  readonly shutdownGraceMs: number;
  readonly termGraceMs: number;
  /** A longer line ends the real host's reading; counts the LF. */
  readonly maxLineBytes: number;
  /** Events that may be subscribed to and intercepted. */
  readonly events: readonly string[];
  readonly intercepts: readonly string[];
  /** Built-in names that shadow registrations. */
  readonly builtinTools: readonly string[];
  readonly builtinCommands: readonly string[];
  /** How a typed command finds a registered one; `anyCase` sends the registered spelling. */
  readonly commandMatch: 'exact' | 'anyCase';
  /** What a command's answer may ask for; anything else is an error in the status line. */
  readonly commandActions: readonly string[];
  /** Requests without an answer when the process dies: failed at once, or left to their deadlines. */
  readonly pendingOnExit: 'fail' | 'wait';
  /** Arguments that are no JSON are never sent; the call is refused at once, or left to its deadline. */
  readonly unsendableArgs: 'refuse' | 'wait';
  /** Rewritten arguments that are no object: dropped with a warning, or handed on like any other. */
  readonly rewrittenArgs: 'objectOnly' | 'anyJson';
  /** When a rewrite counts as none: the same text, or the same value once numbers are 64-bit floats. */
  readonly sameArgs: 'sameText' | 'sameDoubles';
  /** Symbolic links in a folder of extensions. */
  readonly linkedFolders: 'skip' | 'follow';
  /** Folders there that have no manifest: they take their name from later ones, or are passed over. */
  readonly bareFolders: 'claimName' | 'passOver';
  readonly source: string;
}

/** One thing wrong with one line, found by looking at that line alone. */
export interface Issue {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** JSON pointer into the frame; empty string is the frame itself. */
  readonly pointer?: string;
  readonly fix?: string;
  readonly source?: string;
}

/** What the codec makes of a line. `issues` is empty when all is well. */
export type Decoded =
  | {
      readonly kind: 'frame';
      readonly def: FrameDef;
      readonly type: string;
      /** The correlation id, only when it is a string (a number never matches: real host, May 2026). */
      readonly id: string | undefined;
      /** Parsed value; numbers may have lost digits: the raw text is the truth. */
      readonly frame: JsonObject;
      readonly issues: readonly Issue[];
    }
  | {
      readonly kind: 'unknown';
      readonly type: string;
      readonly id: string | undefined;
      readonly frame: JsonObject;
      readonly issues: readonly Issue[];
    }
  | { readonly kind: 'notFrame'; readonly reason: NotFrameReason; readonly issues: readonly Issue[] };

export type NotFrameReason =
  | 'notUtf8'
  | 'blank'
  | 'notJson'
  | 'notObject'
  | 'torn'
  | 'headerFraming'
  | 'multiLineJson'
  | 'tooLong'
  | 'tooDeep';

/** Checks a frame against its definition's schema; built once per process by the engine (ajv). */
export type ValidateFrame = (def: FrameDef, frame: JsonObject) => readonly Issue[];

/** Turns a line into an opinion about it. Never throws, whatever the text. `undefined` text: the bytes are not UTF-8. */
export type DecodeLine = (text: string | undefined, from: Side, ending: 'lf' | 'crlf' | 'none') => Decoded;

/** A protocol: its frames and its host profiles. The registry holds one line per protocol. */
export interface Protocol {
  readonly name: string;
  readonly title: string;
  readonly frames: readonly FrameDef[];
  readonly profiles: readonly HostProfile[];
  readonly defaultProfile: string;
}
