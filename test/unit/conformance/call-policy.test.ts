// Which tools a check calls, and with what.

import { describe, expect, it } from 'vitest';
import { exampleArgs, whyNotCalled } from '../../../shared/conformance/call-policy.ts';

const tool = (name: string, flags: readonly string[] = []) =>
  ({ kind: 'tool', name, schemaText: null, flags }) as const;

describe('what may be called', () => {
  it('is what reads, and not what is named after doing something', () => {
    for (const name of ['look', 'search_files', 'getStatus', 'running', 'address', 'settings'])
      expect(whyNotCalled(tool(name), 'safe'), name).toBe('');
    for (const name of ['delete', 'sendMail', 'run_tests', 'file-write', 'DeployNow', 'git.push'])
      expect(whyNotCalled(tool(name), 'safe'), name).toContain('--call all');
  });

  it('follows a mark before a name', () => {
    expect(whyNotCalled(tool('run_query', ['READONLY']), 'safe')).toBe('');
    expect(whyNotCalled(tool('look', ['DESTRUCTIVE']), 'safe')).toContain('destructive');
  });

  it('is everything, or nothing, when asked for', () => {
    expect(whyNotCalled(tool('delete', ['DESTRUCTIVE']), 'all')).toBe('');
    expect(whyNotCalled(tool('look', ['READONLY']), 'none')).not.toBe('');
  });
});

describe('the arguments of an example call', () => {
  it('are the first example of the schema', () => {
    const schema = { type: 'object', properties: { a: {} }, examples: [{ a: 1 }, { a: 2 }] };
    expect(exampleArgs(JSON.stringify(schema))).toBe('{"a":1}');
  });

  it('are the smallest that fit, with texts that mean something', () => {
    const schema = {
      type: 'object',
      properties: {
        url: { type: 'string' },
        file_path: { type: 'string' },
        limit: { type: 'integer', minimum: 2 },
        code: { type: 'string', maxLength: 3 },
        more: { type: 'string' },
      },
      required: ['url', 'file_path', 'limit', 'code'],
    };
    expect(JSON.parse(exampleArgs(JSON.stringify(schema)))).toEqual({
      url: 'https://example.invalid/',
      file_path: 'README.md',
      limit: 2,
      code: '',
    });
  });

  it('are an empty object without a schema, or with one that is none', () => {
    for (const schema of [null, 'true', '[]', 'nonsense', '{"type":"string"}'])
      expect(exampleArgs(schema)).toBe('{}');
  });

  it('keep digits that a double can not hold', () => {
    const schema =
      '{"type":"object","required":["n"],"properties":{"n":{"type":"integer","default":9007199254740993}}}';
    expect(exampleArgs(schema)).toBe('{"n":9007199254740993}');
  });
});
