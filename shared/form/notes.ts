// Sentences for what a schema demands and a form can't show as a field: not, if/then/else and their like. The person reads
// them and writes JSON; the checker has the last word.

import { fieldOf, rawOf, type Exact } from './exact.ts';
import type { SubSchema } from './schema.ts';

export interface FormNote {
  readonly keyword: string;
  readonly words: string;
  /** The schema's own text, where reading it helps. */
  readonly text?: string;
}

const longest = 2_000;

const sentences: Readonly<Record<string, string>> = {
  not: 'Must not match this schema:',
  if: 'What else is needed depends on this condition:',
  dependentSchemas: 'More is needed when these keys are there:',
  dependencies: 'More is needed when these keys are there:',
  dependentRequired: 'These keys bring others with them:',
  contains: 'Some item must match this schema:',
  propertyNames: 'Every key must match this schema:',
  unevaluatedProperties: 'Keys that no part of the schema speaks of must match:',
  unevaluatedItems: 'Items that no part of the schema speaks of must match:',
};

export function notesOf({ of, node }: SubSchema): readonly FormNote[] {
  const notes: FormNote[] = [];
  for (const [keyword, words] of Object.entries(sentences)) {
    const part = fieldOf(node, keyword);
    if (part) notes.push({ keyword, words, text: textFor(keyword, of.text, node, part) });
  }
  return notes;
}

function textFor(keyword: string, text: string, schema: Exact, part: Exact): string {
  const shown =
    keyword === 'if'
      ? ['if', 'then', 'else']
          .flatMap((key) => {
            const clause = fieldOf(schema, key);
            return clause ? [`${key} ${rawOf(text, clause)}`] : [];
          })
          .join('\n')
      : rawOf(text, part);
  return shown.length > longest ? `${shown.slice(0, longest)} …` : shown;
}
