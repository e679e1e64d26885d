// What docs/scenarios.md says about steps and fields is what the parser knows, and its examples are scenarios.

import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseScenario } from '../../shared/scenario/parse.ts';
import { scenarioTables } from '../support/scenario-tables.ts';

const root = path.resolve(import.meta.dirname, '..', '..');
const text = readFileSync(path.join(root, 'docs', 'scenarios.md'), 'utf8');
const tables = await scenarioTables();

describe('docs/scenarios.md', () => {
  it.each(Object.keys(tables))('has the table of %s as the parser has it', (name) => {
    const [, shown] = new RegExp(`<!-- table: ${name} -->\n\n([^]*?\n)(?!\\|)`).exec(text) ?? [];
    expect(shown).toBe(tables[name]);
  });

  it('has no other table of fields', () => {
    const named = [...text.matchAll(/<!-- table: (\w+) -->/g)].map(([, name]) => name);
    expect(named.sort()).toEqual(Object.keys(tables).sort());
  });

  it('shows scenarios that are right', () => {
    const shown = [...text.matchAll(/^```json\n([^]*?)^```$/gm)].map(([, lines]) => lines ?? '');
    expect(shown.length).toBeGreaterThan(2);
    for (const lines of shown) expect(parseScenario(lines)).toMatchObject({ ok: true });
  });
});

it.each(readdirSync(path.join(root, 'examples', 'scenarios')))('examples/scenarios/%s is right', (name) => {
  const file = path.join(root, 'examples', 'scenarios', name);
  expect(parseScenario(readFileSync(file, 'utf8'))).toMatchObject({ ok: true });
});
