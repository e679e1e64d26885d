// The failures of a run by their causes: which ones are the same, how often each came, and a name for each that is the same
// in every run. Pure; whether something failed, and with which smallest input, is the driver's to find out.

import {
  oracleDef,
  oracles,
  type FuzzBucket,
  type FuzzInput,
  type FuzzPart,
  type FuzzSend,
  type FuzzSubject,
  type Oracle,
} from './findings.ts';

/** A failure as it was seen, before anybody looked for its smallest input. */
export interface Incident {
  readonly oracle: Oracle;
  readonly message: string;
  readonly cause: string;
  readonly evidence: readonly string[];
}

export interface Investigated {
  readonly subject: FuzzSubject;
  readonly part: FuzzPart;
  readonly incident: Incident;
  readonly input: FuzzInput;
  readonly found: FuzzInput;
  readonly reproduced: boolean;
  readonly tries: number;
}

/** Inputs looked into for one oracle without a cause in words; more of them are counted only. */
const mostAlike = 3;
/** With these it is how it answers that is wrong, not what it was asked. */
const oneKind: ReadonlySet<Oracle> = new Set(['unknown-id', 'two-answers', 'stdout-pollution']);

type Counted = { -readonly [K in keyof FuzzBucket]: FuzzBucket[K] };

export class Buckets {
  readonly #all = new Map<string, Counted>();
  /** What was looked into already → its bucket; undefined when it did not come to one. */
  readonly #seen = new Map<string, string | undefined>();
  readonly #alike = new Map<string, number>();

  /** Most telling first. */
  get all(): readonly FuzzBucket[] {
    const rank = new Map(oracles.map(({ oracle }, at) => [oracle, at]));
    return [...this.#all.values()].sort(
      (a, b) => (rank.get(a.oracle) ?? 0) - (rank.get(b.oracle) ?? 0) || (a.id < b.id ? -1 : 1),
    );
  }

  get size(): number {
    return this.#all.size;
  }

  /** Counts it where it is known; false: it is to be looked into. */
  count(subject: FuzzSubject, incident: Incident, send: FuzzSend | undefined): boolean {
    const key = seenKey(subject, incident, send);
    if (this.#seen.has(key)) {
      this.#hit(this.#seen.get(key));
      return true;
    }
    const alike = alikeKey(subject, incident);
    if ((this.#alike.get(alike) ?? 0) < (oneKind.has(incident.oracle) ? 1 : mostAlike)) return false;
    this.#hit([...this.#all.values()].find((bucket) => alikeKey(bucket.subject, bucket) === alike)?.id);
    return true;
  }

  /** Looked into, and nothing came of it. */
  dismiss(subject: FuzzSubject, incident: Incident, send: FuzzSend | undefined): void {
    this.#seen.set(seenKey(subject, incident, send), undefined);
    this.#looked(subject, incident);
  }

  add(found: Investigated, send: FuzzSend | undefined): FuzzBucket {
    const { subject, part, incident, input, reproduced, tries } = found;
    const { oracle, cause, message, evidence } = incident;
    const key = [subject.kind, subject.name, oracle, cause, cause === '' ? inputKey(input) : ''].join('\0');
    const id = hashed(key);
    this.#seen.set(seenKey(subject, incident, send), id);
    this.#looked(subject, incident);
    const known = this.#all.get(id);
    if (known) {
      known.hits++;
      if (size(input) < size(known.input)) known.input = input;
      return known;
    }
    const { severity } = oracleDef(oracle);
    const bucket = {
      id,
      subject,
      oracle,
      severity,
      message,
      cause,
      part,
      input,
      found: found.found,
      hits: 1,
      reproduced,
      tries,
      evidence,
    };
    this.#all.set(id, bucket);
    return bucket;
  }

  #hit(id: string | undefined): void {
    const bucket = id === undefined ? undefined : this.#all.get(id);
    if (bucket) bucket.hits++;
  }

  #looked(subject: FuzzSubject, incident: Incident): void {
    const alike = alikeKey(subject, incident);
    this.#alike.set(alike, (this.#alike.get(alike) ?? 0) + 1);
  }
}

/** Failures with the same words are one; without words they are told apart by what was done to the input. */
function seenKey(subject: FuzzSubject, incident: Incident, send: FuzzSend | undefined): string {
  const mutation = incident.cause === '' ? (send?.fault ?? '') : '';
  return [alikeKey(subject, incident), mutation].join('\0');
}

function alikeKey(
  { kind, name }: FuzzSubject,
  { oracle, cause }: Pick<Incident, 'oracle' | 'cause'>,
): string {
  return [kind, name, oracle, cause].join('\0');
}

export function inputKey(input: FuzzInput): string {
  switch (input.kind) {
    case 'one':
      return `one ${sendKey(input.send)}`;
    case 'repeat':
      return `repeat ${sendKey(input.send)}`;
    case 'sequence':
    case 'together':
      return `${input.kind} ${input.sends.map(sendKey).join('\n')}`;
    case 'handshake':
      return `handshake ${input.field}`;
  }
}

function sendKey(send: FuzzSend): string {
  if (send.kind === 'value') return send.raw;
  return send.lines.map((line) => ('text' in line ? line.text : line.base64)).join('\n');
}

function size(input: FuzzInput): number {
  return inputKey(input).length + (input.kind === 'repeat' ? input.times : 0);
}

/** FNV-1a over UTF-16 units, twice with different beginnings: sixteen hex digits. Tells names apart, guards nothing. */
export function hashed(text: string): string {
  const half = (start: number): string => {
    let hash = start;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0;
    return hash.toString(16).padStart(8, '0');
  };
  return half(0x811c9dc5) + half(0x9747b28c);
}
