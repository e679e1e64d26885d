// Two recordings side by side.

import { describe, expect, it } from 'vitest';
import { diffRecordings } from '../../../shared/replay/diff.ts';
import { parseIgnore } from '../../../shared/replay/ignore.ts';
import { chooseNormalisers } from '../../../shared/replay/normalisers.ts';
import { isDifference } from '../../../shared/replay/result.ts';
import { crossingOf, exited, handshake, host, line, type Fact } from '../../support/recorded.ts';
import { told } from '../../support/replay-runs.ts';

function diff(a: readonly Fact[], b: readonly Fact[], ignore: readonly string[] = []): string[] {
  const normalisers = chooseNormalisers([]);
  if (!normalisers.ok) throw new Error(normalisers.failure.message);
  const rules = ignore.flatMap((text) => {
    const rule = parseIgnore(text);
    return rule.ok ? [rule.value] : [];
  });
  const rows = diffRecordings(crossingOf(a), crossingOf(b), normalisers.value, rules);
  expect(rows.map(({ row }) => row)).toEqual(rows.map((_, at) => at + 1));
  return told(rows.filter(isDifference));
}

const call = (id: string, args: object = {}, name = 'greet'): Fact =>
  host({ type: 'tool_call', id, name, args });
const result = (id: string, text = id): Fact =>
  line({ type: 'tool_result', id, content: [{ type: 'text', text }] });

describe('two recordings', () => {
  it('with other ids are equal', () => {
    const a = [...handshake, call('1'), call('2', { n: 1 }), result('2', 'b'), result('1', 'a')];
    const b = [...handshake, call('x'), call('y', { n: 1 }), result('x', 'a'), result('y', 'b')];
    expect(diff(a, b)).toEqual([]);
  });

  it('differ in lines of the host as well', () => {
    const [a, b] = [
      [...handshake, call('1', { n: 1 }), result('1', 'a')],
      [...handshake, call('1', { n: 2 }), result('1', 'a')],
    ];
    expect(diff(a, b)).toEqual(['changed tool_call greet /args/n: 1 -> 2']);
  });

  it('have answers with their requests, not with the next best of their type', () => {
    const a = [
      ...handshake,
      call('1', { n: 1 }),
      result('1', 'one'),
      call('2', { n: 2 }),
      result('2', 'two'),
    ];
    const b = [...handshake, call('1', { n: 2 }), result('1', 'two')];
    expect(diff(a, b)).toEqual(['missing tool_call greet', 'missing tool_result']);
    expect(diff(b, a)).toEqual(['extra tool_call greet', 'extra tool_result']);
  });

  it('show what only the second has after what came before it there', () => {
    const a = [...handshake, call('1'), result('1')];
    const b = [...handshake, line('DEBUG'), call('1'), line('DEBUG'), result('1')];
    const normalisers = chooseNormalisers([]);
    const rows = normalisers.ok ? diffRecordings(crossingOf(a), crossingOf(b), normalisers.value, []) : [];
    expect(told(rows).slice(3)).toEqual([
      'equal ready',
      'extra not JSON',
      'equal tool_call greet',
      'extra not JSON',
      'equal tool_result',
    ]);
  });

  it('differ in the end of the process, where both tell of it', () => {
    expect(diff([...handshake, exited(0)], [...handshake, exited(null, 'SIGKILL')])).toEqual([
      'changed exit: exit code 0 / ended by SIGKILL',
    ]);
    expect(diff([...handshake, exited(0)], handshake)).toEqual([]);
  });

  it('are compared without what is ignored', () => {
    const ack = host({
      type: 'hello_ack',
      protocol_version: 1,
      zot_version: '2',
      provider: 'x',
      model: 'm',
      cwd: '/home/ada/shop',
    });
    const other = handshake.map((fact) => (fact.kind === 'line' && fact.from === 'host' ? ack : fact));
    expect(diff(handshake, other)).toHaveLength(1);
    expect(diff(handshake, other, ['hello_ack:'])).toEqual([]);
    expect(diff(handshake, other, ['/provider', 'hello_ack:/zot_version'])).toEqual([]);
  });

  it('tell a renamed tool by its name', () => {
    const renamed = handshake.map((fact) =>
      fact.kind === 'line' && 'text' in fact.raw
        ? { ...fact, raw: { text: fact.raw.text.replace('"greet"', '"salute"') } }
        : fact,
    );
    expect(diff(handshake, renamed)).toEqual(['changed register_tool greet /name: "greet" -> "salute"']);
  });
});
