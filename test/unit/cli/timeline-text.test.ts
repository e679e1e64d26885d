import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inkFor, noInk } from '../../../electron/cli/ink.ts';
import { rowLine } from '../../../electron/cli/timeline-text.ts';
import { textWidth } from '../../../electron/cli/text-width.ts';
import type { Row } from '../../../shared/session/row.ts';

const hello: Row = {
  seq: 3,
  atUs: 41_234,
  kind: 'line',
  from: 'extension',
  type: 'hello',
  summary: [{ wire: 'greeter' }, { words: ' version ' }, { wire: '1.0.0' }],
};
const plain = { ink: noInk, width: undefined };

describe('a row of the timeline as text', () => {
  it('has time, direction, type, id, summary and latency in this order', () => {
    const answer: Row = { ...hello, type: 'tool_result', id: '17', pairSeq: 2 };
    expect(rowLine(answer, 12_300, plain)).toMatch(
      /^ {5}0\.0412 {2}← {2}tool_result {14}17 {5}greeter version 1\.0\.0 +12 ms$/,
    );
  });

  it.each<[string, Partial<Row>, string]>([
    ['a frame of the extension', {}, '←'],
    ['a frame of the host', { from: 'host' }, '→'],
    ['a line that is not a frame', { notFrame: true }, '⇠'],
    ['a line of stderr', { kind: 'stderr' }, '2>'],
    ['a fact about the process', { kind: 'exited' }, '·'],
    ['a line sent by hand', { from: 'host', origin: 'hand' }, '+'],
  ])('%s has a glyph of its own', (_what, change, glyph) => {
    expect(rowLine({ ...hello, ...change }, undefined, plain)).toContain(`0.0412  ${glyph.padEnd(3)}hello`);
  });

  it('marks errors and warnings in front', () => {
    expect(rowLine({ ...hello, severity: 'error' }, undefined, plain)).toMatch(/^✖ /);
    expect(rowLine({ ...hello, severity: 'warning' }, undefined, plain)).toMatch(/^▲ /);
    expect(rowLine({ ...hello, severity: 'info' }, undefined, plain)).toMatch(/^ /);
  });

  it('lines up whatever the types and ids are', () => {
    const at = (row: Row): number => {
      const line = rowLine(row, undefined, plain);
      return textWidth(line.slice(0, line.indexOf('greeter')));
    };
    const long = { ...hello, type: 'event_intercept_response_and_more', id: 'id-of-my-own' };
    const wide = { ...hello, type: '日本語', id: '🙂' };
    expect(new Set([hello, long, wide].map(at)).size).toBe(1);
  });

  it('fits the terminal, and is whole where there is none', () => {
    const long: Row = { ...hello, summary: [{ wire: 'x'.repeat(500) }] };
    expect(textWidth(rowLine(long, 1_000, { ink: noInk, width: 100 }))).toBeLessThanOrEqual(100);
    expect(rowLine(long, 1_000, plain)).toContain('x'.repeat(500));
  });

  it('case U01: shows escape sequences, bidi and control characters and passes none of them on', () => {
    const evil =
      'user\u202enimda \u001b[31mred\u001b[0m \u009b2J bell\u0007 back\b nul\u0000 zero\u200bwidth \r over';
    const line = rowLine(
      { ...hello, type: evil, id: evil, summary: [{ wire: evil }, { words: evil }] },
      undefined,
      plain,
    );
    expect(line).toContain('user\\u202enimda \\u001b[31mred\\u001b[0m \\u009b2J bell\\u0007');
    // eslint-disable-next-line no-control-regex -- that is the point
    expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u202a-\u202e]/);
  });

  it('is one line without control characters for any row', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' }), (type, wire) => {
        const line = rowLine({ ...hello, type, id: wire, summary: [{ wire }] }, undefined, plain);
        // eslint-disable-next-line no-control-regex -- that is the point
        expect(line).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
      }),
    );
  });
});

describe('colour', () => {
  it.each<[string, boolean, Record<string, string>, boolean]>([
    ['is used on a terminal', true, { TERM: 'xterm-256color' }, true],
    ['is not used in a pipe or file', false, { TERM: 'xterm-256color' }, false],
    ['is not used with NO_COLOR', true, { TERM: 'xterm-256color', NO_COLOR: '1' }, false],
    ['is used with an empty NO_COLOR', true, { TERM: 'xterm-256color', NO_COLOR: '' }, true],
    ['is not used on a dumb terminal', true, { TERM: 'dumb' }, false],
  ])('%s', (_what, isTerminal, environment, isUsed) => {
    expect(inkFor(isTerminal, environment)('fault', 'x') !== 'x').toBe(isUsed);
  });

  it('says nothing that the text without it does not say', () => {
    const row: Row = { ...hello, severity: 'error', latencyUs: 5 };
    const coloured = rowLine(row, 1_000, { ink: inkFor(true, {}), width: undefined });
    // eslint-disable-next-line no-control-regex -- our own colours
    expect(coloured.replaceAll(/\u001b\[\d+m/g, '')).toBe(rowLine(row, 1_000, plain));
  });
});
