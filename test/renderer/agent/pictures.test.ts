// Pictures in answers: what may be shown, and the sentence for what may not.

import { expect, test } from 'vitest';
import { hindrance, mostPictureBytes, pictureIn } from '../../../renderer/state/pictures.ts';

const raw = (text: string) => ({ text });
const answer = (...blocks: string[]): string =>
  `{"type":"tool_result","id":"1","content":[${blocks.join(',')}]}`;
const image = (data: string, key = 'data'): string =>
  `{"type":"image","mime_type":"image/png","${key}":"${data}"}`;

test('only known kinds up to four MiB are shown', () => {
  expect(hindrance('image/png', mostPictureBytes)).toBeUndefined();
  expect(hindrance('image/webp', 1)).toBeUndefined();
  expect(hindrance('image/png', mostPictureBytes + 1)).toContain('more than 4.0 MiB');
  expect(hindrance('image/svg+xml', 1)).toContain('image/svg+xml');
  expect(hindrance('text/html', 1)).toBeDefined();
  expect(hindrance('', 1)).toContain('(none)');
});

test('the picture meant is found among the blocks, whatever the case of the keys', () => {
  const text = answer('{"type":"text","text":"a"}', image('AAAA'), image('BBBB', 'Data'));
  expect(pictureIn(raw(text), 'image/png', 1)).toEqual({ url: 'data:image/png;base64,BBBB' });
});

test('line breaks in the base64 are no fault', () => {
  expect(pictureIn(raw(answer(image('AA\\r\\nAA'))), 'image/png', 0)).toEqual({
    url: 'data:image/png;base64,AAAA',
  });
});

test.each([
  ['nothing kept', undefined],
  ['bytes that are not UTF-8', { base64: 'AAAA' }],
  ['no JSON', raw('oops')],
  ['no content', raw('{}')],
  ['fewer pictures', raw(answer())],
])('a line with %s has a sentence instead', (_what, kept) => {
  expect(pictureIn(kept, 'image/png', 0)).toEqual({ why: 'The picture is not in the recorded line.' });
});

test('what is no base64 never becomes an address', () => {
  expect(pictureIn(raw(answer(image('AA\\" onerror=alert(1)'))), 'image/png', 0)).toEqual({
    why: 'The picture is no base64.',
  });
});
