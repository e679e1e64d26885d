// What became of the host's requests: answered, never, in what state. Fed with lines and facts in order; a request counts as
// unanswered only when it had its time.

import { PairBook } from '../protocol/correlate.ts';
import type { Decoded, JsonObject } from '../protocol/define.ts';
import { quote } from '../protocol/say.ts';
import type { LineEntry, Entry } from '../session/entries.ts';
import type { FoundList } from './found-list.ts';

type Frame = Extract<Decoded, { kind: 'frame' }>;

interface Asked {
  readonly seq: number;
  readonly atUs: number;
  readonly type: string;
  readonly name: string;
}

/** Intercepts whose arguments are remembered until they are answered. */
const mostArgs = 1_000;

export class RequestFold {
  readonly #pairs = new PairBook();
  readonly #open = new Map<number, Asked>();
  readonly #expired = new Set<number>();
  readonly #argsOf = new Map<string, JsonObject>();
  readonly #found: FoundList;

  constructor(found: FoundList) {
    this.#found = found;
  }

  line(entry: LineEntry & Entry, decoded: Frame): void {
    const { seq, atUs, from } = entry;
    const { def, frame, type, id } = decoded;
    const note = this.#pairs.note(seq, atUs, from, decoded);
    if (from === 'extension') {
      if ('request' in note) this.#open.delete(note.request);
      if (type === 'event_intercept_response' && id !== undefined) this.#compareArgs(id, frame, seq);
      return;
    }
    if (def.role.kind !== 'request' || def.role.optional) return;
    this.#open.set(seq, { seq, atUs, type, name: nameOf(frame) });
    if (type === 'event_intercept' && id !== undefined) this.#rememberArgs(id, frame);
  }

  expired(line: number): void {
    this.#pairs.expire(line);
    this.#expired.add(line);
  }

  /** It never reached the other side. */
  dropped(line: number): void {
    this.#pairs.forget(line);
    this.#open.delete(line);
  }

  /** @param untilUs up to when an answer could have come @param patienceUs how long one may take */
  tellOpen(untilUs: number, patienceUs: number, found: FoundList): void {
    for (const { seq, atUs, type, name } of this.#open.values()) {
      if (!this.#expired.has(seq) && untilUs - atUs < patienceUs) continue;
      const what = `${type}${name === '' ? '' : ` (${quote(name)})`}`;
      found.add('answers-every-request', { seq, words: `${what} was never answered.`, frame: type });
    }
  }

  #rememberArgs(id: string, { tool_args: args }: JsonObject): void {
    if (typeof args !== 'object' || args === null || this.#argsOf.size >= mostArgs) return;
    this.#argsOf.set(id, args as JsonObject);
  }

  #compareArgs(id: string, { modified_args: changed, block }: JsonObject, seq: number): void {
    const args = this.#argsOf.get(id);
    this.#argsOf.delete(id);
    if (!args || block === true || typeof changed !== 'object' || changed === null || Array.isArray(changed))
      return;
    const lost = Object.keys(args).filter((key) => !Object.hasOwn(changed, key));
    if (lost.length === 0) return;
    const named = lost.slice(0, 5).map(quote).join(', ');
    this.#found.add('modified-args-complete', {
      seq,
      words: `modified_args leaves out ${named}, which the call had: the tool runs without.`,
    });
  }
}

function nameOf({ name, tool_name: tool, event }: JsonObject): string {
  const [first] = [name, tool, event].filter((one) => typeof one === 'string' && one !== '');
  return typeof first === 'string' ? first : '';
}
