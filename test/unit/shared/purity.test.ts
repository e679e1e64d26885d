// Shared code runs anywhere and gives the same for the same input: no Node, no clock, no dice.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const shared = path.resolve(import.meta.dirname, '../../../shared');
const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

it('finds the shared sources', () => {
  expect(files.length).toBeGreaterThan(40);
});

it.each(files)('shared/%s uses no Node, no clock, no chance and no window', (file) => {
  const code = readFileSync(path.join(shared, file), 'utf8').replace(/\/\/.*|\/\*[^]*?\*\//g, '');
  expect(code).not.toMatch(
    /from '(node:|electron|svelte)|\bDate\.now\b|\bnew Date\(\)|\bMath\.random\b|\bperformance\.|\bprocess\.|\bBuffer\b|\bwindow\.|\bdocument\./,
  );
});
