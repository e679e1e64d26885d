import { expect, it } from 'vitest';
import { Observer } from '../../../electron/tap/observer.ts';
import type { Side } from '../../../shared/session/entries.ts';

function observing() {
  const observer = new Observer();
  let seq = 0;
  const told: string[] = [];
  const note = (entries: ReturnType<Observer['spawned']>): void => {
    for (const entry of entries)
      told.push(
        entry.kind === 'stateChanged' ? entry.state : entry.kind === 'decided' ? entry.decision : entry.kind,
      );
  };
  note(observer.spawned());
  return {
    told,
    observer,
    note,
    saw(from: Side, frame: Record<string, unknown>) {
      seq += 1;
      note(observer.saw({ from, seq, atUs: seq * 1_000, frame, text: JSON.stringify(frame) }));
    },
  };
}

it('a handshake is told as far as answers show it', () => {
  const { saw, told, note, observer } = observing();
  saw('extension', { type: 'hello', name: 'a' });
  expect(told).toEqual(['awaitingHello']);
  saw('host', { type: 'hello_ack' });
  saw('extension', { type: 'register_tool', name: 't', description: '', schema: { a: 1 } });
  saw('extension', { type: 'register_command', name: 'c', description: '' });
  saw('extension', { type: 'subscribe', events: ['turn_end'] });
  saw('extension', { type: 'ready' });
  saw('host', { type: 'shutdown' });
  note(observer.exited());
  expect(told).toEqual([
    ...['awaitingHello', 'helloAccepted', 'registering', 'toolRegistered', 'commandRegistered'],
    ...['subscribed', 'ready', 'ready', 'stopAsked', 'stopping', 'ended'],
  ]);
});

it('an extension that never says ready is ready when the host uses it, and what it registers later is late', () => {
  const { saw, told, observer } = observing();
  saw('extension', { type: 'hello', name: 'a' });
  saw('host', { type: 'hello_ack' });
  saw('host', { type: 'tool_call', id: '1' });
  expect(told.slice(-2)).toEqual(['ready', 'ready']);
  const late = { type: 'register_tool', name: 't', description: 'd' };
  expect(
    observer.saw({ from: 'extension', seq: 9, atUs: 9, frame: late, text: JSON.stringify(late) }),
  ).toMatchObject([{ decision: 'toolRegistered', line: 9, value: { late: true, schemaText: null } }]);
});

it('frames that make no sense claim nothing', () => {
  const { saw, told } = observing();
  saw('host', { type: 'hello_ack' });
  saw('extension', { type: 5 });
  saw('extension', { type: 'register_tool', name: 7 });
  saw('extension', { type: 'subscribe', events: 'all' });
  saw('extension', {});
  expect(told).toEqual(['awaitingHello']);
});
