// A recording as a whole: what is found in one entry is masked in all, facts and header included, and what no rule touches is
// handed on as it is.

import { describe, expect, test } from 'vitest';
import { Learned } from '../../../shared/redact/learned.ts';
import { meterOf, meterWords, PreviewList } from '../../../shared/redact/preview.ts';
import { Redactor } from '../../../shared/redact/redactor.ts';
import { rulesOf, usualChoice, type NamedValue, type RedactionChoice } from '../../../shared/redact/rules.ts';
import type { RecordingHeader } from '../../../shared/recording/format.ts';
import type { Entry } from '../../../shared/session/entries.ts';
import { entries, host, line, type Fact } from '../../support/recorded.ts';
import { header } from '../recording/header.ts';

function redacted(
  facts: readonly Fact[],
  choice: Partial<RedactionChoice> = {},
  environment: readonly NamedValue[] = [],
  head: RecordingHeader = header,
) {
  const rules = rulesOf({ ...usualChoice, ...choice }, environment);
  if (!rules.ok) throw new Error(rules.failure.message);
  const learned = new Learned();
  const first = new Redactor(rules.value, null, learned);
  const all = entries(facts);
  const typeOf = (at: number): string => {
    const decoded = all[at]?.decoded;
    return decoded && decoded.kind !== 'notFrame' ? decoded.type : '';
  };
  first.header(head);
  all.forEach(({ entry }, at) => first.entry(entry, typeOf(at)));
  const second = new Redactor(rules.value, learned);
  const madeHeader = second.header(head).it;
  const made = all.map(({ entry }, at) => second.entry(entry, typeOf(at)));
  return { made: made.map(({ it }) => it), redactor: second, header: madeHeader, all: made };
}
const textOf = (entry: Entry | undefined): string =>
  entry && 'raw' in entry && 'text' in entry.raw ? entry.raw.text : '';
const stderr = (text: string): Fact => ({ kind: 'stderr', raw: { text }, ending: 'lf' });

describe('a secret that one entry gives away', () => {
  test('is masked in those before it, in log lines and in facts that quote it, with one mask', () => {
    const { made } = redacted([
      stderr('using pL4m-t4rt-99 now'),
      line({ type: 'notify', message: 'pL4m-t4rt-99' }),
      host({ type: 'tool_call', id: '1', name: 'x', args: { token: 'pL4m-t4rt-99' } }),
      {
        kind: 'decided',
        decision: 'frameIgnored',
        message: 'It said "pL4m-t4rt-99".',
        value: { why: 'pL4m-t4rt-99' },
      },
    ]);
    expect(textOf(made[0])).toBe('using [redacted-1] now');
    expect(textOf(made[1])).toBe('{"type":"notify","message":"[redacted-1]"}');
    expect(textOf(made[2])).toContain('"token":"[redacted-1]"');
    expect(made[3]).toMatchObject({ message: 'It said "[redacted-1]".', value: { why: '[redacted-1]' } });
  });

  test('an everyday word behind a chosen key goes in facts, and stays in other frames', () => {
    const { made } = redacted(
      [
        line({ type: 'notify', message: 'blue sky', colour: 'blue' }),
        {
          kind: 'decided',
          decision: 'notified',
          message: 'It says blue sky.',
          value: { level: '', message: 'blue' },
        },
      ],
      { keys: ['colour'] },
    );
    expect(textOf(made[0])).toBe('{"type":"notify","message":"blue sky","colour":"[redacted-1]"}');
    expect(made[1]).toMatchObject({ message: 'It says [redacted-1] sky.' });
  });

  test('a value that a fact cut is masked as far as it stands there', () => {
    const long = 'Long secret value, one that goes on and on for ever';
    const { made } = redacted([stderr(`${long.slice(0, 30)}…`)], {}, [{ name: 'MY_SECRET', value: long }]);
    expect(textOf(made[0])).toBe('[redacted-1]…');
  });
});

describe('private keys', () => {
  test('line by line in a log are masked from the first line to the last', () => {
    const { made } = redacted([
      stderr('-----BEGIN RSA PRIVATE KEY-----'),
      stderr('MIIEow'),
      line({ type: 'ready' }),
      stderr('abc='),
      stderr('-----END RSA PRIVATE KEY-----'),
      stderr('done'),
    ]);
    expect(made.map(textOf)).toEqual([
      '[redacted-1]',
      '[redacted-2]',
      '{"type":"ready"}',
      '[redacted-3]',
      '[redacted-4]',
      'done',
    ]);
  });

  test('in one text are one secret', () => {
    const text = 'a -----BEGIN PRIVATE KEY-----\nx\n-----END PRIVATE KEY----- b';
    const { made } = redacted([line({ type: 'notify', message: text })]);
    expect(JSON.parse(textOf(made[0]))).toEqual({ type: 'notify', message: 'a [redacted-1] b' });
  });
});

describe('header and facts', () => {
  test('arguments of the program lose what stands behind an option, and the header stays one', () => {
    const argv = ['node', 'x.mjs', '--api-key', 'k-123', '--name', 'x', '--token=abcdef99'];
    const { header: made, made: facts } = redacted(
      [{ kind: 'spawned', pid: 1, executable: '/usr/bin/node', argv, cwd: '/x', environmentAdded: ['PWD'] }],
      {},
      [],
      { ...header, target: { ...header.target, argv } },
    );
    const masked = ['node', 'x.mjs', '--api-key', '[redacted-1]', '--name', 'x', '--token=[redacted-2]'];
    expect(made.target.argv).toEqual(masked);
    expect(made.target.key).toBe(header.target.key);
    expect(facts[0]).toMatchObject({ kind: 'spawned', argv: masked });
  });

  test('a rule that fits everything leaves entries that can still be read', () => {
    const { made, header: head } = redacted(
      [
        { kind: 'stateChanged', state: 'ready', reason: 'Ready, 5 ms after hello.' },
        { kind: 'exited', code: 0, signal: null },
        line({ type: 'ready' }),
      ],
      { regexes: ['.+'], keys: ['*'] },
    );
    expect(made[0]).toMatchObject({ kind: 'stateChanged', state: 'ready' });
    expect(made[0]).not.toMatchObject({ reason: 'Ready, 5 ms after hello.' });
    expect(made[1]).toMatchObject({ kind: 'exited', code: 0, signal: null });
    expect(JSON.parse(textOf(made[2]))).toBeTypeOf('object');
    expect(head).toMatchObject({ framescope: header.framescope, profile: header.profile });
  });

  test('what no rule touches is the very same entry', () => {
    const facts: readonly Fact[] = [line('{"type":"notify" , "n":1.0}'), stderr('hello'), line('not JSON')];
    const { made } = redacted(facts, {}, [{ name: 'X_TOKEN', value: 'something-else-9' }]);
    expect(made.map(textOf)).toEqual(['{"type":"notify" , "n":1.0}', 'hello', 'not JSON']);
  });
});

describe('what is told', () => {
  test('counts by rule, and the preview shows each place with what is around it', () => {
    const { all, redactor } = redacted([line({ type: 'notify', message: 'a', token: 'x', password: 'y' })]);
    const list = new PreviewList();
    all.forEach((one, at) => list.add(at + 1, 'notify', one));
    expect(
      list.rows[0]?.edits.map(({ lead, before, after, trail }) => lead + before + trail + after),
    ).toEqual([
      '…"notify","message":"a","token":"x","password":"…[redacted-1]',
      '…","password":"y"}[redacted-2]',
    ]);
    expect(meterWords(meterOf(redactor))).toBe('2 values masked at 2 places: 2 by keys that name secrets.');
  });

  test('what still looks like a secret is told once, without being shown; paths, ids and digests are not told', () => {
    const odd = 'q7ZxP2mK9vTb4LsWc8RyNd3HfGjA6UeQ';
    const { redactor } = redacted([
      line({ type: 'notify', message: odd }),
      stderr(odd),
      stderr('/home/ada/Projects/SomeThing2/NodeModules/Package3/Source'),
      stderr('6f1c2b9a-0d3e-4f5a-8b7c-9d0e1f2a3b4c da39a3ee5e6b4b0d3255bfef95601890afd80709'),
      stderr('aVeryLongCamelCaseNameOfAFunctionThatNobodyWrote2'),
    ]);
    expect(redactor.suspects.count).toBe(1);
    expect(redactor.suspects.kept).toEqual([
      { seq: 1, why: 'as random as a key', shown: 'q7Zx', length: 32 },
    ]);
  });

  test('without the usual rules, what they would have masked is told', () => {
    const { redactor, made } = redacted([stderr('PASSWORD=hunter2222')], { defaults: false });
    expect(textOf(made[0])).toBe('PASSWORD=hunter2222');
    expect(redactor.suspects.kept.map(({ why }) => why)).toEqual(['secrets in texts']);
  });
});

test('a choice that can’t be used is refused with its fix', () => {
  const codes = [
    rulesOf({ ...usualChoice, regexes: ['('] }),
    rulesOf({ ...usualChoice, regexes: ['a*'] }),
    rulesOf({ ...usualChoice, pointers: ['no'] }),
    rulesOf({ ...usualChoice, keys: ['--'] }),
    rulesOf(usualChoice, [], ['MISSING']),
    rulesOf(usualChoice, [{ name: 'X', value: 'ab' }], ['X']),
  ].map((made) => (made.ok ? 'ok' : made.failure.code));
  expect(codes).toEqual(Array.from({ length: 6 }, () => 'argumentInvalid'));
});
