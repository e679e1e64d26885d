import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseEntry, parseHeader } from '../../../shared/recording/parse.ts';
import { writeEntry, writeHeader } from '../../../shared/recording/write.ts';
import type { Entry, Raw } from '../../../shared/session/entries.ts';
import { entry, objectText } from './arbitrary-entry.ts';
import { header } from './header.ts';

const line = (raw: Raw): Entry => ({
  kind: 'line',
  from: 'extension',
  raw,
  ending: 'lf',
  seq: 7,
  atUs: 1234,
});

describe('an entry written and parsed', () => {
  it('is the same entry, whatever its kind and its texts', () => {
    fc.assert(
      fc.property(entry, (one) => {
        expect(parseEntry(writeEntry(one))).toEqual(one);
      }),
      { numRuns: 3_000 },
    );
  });

  it('is the same after a trip through UTF-8 bytes', () => {
    fc.assert(
      fc.property(entry, (one) => {
        expect(parseEntry(Buffer.from(writeEntry(one), 'utf8').toString('utf8'))).toEqual(one);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is one line that ends with the only LF in it', () => {
    fc.assert(
      fc.property(entry, (one) => {
        const text = writeEntry(one);
        expect(text.indexOf('\n')).toBe(text.length - 1);
      }),
      { numRuns: 1_000 },
    );
  });

  it('is a JSON object that any JSON reader takes', () => {
    fc.assert(
      fc.property(entry, (one) => {
        expect(JSON.parse(writeEntry(one))).toMatchObject({ seq: one.seq, atUs: one.atUs, kind: one.kind });
      }),
    );
  });
});

describe('the text of a frame', () => {
  it('stands in the file with the very spelling it had on the wire', () => {
    fc.assert(
      fc.property(objectText, (text) => {
        expect(writeEntry(line({ text }))).toBe(
          `{"seq":7,"atUs":1234,"kind":"line","from":"extension","frame":${text}}\n`,
        );
      }),
    );
  });

  it.each([
    ['a banner', 'Loading…'],
    ['a number', '12'],
    ['an array', '[{"type":"hello"}]'],
    ['an object cut short', '{"type":"hel'],
    ['two objects', '{}{}'],
    ['an object that ends the entry early', '{}},{"x":{}'],
    ['an object with a line end in it', '{\n}'],
    ['an object behind a byte order mark', '\ufeff{}'],
    ['an object with a lone surrogate', '{"a":"\ud800"}'],
    ['nothing', ''],
  ])('is escaped as text when it is %s', (_what, text) => {
    const written = writeEntry(line({ text }));
    expect(written).toContain(`,"text":${JSON.stringify(text)}}`);
    expect(parseEntry(written)).toEqual(line({ text }));
  });

  it('is never taken from stderr lines: JSON there is text', () => {
    const one: Entry = { kind: 'stderr', raw: { text: '{"level":1}' }, ending: 'lf', seq: 1, atUs: 0 };
    expect(writeEntry(one)).toBe('{"seq":1,"atUs":0,"kind":"stderr","text":"{\\"level\\":1}"}\n');
  });

  it('survives when an editor turned the line ends into CR LF', () => {
    const one = line({ text: '{"a":1}' });
    expect(parseEntry(writeEntry(one).replace('\n', '\r\n'))).toEqual(one);
  });
});

describe('a line that is no entry', () => {
  it.each([
    ['{"seq":1,"atUs":0,"kind":"line","from":"extension","frame":{"a":1', 'notJson'],
    ['{"seq":1,"atUs":0,"kind":"line","from":"extension","frame":{"a":}}', 'notJson'],
    ['{"seq":1,"atUs":0,"kind":"line","from":"extension","frame":[1]}', 'notJson'],
    ['garbage', 'notJson'],
    ['[]', 'notJson'],
    ['', 'notJson'],
    ['{"seq":1,"atUs":0,"kind":"line","from":"extension"}', 'notEntry'],
    ['{"seq":1,"atUs":0,"kind":"line","from":"nobody","text":""}', 'notEntry'],
    ['{"seq":1,"atUs":0,"kind":"line","from":"host","base64":"***"}', 'notEntry'],
    ['{"seq":1,"atUs":0,"kind":"line","from":"host","ending":"cr","text":""}', 'notEntry'],
    ['{"seq":0,"atUs":0,"kind":"note","text":""}', 'notEntry'],
    ['{"seq":1.5,"atUs":0,"kind":"note","text":""}', 'notEntry'],
    ['{"seq":1,"atUs":-1,"kind":"note","text":""}', 'notEntry'],
    ['{"seq":1,"atUs":0,"kind":"note"}', 'notEntry'],
    ['{"seq":1,"atUs":0,"kind":"toString"}', 'notEntry'],
    ['{"seq":1,"atUs":0,"kind":"edited","text":""}', 'notEntry'],
    ['{"seq":1,"atUs":0,"kind":"decided","decision":"ready","message":"","value":{}}', 'notEntry'],
  ])('is told apart with words: %s', (text, fault) => {
    expect(parseEntry(text)).toEqual({ fault, message: expect.stringMatching(/\w/) });
  });

  it('is whatever text there may be, and never an exception', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), entry, fc.nat(), (noise, one, at) => {
        const text = writeEntry(one);
        const cut = at % text.length;
        parseEntry(noise);
        parseEntry(text.slice(0, cut) + noise + text.slice(cut));
        parseEntry(text.slice(0, cut));
      }),
      { numRuns: 2_000 },
    );
  });

  it('does not stop a field that a later version may add', () => {
    expect(parseEntry('{"seq":1,"atUs":0,"kind":"exited","code":0,"signal":null,"later":1}')).toMatchObject({
      kind: 'exited',
      code: 0,
    });
  });
});

describe('the header', () => {
  it('is the same after it was written and parsed', () => {
    expect(parseHeader(writeHeader(header))).toMatchObject({ ok: true, value: { header } });
  });

  it('begins with the version, so that a reader knows the file by its first bytes', () => {
    expect(writeHeader(header).startsWith('{"framescope":1,')).toBe(true);
  });

  it('of a newer version is refused with what to do', () => {
    const written = writeHeader({ ...header, framescope: 2 });
    expect(parseHeader(written)).toMatchObject({
      ok: false,
      failure: { code: 'recordingNewer', fix: expect.stringContaining('newer Framescope') },
    });
  });

  it.each([
    '',
    'x',
    '[]',
    '{}',
    '{"framescope":"1"}',
    '{"framescope":0}',
    '{"framescope":1.5}',
    '{"framescope":1}',
  ])('that is none is refused: %s', (text) => {
    expect(parseHeader(text)).toMatchObject({ ok: false, failure: { code: 'recordingNotOne' } });
  });
});

describe('a plain frame', () => {
  const plain = fc.record({
    from: fc.constantFrom('extension', 'host'),
    seq: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    atUs: fc.oneof(fc.nat(), fc.double({ min: 0, max: 1e9, noNaN: true })),
    text: objectText,
  });

  it('is read the short way as it is the long way', () => {
    fc.assert(
      fc.property(plain, ({ from, seq, atUs, text }) => {
        const written = writeEntry({ kind: 'line', from, raw: { text }, ending: 'lf', seq, atUs } as Entry);
        expect(parseEntry(written, true)).toEqual(parseEntry(written));
      }),
    );
  });

  it.each([
    '{"seq":,"atUs":1,"kind":"line","from":"host","frame":{}}',
    '{"seq":0,"atUs":1,"kind":"line","from":"host","frame":{}}',
    '{"seq":1,"atUs":,"kind":"line","from":"host","frame":{}}',
    '{"seq":99999999999999999999,"atUs":1,"kind":"line","from":"host","frame":{}}',
  ])('that is not quite one is no entry either way: %s', (text) => {
    expect(parseEntry(text, true)).toHaveProperty('fault');
    expect(parseEntry(text)).toHaveProperty('fault');
  });
});
