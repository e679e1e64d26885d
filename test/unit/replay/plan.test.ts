import { describe, expect, it } from 'vitest';
import type { Plan } from '../../../shared/replay/plan.ts';
import { exited, handshake, host, line, planOf, state, stopAsked } from '../../support/recorded.ts';

const call = (id: string) => host({ type: 'tool_call', id, name: 'greet', args: {} });
const result = (id: string) => line({ type: 'tool_result', id, content: [] });

/** `send tool_call > tool_result, notify` of each step. */
function told({ steps }: Plan): string[] {
  return steps.map(({ begin, expects }) => {
    const what = 'line' in begin ? ` ${begin.line.type}` : '';
    return `${begin.kind}${what} > ${expects.map((each) => each.line.type).join(', ')}`;
  });
}

describe('the steps of a plan', () => {
  it('begin with the lines of the host, and hold what the extension sent until the next', () => {
    const plan = planOf([
      ...handshake,
      call('1'),
      line({ type: 'notify', level: 'info', message: 'm' }),
      result('1'),
      call('2'),
      call('3'),
      result('3'),
      result('2'),
      stopAsked,
      state('stopping'),
      host({ type: 'shutdown' }),
      line({ type: 'shutdown_ack' }),
      exited(),
    ]);
    expect(told(plan)).toEqual([
      'start > hello',
      'own hello_ack > register_tool, ready',
      'send tool_call > notify, tool_result',
      'send tool_call > ',
      'send tool_call > tool_result, tool_result',
      'stop > shutdown_ack',
    ]);
    expect(plan).toMatchObject({ died: false, exit: { code: 0, signal: null, step: 5 }, hostLines: 5 });
  });

  it('say what the host was when it sent', () => {
    const plan = planOf([...handshake, call('1')]);
    expect(plan.steps.map((step) => step.state)).toEqual(['idle', 'registering', 'ready']);
  });

  it('take that from the catalogue where a capture tells no states', () => {
    const facts = handshake.filter((fact) => fact.kind === 'line');
    const plan = planOf([...facts, call('1'), host({ type: 'event', event: 'turn_start' })]);
    expect(plan.steps.map((step) => step.state)).toEqual(['idle', 'registering', 'ready', 'ready']);
  });

  it('end with a stop when a capture of another host shows its shutdown, or the end of stdin', () => {
    const facts = handshake.filter((fact) => fact.kind === 'line');
    expect(told(planOf([...facts, host({ type: 'shutdown' }), line({ type: 'shutdown_ack' })])).at(-1)).toBe(
      'stop > shutdown_ack',
    );
    const closed = { kind: 'closed', pipe: 'stdin', by: 'host' } as const;
    expect(told(planOf([...facts, closed])).at(-1)).toBe('stop > ');
  });

  it('send what a person put on the wire by hand, also a frame that is the host’s own otherwise', () => {
    const byHand = { origin: 'hand' } as const;
    const plan = planOf([...handshake, host({ type: 'hello_ack' }, byHand), host('{broken', byHand)]);
    expect(told(plan).slice(2)).toEqual(['send hello_ack > ', 'send not JSON > ']);
  });

  it('have answers with the requests they answer, and how long they took', () => {
    const plan = planOf([...handshake, { ...call('1'), atUs: 7_000 }, { ...result('1'), atUs: 9_500 }]);
    expect(plan.steps.at(-1)?.expects).toMatchObject([{ answers: 8, latencyUs: 2_500 }]);
  });

  it('leave out lines that were sent to a process that was gone', () => {
    const plan = planOf([...handshake, call('1'), exited(1), call('2')]);
    expect(told(plan).at(-1)).toBe('send tool_call > ');
    expect(plan).toMatchObject({ died: true, hostLines: 2, exit: { code: 1, step: 2 } });
  });
});

describe('lines that were held', () => {
  const held = { held: true } as const;
  const released = (of: number) => ({ kind: 'released', line: of, heldUs: 1, by: 'user' }) as const;

  it('count from where they passed', () => {
    const plan = planOf([
      ...handshake,
      host({ type: 'event', event: 'turn_start' }, held),
      line({ type: 'notify', level: 'info', message: 'before' }),
      released(8),
      line({ type: 'notify', level: 'info', message: 'after' }),
    ]);
    expect(told(plan).slice(1)).toEqual([
      'own hello_ack > register_tool, ready, notify',
      'send event > notify',
    ]);
  });

  it('of the host are sent as they were edited, those of the extension are expected as they were sent', () => {
    const edited = { text: '{"type":"event","event":"turn_end"}' };
    const plan = planOf([
      ...handshake,
      host({ type: 'event', event: 'turn_start' }, held),
      { kind: 'edited', line: 8, raw: edited },
      released(8),
      line({ type: 'notify', level: 'info', message: 'sent' }, 'extension', held),
      { kind: 'edited', line: 11, raw: { text: '{"type":"notify","level":"info","message":"seen"}' } },
      released(11),
    ]);
    const last = plan.steps.at(-1);
    expect(last?.begin).toMatchObject({ kind: 'send', line: { raw: edited, name: 'turn_end' } });
    expect(last?.expects[0]?.line.raw).toEqual({ text: '{"type":"notify","level":"info","message":"sent"}' });
  });

  it('of the host are not sent when they were dropped or never released; what the extension sent counts all the same', () => {
    const plan = planOf([
      ...handshake,
      host({ type: 'event', event: 'turn_start' }, held),
      { kind: 'dropped', line: 8, heldUs: 1 },
      line({ type: 'notify', level: 'info', message: 'dropped' }, 'extension', held),
      { kind: 'dropped', line: 10, heldUs: 1 },
      host({ type: 'event', event: 'turn_end' }, held),
      line({ type: 'notify', level: 'info', message: 'held' }, 'extension', held),
    ]);
    expect(told(plan).slice(1)).toEqual(['own hello_ack > register_tool, ready, notify, notify']);
  });
});

describe('times that go back', () => {
  it('case Y04: change no order, and no length of time is negative', () => {
    const hourUs = 3_600_000_000;
    const plan = planOf([
      ...handshake.map((fact) => ({ ...fact, atUs: 50 * hourUs })),
      { ...call('1'), atUs: 49 * hourUs },
      { ...result('1'), atUs: 1 },
      { ...call('2'), atUs: 97 * hourUs },
      { ...result('2'), atUs: 97 * hourUs - 1 },
    ]);
    expect(told(plan).slice(2)).toEqual(['send tool_call > tool_result', 'send tool_call > tool_result']);
    for (const { afterUs, expects } of plan.steps) {
      expect(afterUs).toBeGreaterThanOrEqual(0);
      for (const each of expects) expect(Math.min(each.latencyUs ?? 0, each.afterUs)).toBe(0);
    }
  });
});
