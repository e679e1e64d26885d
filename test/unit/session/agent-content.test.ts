import { describe, expect, it } from 'vitest';
import { convertResult, rawResult } from '../../../electron/session/agent-content.ts';

const names = { extension: 'ext-a', tool: 'r' };
const none = '(extension returned no content)';
const bad = (byte: number) =>
  `extension ext-a/r returned undecodable image: illegal base64 data at input byte ${byte}`;
const unknown = (type: string) => `[unknown block type "${type}" from extension ext-a]`;
const image = (data: string, more: object = {}) => ({ type: 'image', data, ...more });

describe('what the model gets of a tool_result (real host, May 2026)', () => {
  it.each<[string, object, string[], boolean]>([
    ['no content', { content: [] }, [none], false],
    ['content null', { content: null }, [none], false],
    ['content absent', {}, [none], false],
    ['a text', { content: [{ type: 'text', text: 'plain' }] }, ['plain'], false],
    ['an empty text', { content: [{ type: 'text', text: '' }] }, [none], false],
    ['a text that is null', { content: [{ type: 'text', text: null }] }, [none], false],
    ['blanks', { content: [{ type: 'text', text: ' \n ' }] }, [' \n '], false],
    ['two texts, one empty', { content: [{ type: 'text' }, { type: 'text', text: 'b' }] }, ['b'], false],
    ['an image that is none', { content: [image('!!notbase64')] }, [bad(0)], true],
    [
      'a bad image between texts',
      { content: [{ type: 'text', text: 'before' }, image('AAA'), { type: 'text', text: 'after' }] },
      ['before', bad(0), 'after'],
      true,
    ],
    ['base64url', { content: [image('AA-_')] }, [bad(2)], true],
    ['an unknown block', { content: [{ type: 'audio', data: 'x', text: 't' }] }, [unknown('audio')], false],
    ['a block without a type', { content: [{ text: 'no type' }] }, [unknown('')], false],
    ['a null block', { content: [null] }, [unknown('')], false],
    ['a type in capitals', { content: [{ type: 'TEXT', text: 'x' }] }, [unknown('TEXT')], false],
    ['an error without content', { is_error: true }, [none], true],
    ['is_error null', { content: [{ type: 'text', text: 'ok' }], is_error: null }, ['ok'], false],
  ])('%s', (_what, frame, texts, isError) => {
    const converted = convertResult(frame as never, names);
    expect(converted.content).toEqual(texts.map((text) => ({ kind: 'text', text })));
    expect(converted.isError).toBe(isError);
  });

  it.each([
    [image('iVBORw0KGgo=', { mime_type: 'image/png' }), 'image/png', 'iVBORw0KGgo=', 8],
    [image('AAAA'), '', 'AAAA', 3],
    [image('AA\nAA'), '', 'AAAA', 3],
    [{ type: 'image', mime_type: 'image/png' }, 'image/png', '', 0],
  ])('a picture %j', (block, mimeType, base64, byteLength) => {
    expect(convertResult({ content: [block] }, names)).toEqual({
      content: [{ kind: 'image', mimeType, base64, byteLength }],
      isError: false,
      remarks: [],
    });
  });

  it('everything that is not handed on as it came is remarked', () => {
    const content = [{ type: 'text', text: '' }, image('!'), { type: 'audio' }];
    expect(
      convertResult({ content }, names).remarks.map(({ code, severity }) => `${severity} ${code}`),
    ).toEqual(['info empty-text', 'error bad-base64', 'warning unknown-block']);
    expect(convertResult({}, names).remarks).toMatchObject([{ code: 'empty-content' }]);
  });

  it('without the agent’s conversion, blocks are as they came', () => {
    const content = [{ type: 'text', text: '' }, image('!!'), { type: 'audio' }];
    expect(rawResult({ content })).toMatchObject({
      content: [
        { kind: 'text', text: '' },
        { kind: 'image', base64: '!!', byteLength: 0 },
      ],
      isError: false,
      remarks: [{ code: 'unknown-block' }],
    });
  });
});
