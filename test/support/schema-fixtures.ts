// The schemas of test/fixtures/schemas with their examples, as exact text: numbers in a schema keep their spelling.

import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fieldOf, rawOf, readExact } from '../../shared/form/exact.ts';

export interface SchemaFixture {
  readonly file: string;
  readonly title: string;
  readonly schemaText: string;
  /** JSON texts: values a person may have typed, right and wrong ones. */
  readonly examples: readonly string[];
}

const folder = join(import.meta.dirname, '../fixtures/schemas');

export function schemaFixtures(): readonly SchemaFixture[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.json'))
    .sort()
    .map((file) => {
      const text = readFileSync(join(folder, file), 'utf8');
      const read = readExact(text);
      const schema = read.ok ? fieldOf(read.root, 'schema') : undefined;
      if (!schema) throw new Error(`${file} has no schema`);
      const { title, examples } = JSON.parse(text) as { title: string; examples: string[] };
      return { file, title, examples, schemaText: rawOf(text, schema) };
    });
}
