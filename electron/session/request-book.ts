// What the host asked an extension and what became of it: open requests, and a bounded memory of those that ended, so
// that a late or a second answer can be told from one to nothing. Plain state; the rules are in machine-requests.ts.

import type { FrameDef, JsonObject } from '../../shared/protocol/define.ts';
import { Recent } from '../../shared/protocol/recent.ts';

/** Deadlines of single requests: type, blank, number sign, id. Names of the host's other deadlines have no such sign. */
export type RequestTimer = `${string} #${string}`;

export interface OpenRequest {
  readonly id: string;
  readonly type: string;
  /** Type of the frame that answers it. */
  readonly answer: string;
  /** Of the tool, command or event it is about. */
  readonly name: string;
  /** Somebody waits for its end; otherwise it was sent by hand. */
  readonly awaited: boolean;
  readonly askedUs: number;
  readonly deadlineMs: number | null;
  /** What happens when the deadline runs out, in words. */
  readonly outcome: string;
  readonly line: number | null;
  /** The pipe has its line. */
  taken: boolean;
  /** Why no answer can come although it waits; '' while one can. */
  lost: string;
  /** Replies that were meant for it, perhaps, and did not count. */
  readonly notes: string[];
}

export interface PastRequest {
  readonly id: string;
  readonly type: string;
  readonly name: string;
  readonly awaited: boolean;
  readonly line: number | null;
  readonly askedUs: number;
  how: 'answered' | 'timedOut' | 'gone';
}

export type MachineEnd = {
  /** What to know of it: replies that did not count. */
  readonly notes: readonly string[];
} & (
  | {
      readonly how: 'answered';
      readonly line: number;
      readonly frame: JsonObject;
      /** The answer's line; '' when its bytes are not UTF-8. */
      readonly text: string;
    }
  | { readonly how: 'timedOut'; readonly afterMs: number }
  | { readonly how: 'dropped'; readonly reason: string; readonly afterMs: number }
  | { readonly how: 'gone'; readonly reason: string; readonly cause: GoneCause }
  | { readonly how: 'notSent'; readonly reason: string }
);

/** `pipe`: it does not read any more. `exit`, `output`: it can't answer any more. `closed`: we ended it. */
export type GoneCause = 'pipe' | 'exit' | 'output' | 'closed';

export interface RequestBook {
  /** Types of the extension's frames that answer by id. */
  readonly answers: ReadonlySet<string>;
  /** Request type → answer type. */
  readonly answerTo: ReadonlyMap<string, string>;
  /** By `requestKey`, oldest first. */
  readonly open: Map<string, OpenRequest>;
  /** The same ones by their line. */
  readonly byLine: Map<number, OpenRequest>;
  readonly past: Recent<PastRequest>;
  /** Ids that people and drivers chose. */
  readonly byHand: Set<string>;
}

/** What a later reply is told about the request it came too late for. */
const remembers: Record<MachineEnd['how'], PastRequest['how']> = {
  answered: 'answered',
  timedOut: 'timedOut',
  dropped: 'timedOut',
  gone: 'gone',
  notSent: 'gone',
};

/** Ended requests remembered. */
const remembered = 4_096;

export function newRequestBook(frames: readonly FrameDef[]): RequestBook {
  const answers = new Set<string>();
  const answerTo = new Map<string, string>();
  for (const { from, type, role, schema } of frames) {
    const byId = (schema.properties as Record<string, unknown> | undefined)?.['id'] !== undefined;
    if (byId && from === 'extension' && role.kind === 'answer') answers.add(type);
    if (byId && from === 'host' && role.kind === 'request') answerTo.set(type, role.answer);
  }
  return {
    answers,
    answerTo,
    open: new Map(),
    byLine: new Map(),
    past: new Recent(remembered),
    byHand: new Set(),
  };
}

/** The real host keeps its open requests by kind, so the same id may be open once in each. */
export function requestKey(answerType: string, id: string): string {
  return `${answerType} ${id}`;
}

export function requestTimer({ type, id }: Pick<OpenRequest, 'type' | 'id'>): RequestTimer {
  return `${type} #${id}`;
}

export function isRequestTimer(name: string): name is RequestTimer {
  return name.includes(' #');
}

/** The open request whose deadline has this name. */
export function requestOfTimer(book: RequestBook, name: RequestTimer): OpenRequest | undefined {
  const at = name.indexOf(' #');
  const answer = book.answerTo.get(name.slice(0, at));
  return answer === undefined ? undefined : book.open.get(requestKey(answer, name.slice(at + 2)));
}

export function openRequest(book: RequestBook, request: OpenRequest): void {
  book.open.set(requestKey(request.answer, request.id), request);
  if (!request.awaited) book.byHand.add(request.id);
  if (request.line !== null) book.byLine.set(request.line, request);
}

/** Takes it off the open ones and remembers how it ended. */
export function closeRequest(book: RequestBook, request: OpenRequest, end: MachineEnd['how']): void {
  const key = requestKey(request.answer, request.id);
  const { id, type, name, awaited, line, askedUs } = request;
  book.open.delete(key);
  if (line !== null) book.byLine.delete(line);
  book.past.set(key, { id, type, name, awaited, line, askedUs, how: remembers[end] });
}

/** Whether an id was sent by hand; those of our own are given out once. */
export function idTaken(book: RequestBook, id: string): boolean {
  return book.byHand.has(id);
}
