// Shared code runs anywhere and gives the same for the same input: no Node, no clock, no dice.

import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import { expect, it } from 'vitest';

const shared = path.resolve(import.meta.dirname, '../../../shared');
const files = readdirSync(shared, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('.ts'),
);

it('finds the shared sources', () => {
  expect(files.length).toBeGreaterThan(40);
});

/** Names of the surroundings that the code itself uses, not those in its texts: shared/export writes programs. */
function impurities(file: string, code: string): string[] {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isImportDeclaration(node) && ts.isStringLiteral(node.moduleSpecifier)) {
      if (/^(node:|electron|svelte)/.test(node.moduleSpecifier.text)) found.push(node.getText());
    } else if (ts.isPropertyAccessExpression(node) && ts.isIdentifier(node.expression)) {
      const text = `${node.expression.text}.${node.name.text}`;
      if (/^(Date\.now|Math\.random)$|^(performance|process|window|document|Buffer)\./.test(text))
        found.push(text);
    } else if (ts.isNewExpression(node) && node.expression.getText() === 'Date' && !node.arguments?.length) {
      found.push(node.getText());
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, code, ts.ScriptTarget.Latest, true));
  return found;
}

it('would be seen to be impure, but not for a text that says so', () => {
  const impure = `import fs from 'node:fs'; Date.now(); new Date(); Math.random(); process.exit(); Buffer.from('')`;
  expect(impurities('a.ts', impure)).toHaveLength(6);
  expect(impurities('a.ts', "const words = 'process.exit(1)'; new Date(0); item.document.title")).toEqual([]);
});

it.each(files)('shared/%s uses no Node, no clock, no chance and no window', (file) => {
  expect(impurities(file, readFileSync(path.join(shared, file), 'utf8'))).toEqual([]);
});
