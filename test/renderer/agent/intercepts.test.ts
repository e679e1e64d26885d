// Decisions and the chain of the one that is looked at: who said what, how long it took, what it changed, what is held.

import { flushSync } from 'svelte';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { RowDetail } from '../../../shared/ipc/contract.ts';
import InterceptView from '../../../renderer/views/intercepts/InterceptView.svelte';
import { batch, live, openSession, row, s1, summary } from '../../support/window-facts.ts';
import { button, click, has, named, press, render, type, words } from '../shell/page.ts';
import { appWith, card, hop, news, outcome, rows, running, s2, type Window } from './agent-facts.ts';

const page = (): string => words(document.body);
const station = (name: string): HTMLElement => named('li[aria-label]', name);
const turns = vi.fn();

function shown(cards: Parameters<typeof news>[0], window: Window = appWith()): Window {
  window.app.agent.apply(news(cards));
  render(InterceptView, { app: window.app, onturn: turns });
  return window;
}
beforeEach(() => turns.mockClear());
afterEach(() => vi.useRealTimers());

describe('without a decision', () => {
  test('says who would be asked, and a turn is one click away', () => {
    const { app } = appWith();
    render(InterceptView, { app, onturn: turns });
    expect(page()).toContain('No decision yet.');
    expect(page()).toContain('greeter is asked before a tool runs');
    click(button('Run a turn'));
    expect(turns).toHaveBeenCalledTimes(1);
  });

  test('says that nobody intercepts, and why no turn can be run when nothing runs', () => {
    const quiet = openSession({ summary: summary({ intercepts: [] }) });
    const window = appWith({}, [quiet]);
    window.app.session(s1)?.apply(batch(rows, { summary: summary({ intercepts: [], state: 'ended' }) }));
    render(InterceptView, { app: window.app, onturn: turns });
    expect(page()).toContain('No extension that runs intercepts anything.');
    expect(button('Run a turn').disabled).toBe(true);
    expect(button('Run a turn').title).toBe('No extension runs.');
  });

  test('says why the agent could not be asked, and asks again', async () => {
    const { app } = appWith();
    app.agent.failure = { code: 'internal', message: 'No answer.', fix: 'Try again.' };
    render(InterceptView, { app, onturn: turns });
    expect(page()).toContain('No answer.');
    click(button('Try again'));
    await vi.waitFor(() => expect(app.agent.failure).toBeNull());
  });
});

describe('the list', () => {
  test('has the newest decision first, each with its time, what it is about and its verdict', () => {
    shown({
      chains: [
        card({ chain: 1, startedMs: 9_274, outcome: outcome({ blocked: true, rewritten: false }) }),
        card({
          chain: 2,
          startedMs: 12_096,
          event: 'turn_start',
          title: 'step 4',
          outcome: outcome({ rewritten: false }),
        }),
        card({
          chain: 3,
          hops: [hop({ verdict: 'timeout', answerLine: null })],
          outcome: outcome({ rewritten: false }),
        }),
        card({ chain: 4 }),
      ],
    });
    const entries = [...named('ul', 'Decisions').querySelectorAll('button')].map(words);
    expect(entries).toEqual([
      '19.88 bash changed',
      '19.88 bash timed out',
      '12.09 turn_start allowed',
      '9.27 bash blocked',
    ]);
  });

  test('shows the newest until another one is picked; that one stays', () => {
    const { app } = shown({ chains: [card({ chain: 1, title: 'read' }), card({ chain: 2, title: 'edit' })] });
    expect(has('ol', 'Chain for edit')).toBe(true);
    click(button('read'));
    app.agent.apply(news({ chains: [card({ chain: 3, title: 'write' })] }));
    flushSync();
    expect(has('ol', 'Chain for read')).toBe(true);
    click(button('write'));
    app.agent.apply(news({ chains: [card({ chain: 4, title: 'grep' })] }));
    flushSync();
    expect(has('ol', 'Chain for grep')).toBe(true);
  });

  test('a guard that fails may be made to block', () => {
    const { bridge } = shown({ chains: [card()] });
    click(named('[role=switch]', 'A guard that fails blocks'));
    expect(bridge.asked('agent.setFailClosed')).toEqual([{ failClosed: true }]);
  });
});

describe('the chain', () => {
  test('goes from what is asked over each hop to what comes of it', () => {
    shown({
      chains: [
        card({
          hops: [
            hop({ name: 'redact', verdict: 'allow', after: '{"command":"rm -rf build"}' }),
            hop({ session: s2, name: 'guard-clean' }),
          ],
        }),
      ],
    });
    const names = [...document.querySelectorAll('ol[aria-label^="Chain"] > li[aria-label]')].map((one) =>
      one.getAttribute('aria-label'),
    );
    expect(names).toEqual([
      'Agent asks',
      'Hop 1: redact, allowed',
      'Hop 2: guard-clean, changed',
      'Tool runs',
    ]);
    expect(words(station('Agent asks'))).toContain('"command": "rm -rf build"');
    expect(words(station('Hop 1'))).toContain('Allowed, unchanged.');
    expect(words(station('Hop 2'))).toContain('removed: "command": "rm -rf build"');
    expect(words(station('Hop 2'))).toContain('added: "command": "npm run clean"');
    expect(words(station('Hop 2'))).toContain('answered in 3.1 ms of 5 s');
    expect(words(station('Tool runs'))).toContain('The model never sees the rewrite.');
    expect(words(station('Tool runs'))).toContain('Spent 435 ms');
  });

  test('a block says what the model reads, and who decided', () => {
    shown({
      chains: [
        card({
          hops: [
            hop({ verdict: 'block', reason: 'outside the project', after: '{"command":"rm -rf build"}' }),
          ],
          outcome: outcome({ blocked: true, rewritten: false, reason: 'outside the project' }),
        }),
      ],
    });
    expect(words(station('Hop 1'))).toContain('outside the project');
    const after = words(station('Tool does not run'));
    expect(after).toContain('The model gets an error: outside the project');
    expect(after).toContain('Decided by guard-clean');
  });

  test.each([
    ['turn_start', true, 'Turn ends', 'With an error: no'],
    ['assistant_message', true, 'Message is hidden', 'The text is not shown, and the reason goes nowhere.'],
    ['assistant_message', false, 'Message is shown', 'The transcript keeps the original.'],
    ['session_shutdown', true, 'Is refused', 'no'],
  ])('what %s means is said (blocked: %s)', (event, blocked, title, sentence) => {
    shown({
      chains: [card({ event, outcome: outcome({ event, blocked, rewritten: !blocked, reason: 'no' }) })],
    });
    expect(words(station(title))).toContain(sentence);
  });

  test('a late answer is marked on its hop', () => {
    const remarks = [
      { code: 'late-answer', severity: 'warning' as const, message: 'Its answer came too late.' },
    ];
    shown({
      chains: [
        card({
          hops: [hop({ verdict: 'timeout', remarks, spentMs: 5_000 })],
          outcome: outcome({ rewritten: false }),
        }),
      ],
    });
    const late = words(station('Hop 1'));
    expect(late).toContain('answered late');
    expect(late).toContain('No answer in 5 s: allowed, unchanged.');
    expect(late).toContain('Its answer came too late.');
    expect(late).toContain('waited 5.00 s');
  });

  test('text from extensions is text, with what would hide made visible', () => {
    shown({
      chains: [card({ hops: [hop({ name: '<b>x\u202e', verdict: 'block', reason: '<img src=x>\u0007' })] })],
    });
    expect(document.querySelector('img, b.x')).toBeNull();
    expect(words(station('Hop 1'))).toContain('<img src=x>U+0007');
    expect(words(station('Hop 1'))).toContain('U+202E');
  });

  test('the head of a hop goes to its row, in the session it belongs to, and keeps the focus', () => {
    const window = appWith({}, [openSession(), openSession({ id: s2, name: 'guard' })]);
    shown({ chains: [card({ hops: [hop({ session: s2, answerLine: 6 })] })] }, window);
    click(button('guard-clean'));
    expect(window.app.selectedId).toBe(s2);
    expect(window.app.session(s2)?.rows.selectedSeq).toBe(6);
    // Another session is another workspace: made anew, the card takes the focus back.
    document.body.replaceChildren();
    render(InterceptView, { app: window.app, onturn: turns });
    expect(words(document.activeElement)).toBe('guard-clean');
  });

  test('a hop of a session that was closed can’t be gone to, and says why', () => {
    shown({ chains: [card({ hops: [hop({ session: s2 })] })] });
    expect(button('guard-clean').disabled).toBe(true);
    expect(button('guard-clean').title).toContain('was closed');
  });
});

describe('a hop that runs', () => {
  test('counts down by itself, with what happens when it runs out', async () => {
    vi.useFakeTimers();
    shown({
      chains: [card({ hops: [running(), running({ name: 'other', verdict: 'waiting' })], outcome: null })],
    });
    expect(words(station('Hop 1'))).toContain('4.57 s left');
    expect(words(station('Hop 1'))).toContain('If it runs out: allow, unchanged by hop 1');
    await vi.advanceTimersByTimeAsync(1_000);
    flushSync();
    expect(words(station('Hop 1'))).toContain('3.57 s left');
    expect(document.querySelector('meter')?.getAttribute('value')).toBe('3570');
    expect(words(station('Hop 2'))).toContain('Is asked after hop 1.');
    expect(words(station('Tool runs'))).toContain('Waits for hop 1');
    expect(words(station('Tool runs'))).toContain('Spent 1.43 s');
  });

  test('stands still while it is frozen, and can be let run out', async () => {
    vi.useFakeTimers();
    const { bridge } = shown({ chains: [card({ hops: [running({ frozen: true })], outcome: null })] });
    await vi.advanceTimersByTimeAsync(2_000);
    flushSync();
    expect(words(station('Hop 1'))).toContain('4.57 s left');
    expect(words(station('Hop 1'))).toContain('Frozen');
    click(button('Let it run out'));
    expect(bridge.asked('agent.setFreeze')).toEqual([{ session: s1, freeze: false }]);
  });

  test('can be frozen', () => {
    const { bridge } = shown({ chains: [card({ hops: [running()], outcome: null })] });
    click(button('Freeze the clock'));
    expect(bridge.asked('agent.setFreeze')).toEqual([{ session: s1, freeze: true }]);
  });

  test('a clock that was left standing is told beside the list', () => {
    const window = shown({ chains: [card()] });
    window.app.session(s1)?.apply(batch(rows, { live: live({ clockFrozen: true }) }));
    flushSync();
    expect(page()).toContain('Clock stands: greeter');
    click(button('Let it run'));
    expect(window.bridge.asked('agent.setFreeze')).toEqual([{ session: s1, freeze: false }]);
  });
});

describe('a held answer', () => {
  const answer = '{"type":"event_intercept_response","id":"24","modified_args":{"command":"npm run clean"}}';
  const heldRows = (type: string) => [
    ...rows,
    row(7, type, { id: '24', from: type === 'event_intercept' ? 'host' : 'extension', held: { now: true } }),
  ];

  async function held(
    type = 'event_intercept_response',
    text = answer,
    until = 'npm run clean',
  ): Promise<Window> {
    const window = appWith({
      'rows.detail': () =>
        ({ row: heldRows(type)[6], entry: {}, raw: { text }, issues: [] }) as unknown as RowDetail,
    });
    window.app.session(s1)?.apply(
      batch(heldRows(type), {
        summary: summary({ held: [7] }),
        live: live({ held: [7], clockFrozen: true }),
      }),
    );
    shown({ chains: [card({ hops: [running({ frozen: true })], outcome: null })] }, window);
    await vi.waitFor(() => {
      flushSync();
      expect(words(station('Hop 1'))).toContain(until);
    });
    return window;
  }

  test('is loud, shows what it would change, and says held in the list', async () => {
    await held();
    expect(station('Hop 1: guard-mute, held').className).toContain('held');
    expect(words(station('Hop 1'))).toContain('Held, 4.57 s left');
    expect(words(station('Hop 1'))).toContain('added: "command": "npm run clean"');
    expect(words(named('ul', 'Decisions'))).toContain('held');
  });

  test('is released, dropped, or let run out', async () => {
    const { bridge } = await held();
    click(button('Let it run out'));
    click(button('Release R'));
    expect(bridge.asked('sessions.release')).toEqual([{ session: s1, line: 7 }]);
    expect(bridge.asked('agent.setFreeze')).toEqual([{ session: s1, freeze: false }]);
  });

  test('X drops it while the chain has the focus, and not while a text is typed', async () => {
    const { bridge } = await held();
    press('e', {}, station('Hop 1'));
    press('x', {}, document.querySelector('textarea')!);
    expect(bridge.asked('sessions.drop')).toEqual([]);
    press('Escape', {}, document.querySelector('textarea')!);
    press('x', {}, station('Hop 1'));
    expect(bridge.asked('sessions.drop')).toEqual([{ session: s1, line: 7 }]);
  });

  test('can be edited: the difference follows the text, and the edited line is what is released', async () => {
    const { bridge } = await held();
    click(button('Edit E'));
    const area = document.querySelector('textarea')!;
    expect(document.activeElement).toBe(area);
    type(area, answer.replace('npm run clean', 'make clean'));
    click(button('Edit E'));
    expect(words(station('Hop 1'))).toContain('added: "command": "make clean"');
    click(button('Release edited'));
    expect(bridge.asked('sessions.release')).toEqual([
      { session: s1, line: 7, edited: { text: answer.replace('npm run clean', 'make clean') } },
    ]);
  });

  test('a held question says that the extension has not seen it', async () => {
    const question = '{"type":"event_intercept","id":"24","event":"tool_call"}';
    await held('event_intercept', question, 'The question is held: the extension has not seen it yet.');
    expect(button('Release').title).toBe('Let the question pass');
  });

  test('a line that is no answer is told as such', async () => {
    await held('event_intercept_response', '[1]', 'no JSON object');
    expect(words(station('Hop 1'))).not.toContain('added');
  });
});
