import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { frameDef, protocolNamed } from '../../../shared/protocol/registry.ts';
import type { CaptureChoices, CaptureFormat } from '../../../shared/recording/capture/capture.ts';
import { detectCapture } from '../../../shared/recording/capture/detect.ts';
import { CaptureEntries } from '../../../shared/recording/capture/read-capture.ts';
import type { Entry, Side } from '../../../shared/session/entries.ts';

const zot = protocolNamed('zot');
if (!zot) throw new Error('the registry has no zot');
const sends = (side: Side, type: string): boolean => frameDef(zot, side, type) !== undefined;
const choices: CaptureChoices = {
  side: 'extension',
  swap: false,
  sideOf: (type) => {
    const extension = sends('extension', type);
    return extension === sends('host', type) ? undefined : extension ? 'extension' : 'host';
  },
};

function read(lines: readonly string[], format?: CaptureFormat, more: Partial<CaptureChoices> = {}) {
  const found = format ?? detectCapture(lines);
  if (!found) throw new Error('no format was found');
  const capture = new CaptureEntries(found, { ...choices, ...more });
  const entries = [...lines.flatMap((text) => capture.line({ text }, 'lf')), ...capture.end()];
  return {
    format: found,
    entries,
    crossed: entries.map(crossing),
    counts: capture.counts,
    words: capture.words,
  };
}
const crossing = (entry: Entry): string => {
  if (entry.kind !== 'line' && entry.kind !== 'stderr') return entry.kind;
  const text = 'text' in entry.raw ? entry.raw.text : `base64 ${entry.raw.base64}`;
  return `${entry.kind === 'line' ? entry.from : 'stderr'} ${entry.atUs} ${text}`;
};

describe('a capture of the wire', () => {
  it('tells by the type of each frame who sent it; a line that is no frame belongs to whoever spoke last', () => {
    const { format, crossed } = read([
      '{"type":"hello","name":"a","version":"1"}',
      'Loading…',
      '{"type":"hello_ack","protocol_version":1}',
      '',
      '{"type":"ready"}',
    ]);
    expect(format).toBe('wire');
    expect(crossed).toEqual([
      'extension 0 {"type":"hello","name":"a","version":"1"}',
      'extension 0 Loading…',
      'host 0 {"type":"hello_ack","protocol_version":1}',
      'extension 0 {"type":"ready"}',
    ]);
  });

  it('of one side only is of the side that is named, where the type does not tell', () => {
    const { crossed } = read(['{"type":"from_the_future"}'], 'wire', { side: 'host' });
    expect(crossed).toEqual(['host 0 {"type":"from_the_future"}']);
  });
});

describe('JSON lines with direction and frame', () => {
  it.each([
    ['{"dir":"ext_to_host","frame":"{\\"type\\":\\"ready\\"}"}', 'extension'],
    ['{"dir":"host_to_ext","frame":{"type":"ready"}}', 'host'],
    ['{"direction":"in","line":"{\\"type\\":\\"ready\\"}\\n"}', 'extension'],
    ['{"from":"agent","message":{"type":"ready"}}', 'host'],
    ['{"side":"Host -> Ext","data":{"type":"ready"}}', 'host'],
    ['{"stream":"stdout","raw":{"type":"ready"}}', 'extension'],
  ])('%s is of the %s', (line, side) => {
    const { format, crossed } = read([line]);
    expect(format).toBe('tagged');
    expect(crossed).toEqual([`${side} 0 {"type":"ready"}`]);
  });

  it('keep the very text of a frame that is an object', () => {
    const frame = '{"b": 1.50, "a":"\\u0041","b":12345678901234567890}';
    expect(read([`{"dir":"in","frame":${frame} ,"n":1}`]).crossed).toEqual([`extension 0 ${frame}`]);
  });

  it('are counted from the first time, in µs, whatever the unit; time never goes back', () => {
    const at = (value: string): string => `{"dir":"in","t":${value},"frame":{}}`;
    const times = (...values: string[]): number[] => read(values.map(at)).entries.map(({ atUs }) => atUs);
    expect(times('1000', '1002', '1001')).toEqual([0, 2_000, 2_000]);
    expect(times('0.5', '1.75')).toEqual([0, 1_250_000]);
    expect(times('1767225600000', '1767225600250')).toEqual([0, 250_000]);
    expect(times('"2026-01-01T00:00:00.000Z"', '"2026-01-01T00:00:01.000Z"')).toEqual([0, 1_000_000]);
  });

  it('can name the sides the other way round', () => {
    expect(read(['{"dir":"in","frame":{}}'], undefined, { swap: true }).crossed).toEqual(['host 0 {}']);
  });

  it('lose nothing that is not understood: it becomes a note with its text', () => {
    const lines = [
      '{"dir":"in","frame":{}}',
      '{"dir":"sideways","frame":{}}',
      '{"dir":"in","frame":{}}',
      'no JSON',
    ];
    const { entries, counts, words } = read(lines, 'tagged');
    expect(entries.map(({ kind }) => kind)).toEqual(['line', 'note', 'line', 'note']);
    expect(entries[1]).toMatchObject({ text: expect.stringContaining(lines[1] ?? '') as string });
    expect(counts).toEqual({ lines: 4, taken: 2, notTaken: 2 });
    expect(words[0]).toBe('Line 2 of the capture was not understood: it tells no direction and frame.');
  });

  it('of the published corpus are all taken, each with its direction', () => {
    const corpus = readFileSync(path.resolve('test/fixtures/corpus/zot-family.jsonl'), 'utf8').trimEnd();
    const lines = corpus.split('\n');
    const { entries, counts, format } = read(lines);
    expect(format).toBe('tagged');
    expect(counts).toEqual({ lines: lines.length, taken: lines.length, notTaken: 0 });
    const sides = lines.map((text) => (JSON.parse(text) as { from: string }).from);
    expect(entries.map((entry) => (entry.kind === 'line' ? entry.from : ''))).toEqual(sides);
  });
});

describe('a terminal recording', () => {
  it('is put together from its pieces and cut at LF; input is the host, output the extension', () => {
    const { format, crossed } = read([
      '{"version": 2, "width": 80, "height": 24}',
      '[0.1, "o", "{\\"type\\":"]',
      '[0.2, "i", "{\\"type\\":\\"hello_ack\\"}\\n"]',
      '[0.25, "r", "100x50"]',
      '[0.3, "o", "\\"hello\\"}\\r\\nhalf"]',
    ]);
    expect(format).toBe('asciicast');
    expect(crossed).toEqual([
      'host 200000 {"type":"hello_ack"}',
      'extension 300000 {"type":"hello"}',
      'extension 300000 half',
    ]);
  });

  it('of version 3 has times between events', () => {
    const { entries } = read(['{"version":3,"term":{}}', '[0.5,"o","a\\n"]', '[0.5,"e","b\\n"]']);
    expect(entries.map((entry) => [entry.kind, entry.atUs])).toEqual([
      ['line', 500_000],
      ['stderr', 1_000_000],
    ]);
  });
});

describe('a recording of a newer version', () => {
  it('gives what reads as entries of today, with their numbers; the rest becomes notes', () => {
    const { format, entries } = read([
      '{"framescope":7}',
      '{"seq":1,"atUs":5,"kind":"line","from":"host","frame":{"type":"ready"}}',
      '{"seq":2,"atUs":6,"kind":"thought","depth":3}',
      '{"seq":3,"atUs":7,"kind":"released","line":1,"heldUs":2,"by":"user"}',
    ]);
    expect(format).toBe('recording');
    expect(entries.map(({ seq, kind }) => [seq, kind])).toEqual([
      [1, 'line'],
      [2, 'note'],
      [3, 'released'],
    ]);
  });
});

describe('the format of a capture', () => {
  it('is told by its first lines, and a text is none', () => {
    expect(detectCapture(['Dear reader,', 'this is a letter.'])).toBeUndefined();
    expect(detectCapture([])).toBeUndefined();
    expect(detectCapture(['{"level":"info","msg":"a log"}'])).toBeUndefined();
  });

  it('is that of the wire when frames have keys that others use for what they tell about frames', () => {
    expect(detectCapture(['{"type":"notify","from":"host","message":"hi"}'])).toBe('wire');
  });
});
