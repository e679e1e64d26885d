// The formats by themselves: what a reader of each relies on, with the worst text an extension can say.

import { createHash } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { HtmlReport } from '../../../shared/export/html.ts';
import { FrameLines, RecordingLines } from '../../../shared/export/lines.ts';
import { BugReport } from '../../../shared/export/markdown.ts';
import { TraceEvents } from '../../../shared/export/trace.ts';
import type { ExportFacts, ExportWriter } from '../../../shared/export/writer.ts';
import { parseEntry, parseHeader } from '../../../shared/recording/parse.ts';
import type { RedactionMeter } from '../../../shared/redact/preview.ts';
import { SummaryFold } from '../../../shared/session/fold.ts';
import { rowOf, type RowMarks } from '../../../shared/session/row-of.ts';
import { entries, host, line, type Fact } from '../../support/recorded.ts';
import { profileOf } from '../../support/protocol-parts.ts';
import { header } from '../recording/header.ts';

const evil = '</script><img src=x onerror=alert(1)>```\n\u202e\u2028 <!-- ${x} \u001b[31m';
const none: RedactionMeter = { masked: 0, values: 0, byRule: [], suspects: [], suspectCount: 0 };
const some: RedactionMeter = { ...none, masked: 3, values: 1, byRule: [{ rule: 'key token', count: 3 }] };
const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64');
const facts: ExportFacts = {
  header,
  name: evil,
  profile: profileOf('zot-latest').profile,
  count: 4,
  lastAtUs: 4_000,
  damage: [evil],
  writtenBy: 'framescope 0.0.0-test',
};

function written(
  writer: ExportWriter,
  all: readonly Fact[],
  meter = none,
  marks: Readonly<Record<number, RowMarks>> = {},
): string {
  const fold = new SummaryFold();
  let text = writer.begin();
  for (const { entry, decoded } of entries(all)) {
    fold.add(entry, decoded);
    text += writer.entry({
      entry,
      ...(decoded ? { decoded } : {}),
      row: rowOf(entry, decoded, marks[entry.seq] ?? {}),
    });
  }
  return text + writer.end({ meter, summary: fold.summary });
}

const calls: readonly Fact[] = [
  host('{"type":"tool_call","id":"1","name":"a","args":{"n":1.0}}'),
  host({ type: 'tool_call', id: '2', name: 'b' }),
  line({ type: 'tool_result', id: '1', content: [] }),
  line({ type: 'tool_result', id: '2', content: [{ type: 'text', text: evil }] }),
  { kind: 'stderr', raw: { text: evil.replace('\n', ' ') }, ending: 'lf' },
  host({ type: 'tool_call', id: '3', name: 'c' }),
];
const pairs: Readonly<Record<number, RowMarks>> = {
  1: { pairSeq: 3, latencyUs: 2_000 },
  2: { pairSeq: 4, latencyUs: 2_000 },
  3: { pairSeq: 1 },
  4: { pairSeq: 2 },
  6: { pending: true },
};

describe('html', () => {
  const page = written(new HtmlReport(facts, sha256), calls, some, pairs);

  test('what an extension says ends no element and begins none', () => {
    const scripts = [...page.matchAll(/<script[^>]*>/g)].map(([tag]) => tag);
    expect(scripts).toEqual([
      '<script type="application/json" id="facts">',
      '<script type="application/json" id="rows">',
      '<script type="application/json" id="end">',
      '<script>',
    ]);
    expect(page.match(/<\/script>/g)).toHaveLength(4);
    expect(page).not.toContain('<img');
    expect(page).not.toContain('\u202e');
  });

  test('its policy allows nothing but its own script and sheet, by hash', () => {
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(page)?.[1] ?? '';
    const script = /<script>([^]*)<\/script>/.exec(page)?.[1] ?? '';
    const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
    expect(policy).toBe(
      `default-src 'none'; script-src 'sha256-${sha256(script)}'; style-src 'sha256-${sha256(style)}'; base-uri 'none'; form-action 'none'`,
    );
    const markup = page.replaceAll(/<script type="application\/json"[^]*?<\/script>/g, '');
    expect(markup).not.toMatch(/(?:src|href|action)=|url\(|@import|https?:\/\//);
    expect(markup).not.toMatch(/\sstyle="|\son\w+="/);
  });

  test('rows are JSON with the text as it was spelled', () => {
    const rows = JSON.parse(/id="rows">([^]*?)<\/script>/.exec(page)?.[1] ?? '') as {
      raw: string;
      pair?: number;
    }[];
    expect(rows).toHaveLength(6);
    expect(rows[0]?.raw).toBe('{"type":"tool_call","id":"1","name":"a","args":{"n":1.0}}');
    expect(rows[0]?.pair).toBe(3);
  });

  test('what does not fit is left out, and the page says how much', () => {
    const cut = written(
      new HtmlReport(facts, sha256, { rows: 2, characters: 1e9, rowCharacters: 20 }),
      calls,
      none,
      pairs,
    );
    expect(cut).toContain('Only the first 2 rows are in this report; 4 more are in the recording.');
    const rows = JSON.parse(/id="rows">([^]*?)<\/script>/.exec(cut)?.[1] ?? '') as {
      raw: string;
      cut?: number;
    }[];
    expect(rows.map(({ raw, cut: whole }) => [raw.length, whole])).toEqual([
      [20, 57],
      [20, 40],
    ]);
  });
});

describe('markdown', () => {
  test('nothing an extension says leaves its fence', () => {
    const report = written(new BugReport(facts), [...calls, line('not JSON ````` # head')], some, pairs);
    let fence = '';
    const outside = report.split('\n').filter((text) => {
      const run = /^(`{3,})(?:text)?$/.exec(text)?.[1];
      if (fence === '' && run) fence = run;
      else if (fence !== '' && text === fence) fence = '';
      else return fence === '';
      return false;
    });
    expect(fence).toBe('');
    expect(outside.join('\n')).not.toMatch(/onerror=|[<>\u202e]/);
    expect(outside.join('\n')).not.toContain('\u001b');
    expect(outside[0]).toMatch(/^# /);
    expect(outside).toContain('1 value masked at 3 places: 3 by key token.');
  });

  test('is short, however much is wrong', () => {
    const many = Array.from({ length: 5_000 }, () => line('not JSON at all'));
    const report = written(new BugReport(facts), many);
    expect(report.split('\n').length).toBeLessThan(160);
    expect(report).toContain('Only the first 60 rows are shown.');
  });
});

describe('trace', () => {
  interface Event {
    readonly ph: string;
    readonly pid: number;
    readonly tid: number;
    readonly name: string;
    readonly ts?: number;
    readonly dur?: number;
    readonly s?: string;
  }
  const file = JSON.parse(written(new TraceEvents(facts), calls, some, pairs)) as {
    traceEvents: Event[];
    displayTimeUnit: string;
    otherData: { redacted: unknown };
  };

  test('holds valid events only', () => {
    expect(file.displayTimeUnit).toBe('ms');
    for (const event of file.traceEvents) {
      expect(event).toMatchObject({ pid: 1, tid: expect.any(Number), name: expect.any(String) });
      if (event.ph === 'X') expect(event).toMatchObject({ ts: expect.any(Number), dur: expect.any(Number) });
      else if (event.ph === 'i') expect(event).toMatchObject({ ts: expect.any(Number), s: 't' });
      else expect(event.ph).toBe('M');
    }
  });

  test('a call until its answer is a slice, and slices of one track never overlap', () => {
    const slices = file.traceEvents.filter(({ ph }) => ph === 'X');
    expect(slices.map(({ ts, dur }) => [ts, dur])).toEqual([
      [0, 2_000],
      [1_000, 2_000],
      [5_000, 0],
    ]);
    expect(slices[0]?.tid).not.toBe(slices[1]?.tid);
    // The track is free again.
    expect(slices[2]?.tid).toBe(slices[0]?.tid);
  });

  test('each side has a track with its name, and the end says what was masked', () => {
    const names = file.traceEvents.filter(({ name }) => name === 'thread_name');
    expect(names.length).toBeGreaterThanOrEqual(4);
    expect(file.otherData.redacted).toEqual({
      masked: 3,
      values: 1,
      byRule: [{ rule: 'key token', count: 3 }],
    });
  });
});

describe('lines', () => {
  test('frames keep their spelling and each line is JSON', () => {
    const text = written(
      new FrameLines(),
      [...calls, line('plain'), line('', 'extension', { raw: { base64: '/w==' } })],
      some,
    );
    const lines = text.trimEnd().split('\n');
    expect(lines[0]).toBe(
      '{"seq":1,"atUs":0,"from":"host","frame":{"type":"tool_call","id":"1","name":"a","args":{"n":1.0}}}',
    );
    for (const one of lines) JSON.parse(one);
    expect(lines.slice(-3)).toEqual([
      '{"seq":7,"atUs":6000,"from":"extension","text":"plain"}',
      '{"seq":8,"atUs":7000,"from":"extension","base64":"/w=="}',
      '{"redacted":{"masked":3,"values":1,"byRule":[{"rule":"key token","count":3}]}}',
    ]);
  });

  test('the recording is one again: header, entries with all their numbers, a note and a meter', () => {
    const [first = '', ...rest] = written(new RecordingLines(facts), calls, some).trimEnd().split('\n');
    expect(parseHeader(first).ok).toBe(true);
    const parsed = rest.map((text) => parseEntry(text));
    expect(parsed.map((entry) => ('seq' in entry ? entry.seq : entry))).toEqual([1, 2, 3, 4, 5, 6, 7, 8]);
    expect(parsed.at(-1)).toMatchObject({ kind: 'meter', redactedValues: 3 });
  });
});
