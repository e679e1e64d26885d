import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineSplitter } from '../../../electron/transport/lines.ts';
import type { LineLimits } from '../../../electron/transport/split-line.ts';
import type { LineEnding } from '../../../shared/session/entries.ts';

interface Kept {
  readonly text: string | undefined;
  readonly bytes: string;
  readonly ending: LineEnding;
  readonly bom: boolean;
  readonly byteLength: number;
  readonly truncated: boolean;
}

const roomy: LineLimits = { maxLineBytes: 1 << 20, keptBytes: 1 << 18 };

function split(chunks: readonly Uint8Array[], limits: LineLimits = roomy): Kept[] {
  const lines: Kept[] = [];
  const splitter = new LineSplitter(limits, {
    line: ({ text, bytes, ending, bom, byteLength, truncated }) =>
      lines.push({ text, bytes: Buffer.from(bytes).toString('hex'), ending, bom, byteLength, truncated }),
  });
  for (const chunk of chunks) splitter.push(Buffer.from(chunk));
  splitter.end();
  return lines;
}

function texts(input: string | Uint8Array, limits?: LineLimits): (string | undefined)[] {
  return split([Buffer.from(input as string)], limits).map(({ text }) => text);
}

/** Cut after each of these positions (as fractions of the length). */
function chunked(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const at = [...new Set([0, ...cuts.map((cut) => Math.floor(cut * bytes.length)), bytes.length])];
  at.sort((a, b) => a - b);
  return at.slice(1).map((end, i) => bytes.subarray(at[i], end));
}

const piece = fc.oneof(
  fc.constantFrom('\n', '\r\n', '\r', '\n\n', '{"type":"x"}', '\u2028', '\u0085', '\0', '\ufeff', ' '),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const anyText = fc.array(piece, { maxLength: 30 }).map((pieces) => Buffer.from(pieces.join('')));
const anyBytes = fc.array(
  fc.oneof(fc.constantFrom(10, 13, 0xef, 0xbb, 0xbf, 0xc3, 0xf0, 0x80), fc.integer({ min: 0, max: 255 })),
  { maxLength: 60 },
);
const input = fc.oneof(
  anyText,
  anyBytes.map((bytes) => Buffer.from(bytes)),
);
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });
const limits = fc.oneof(
  fc.constant(roomy),
  fc.record({ maxLineBytes: fc.integer({ min: 1, max: 20 }), keptBytes: fc.integer({ min: 0, max: 24 }) }),
);

describe('any chunking', () => {
  it('gives the same lines as the whole', () => {
    fc.assert(
      fc.property(input, cuts, limits, (bytes, at, limit) => {
        expect(split(chunked(bytes, at), limit)).toEqual(split([bytes], limit));
      }),
      { numRuns: 2_000 },
    );
  });

  it('gives the same lines byte by byte', () => {
    fc.assert(
      fc.property(input, limits, (bytes, limit) => {
        const single = [...bytes].map((byte) => Uint8Array.of(byte));
        expect(split(single, limit)).toEqual(split([bytes], limit));
      }),
      { numRuns: 1_000 },
    );
  });

  it('gives the same lines after many whole ones, where chunks are split in bulk', () => {
    fc.assert(
      fc.property(input, cuts, (bytes, at) => {
        const framed = Buffer.concat([Buffer.from('first\n'), bytes, Buffer.from('\nlast')]);
        const single = [...framed].map((byte) => Uint8Array.of(byte));
        expect(split(chunked(framed, at))).toEqual(split(single));
      }),
      { numRuns: 1_000 },
    );
  });
});

describe('nothing is lost', () => {
  it('bytes, ends and BOM put together again are the input', () => {
    const ends = { lf: '\n', crlf: '\r\n', none: '' };
    fc.assert(
      fc.property(input, cuts, (bytes, at) => {
        const parts = split(chunked(bytes, at)).flatMap((line) => [
          Buffer.from(line.bom ? 'efbbbf' : '', 'hex'),
          Buffer.from(line.bytes, 'hex'),
          Buffer.from(ends[line.ending]),
        ]);
        expect(Buffer.concat(parts).equals(bytes)).toBe(true);
      }),
      { numRuns: 2_000 },
    );
  });

  it('a text is exactly its bytes, and missing only where they are not UTF-8', () => {
    const strict = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
    fc.assert(
      fc.property(input, cuts, limits, (bytes, at, limit) => {
        for (const line of split(chunked(bytes, at), limit)) {
          const own = Buffer.from(line.bytes, 'hex');
          if (line.text !== undefined) expect(Buffer.from(line.text).equals(own)).toBe(true);
          else expect(() => strict.decode(own)).toThrow();
        }
      }),
      { numRuns: 2_000 },
    );
  });

  it('a line is cut exactly when it is over the limit, and its full length is kept', () => {
    fc.assert(
      fc.property(input, cuts, limits, (bytes, at, limit) => {
        const whole = split([bytes]);
        const cut = split(chunked(bytes, at), limit);
        expect(cut.map((line) => line.byteLength)).toEqual(whole.map((line) => line.byteLength));
        for (const [i, line] of cut.entries()) {
          expect(line.truncated).toBe(line.byteLength > limit.maxLineBytes);
          const kept = line.bytes.length / 2;
          if (line.truncated) expect(kept).toBeLessThanOrEqual(Math.min(limit.keptBytes, limit.maxLineBytes));
          expect(whole[i]?.bytes.startsWith(line.bytes)).toBe(true);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('what ends a line', () => {
  it.each([
    [
      'LF',
      'a\nb\n',
      [
        ['a', 'lf'],
        ['b', 'lf'],
      ],
    ],
    [
      'CR LF, noted',
      'a\r\nb\r\n',
      [
        ['a', 'crlf'],
        ['b', 'crlf'],
      ],
    ],
    [
      'no lone CR',
      'a\rb\n\rc\n',
      [
        ['a\rb', 'lf'],
        ['\rc', 'lf'],
      ],
    ],
    ['only the last CR belongs to the end', 'a\r\r\n', [['a\r', 'crlf']]],
    [
      'the end of the stream',
      'a\nb',
      [
        ['a', 'lf'],
        ['b', 'none'],
      ],
    ],
    ['a CR at the end of the stream is content', 'a\r', [['a\r', 'none']]],
    [
      'not U+2028, U+2029, U+0085, VT or FF',
      'a\u2028b\u2029c\u0085d\ve\f\n',
      [['a\u2028b\u2029c\u0085d\ve\f', 'lf']],
    ],
    [
      'blank lines are lines',
      '\n\r\n\n',
      [
        ['', 'lf'],
        ['', 'crlf'],
        ['', 'lf'],
      ],
    ],
    ['NUL is content', 'a\0b\n', [['a\0b', 'lf']]],
    ['nothing is no line', '', []],
  ])('%s', (_, text, expected) => {
    const lines = split([Buffer.from(text)]);
    expect(lines.map((line) => [line.text, line.ending])).toEqual(expected);
  });
});

describe('a byte order mark', () => {
  it('is noted and taken off at the start of the stream', () => {
    const [first, second] = split([Buffer.from('\ufeff{"a":1}\n\ufeffb\n')]);
    expect(first).toMatchObject({ text: '{"a":1}', bom: true, byteLength: 7, truncated: false });
    expect(second).toMatchObject({ text: '\ufeffb', bom: false, byteLength: 4 });
  });

  it('is the same when it comes in pieces', () => {
    const pieces = [[0xef], [0xbb], [0xbf, 0x61], [0x0a]].map((bytes) => Uint8Array.from(bytes));
    expect(split(pieces)).toMatchObject([{ text: 'a', bom: true }]);
  });

  it('alone in a stream is one empty line', () => {
    expect(split([Uint8Array.of(0xef, 0xbb, 0xbf)])).toMatchObject([{ text: '', bom: true, ending: 'none' }]);
  });

  it('half of it is content', () => {
    expect(split([Uint8Array.of(0xef, 0xbb, 0x0a)])).toMatchObject([
      { text: undefined, bytes: 'efbb', bom: false },
    ]);
  });
});

describe('UTF-8', () => {
  it('is put together across chunks', () => {
    const bytes = Buffer.from('{"s":"ü€😀"}\n');
    expect(split([...bytes].map((byte) => Uint8Array.of(byte)))).toMatchObject([{ text: '{"s":"ü€😀"}' }]);
  });

  it('that is broken in one line leaves the lines around it alone', () => {
    const bytes = Buffer.concat([
      Buffer.from('first\nä\n'),
      Buffer.from([0x62, 0xff, 0x0a]),
      Buffer.from('ö\n'),
    ]);
    expect(split([bytes])).toMatchObject([
      { text: 'first' },
      { text: 'ä' },
      { text: undefined, bytes: '62ff', byteLength: 2 },
      { text: 'ö' },
    ]);
  });
});

describe('a line over the limit', () => {
  const tight: LineLimits = { maxLineBytes: 8, keptBytes: 4 };

  it('is cut, counted, and the next line is whole', () => {
    expect(split([Buffer.from('0123456789\nnext\n')], tight)).toMatchObject([
      { text: '0123', byteLength: 10, truncated: true, ending: 'lf' },
      { text: 'next', truncated: false },
    ]);
  });

  it('exactly at the limit is whole, with CR LF too', () => {
    expect(texts('first\n01234567\n01234567\r\n', tight)).toEqual(['first', '01234567', '01234567']);
    expect(split([Buffer.from('x\n01234567'), Buffer.from('\r'), Buffer.from('\n')], tight)[1]).toMatchObject(
      {
        text: '01234567',
        ending: 'crlf',
        truncated: false,
      },
    );
  });

  it('keeps its ending', () => {
    expect(split([Buffer.from('0123456789\r\n')], tight)).toMatchObject([{ ending: 'crlf', byteLength: 10 }]);
    expect(split([Buffer.from('0123456789')], tight)).toMatchObject([{ ending: 'none', byteLength: 10 }]);
  });

  it('is not cut in the middle of a character', () => {
    expect(texts('abcü90123456\n', tight)).toEqual(['abc']);
    expect(texts('abü9€€€€€\n', tight)).toEqual(['abü']);
    expect(texts('first\na😀9€€€€€\n', tight)).toEqual(['first', 'a']);
  });

  it('is told once, as soon as it is over, and not when it ends at once', () => {
    const told: string[] = [];
    const splitter = new LineSplitter(tight, {
      line: ({ byteLength }) => told.push(`line ${byteLength}`),
      over: (bytesSoFar) => told.push(`over ${bytesSoFar}`),
    });
    for (const chunk of ['a long line at once\n', '0123', '45678', '9abc', 'def', '\n', 'ok\n']) {
      splitter.push(Buffer.from(chunk));
    }
    splitter.end();
    expect(told).toEqual(['line 19', 'over 13', 'line 16', 'line 2']);
  });
});

describe('cost', () => {
  it('case F07: one long line in small pieces is linear', () => {
    let length = 0;
    const limits = { maxLineBytes: 1 << 28, keptBytes: 1 << 18 };
    const splitter = new LineSplitter(limits, { line: ({ text }) => (length = text?.length ?? 0) });
    const piece = Buffer.alloc(8192, 'x');
    const single = Buffer.from('x');
    const before = process.cpuUsage();
    for (let i = 0; i < 8192; i += 1) splitter.push(piece);
    for (let i = 0; i < 200_000; i += 1) splitter.push(single);
    splitter.push(Buffer.from('\n'));
    const { user, system } = process.cpuUsage(before);
    expect(length).toBe(64 * 1024 * 1024 + 200_000);
    // Some 0.2 s of CPU. Copying what there is on every piece would be 13,000 GB, or an hour.
    expect((user + system) / 1e6).toBeLessThan(4);
  });

  it('case F07: an endless line is counted, its head kept, and memory stays bounded', () => {
    const lines: { byteLength: number; kept: number }[] = [];
    const limits = { maxLineBytes: 4 << 20, keptBytes: 1 << 18 };
    const splitter = new LineSplitter(limits, {
      line: ({ byteLength, bytes }) => lines.push({ byteLength, kept: bytes.length }),
    });
    const chunk = Buffer.alloc(65_536, 'x');
    let largest = 0;
    const before = process.memoryUsage().arrayBuffers;
    for (let i = 0; i < 300_000_000 / chunk.length; i += 1) {
      splitter.push(chunk);
      if (i % 512 === 0) largest = Math.max(largest, process.memoryUsage().arrayBuffers - before);
    }
    splitter.push(Buffer.from('\nnext\n'));
    expect(lines).toEqual([
      { byteLength: Math.ceil(300_000_000 / chunk.length) * chunk.length, kept: 1 << 18 },
      { byteLength: 4, kept: 4 },
    ]);
    expect(largest).toBeLessThan(64 * 1024 * 1024);
  });
});
