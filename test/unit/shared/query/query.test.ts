import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuery, queryFields } from '../../../../shared/query/query.ts';
import type { Row } from '../../../../shared/session/row.ts';

function row(more: Partial<Row> = {}): Row {
  return { seq: 1, atUs: 0, kind: 'line', from: 'extension', type: 'notify', summary: [], ...more };
}
const rows = {
  call: row({
    from: 'host',
    type: 'tool_call',
    id: '12',
    atUs: 12_500_000,
    latencyUs: 150_000,
    summary: [{ wire: 'Path_Policy' }, { words: ' for you' }],
  }),
  event: row({ from: 'host', type: 'event', atUs: 13_000_000 }),
  held: row({ type: 'hello', held: { now: true }, edited: true, pending: true }),
  stray: row({ type: 'not JSON', notFrame: true, severity: 'warning' }),
  stderr: row({ kind: 'stderr', type: 'stderr', summary: [{ wire: 'policy loaded' }] }),
  extra: row({ type: 'ready', severity: 'info' }),
};
type Name = keyof typeof rows;

function matches(query: string): readonly string[] {
  const parsed = parseQuery(query);
  if (!parsed.ok) throw new Error(parsed.message);
  return Object.entries(rows)
    .filter(([, each]) => parsed.test(each))
    .map(([name]) => name);
}

describe('a row query', () => {
  it.each<[string, readonly Name[]]>([
    ['', ['call', 'event', 'held', 'stray', 'stderr', 'extra']],
    ['type:tool_call', ['call']],
    ['TYPE:Tool_Call', ['call']],
    ['type:tool', []],
    ['type:"not json"', ['stray']],
    ['-type:event', ['call', 'held', 'stray', 'stderr', 'extra']],
    ['type:event type:tool_call', ['call', 'event']],
    ['type:event type:tool_call from:extension', []],
    ['from:host', ['call', 'event']],
    ['from:extension is:frame', ['held', 'extra']],
    ['id:12', ['call']],
    ['id:1', []],
    ['is:problem', ['stray']],
    ['is:held', ['held']],
    ['is:pending', ['held']],
    ['is:edited', ['held']],
    ['is:stderr', ['stderr']],
    ['is:frame -from:host', ['held', 'extra']],
    ['at:>12.5s', ['event']],
    ['at:>=12.5s', ['call', 'event']],
    ['at:<0.001ms', ['held', 'stray', 'stderr', 'extra']],
    ['at:>12s at:<13s', ['call']],
    ['latency:>100ms', ['call']],
    ['latency:<0.1', []],
    ['policy', ['call', 'stderr']],
    ['POLICY -is:stderr', ['call']],
    ['"policy for you"', ['call']],
    ['-policy', ['event', 'held', 'stray', 'extra']],
    ['-"policy loaded" policy', ['call']],
    ['tool_call', ['call']],
  ])('%j finds %j', (query, found) => {
    expect(matches(query)).toEqual(found);
  });

  it.each([
    ['', 'All rows'],
    ['at:>12s -type:event', 'Frames after 12 s, leaving out events'],
    ['at:>12s -type:tool_call', 'Frames after 12 s, leaving out tool_call rows'],
    ['from:host type:event type:tool_call', 'Frames from the host, of type event or of type tool_call'],
    ['latency:>=100ms', 'Frames answered in more than 100 ms'],
    ['is:problem at:<1.50min', 'Rows with a problem, before 1.5 min'],
    ['policy', 'Rows with “policy”'],
    ['-is:stderr -policy', 'All rows, leaving out stderr and “policy”'],
    ['id:12', 'Frames with id 12'],
  ])('%j reads "%s"', (query, sentence) => {
    expect(parseQuery(query)).toMatchObject({ ok: true, sentence });
  });

  it('knows when nothing was asked', () => {
    expect(parseQuery('  ')).toMatchObject({ ok: true, empty: true });
    expect(parseQuery('x')).toMatchObject({ ok: true, empty: false });
  });

  it.each([
    ['foo:bar', 'There is no field "foo" to filter by.', 'type, from, id, is, at, latency'],
    ['x type:', '"type:" needs a value.', 'type:tool_call'],
    ['is:angry', '"angry" is no value for is.', 'problem, held, pending'],
    ['from:me', '"me" is no value for from.', 'host or extension'],
    ['at:12s', '"12s" is no value for at.', 'at:>12s'],
    ['latency:>fast', '">fast" is no value for latency.', 'latency:>100ms'],
  ])('%j is refused in words, with what would do', (query, message, fix) => {
    const parsed = parseQuery(query);
    expect(parsed).toMatchObject({ ok: false, message });
    expect(parsed.ok || parsed.fix).toContain(fix);
  });

  it('says where the token is that it does not understand', () => {
    const query = 'policy  foo:bar x';
    const parsed = parseQuery(query);
    expect(parsed.ok || query.slice(parsed.start, parsed.end)).toBe('foo:bar');
  });

  it('never throws, and finds or refuses any text', () => {
    const piece = fc.oneof(
      fc.string(),
      fc.constantFrom('type:', '-', '"', 'at:>', 'is:problem', '\\', ' ', ':', '-type:"a b', 'latency:<1ms'),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const parsed = parseQuery(pieces.join(''));
        if (parsed.ok)
          for (const each of Object.values(rows)) expect(typeof parsed.test(each)).toBe('boolean');
        else expect(parsed.message).not.toBe('');
      }),
    );
  });

  it('finds quoted text as it stands, whatever is in it', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 1 }), (text) => {
        const parsed = parseQuery(`"${text.replace(/[\\"]/g, '\\$&')}"`);
        expect(parsed.ok && parsed.test(row({ summary: [{ wire: `x${text}y` }] }))).toBe(true);
      }),
    );
  });
});

describe('every field', () => {
  it.each(queryFields.map((field) => [field.key, field] as const))(
    '%s has an example that works',
    (_key, field) => {
      expect(parseQuery(field.example)).toMatchObject({ ok: true });
      for (const value of field.values ?? [])
        expect(parseQuery(`${field.key}:${value}`)).toMatchObject({ ok: true });
    },
  );
});
