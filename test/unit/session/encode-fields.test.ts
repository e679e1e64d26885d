import { describe, expect, it } from 'vitest';
import { encodeFields, fieldsAsSent } from '../../../electron/session/encode.ts';
import { hostFrameDef } from '../../../electron/session/host-frame-def.ts';
import { profileOf } from '../../support/protocol-parts.ts';

const { profile } = profileOf('zot-latest');
const sent = (type: string, values: Record<string, string>) =>
  fieldsAsSent(
    hostFrameDef({ profile }, type),
    Object.entries(values).map(([name, json]) => ({ name, json })),
  ).map(({ name, json }) => `${name}=${json}`);

describe('the fields of a host frame', () => {
  it('stand in the catalogue’s order, strangers last', () => {
    expect(sent('event', { other: '1', text: '"t"', tool_args: '{}', event: '"x"', step: '2' })).toEqual([
      'event="x"',
      'step=2',
      'tool_args={}',
      'text="t"',
      'other=1',
    ]);
  });

  it.each<[string, Record<string, string>, string[]]>([
    [
      'event',
      { event: '""', step: '0', stop: '""', tool_args: 'null', queued: 'false' },
      ['event=""', 'tool_args=null'],
    ],
    ['event', { event: '"e"', step: '-1' }, ['event="e"', 'step=-1']],
    [
      'event',
      { event: '"e"', executed: 'false', message_count: '0' },
      ['event="e"', 'executed=false', 'message_count=0'],
    ],
    ['event_intercept', { event: '"e"', system_prompt: '""', cwd: '""' }, ['event="e"', 'system_prompt=""']],
    ['command_invoked', { name: '""', args: '""' }, ['name=""']],
    ['panel_key', { panel_id: '""', key: '""', text: '""' }, ['panel_id=""', 'key=""']],
  ])('of %s %j leave out what is optional and empty', (type, values, fields) => {
    expect(sent(type, values)).toEqual(fields);
  });

  it('that are no JSON are named, and no text is made', () => {
    const fields = [
      { name: 'a', json: '1' },
      { name: 'b', json: '{' },
    ];
    expect(encodeFields('x', null, fields)).toEqual({ ok: false, name: 'b' });
  });

  it('can not get out of their place', () => {
    expect(encodeFields('x', '1', [{ name: 'a', json: '1,"type":2' }])).toEqual({ ok: false, name: 'a' });
    expect(encodeFields('x', '1', [{ name: 'a"b', json: '"\\n"' }])).toEqual({
      ok: true,
      text: '{"type":"x","id":"1","a\\"b":"\\n"}',
    });
  });
});
