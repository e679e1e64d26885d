// Every schema of the fixtures makes a form, and every example goes through it unchanged.

import { describe, expect, test } from 'vitest';
import { readRaw, replaceRaw } from '../../../../shared/form/edit.ts';
import { readExact, type Exact } from '../../../../shared/form/exact.ts';
import { formOf, type FormField } from '../../../../shared/form/form.ts';
import { readSchema } from '../../../../shared/form/schema.ts';
import { templateOf } from '../../../../shared/form/template.ts';
import { escapePointer } from '../../../../shared/json/pointer.ts';
import { schemaFixtures } from '../../../support/schema-fixtures.ts';

const fixtures = schemaFixtures();

function formFor(schemaText: string, text: string): FormField {
  const schema = readSchema(schemaText);
  if (!schema.ok) throw new Error(schema.problem);
  const value = readExact(text);
  if (!value.ok) throw new Error(`not JSON: ${text}`);
  return formOf({ schema: schema.schema.whole, text, root: value.root });
}

function all(field: FormField): readonly FormField[] {
  return [field, ...field.children.flatMap(all)];
}
const present = (form: FormField): readonly FormField[] => all(form).filter((one) => one.raw !== null);
/** Where something is written: scalars, empty containers, and what is shown as JSON. */
const leaves = (form: FormField): readonly FormField[] =>
  present(form).filter((one) => one.children.every((child) => child.raw === null));

function pointersOf(node: Exact, at = ''): readonly string[] {
  const below =
    node.kind === 'object'
      ? node.members.map(({ key, value }) => pointersOf(value, `${at}/${escapePointer(key)}`))
      : node.kind === 'array'
        ? node.items.map((item, index) => pointersOf(item, `${at}/${index}`))
        : [];
  return [at, ...below.flat()];
}

test('there are at least 40 of them, each with an example', () => {
  expect(fixtures.length).toBeGreaterThanOrEqual(40);
  for (const { examples } of fixtures) expect(examples.length).toBeGreaterThan(0);
});

describe.each(fixtures)('$file: $title', ({ schemaText, examples }) => {
  test.each(examples)('%s comes back byte for byte', (text) => {
    let written = text;
    for (const { pointer, raw } of present(formFor(schemaText, text))) {
      if (raw !== null) written = replaceRaw(written, pointer, raw);
    }
    expect(written).toBe(text);
  });

  test.each(examples)('%s has a field for everything in it', (text) => {
    const form = formFor(schemaText, text);
    const shown = present(form);
    const value = readExact(text);
    if (!value.ok) throw new Error('not JSON');
    for (const pointer of pointersOf(value.root)) {
      const own = shown.some((one) => one.pointer === pointer);
      const within = shown.some(
        (one) => one.children.length === 0 && (one.pointer === '' || pointer.startsWith(`${one.pointer}/`)),
      );
      expect(own || within, `nothing shows ${pointer}`).toBe(true);
    }
    expect(all(form).every((one) => one.hidden === 0)).toBe(true);
  });

  test.each(examples)('%s: one field touched changes no other, and restored is as before', (text) => {
    for (const { pointer, raw } of leaves(formFor(schemaText, text))) {
      if (raw === null) continue;
      const touched = replaceRaw(text, pointer, '"touched"');
      for (const other of leaves(formFor(schemaText, text))) {
        if (other.pointer !== pointer) expect(readRaw(touched, other.pointer)).toBe(other.raw);
      }
      expect(replaceRaw(touched, pointer, raw)).toBe(text);
    }
  });

  test('its template is JSON that the form can show', () => {
    const schema = readSchema(schemaText);
    if (!schema.ok) throw new Error(schema.problem);
    for (const fill of ['required', 'all'] as const) {
      const template = templateOf(schema.schema.whole, { fill });
      expect(() => JSON.parse(template) as unknown).not.toThrow();
      expect(formFor(schemaText, template).raw).toBe(template);
    }
  });
});
