// Opens a schema for fuzzing: says in one word whether values can be made for it, and with what left out. Bounded in every
// direction. Whether the schema compiles is ajv's matter and known before.

import { DeadEnd } from './dead-end.ts';
import { readSchema } from '../form/schema.ts';
import type { SchemaNote, SchemaVerdict, Validate } from './fuzz-types.ts';
import { Heights, reachable } from './heights.ts';
import { Maker } from './make.ts';
import { safePattern } from './pattern.ts';
import { Chance } from './random.ts';
import { RuleBook, type Rules } from './rules.ts';
import { rawOfTree } from './tree.ts';

/** A schema that was opened, whatever its verdict. */
export interface OpenSchema {
  readonly root: Rules;
  readonly heights: Heights;
  readonly all: readonly Rules[];
}

const tries = 40;
/** Formats that are made and broken on purpose, or that ajv knows and takes for any value. */
const unknownWords = ['$recursiveRef'];

export function openSchema(schemaText: string): OpenSchema | { readonly problem: string } {
  const read = readSchema(schemaText);
  if (!read.ok) return { problem: read.problem };
  const { root } = new RuleBook(read.schema);
  return { root, heights: new Heights(root), all: reachable(root) };
}

/**
 * Never throws and never hangs: every schema gets a word within a bounded number of steps.
 * @param validate null when ajv made no validator of it, with its `problem` as a sentence
 */
export function judgeSchema(schemaText: string, validate: Validate | null, problem = ''): SchemaVerdict {
  const open = openSchema(schemaText);
  if ('problem' in open) return { kind: 'broken', why: open.problem, at: '' };
  if (validate === null) {
    // References in a circle overflow the checker's stack; that is the better word for it.
    const endless = open.all.find((rules) => open.heights.of(rules) === Infinity);
    if (endless) return { kind: 'endless', at: endless.at, why: endlessWords };
    return { kind: 'broken', at: '', why: problem === '' ? 'No validator can be made of it.' : problem };
  }
  return judgeOpen(open, schemaText, validate);
}

export function judgeOpen(open: OpenSchema, schemaText: string, validate: Validate): SchemaVerdict {
  const { root, heights } = open;
  if (heights.of(root) === Infinity) return { kind: 'endless', at: root.at, why: endlessWords };
  const notes = new Map<string, SchemaNote>();
  for (const note of standingNotes(open, schemaText)) notes.set(`${note.at} ${note.why}`, note);
  const ends: DeadEnd[] = [];
  let found = false;
  let refused = 0;
  for (let at = 0; at < tries && !(found && at >= 12); at++) {
    const maker = new Maker({ heights, chance: new Chance(1, at), notes });
    try {
      const raw = rawOfTree(maker.make([root], 0));
      if (validate(JSON.parse(raw))) found = true;
      else refused++;
    } catch (error) {
      if (!(error instanceof DeadEnd)) throw error;
      ends.push(error);
    }
  }
  if (found) return { kind: 'ready', notes: [...notes.values()] };
  const [end] = ends;
  if (end && refused === 0)
    return end.kind === 'impossible'
      ? { kind: 'impossible', why: end.message, at: end.at, proven: ends.every((one) => one.proven) }
      : { kind: end.kind, why: end.message, at: end.at };
  return {
    kind: 'impossible',
    at: end?.at ?? root.at,
    proven: false,
    why: `None of ${tries} values that were made fits all of the schema${end ? `; ${end.message}` : '.'}`,
  };
}

const endlessWords =
  'Every value would have to hold another one like itself, without end: a reference that leads back to where it stands is required.';

/** What can be said without making anything. */
function standingNotes({ all, heights }: OpenSchema, schemaText: string): SchemaNote[] {
  const notes: SchemaNote[] = [];
  for (const rules of all) {
    if (heights.of(rules) === Infinity) notes.push({ kind: 'endless', at: rules.at, why: endlessWords });
    if (rules.target() === null)
      notes.push({
        kind: 'unsupported',
        at: rules.at,
        why: 'The reference leads out of this schema: nothing is known of what it means.',
      });
    for (const source of [rules.pattern?.source, ...rules.patternProperties.map((one) => one.source)]) {
      const missing = source === undefined ? [] : safePattern(source).missing;
      if (missing.length > 0)
        notes.push({
          kind: 'unsupported',
          at: rules.at,
          why: `The pattern uses ${missing.join(', ')}: strings for it are found by trying.`,
        });
    }
  }
  for (const word of unknownWords)
    if (schemaText.includes(`"${word}"`))
      notes.push({ kind: 'unsupported', at: '', why: `${word} is not followed.` });
  return notes;
}
