import { describe, expect, it } from 'vitest';
import { legalNext } from '../../../../shared/protocol/legal.ts';
import type { HostState } from '../../../../shared/session/entries.ts';
import { profileOf } from '../../../support/protocol-parts.ts';

function next(state: HostState, profileName = 'zot-seed') {
  const { protocol, profile } = profileOf(profileName);
  return legalNext(protocol, profile, state);
}
const names = (state: HostState, legal: boolean) =>
  next(state)
    .filter((each) => each.legal === legal)
    .map((each) => each.type);

describe('the frames that are legal next', () => {
  it('before hello are hello and the ways out', () => {
    expect(names('awaitingHello', true)).toEqual(['hello', 'shutdown', 'error', 'error']);
  });

  it('while registering are registrations, with how often each may come', () => {
    expect(names('registering', true)).toEqual(
      expect.arrayContaining([
        'hello_ack',
        'register_command',
        'register_tool',
        'subscribe',
        'ready',
        'notify',
        'shutdown',
      ]),
    );
    expect(next('registering')).toContainEqual({
      from: 'extension',
      type: 'subscribe',
      times: '0 or more, adds up',
      legal: true,
    });
  });

  it('are followed by a few that only become legal next', () => {
    expect(next('registering').slice(-3)).toEqual([
      { from: 'host', type: 'tool_call', times: 'illegal until ready', legal: false },
      { from: 'host', type: 'command_invoked', times: 'illegal until ready', legal: false },
      { from: 'host', type: 'event_intercept', times: 'illegal until ready', legal: false },
    ]);
    expect(names('awaitingHello', false)).toContain('register_tool');
  });

  it('when ready are calls, events and their answers, but no second hello', () => {
    const legal = names('ready', true);
    expect(legal).toEqual(
      expect.arrayContaining(['tool_call', 'tool_result', 'event', 'event_intercept_response']),
    );
    expect(legal).not.toContain('hello');
    expect(legal).not.toContain('register_tool');
  });

  it('are those the profile knows', () => {
    expect(next('awaitingHello').map((each) => each.type)).not.toContain('bootstrap');
    expect(next('awaitingHello', 'terva-6').map((each) => each.type)).toContain('bootstrap');
  });

  it('are none before the start and after the end', () => {
    for (const state of ['idle', 'ended'] as const) expect(names(state, true)).toEqual([]);
  });

  it('are the same list when asked again', () => {
    expect(next('ready')).toBe(next('ready'));
  });
});
