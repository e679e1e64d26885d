// The page about conformance lists every rule as it is: its tables are made from the rules, and compared with them here.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { rulesMarkdown } from '../../shared/conformance/rules-doc.ts';
import { root } from '../support/built-cli.ts';

const page = readFileSync(path.join(root, 'docs', 'conformance.md'), 'utf8');

/** Tables are padded by the formatter. */
function tight(text: string): string {
  return text
    .replace(/\\_/g, '_')
    .replace(/ *\| */g, '|')
    .replace(/-{3,}/g, '---')
    .replace(/&/g, '&');
}

describe('the page about conformance', () => {
  for (const protocol of ['zot', 'opcode'])
    it(`lists the rules of ${protocol} as they are`, () => {
      const between =
        new RegExp(`<!-- rules of ${protocol} -->\\n([^]*?)\\n<!-- end -->`).exec(page)?.[1] ?? '';
      expect(tight(between).trim()).toBe(tight(rulesMarkdown(protocol)).trim());
    });
});
