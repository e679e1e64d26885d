// The two texts of a draft are one: they differ in white space only, and the raw line is exactly what was typed.

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formOf, type FormField } from '../../../shared/form/form.ts';
import { readExact } from '../../../shared/form/exact.ts';
import { compactJson } from '../../../shared/json/compact.ts';
import { profiles } from '../../../shared/protocol/registry.ts';
import { shownAs, wireOf } from '../../../renderer/state/draft.ts';
import { beginnings, frameSchema, hostFrames } from '../../../renderer/state/frame-templates.ts';

const space = fc.stringMatching(/^[ \t\n]{0,3}$/);
/** JSON with white space of any kind between its tokens. */
const spaced = fc
  .tuple(fc.json(), space, space)
  .map(([text, before, after]) => before + JSON.stringify(JSON.parse(text), null, 1) + after);

describe('draft', () => {
  test('a raw line is sent exactly as it was typed, JSON or not', () => {
    fc.assert(fc.property(fc.string({ unit: 'binary' }), (text) => wireOf({ text, as: 'raw' }) === text));
  });

  test('both views of any JSON say the same', () => {
    fc.assert(
      fc.property(spaced, fc.constantFrom('json' as const, 'raw' as const), (text, as) => {
        for (const view of ['json', 'raw'] as const) {
          expect(compactJson(shownAs({ text, as }, view))).toBe(compactJson(text));
        }
        expect(shownAs({ text, as }, as)).toBe(text);
        expect(shownAs({ text, as }, 'raw')).toBe(wireOf({ text, as }));
      }),
    );
  });

  test('what is no JSON is the same in both', () => {
    for (const text of ['{"a":', 'words\nand more', '']) {
      expect(shownAs({ text, as: 'json' }, 'raw')).toBe(text);
      expect(shownAs({ text, as: 'raw' }, 'json')).toBe(text);
    }
  });
});

describe.each(profiles.map(({ name }) => name))('templates of %s', (profile) => {
  test.each(hostFrames(profile).map((def) => [def.type, def] as const))(
    '%s begins with texts whose every field is in the form',
    (_type, def) => {
      for (const { text } of beginnings(def, profile)) {
        const read = readExact(text);
        if (!read.ok || read.root.kind !== 'object') throw new Error(`no frame: ${text}`);
        const form: FormField = formOf({ schema: frameSchema(def, profile), text, root: read.root });
        const shown = form.children.filter((child) => child.raw !== null);
        expect(shown.map(({ key }) => key).sort()).toEqual(read.root.members.map(({ key }) => key).sort());
        expect(shown.every(({ place }) => place === 'property')).toBe(true);
      }
    },
  );
});
