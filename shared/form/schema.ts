// A JSON Schema as it was sent, with the ways to find a part of it: local $ref, anchors, embedded $ids. Reads the exact
// text, so that a const of 9007199254740993 is offered with all its digits. Checks nothing: that is ajv's.

import { atPointer, fieldOf, readExact, type Exact } from './exact.ts';

/** A part of a schema together with the text it stands in: references inside it are to that text. */
export interface SubSchema {
  readonly of: SchemaText;
  readonly node: Exact;
}

export type SchemaRead =
  | { readonly ok: true; readonly schema: SchemaText }
  /** Why there is no schema to make a form from, as a sentence. */
  | { readonly ok: false; readonly problem: string };

/** More named parts than any tool has; the rest is not indexed. */
const mostNodes = 50_000;

export class SchemaText {
  readonly text: string;
  readonly root: Exact;
  #names: ReadonlyMap<string, Exact> | undefined;

  constructor(text: string, root: Exact) {
    this.text = text;
    this.root = root;
  }

  /** The whole of it. */
  get whole(): SubSchema {
    return { of: this, node: this.root };
  }

  /** What a `$ref` points at; undefined when it points outside of this text or at nothing. */
  resolve(ref: string): SubSchema | undefined {
    const node = this.#find(ref);
    return node && { of: this, node };
  }

  #find(ref: string): Exact | undefined {
    const hash = ref.indexOf('#');
    const base = hash < 0 ? ref : ref.slice(0, hash);
    const fragment = hash < 0 ? '' : decoded(ref.slice(hash + 1));
    const from = base === '' ? this.root : this.#named(base);
    if (from === undefined) return undefined;
    if (fragment === '' || fragment.startsWith('/')) return atPointer(from, fragment);
    return this.#named(`#${fragment}`);
  }

  #named(name: string): Exact | undefined {
    this.#names ??= namesIn(this.root);
    return this.#names.get(name) ?? this.#names.get(lastSegment(name));
  }
}

/** Reads a schema's text; an object or a boolean is one. */
export function readSchema(text: string): SchemaRead {
  const read = readExact(text);
  if (!read.ok)
    return {
      ok: false,
      problem: `The schema is not JSON: ${read.expected} expected at character ${read.offset + 1}.`,
    };
  const { kind } = read.root;
  if (kind !== 'object' && kind !== 'boolean')
    return {
      ok: false,
      problem: `The schema is ${kind === 'array' ? 'an array' : `a ${kind}`}; a JSON Schema is an object or a boolean.`,
    };
  return { ok: true, schema: new SchemaText(text, read.root) };
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment; // a stray percent sign: taken as it stands
  }
}

function lastSegment(uri: string): string {
  return uri.split('/').at(-1) ?? uri;
}

/** `#anchor`s and `$id`s, whole and by their last segment. */
function namesIn(root: Exact): ReadonlyMap<string, Exact> {
  const names = new Map<string, Exact>();
  const waiting: Exact[] = [root];
  for (let seen = 0; waiting.length > 0 && seen < mostNodes; seen++) {
    const node = waiting.pop();
    if (node?.kind === 'array') waiting.push(...node.items);
    if (node?.kind !== 'object') continue;
    for (const key of ['$anchor', '$dynamicAnchor']) {
      const anchor = fieldOf(node, key);
      if (anchor?.kind === 'string' && !names.has(`#${anchor.text}`)) names.set(`#${anchor.text}`, node);
    }
    const id = fieldOf(node, '$id') ?? fieldOf(node, 'id');
    if (id?.kind === 'string' && id.text !== '') {
      for (const name of [id.text, lastSegment(id.text)]) if (!names.has(name)) names.set(name, node);
    }
    for (const member of node.members) waiting.push(member.value);
  }
  return names;
}
