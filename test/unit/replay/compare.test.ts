// What counts as equal between two lines and what is named as changed.

import { describe, expect, it } from 'vitest';
import { canonicalLine } from '../../../shared/replay/canonical.ts';
import {
  compareLines,
  mostChanges,
  type Comparing,
  type Comparison,
} from '../../../shared/replay/compare.ts';
import { parseIgnore } from '../../../shared/replay/ignore.ts';
import { Leaves } from '../../../shared/replay/leaf.ts';
import { replayLine, type ReplayLine } from '../../../shared/replay/line.ts';
import { chooseNormalisers } from '../../../shared/replay/normalisers.ts';
import { Pairing } from '../../../shared/replay/pairing.ts';
import { RunFacts } from '../../../shared/replay/run-facts.ts';
import { entries, line } from '../../support/recorded.ts';

interface About {
  readonly ignore?: readonly string[];
  readonly normalise?: readonly string[];
  readonly recorded?: RunFacts;
  readonly live?: RunFacts;
}

function made(text: string): ReplayLine {
  const [first] = entries([line(text)]);
  if (first?.entry.kind !== 'line' || !first.decoded) throw new Error('no line');
  return replayLine(first.entry, first.decoded);
}

function comparing({
  ignore = [],
  normalise = [],
  recorded = new RunFacts(),
  live = new RunFacts(),
}: About): Comparing {
  const normalisers = chooseNormalisers(normalise);
  if (!normalisers.ok) throw new Error(normalisers.failure.message);
  return {
    recorded: new Leaves(normalisers.value, recorded),
    live: new Leaves(normalisers.value, live),
    pairing: new Pairing(recorded, live),
    ignore: ignore.map((text) => {
      const rule = parseIgnore(text);
      if (!rule.ok) throw new Error(rule.failure.message);
      return rule.value;
    }),
  };
}

function compare(
  before: string,
  after: string,
  about: About = {},
): Comparison & { readonly sameText: boolean } {
  const [a, b] = [made(before), made(after)];
  const how = comparing(about);
  const sameText = canonicalLine(a, how.recorded, how.ignore) === canonicalLine(b, how.live, how.ignore);
  const { changes, left, ignored, normalised } = compareLines(a, b, how);
  return { changes, left, ignored, normalised, sameText };
}

const notify = (message: string): string => `{"type":"notify","level":"info","message":${message}}`;

describe('equal', () => {
  it.each([
    ['key order and white space', '{"type":"t","a":1,"b":[1,2]}', ' { "b" : [1, 2], "a": 1, "type":"t" }'],
    ['spelling of numbers', '{"type":"t","n":[1,10,0.5,-0,1e2]}', '{"type":"t","n":[1.0,1e1,5E-1,0,100]}'],
    ['escapes', notify('"\\u0041\\/"'), notify('"A/"')],
    ['a key twice, the last one counts', '{"type":"t","a":1,"a":2}', '{"type":"t","a":2}'],
  ])('are lines that differ in %s only', (_, before, after) => {
    expect(compare(before, after)).toMatchObject({ changes: [], sameText: true });
  });

  it('are numbers by their digits, not by what a double makes of them', () => {
    const [a, b] = ['{"type":"t","n":9007199254740993}', '{"type":"t","n":9007199254740992}'];
    const changes = [{ pointer: '/n', before: '9007199254740993', after: '9007199254740992' }];
    expect(compare(a, b)).toMatchObject({ changes, sameText: false });
    expect(compare('{"type":"t","n":0.1}', '{"type":"t","n":0.1000000000000000055511}').changes).toHaveLength(
      1,
    );
    expect(compare('{"type":"t","n":1e400}', '{"type":"t","n":1e401}').changes).toHaveLength(1);
    const huge = '{"type":"t","n":1e99999999999999999999}';
    expect(compare(huge, '{"type":"t","n":1e99999999999999999998}').changes).toHaveLength(1);
    expect(compare(huge, '{"type":"t","n":10e99999999999999999998}').changes).toHaveLength(0);
  });
});

describe('a change', () => {
  it('is named by its pointer, with both values as they were spelled', () => {
    const a = '{"type":"t","a/b":{"~":[1.0,{"k":"\\u0041"}]},"gone":1e2,"same":true}';
    const b = '{"type":"t","a/b":{"~":[1,{"k":"b"},null]},"same":true,"new":{"x":1.50}}';
    expect(compare(a, b).changes).toEqual([
      { pointer: '/a~1b/~0/1/k', before: '"\\u0041"', after: '"b"' },
      { pointer: '/a~1b/~0/2', before: null, after: 'null' },
      { pointer: '/gone', before: '1e2', after: null },
      { pointer: '/new', before: null, after: '{"x":1.50}' },
    ]);
  });

  it('of kind is one change, not one for everything below', () => {
    expect(compare('{"type":"t","v":{"a":1,"b":2}}', '{"type":"t","v":[1,2]}').changes).toEqual([
      { pointer: '/v', before: '{"a":1,"b":2}', after: '[1,2]' },
    ]);
    expect(compare('{"type":"t","v":"1"}', '{"type":"t","v":1}').changes).toHaveLength(1);
    expect(compare('{"type":"t","v":null}', '{"type":"t"}').changes).toHaveLength(1);
  });

  it('of a line that is no frame is the whole line', () => {
    expect(compare('Loading', 'Loaded').changes).toEqual([
      { pointer: '', before: '"Loading"', after: '"Loaded"' },
    ]);
    expect(compare('Loading', 'Loading').changes).toEqual([]);
  });

  it('is counted beyond those that are listed', () => {
    const many = (n: number): string =>
      `{"type":"t","v":[${Array.from({ length: 1_000 }, () => n).join(',')}]}`;
    const { changes, left } = compare(many(1), many(2));
    expect([changes.length, left, changes[0]?.pointer]).toEqual([mostChanges, 1_000 - mostChanges, '/v/0']);
  });

  it('in a frame nested 9,000 deep is found without an overflow', () => {
    const deep = (value: string): string =>
      `{"type":"t","v":${'['.repeat(9_000)}${value}${']'.repeat(9_000)}}`;
    const { changes, sameText } = compare(deep('1'), deep('2'));
    expect(changes).toMatchObject([{ pointer: `/v${'/0'.repeat(9_000)}`, before: '1', after: '2' }]);
    expect(sameText).toBe(false);
    expect(compare(deep('1'), deep('1.0'))).toMatchObject({ changes: [], sameText: true });
  });
});

describe('what is ignored', () => {
  const result = (text: string, more = ''): string =>
    `{"type":"tool_result","id":"1","content":[{"type":"text","text":"${text}"}]${more}}`;

  it.each([
    ['/content/0/text', true],
    ['/content/*/text', true],
    ['/content', true],
    ['/*/*/text', true],
    ['tool_result:/content/*/text', true],
    ['tool_result:', true],
    ['notify:/content/*/text', false],
    ['/content/1/text', false],
    ['/text', false],
  ])('%s covers a text in the content of a tool_result: %s', (ignore, covers) => {
    const { changes, sameText, ignored } = compare(result('a'), result('b'), { ignore: [ignore] });
    expect([changes.length === 0, sameText, ignored > 0]).toEqual([covers, covers, covers]);
  });

  it('may be there on one side only', () => {
    const { changes, sameText } = compare(result('a', ',"took":3'), result('a'), { ignore: ['/took'] });
    expect([changes, sameText]).toEqual([[], true]);
    expect(
      compare(result('a', ',"list":[1,2]'), result('a', ',"list":[3]'), { ignore: ['/list/*'] }),
    ).toMatchObject({
      changes: [],
      sameText: true,
    });
  });

  it('is told apart by escapes in the pointer', () => {
    const about = { ignore: ['/a~1b/~0'] };
    expect(compare('{"type":"t","a/b":{"~":1}}', '{"type":"t","a/b":{"~":2}}', about).changes).toEqual([]);
    expect(compare('{"type":"t","a":{"b":1}}', '{"type":"t","a":{"b":2}}', about).changes).toHaveLength(1);
  });

  it.each(['', 'content', 'a/b', ':/x', '/a~2', 'notify'])('can not be written as %j', (text) => {
    const rule = parseIgnore(text);
    expect(rule).toMatchObject({ ok: false, failure: { code: 'argumentInvalid' } });
  });
});

describe('normalisers', () => {
  it('take ISO times, and numbers that are a time near the run', () => {
    const recorded = new RunFacts('2026-01-31T12:00:00Z');
    const live = new RunFacts('2026-03-01T08:00:00Z');
    const about = { recorded, live };
    const at = (iso: string, epoch: string): string =>
      `{"type":"t","text":"built ${iso} here","at":${epoch}}`;
    const before = at('2026-01-31T12:00:01.250Z', String(Date.parse('2026-01-31T12:00:01Z')));
    const after = at('2026-03-01 08:00:05+01:00', String(Date.parse('2026-03-01T08:00:05Z') / 1_000));
    expect(compare(before, after, about)).toMatchObject({
      changes: [],
      normalised: ['times'],
      sameText: true,
    });
    expect(compare(before, after, { ...about, normalise: ['ids'] }).changes).toHaveLength(2);
    const old = at('2026-01-31T12:00:01Z', '1500000000');
    expect(compare(old, at('2026-03-01T08:00:00Z', '1500000001'), about).changes).toMatchObject([
      { pointer: '/at' },
    ]);
  });

  it('take folders that both hosts told under the same name, and keep apart what lies in them', () => {
    const recorded = new RunFacts();
    recorded.addFolder('project', '/home/ada/shop');
    recorded.addFolder('extension', '/ext/demo');
    const live = new RunFacts();
    live.addFolder('project', '/srv/ci/');
    live.addFolder('extension', '/tmp/demo');
    const about = { recorded, live };
    const here = notify('"see /home/ada/shop/a.ts and /ext/demo."');
    expect(compare(here, notify('"see /srv/ci/a.ts and /tmp/demo."'), about)).toMatchObject({
      changes: [],
      normalised: ['paths'],
      sameText: true,
    });
    expect(compare(here, notify('"see /srv/ci/b.ts and /tmp/demo."'), about).changes).toHaveLength(1);
    expect(compare(here, notify('"see /tmp/demo/a.ts and /srv/ci."'), about).changes, 'swapped').toHaveLength(
      1,
    );
    expect(compare(notify('"/home/ada/shop2"'), notify('"/srv/ci2"'), about).changes).toHaveLength(1);
    expect(compare(notify('"/x/home/ada/shop"'), notify('"/x/srv/ci"'), about).changes).toHaveLength(1);
  });

  it('pair UUIDs by first use: the same one again has to be the same one again', () => {
    const [a, b, c] = [
      '7c9e6679-7425-40de-944b-e07fc1f90ae7',
      '16fd2706-8baf-433b-82eb-8c7fada847da',
      '886313e1-3b8a-4372-9b90-0c9aee199e5d',
    ];
    const two = (one: string, other: string): string => `{"type":"t","a":"${one}","b":"run ${other}"}`;
    expect(compare(two(a, a), two(b, b))).toMatchObject({ changes: [], normalised: ['ids'] });
    expect(compare(two(a, a), two(b, c)).changes).toMatchObject([{ pointer: '/b' }]);
  });

  it('pair ids of requests, and only those', () => {
    const recorded = new RunFacts();
    recorded.sawId('host', '12');
    const live = new RunFacts();
    live.sawId('host', '3');
    const call = (parent: string, panel: string): string =>
      `{"type":"call_tool","id":"a","name":"read","args":{"n":"${parent}"},"parent_id":"${parent}","panel":"${panel}"}`;
    const { changes } = compare(call('12', 'p'), call('3', 'q'), { recorded, live });
    expect(changes.map(({ pointer }) => pointer)).toEqual(['/args/n', '/panel']);
  });

  it('take addresses in memory', () => {
    expect(compare(notify('"at 0x7ffe12ab"'), notify('"at 0x55d0c0ffee"'))).toMatchObject({
      changes: [],
      normalised: ['addresses'],
    });
    expect(compare(notify('"0x1f"'), notify('"0x2f"')).changes, 'a small number is none').toHaveLength(1);
  });

  it('can be a replacement of one’s own, on top of the usual ones', () => {
    const about = { normalise: ['/running for .*/=uptime'] };
    expect(compare(notify('"running for 1 s"'), notify('"running for 2 min"'), about)).toMatchObject({
      changes: [],
      normalised: ['own'],
    });
    expect(compare(notify('"at 0x7ffe12ab"'), notify('"at 0x55d0c0ffee"'), about).changes).toEqual([]);
  });

  it.each(['clocks', '/(/=x', 'ids,nope', ''])('are refused when there is no such one: %j', (choice) => {
    expect(chooseNormalisers([choice])).toMatchObject({ ok: false, failure: { code: 'argumentInvalid' } });
  });

  it('can all be left out', () => {
    expect(chooseNormalisers(['none'])).toEqual({ ok: true, value: [] });
  });
});
