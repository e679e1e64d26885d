// Stepping through a handshake: what waits, what may come next, what can be done, what the host's clock does.

import { createRawSnippet, flushSync } from 'svelte';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { LiveStatus, RowDetail } from '../../../shared/ipc/contract.ts';
import type { SessionSummary } from '../../../shared/session/summary.ts';
import { SessionState } from '../../../renderer/state/session.svelte.ts';
import { changedSpan, oddities } from '../../../renderer/views/step/edit-text.ts';
import StepView from '../../../renderer/views/step/StepView.svelte';
import { FakeBridge, type Answers } from '../../support/fake-bridge.ts';
import { batch, live, openSession, row, s1, summary } from '../../support/window-facts.ts';
import { button, click, has, named, press, render, type, words } from './page.ts';

const ack = '{"type":"hello_ack","protocol_version":1}';
const slot = (text: string) => createRawSnippet(() => ({ render: () => `<div>${text}</div>` }));
const rows = (held: readonly number[]) => [
  row(1, 'spawned', { kind: 'spawned' }),
  row(2, 'hello'),
  ...[3, 4, 5].map((seq) =>
    row(seq, seq === 3 ? 'hello_ack' : 'register_command', {
      from: seq === 3 ? 'host' : 'extension',
      ...(held.includes(seq) ? { held: { now: true } as const } : {}),
    }),
  ),
];

function told(held: readonly number[], status: Partial<LiveStatus> = {}, sum: Partial<SessionSummary> = {}) {
  return batch(rows(held), {
    summary: summary({ mode: 'step', state: 'registering', held, commands: [], tools: [], ...sum }),
    live: live({
      mode: 'step',
      state: 'registering',
      held,
      clockFrozen: held.length > 0,
      hostUs: 184_600,
      realUs: 38_400_000,
      deadlines: [{ name: 'ready', totalMs: 3_000, leftMs: 2_820, outcome: 'proceed without ready' }],
      legalNext: [
        { from: 'extension', type: 'subscribe', times: '0 or more, adds up', legal: true },
        { from: 'host', type: 'tool_call', times: '', legal: false },
      ],
      ...status,
    }),
  });
}

async function stepping(held: readonly number[] = [3, 4, 5], answers: Answers = {}, first = told(held)) {
  const bridge = new FakeBridge({
    'sessions.release': () => undefined,
    'sessions.drop': () => undefined,
    'sessions.releaseAll': () => undefined,
    'sessions.setMode': () => undefined,
    'sessions.setFreeze': () => undefined,
    'rows.detail': ({ seq }) =>
      ({ row: rows(held)[seq - 1], entry: {}, raw: { text: ack }, issues: [] }) as unknown as RowDetail,
    ...answers,
  });
  const session = new SessionState(bridge, openSession(), () => undefined);
  session.apply(first);
  render(StepView, { session, list: slot('the list'), detail: slot('the detail') });
  await vi.waitFor(() =>
    expect(bridge.asked('rows.detail').length + (held.length ? 0 : 1)).toBeGreaterThan(0),
  );
  flushSync();
  return { bridge, session };
}
const page = (): string => words(document.body);
const panel = (): HTMLElement => document.querySelector<HTMLElement>('.step')!;

afterEach(() => vi.useRealTimers());

describe('what is shown', () => {
  test('shows the stages with the one whose frame is held', async () => {
    await stepping();
    const current = document.querySelector('[aria-current=step]');
    expect(words(current)).toBe('hello_ack held before it is written');
  });

  test('shows what waits behind the oldest held frame, in the order it came', async () => {
    await stepping();
    expect(words(named('ol', 'Waiting behind it'))).toMatch(/4.*register_command.*5.*register_command/);
    expect(words(named('ol', 'Waiting behind it'))).not.toContain('hello_ack');
  });

  test('lists what is legal next with how often, and keeps the rest one click away', async () => {
    await stepping();
    expect(words(named('ul', 'Legal next frames'))).toContain('subscribe 0 or more, adds up');
    expect(words(named('ul', 'Legal next frames'))).not.toContain('tool_call');
    expect(words(document.querySelector('details'))).toContain('1 other type, not legal now');
  });

  test('says that the next frame will be held while nothing is, and blocks what can’t be done', async () => {
    await stepping([]);
    expect(page()).toContain('The next frame, either way, will be held.');
    for (const name of ['Release', 'Edit', 'Drop']) expect(button(name).title).toBe('Nothing is held.');
  });
});

describe('acting on the held frame', () => {
  test('Release lets the oldest held frame pass', async () => {
    const { bridge } = await stepping();
    click(button('Release R'));
    expect(bridge.asked('sessions.release')).toEqual([{ session: s1, line: 3 }]);
  });

  test('R releases, X drops, and neither acts while a text is typed', async () => {
    const { bridge, session } = await stepping();
    press('r', {}, panel());
    session.apply(told([4, 5]));
    flushSync();
    press('x', {}, panel());
    expect(bridge.asked('sessions.release')).toEqual([{ session: s1, line: 3 }]);
    expect(bridge.asked('sessions.drop')).toEqual([{ session: s1, line: 4 }]);
    const input = document.createElement('input');
    panel().append(input);
    press('x', {}, input);
    expect(bridge.asked('sessions.drop')).toHaveLength(1);
  });

  test('a held-down X drops one frame, not the whole queue', async () => {
    const { bridge, session } = await stepping();
    press('x', {}, panel());
    session.apply(told([4, 5]));
    flushSync();
    press('x', { repeat: true }, panel());
    expect(bridge.asked('sessions.drop')).toHaveLength(1);
  });

  test('] chooses the next held frame, and the buttons speak of that one', async () => {
    const { bridge } = await stepping();
    press(']', {}, panel());
    click(button('Drop'));
    expect(bridge.asked('sessions.drop')).toEqual([{ session: s1, line: 4 }]);
  });

  test('Release all and Run on are asked of main, not done here', async () => {
    const { bridge, session } = await stepping();
    click(button('Release all 3'));
    click(button('Run on'));
    expect(bridge.asked('sessions.releaseAll')).toEqual([{ session: s1 }]);
    expect(bridge.asked('sessions.setMode')).toEqual([{ session: s1, mode: 'run' }]);
    expect(session.stepping).toBe(true);
  });

  test('a new held frame takes neither the focus nor the selection of a row that is being read', async () => {
    const { session } = await stepping([3]);
    session.rows.select(1);
    const focused = document.activeElement;
    session.apply({ ...told([3, 4]), changed: { seqs: [4], all: false } });
    flushSync();
    expect(session.rows.selectedSeq).toBe(1);
    expect(document.activeElement).toBe(focused);
  });

  test('follows the held frame by itself as long as nobody selects another row', async () => {
    const { session } = await stepping();
    expect(session.rows.selectedSeq).toBe(3);
    session.apply(told([4, 5]));
    flushSync();
    expect(session.rows.selectedSeq).toBe(4);
  });
});

describe('editing', () => {
  async function editing() {
    const all = await stepping();
    await vi.waitFor(() => expect(button('Edit').disabled).toBe(false));
    press('e', {}, panel());
    await vi.waitFor(() => expect(document.querySelector('textarea')).not.toBeNull());
    return { ...all, area: document.querySelector('textarea')! };
  }

  test('E opens the exact text of the line, with the focus in it', async () => {
    const { area } = await editing();
    expect(area.value).toBe(ack);
    expect(document.activeElement).toBe(area);
  });

  test('releases what was typed, byte for byte, and can still release the original', async () => {
    const { bridge, area } = await editing();
    type(area, '{"type":"hello_ack","protocol_version":2 }');
    expect(has('button', 'Release original')).toBe(true);
    click(button('Release edited'));
    expect(bridge.asked('sessions.release')).toEqual([
      { session: s1, line: 3, edited: { text: '{"type":"hello_ack","protocol_version":2 }' } },
    ]);
  });

  test('says what is odd about the text and lets it be sent anyway', async () => {
    const { bridge, area } = await editing();
    type(area, '{"type":');
    expect(page()).toContain('It is not JSON');
    expect(page()).toContain('You may send it anyway; both versions are recorded.');
    press('Enter', { ctrlKey: true }, area);
    expect(bridge.asked('sessions.release')[0]?.edited).toEqual({ text: '{"type":' });
  });

  test('Esc leaves the editor and keeps what was typed', async () => {
    const { session, area } = await editing();
    type(area, 'x');
    press('Escape', {}, area);
    expect(document.querySelector('textarea')).toBeNull();
    expect(session.drafts.get(3)).toBe('x');
  });

  test('a line that is not UTF-8 can be released or dropped, not edited as text', async () => {
    await stepping([3], {
      'rows.detail': ({ seq }) =>
        ({
          row: row(seq, 'not UTF-8'),
          entry: {},
          raw: { base64: '/w==' },
          issues: [],
        }) as unknown as RowDetail,
    });
    await vi.waitFor(() => expect(button('Edit').title).toContain('not UTF-8'));
    expect(button('Release').disabled).toBe(false);
  });

  test('marks the part of the original that the edit replaces', () => {
    const { from, originalEnd } = changedSpan('{"v":1,"x":0}', '{"v":22,"x":0}');
    expect('{"v":1,"x":0}'.slice(from, originalEnd)).toBe('1');
    expect(changedSpan('ab', 'aXb')).toEqual({ from: 1, originalEnd: 1 });
    expect(changedSpan('aa', 'a')).toEqual({ from: 1, originalEnd: 2 });
    expect(changedSpan('same', 'same')).toEqual({ from: 4, originalEnd: 4 });
  });

  test('names the oddities of a line', () => {
    expect(oddities('{"a":1}')).toEqual([]);
    expect(oddities('[1]')).toEqual(['It is JSON, but not an object: a host takes it for noise.']);
    expect(oddities('{}\n{}')).toEqual(['It holds a line break: on the wire these are 2 lines.']);
    expect(oddities('  ')).toEqual(['It is empty.']);
  });
});

describe('the host’s clock', () => {
  test('stands dead still while frozen, and says what happens when the deadline runs out', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    await stepping();
    expect(page()).toContain('Host time 0.1846 s');
    expect(page()).toContain('ready in 2.82 s of 3.00 s');
    expect(page()).toContain('If it runs out proceed without ready');
    vi.advanceTimersByTime(5_000);
    flushSync();
    expect(page()).toContain('Host time 0.1846 s');
    expect(page()).toContain('ready in 2.82 s of 3.00 s');
  });

  test('counts down between two batches while it runs, ten times a second, and not below zero', async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
    await stepping([], {}, told([]));
    const left = (): number => Number(/ready in ([\d.]+) s/.exec(page())?.[1]);
    const before = left();
    vi.advanceTimersByTime(1_000);
    flushSync();
    // Shown as of the last tenth of a second.
    expect(before - left()).toBeGreaterThan(0.89);
    expect(before - left()).toBeLessThan(1.11);
    vi.advanceTimersByTime(5_000);
    flushSync();
    expect(page()).toContain('ready in 0 µs of 3.00 s');
  });

  test('lets the deadlines run on while a frame is held', async () => {
    const { bridge } = await stepping();
    click(named('[role=radio]', 'Running'));
    expect(bridge.asked('sessions.setFreeze')).toEqual([{ session: s1, freeze: false }]);
  });

  test('says that the extension does not read its stdin and how much waits', async () => {
    await stepping([3], {}, told([3], { pendingWriteBytes: 172 }, { stalledBytes: 172 }));
    expect(page()).toContain('Reads its stdin no, 172 B wait');
  });
});
