// The rules a session breaks as a person sees them: what is listed at which strictness, where a click leads, and a check from
// its question to its result. Main is a stand-in.

import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import type { ActiveCheck, PassiveFindings } from '../../../shared/ipc/contract.ts';
import App from '../../../renderer/App.svelte';
import { AppState } from '../../../renderer/state/app.svelte.ts';
import { FakeBridge, type Answers } from '../../support/fake-bridge.ts';
import { batch, facts, openSession, row, s1 } from '../../support/window-facts.ts';
import { button, click, has, named, render, words } from '../shell/page.ts';

const passive: PassiveFindings = {
  profile: 'zot-latest',
  findings: [
    { rule: 'ready-sent', count: 1, evidence: [{ seq: 2, words: 'No ready frame came.' }] },
    {
      rule: 'answers-every-request',
      count: 3,
      evidence: [{ seq: 3, words: 'tool_call (\u202e"look") was never answered.', fix: 'Answer it.' }],
    },
  ],
  diagnoses: [
    {
      id: 'no-answer',
      title: 'It does not answer',
      cause: 'tool_call was never answered.',
      rows: [3],
      fix: 'Answer each request.',
      rule: 'answers-every-request',
    },
  ],
  upTo: 3,
  count: 3,
};
const ended: ActiveCheck = {
  session: s1,
  state: 'ended',
  stage: null,
  failed: '',
  outcome: {
    profile: 'zot-latest',
    runs: [{ run: 'plain', path: '/j/plain.fsj', rows: 9 }],
    findings: [
      { rule: 'two-at-once', count: 1, evidence: [{ run: 'plain', seq: 4, words: 'One was lost.' }] },
    ],
    notTried: [{ rule: 'any-folder', why: 'it ended by itself' }],
    called: ['look'],
    notCalled: [{ kind: 'tool', name: 'delete', why: 'its name says so' }],
    stopped: false,
  },
};

async function shown(answers: Answers = {}) {
  const bridge = new FakeBridge({
    'app.facts': () => facts,
    'sessions.list': () => [openSession()],
    'app.samples': () => [],
    'targets.recent': () => [],
    'rows.detail': () => {
      throw new Error('not asked for here');
    },
    'check.passive': () => passive,
    ...answers,
  });
  const app = new AppState(bridge);
  render(App, { app });
  await vi.waitFor(() => expect(app.told).toBe(true));
  app.select(s1);
  bridge.tell('batch', batch([row(1, 'hello'), row(2, 'ready'), row(3, 'tool_call')]));
  flushSync();
  await vi.waitFor(() => expect(app.selected?.conformance.passive).not.toBeNull());
  flushSync();
  return { bridge, app };
}
const list = (): HTMLElement => named('ul', 'Broken rules');
const items = (): string[] => [...list().querySelectorAll('li')].map(words);

describe('the rules a session breaks', () => {
  test('stand with what is wrong, what the host does, fix and source, causes first; hidden marks are seen', async () => {
    await shown();
    const [first, second] = items();
    expect(first).toContain('error: every request is answered answers-every-request');
    expect(first).toContain('was never answered.');
    expect(first).not.toContain('\u202e');
    expect(first).toContain('In the host: The model waits 60 s');
    expect(first).toContain('Fix: Answer it.');
    expect(first).toContain('3 in all');
    expect(second).toContain('warning: ready is sent');
    expect(words(named('section', 'Diagnosis: It does not answer'))).toContain(
      'Fix: Answer each request. #3',
    );
  });

  test('lead to their rows', async () => {
    const { app } = await shown();
    click(button('#3', list()));
    expect(app.selected?.rows.selectedSeq).toBe(3);
    click(button('#2', list()));
    expect(app.selected?.rows.selectedSeq).toBe(2);
  });

  test('are told by strictness, and by what severities are asked for', async () => {
    const { app } = await shown();
    app.selected!.conformance.strictness = 1;
    flushSync();
    expect(items().map((item) => item.split(':')[0])).toEqual(['warning', 'info']);
    click(button('1 hint'));
    expect(items()).toHaveLength(1);
    click(button('1 warning'));
    expect(has('ul', 'Broken rules')).toBe(false);
    expect(words(document.body)).toContain('2 rules broken; choose which severities are listed.');
  });

  test('say that there is none, and how much was looked at', async () => {
    await shown({ 'check.passive': () => ({ ...passive, findings: [], diagnoses: [] }) });
    expect(words(document.body)).toContain('No rule is broken.');
    expect(words(document.body)).toMatch(/3 rows looked at, by \d+ rules of zot-latest/);
  });
});

describe('a check', () => {
  test('is started only after the person has chosen what may be called, and shows its progress and its result', async () => {
    let state: ActiveCheck | null = null;
    const { bridge } = await shown({
      'check.start': () => {
        state = {
          ...ended,
          state: 'running',
          outcome: null,
          stage: { run: 'busy', words: 'It is started.', done: 2, of: 4 },
        };
      },
      'check.state': () => state,
    });
    click(button('Check…'));
    const sheet = named('dialog', 'Check this extension');
    expect(bridge.asked('check.start')).toEqual([]);
    click(named('[role=radio]', 'None', sheet));
    click([...sheet.querySelectorAll('button')].find((one) => words(one) === 'Check')!);
    await vi.waitFor(() => expect(bridge.asked('check.start')).toEqual([{ session: s1, calls: 'none' }]));
    await vi.waitFor(() =>
      expect(words(document.body)).toContain('two calls at once, and frames while a tool runs'),
    );
    expect(document.querySelector('progress')?.value).toBe(2);
    state = ended;
    await vi.waitFor(() => expect(words(document.body)).toContain('1 run, called: look.'), {
      timeout: 5_000,
    });
    expect(words(document.body)).toContain('1 rule not tried, because it ended by itself: any-folder');
    expect(words(document.body)).toContain('delete was not called: its name says so');
    expect(items().join()).toContain('two calls at once are both answered');
  });
});
