// What to say of an answer that answers nothing: late, second, unknown id, wrong kind, an id that is no text, or fields of
// a wrong type. The real hosts ignore all of them without a word; here each is told on its line, and the call it was
// probably meant for keeps a note. Pure.

import type { Decoded, JsonObject } from '../../shared/protocol/define.ts';
import { quote } from '../../shared/protocol/say.ts';
import { requestKey, type OpenRequest, type PastRequest } from './request-book.ts';
import { decide, firstTime, inWords, msSince, problemOften, type Run } from './machine-types.ts';

type Known = Extract<Decoded, { kind: 'frame' }>;

const source =
  'seed, Frame; real host, May 2026: late, second and unknown answers are ignored without a word';
const exactId = 'Answer with the id of the request, exactly as it came: a text, once, in time.';

/** `wrong`: why the frame is dropped although its id may be right. */
export function answerIgnored(run: Run, decoded: Known, line: number, wrong: string | undefined): void {
  const { id, type, frame } = decoded;
  if (id === undefined) return withoutId(run, type, frame, line);
  const open = run.requests.open.get(requestKey(type, id));
  if (wrong !== undefined) return wrongFields(run, decoded, line, wrong, open);
  const past = run.requests.past.get(requestKey(type, id));
  if (past) return tooLate(run, type, past, line);
  const other = [...run.requests.open.values()].find((request) => request.id === id);
  if (other) return wrongKind(run, type, other, line);
  unknownId(run, type, id, line);
}

/** Real host, May 2026: a wrongly typed tool_result is dropped and does not use up the call. */
function wrongFields(
  run: Run,
  { type, id }: Known,
  line: number,
  why: string,
  open: OpenRequest | undefined,
): void {
  open?.notes.push(`reply on line ${line} was dropped (${why})`);
  if (!firstTime(run, `dropped ${type}`)) return;
  const words = `${type} is dropped whole, as the real host drops a frame with a field of a wrong type${open ? `, and the call ${quote(id)} waits on` : ''}. ${why}`;
  decide(run, 'frameIgnored', { why }, words, line);
}

function tooLate(run: Run, type: string, past: PastRequest, line: number): void {
  const { id, awaited } = past;
  const what = `${past.type} ${quote(id)}${past.name ? ` (${quote(past.name)})` : ''}`;
  if (past.how === 'answered') {
    problemOften(run, {
      code: 'answer-duplicate',
      severity: 'warning',
      message: `A second ${type} for ${what}: the first one counts, this one is ignored.`,
      fix: 'Answer each request once.',
      source,
      line,
    });
    return;
  }
  const after = inWords(msSince(run, past.askedUs));
  problemOften(run, {
    code: 'answer-late',
    severity: 'warning',
    message: `${type} for ${what} came ${after} after it was asked, too late: the host had gone on without it, and ignores it.`,
    fix: 'Answer within the deadline, or answer early and tell the rest with notify.',
    source,
    line,
  });
  past.how = 'answered';
  if (awaited) run.out.push({ kind: 'late', id, line });
}

function wrongKind(run: Run, type: string, request: OpenRequest, line: number): void {
  request.notes.push(`reply on line ${line} was a ${type}, not a ${request.answer}`);
  problemOften(run, {
    code: 'answer-wrong-kind',
    severity: 'warning',
    message: `${type} answers ${quote(request.id)}, but that is the id of an open ${request.type}, which waits for ${request.answer}. It is ignored, and that request waits on.`,
    fix: `Answer ${request.type} with ${request.answer}.`,
    source,
    line,
  });
}

function unknownId(run: Run, type: string, id: string, line: number): void {
  const near = [...run.requests.open.values()].find(
    (request) => request.answer === type && request.id.toLowerCase() === id.trim().toLowerCase(),
  );
  near?.notes.push(`reply had id ${JSON.stringify(id)} (string)`);
  problemOften(run, {
    code: 'answer-unknown-id',
    severity: 'warning',
    message: `${type} has the id ${JSON.stringify(id)}, which no request has${near ? `; ${JSON.stringify(near.id)} waits` : ''}. It is ignored.`,
    fix: exactId,
    source,
    line,
  });
}

function withoutId(run: Run, type: string, frame: JsonObject, line: number): void {
  const note = idNote(frame['id']);
  const meant = meantBy(run, type, frame['id']);
  meant?.notes.push(note);
  problemOften(run, {
    code: 'answer-id-not-string',
    severity: 'warning',
    message: `${type} answers nothing: the ${note}. Ids are text and match only exactly${meant ? `, so ${quote(meant.id)} waits on` : ''}.`,
    fix: exactId,
    source,
    line,
  });
}

/** "reply had id 17 (number)". */
function idNote(id: unknown): string {
  if (id === undefined) return 'reply had no id';
  if (id === null) return 'reply had id null';
  const kind = Array.isArray(id) ? 'array' : typeof id;
  return `reply had id ${quote(id).slice(1, -1)} (${kind})`;
}

/** The open request that spells alike, else the only one of its kind. */
function meantBy(run: Run, type: string, id: unknown): OpenRequest | undefined {
  const open = [...run.requests.open.values()].filter((request) => request.answer === type);
  return open.find((request) => request.id === String(id)) ?? (open.length === 1 ? open[0] : undefined);
}
