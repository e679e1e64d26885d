// Decoding as far as the line as a whole goes: its end, its length, its depth.

import { describe, expect, it } from 'vitest';
import { tooLongLine } from '../../../../shared/protocol/codec.ts';
import { codes, decoded, decoderFor, onlyIssue, profileOf } from '../../../support/protocol-parts.ts';

describe('line ends and length', () => {
  const text = '{"type":"ready"}';

  it('CR LF is noted and nothing more (case F03)', () => {
    const line = decoderFor('zot-latest')(text, 'extension', 'crlf');
    expect(line.kind).toBe('frame');
    expect(onlyIssue(line)).toMatchObject({ code: 'crlf', severity: 'info' });
  });

  it('a last line without a line feed is a frame, and is told to lack it (case F06)', () => {
    const line = decoderFor('zot-latest')(text, 'extension', 'none');
    expect(line.kind).toBe('frame');
    expect(onlyIssue(line)).toMatchObject({ code: 'no-newline', severity: 'warning' });
  });

  it.each([
    [4_194_303, 0],
    [4_194_304, 1],
  ])('of %i bytes without the line feed gives %i warnings (case F07)', (length, warnings) => {
    const head = '{"type":"notify","level":"info","message":"';
    const long = `${head}${'x'.repeat(length - head.length - 2)}"}`;
    expect(codes(decoded(long)).filter((code) => code === 'line-over-limit')).toHaveLength(warnings);
    expect(decoded(long).kind).toBe('frame');
  });

  it('counts bytes, not characters, against the limit', () => {
    const line = decoded(`{"type":"notify","level":"info","message":"${'ä'.repeat(2_200_000)}"}`);
    expect(onlyIssue(line).code).toBe('line-over-limit');
  });

  it('does not limit what the host sends', () => {
    const args = 'x'.repeat(5_000_000);
    expect(decoded(JSON.stringify({ type: 'tool_call', id: '1', name: 'x', args }), 'host').issues).toEqual(
      [],
    );
  });

  it('a line that was not kept whole is told with its length', () => {
    const line = tooLongLine(300_000_000, 262_144, profileOf('zot-latest').profile);
    expect(line).toMatchObject({ kind: 'notFrame', reason: 'tooLong' });
    expect(onlyIssue(line).message).toContain('300,000,000 bytes');
  });
});

describe('depth', () => {
  const nested = (depth: number) =>
    `{"type":"tool_call","id":"1","name":"x","args":${'['.repeat(depth)}${']'.repeat(depth)}}`;

  it('of 10,000 is read, of 10,001 is malformed as in the real host', () => {
    expect(decoded(nested(9_999), 'host').kind).toBe('frame');
    expect(decoded(nested(10_000), 'host')).toMatchObject({ kind: 'notFrame', reason: 'tooDeep' });
  });

  it('of a million crashes nothing, closed or not', () => {
    expect(decoded(nested(1_000_000), 'host')).toMatchObject({ reason: 'tooDeep' });
    expect(decoded('['.repeat(1_000_000))).toMatchObject({ reason: 'tooDeep' });
    expect(decoded('{"a":'.repeat(1_000_000))).toMatchObject({ reason: 'tooDeep' });
  });

  it('does not count brackets inside strings', () => {
    const message = `${'['.repeat(30_000)}\\"${'{'.repeat(30_000)}\\\\`;
    expect(decoded(`{"type":"notify","level":"info","message":"${message}"}`).issues).toEqual([]);
  });
});
