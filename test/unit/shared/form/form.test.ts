// What a form shows for a schema and a value, and what choosing in it does to the text.

import { describe, expect, test } from 'vitest';
import { checkJson } from '../../../../electron/session/check-json.ts';
import { fieldAt, formAfter, takeBranch } from '../../../../shared/form/branch.ts';
import { putMember, removeAt, replaceRaw } from '../../../../shared/form/edit.ts';
import { readExact } from '../../../../shared/form/exact.ts';
import { formOf, type FormField, type FormSource } from '../../../../shared/form/form.ts';
import { readSchema, type SubSchema } from '../../../../shared/form/schema.ts';
import { templateOf } from '../../../../shared/form/template.ts';

function schemaOf(schema: unknown): SubSchema {
  const read = readSchema(typeof schema === 'string' ? schema : JSON.stringify(schema));
  if (!read.ok) throw new Error(read.problem);
  return read.schema.whole;
}
function sourceOf(schema: unknown, text: string): FormSource {
  const read = readExact(text);
  return { schema: schemaOf(schema), text, root: read.ok ? read.root : undefined };
}
const form = (schema: unknown, text: string): FormField => formOf(sourceOf(schema, text));
function at(field: FormField, pointer: string): FormField {
  const found = fieldAt(field, pointer);
  if (!found) throw new Error(`no field at ${pointer}`);
  return found;
}

describe('case S01: fields behind $ref', () => {
  const schema = {
    type: 'object',
    properties: { a: { type: 'string', pattern: '^[a-z]+$' }, b: { $ref: '#/properties/a' } },
  };

  test('both are text fields with the pattern', () => {
    const { children } = form(schema, '{"a":"x"}');
    expect(children.map(({ key, control, hints }) => ({ key, control, hints }))).toEqual([
      { key: 'a', control: { kind: 'text' }, hints: ['pattern ^[a-z]+$'] },
      { key: 'b', control: { kind: 'text' }, hints: ['pattern ^[a-z]+$'] },
    ]);
  });

  test('what is typed into a referred date is in the text', () => {
    const dated = {
      properties: { on: { $ref: '#/$defs/d' } },
      $defs: { d: { type: 'string', format: 'date' } },
    };
    expect(at(form(dated, '{}'), '/on').control).toEqual({ kind: 'text' });
    const text = putMember('{}', '', 'on', '"2026-01-31"');
    expect(at(form(dated, text), '/on')).toMatchObject({ state: 'present', text: '2026-01-31' });
  });
});

describe('case S03: alternatives', () => {
  const schema = {
    oneOf: [
      {
        type: 'object',
        properties: { kind: { const: 'email' }, address: { type: 'string' } },
        required: ['kind', 'address'],
      },
      {
        type: 'object',
        properties: { kind: { const: 'sms' }, phone: { type: 'string' } },
        required: ['kind', 'phone'],
      },
    ],
  };
  const choose = (source: FormSource, branch: number, kept?: ReadonlyMap<string, string>) => {
    const root = formOf(source);
    const [choice] = root.choices;
    if (!choice) throw new Error('no choice');
    return takeBranch(source, root, choice.id, branch, kept);
  };

  test('the root has a chooser, and the fields of the branch that fits', () => {
    const field = form(schema, '{"kind":"sms","phone":"1"}');
    expect(field.choices).toMatchObject([
      {
        picked: 1,
        branches: [
          { label: 'kind: email', fits: false },
          { label: 'kind: sms', fits: true },
        ],
      },
    ]);
    expect(field.children.map(({ key }) => key)).toEqual(['kind', 'phone']);
  });

  test('taking the other branch gives a value that is valid for exactly that one', () => {
    const taken = choose(sourceOf(schema, '{"kind":"email","address":"a@b"}'), 1);
    expect(taken.text).toBe('{"kind":"sms","phone":""}');
    expect(checkJson(JSON.stringify(schema), taken.text).issues).toEqual([]);
    expect([...taken.aside]).toEqual([['address', '"a@b"']]);
  });

  test('what was set aside comes back with its branch', () => {
    const source = sourceOf(schema, '{"kind":"email","address":"\\u0061@b","extra":[1.0]}');
    const away = choose(source, 1);
    expect(away.text).toBe('{"kind":"sms","phone":"","extra":[1.0]}');
    const back = choose({ ...sourceOf(schema, away.text), picks: away.picks }, 0, away.aside);
    expect(JSON.parse(back.text)).toEqual({ kind: 'email', address: 'a@b', extra: [1] });
    expect(back.text).toContain('"\\u0061@b"');
  });

  test('a value that fits two branches says so of both', () => {
    const overlap = { type: 'object', oneOf: [{ required: ['a'] }, { required: ['b'] }] };
    const [choice] = form(overlap, '{"a":1,"b":2}').choices;
    expect(choice?.branches.map(({ fits }) => fits)).toEqual([true, true]);
  });

  test('each branch of overlapping alternatives can be reached with a valid value', () => {
    const overlap = {
      type: 'object',
      oneOf: [
        { properties: { id: { type: 'string' } }, required: ['id'] },
        { properties: { name: { type: 'string' } }, required: ['name'] },
      ],
    };
    for (const branch of [0, 1]) {
      const taken = choose(sourceOf(overlap, '{"id":"1","name":"n"}'), branch);
      expect(checkJson(JSON.stringify(overlap), taken.text).issues).toEqual([]);
    }
  });

  test('alternatives inside allOf are found', () => {
    const nested = {
      allOf: [
        { properties: { path: { type: 'string' } } },
        {
          anyOf: [{ required: ['line'], properties: { line: { type: 'integer' } } }, { required: ['text'] }],
        },
      ],
    };
    const field = form(nested, '{"path":"x"}');
    expect(field.choices).toHaveLength(1);
    expect(field.children.map(({ key }) => key)).toEqual(['path', 'line']);
  });

  test('branches of different types replace the value and keep the old one', () => {
    const either = {
      anyOf: [{ type: 'string' }, { type: 'object', properties: { a: { type: 'integer' } } }],
    };
    const taken = choose(sourceOf(either, '"words"'), 1);
    expect(taken.text).toBe('{}');
    expect([...taken.aside]).toEqual([['', '"words"']]);
    const back = choose({ ...sourceOf(either, taken.text), picks: taken.picks }, 0, taken.aside);
    expect(back.text).toBe('"words"');
  });
});

describe('case S06: enum of numbers without a type', () => {
  test.each([
    [{ enum: [1, 2, 3] }, '2', '2'],
    [{ type: 'integer', enum: [0, 1] }, '1', '1'],
  ])('%j offers numbers and sends a number', (v, text, raw) => {
    const { control } = at(form({ properties: { v } }, `{"v":${text}}`), '/v');
    if (control.kind !== 'allowed') throw new Error(control.kind);
    const chosen = control.values.find((value) => value.raw === raw);
    expect(replaceRaw('{"v":0}', '/v', chosen?.raw ?? '?')).toBe(`{"v":${raw}}`);
  });

  test('they are offered as the schema spells them', () => {
    const { control } = form('{"enum":[1.50, 9007199254740993, "1"]}', '1.5');
    expect(control).toMatchObject({
      values: [{ raw: '1.50' }, { raw: '9007199254740993' }, { raw: '"1"' }],
    });
  });
});

describe('absent, empty and null', () => {
  const schema = {
    properties: { s: { type: ['string', 'null'] }, l: { type: 'array' }, o: { type: 'object' } },
  };

  test.each([
    ['{}', 'absent', null],
    ['{"s":null}', 'null', 'null'],
    ['{"s":""}', 'present', '""'],
  ])('%s is %s', (text, state, raw) => {
    expect(at(form(schema, text), '/s')).toMatchObject({ state, raw, control: { kind: 'text' } });
  });

  test('an empty list or object is there, an absent one is not', () => {
    expect(at(form(schema, '{"l":[]}'), '/l')).toMatchObject({ state: 'present', control: { kind: 'list' } });
    expect(at(form(schema, '{"l":[]}'), '/o')).toMatchObject({
      state: 'absent',
      control: { kind: 'object' },
    });
  });

  test('leaving out takes the key away', () => {
    expect(at(form(schema, removeAt('{"s":"","l":[]}', '/s')), '/s').state).toBe('absent');
  });

  test('null is in order where the schema says so', () => {
    const nullable = (s: unknown): boolean => at(form({ properties: { s } }, '{}'), '/s').nullable;
    expect(nullable({ type: 'string' })).toBe(false);
    expect(nullable({ type: ['string', 'null'] })).toBe(true);
    expect(nullable({ anyOf: [{ type: 'string' }, { type: 'null' }] })).toBe(true);
    expect(nullable({ type: 'string', nullable: true })).toBe(true);
    expect(nullable({})).toBe(true);
  });
});

describe('nothing is dropped', () => {
  test.each([
    [{ not: { type: 'string' } }, 'not'],
    [{ type: 'object', if: { required: ['a'] }, then: { required: ['b'] } }, 'if'],
    [{ type: 'object', dependentRequired: { a: ['b'] } }, 'dependentRequired'],
    [{ $ref: 'https://example.com/x' }, '$ref'],
    [{ type: 'array', contains: { type: 'integer' } }, 'contains'],
  ])('%j leaves a note', (schema, keyword) => {
    expect(form(schema, '{}').notes).toContainEqual(expect.objectContaining({ keyword }));
  });

  test('a schema of which a form can show nothing is a field of JSON', () => {
    expect(form({ not: { type: 'string' } }, '5').control).toEqual({ kind: 'json' });
    expect(form(true, '5').control).toEqual({ kind: 'json' });
    expect(form({}, '{"a":1}').control).toEqual({ kind: 'json' });
  });

  test('fields that only a condition brings in are offered', () => {
    const field = form({ type: 'object', if: {}, then: { properties: { b: { type: 'string' } } } }, '{}');
    expect(field.children).toMatchObject([{ key: 'b', conditional: true, required: false }]);
  });

  test('a value of another type is shown as it is, with the reason', () => {
    const field = at(form({ properties: { s: { type: 'string' } } }, '{"s":[1.0]}'), '/s');
    expect(field).toMatchObject({ raw: '[1.0]', control: { kind: 'json' } });
    expect(field.notes).toMatchObject([{ words: 'The schema wants a string; this is an array.' }]);
  });

  test('keys the schema does not speak of have a field, and forbidden ones are marked', () => {
    const open = form({ properties: { a: {} } }, '{"a":1,"b":2}');
    expect(at(open, '/b')).toMatchObject({ place: 'extra', raw: '2' });
    const shut = form({ properties: { a: {} }, additionalProperties: false }, '{"reasn":"x"}');
    expect(at(shut, '/reasn')).toMatchObject({ place: 'forbidden', raw: '"x"' });
  });

  test('members beyond what a form can bear are counted', () => {
    const field = form({ type: 'array', items: { type: 'integer' } }, JSON.stringify([...Array(300).keys()]));
    expect(field.children).toHaveLength(200);
    expect(field.hidden).toBe(100);
  });

  test('a key that stands twice is marked, and the last one is shown', () => {
    expect(at(form({ properties: { a: {} } }, '{"a":1,"a":2}'), '/a')).toMatchObject({
      raw: '2',
      duplicate: true,
    });
  });

  test('what a text field can not show is edited as it is spelled', () => {
    const text = '{"s":"\\u202eevil","t":"two\\nlines"}';
    const field = form({ properties: { s: { type: 'string' }, t: { type: 'string' } } }, text);
    expect(at(field, '/s').control).toEqual({ kind: 'spelled' });
    expect(at(field, '/t').control).toEqual({ kind: 'text' });
  });

  test('text in a number field leaves it a number field', () => {
    const field = at(form({ properties: { n: { type: 'integer' } } }, '{"n":"12x"}'), '/n');
    expect(field.control).toEqual({ kind: 'number', integer: true });
  });
});

describe('shapes', () => {
  test('a schema that refers to itself is as deep as the value', () => {
    const tree = {
      $ref: '#/$defs/n',
      $defs: { n: { properties: { kids: { type: 'array', items: { $ref: '#/$defs/n' } } } } },
    };
    const field = form(tree, '{"kids":[{"kids":[]},{}]}');
    expect(at(field, '/kids/0/kids')).toMatchObject({ state: 'present', control: { kind: 'list' } });
    expect(at(field, '/kids/1/kids')).toMatchObject({ state: 'absent', children: [] });
    expect(at(field, '/kids').addition).toBe('{}');
  });

  test('deep values end in a field of JSON', () => {
    const deep = '{"a":'.repeat(60) + '1' + '}'.repeat(60);
    const field = form({ properties: { a: { $ref: '#' } } }, deep);
    const last = (one: FormField): FormField => (one.children[0]?.raw ? last(one.children[0]) : one);
    expect(last(field)).toMatchObject({ control: { kind: 'json' }, notes: [{ keyword: 'depth' }] });
  });

  test('tuples have a schema for each item, and say when no more are allowed', () => {
    const field = form(
      { type: 'array', prefixItems: [{ type: 'string' }, { type: 'integer' }], items: false },
      '["a",1,2]',
    );
    expect(field.children.map(({ control, place }) => [control.kind, place])).toEqual([
      ['text', 'item'],
      ['number', 'item'],
      ['json', 'forbidden'],
    ]);
    expect(field.addition).toBeNull();
  });

  test('maps take their entries from additionalProperties and patternProperties', () => {
    const field = form(
      {
        type: 'object',
        patternProperties: { '^n': { type: 'number' } },
        additionalProperties: { type: 'boolean' },
      },
      '{"n1":1,"other":true}',
    );
    expect(at(field, '/n1')).toMatchObject({ place: 'entry', control: { kind: 'number' } });
    expect(at(field, '/other')).toMatchObject({ place: 'entry', control: { kind: 'boolean' } });
    expect(field.addition).toBe('false');
  });

  test('a schema of its own can be put in one place, and refers to itself', () => {
    const tool = schemaOf({ properties: { a: { type: 'integer' }, b: { $ref: '#/properties/a' } } });
    const source = sourceOf({ properties: { args: {} } }, '{"args":{"b":1}}');
    const field = formOf({ ...source, mounts: new Map([['/args', tool]]) });
    expect(at(field, '/args/b').control).toEqual({ kind: 'number', integer: true });
  });

  test('keys that name parts of every object are keys like others', () => {
    const text = '{"properties":{"__proto__":{"type":"string"},"constructor":{"type":"integer"}}}';
    const field = form(text, '{"__proto__":"p"}');
    expect(field.children.map(({ key, state }) => [key, state])).toEqual([
      ['__proto__', 'present'],
      ['constructor', 'absent'],
    ]);
  });

  test('the form of a value after an edit is made from the new text', () => {
    const source = sourceOf({ properties: { a: { type: 'integer' } } }, '{"a":1}');
    expect(at(formAfter(source, '{"a":2}', new Map()), '/a').raw).toBe('2');
  });
});

describe('templates', () => {
  test.each([
    [
      { type: 'object', properties: { b: { type: 'string' }, a: { type: 'integer' } }, required: ['a'] },
      '{"a":0}',
    ],
    [{ type: 'string', default: 'd', examples: ['e'] }, '"d"'],
    [{ type: 'string', minLength: 2 }, '"aa"'],
    [{ type: 'integer', minimum: 5 }, '5'],
    [{ type: 'number', exclusiveMinimum: 0 }, '1'],
    [{ type: 'array', minItems: 2, items: { type: 'boolean' } }, '[false,false]'],
    [{ enum: ['x', 'y'] }, '"x"'],
    [{ type: 'string', format: 'date' }, '"2026-01-31"'],
    [{ type: ['null', 'string'] }, '""'],
  ])('%j begins as %s', (schema, raw) => expect(templateOf(schemaOf(schema))).toBe(raw));

  test('an example fills what the schema names', () => {
    const schema = {
      properties: {
        b: { type: 'string', examples: ['e'] },
        a: { type: 'array', items: { type: 'integer' } },
      },
    };
    expect(templateOf(schemaOf(schema), { fill: 'all' })).toBe('{"b":"e","a":[0]}');
  });

  test('a required value that needs itself without end is cut off', () => {
    const endless = { type: 'object', properties: { next: { $ref: '#' } }, required: ['next'] };
    expect(() => JSON.parse(templateOf(schemaOf(endless))) as unknown).not.toThrow();
  });
});
