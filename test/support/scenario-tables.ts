// The tables of docs/scenarios.md, made from the fields that the parser knows, as prettier lays them out.

import prettier from 'prettier';
import {
  headerFields,
  kindWords,
  rowFields,
  stepDefs,
  stepFields,
  stepNames,
  toolFields,
  type FieldDef,
} from '../../shared/scenario/fields.ts';

const cell = (text: string): string => text.replaceAll('|', '\\|');

function fieldTable(fields: readonly FieldDef[]): string {
  const rows = fields.map(({ name, kind, required, doc }) => {
    const needed = required ? ' (needed)' : '';
    return `| \`${name}\`${needed} | ${cell(kindWords[kind])} | ${cell(doc)} |`;
  });
  return ['| field | value | meaning |', '| --- | --- | --- |', ...rows].join('\n');
}

function stepTable(): string {
  const rows = stepNames.map((name) => `| \`${name}\` | ${cell(stepDefs[name].summary)} |`);
  return ['| `do` | what it does |', '| --- | --- |', ...rows].join('\n');
}

/** By the name in `<!-- table: NAME -->`; each ends with a line end. */
export async function scenarioTables(): Promise<Record<string, string>> {
  const fields = { header: headerFields, row: rowFields, tools: toolFields, ...stepFields };
  const { intercept: _, ...documented } = fields; // has the same fields as event
  const made: Record<string, string> = { steps: await laidOut(stepTable()) };
  for (const [name, defs] of Object.entries(documented)) made[name] = await laidOut(fieldTable(defs));
  return made;
}

function laidOut(table: string): Promise<string> {
  return prettier.format(table, { parser: 'markdown', printWidth: 110 });
}
