// The strip: what the host does and shows, one thing after the other, and the line to ask something.

import { createRawSnippet, flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import type { RowDetail, StripFact } from '../../../shared/ipc/contract.ts';
import AgentView from '../../../renderer/views/agent/AgentView.svelte';
import { s1 } from '../../support/window-facts.ts';
import { button, click, has, named, press, render, type, words } from '../shell/page.ts';
import { appWith, card, item, news, registered, s2, type Window } from './agent-facts.ts';

const panels = createRawSnippet(() => ({ render: () => '<p>the panels</p>' }));
const turns = vi.fn();
const chains = vi.fn();
const page = (): string => words(document.body);
const strip = (): HTMLElement => named('ol', 'What the host does');

function show(window: Window): Window {
  render(AgentView, { app: window.app, panels, onturn: turns, onchain: chains });
  return window;
}
function shown(facts: readonly StripFact[], window = appWith()): Window {
  window.app.agent.apply(news({ strip: facts.map((fact, at) => item(at + 1, fact)) }));
  return show(window);
}
const answered = { how: 'answered', answerLine: 4, latencyUs: 2_000 } as const;
const tool: StripFact = {
  kind: 'tool',
  tool: 'count_words',
  argsText: '{"text":"a b"}',
  callId: '1',
  end: answered,
  isError: false,
  content: [{ kind: 'text', text: 'two words' }],
  remarks: [],
  tookMs: 2,
};
const command = (
  effect: Extract<StripFact, { kind: 'command' }>['effect'],
  more: object = {},
): StripFact => ({
  kind: 'command',
  command: 'greet',
  args: 'Ada',
  end: answered,
  effect,
  tookMs: 1,
  ...more,
});

describe('nothing yet', () => {
  test('says how to begin, and offers a turn', () => {
    show(appWith());
    expect(page()).toContain('The agent has done nothing yet.');
    click(button('Run a turn'));
    expect(turns).toHaveBeenCalledTimes(1);
    expect(page()).toContain('No tool and no command is registered by what runs.');
  });
});

describe('what is shown of', () => {
  test.each([
    [
      'prompt',
      { kind: 'prompt', text: 'Explain it' } as const,
      'The host sends a prompt to the model: Explain it',
    ],
    [
      'insert',
      { kind: 'insert', text: 'git status' } as const,
      'The host puts text into the input: git status',
    ],
    ['display', { kind: 'display', text: 'Two files' } as const, 'The host shows a text: Two files'],
    ['error', { kind: 'error', text: 'no rules' } as const, 'The host shows an error: no rules'],
    ['noop', { kind: 'noop' } as const, 'The host does nothing.'],
    [
      'tool prompt',
      { kind: 'toolPrompt', tool: 'grep', argsText: '{"p":1}' } as const,
      'asks for the tool grep. {"p":1}',
    ],
  ])('a command that ends in %s', (_name, effect, sentence) => {
    shown([command(effect)]);
    expect(words(strip())).toContain(sentence);
    expect(words(strip())).toContain('/greet');
  });

  test('a command without an answer', () => {
    shown([command({ kind: 'error', text: 'x' }, { end: { how: 'timedOut', afterMs: 30_000 } })]);
    expect(words(strip())).toContain('No answer within 30.0 s.');
  });

  test('a tool: its text, that it is an error, and what to know about it', () => {
    shown([
      tool,
      {
        ...tool,
        isError: true,
        content: [{ kind: 'text', text: 'it broke\nbadly' }],
        remarks: [{ code: 'x', severity: 'warning', message: 'An odd block was left out.' }],
      },
    ]);
    expect(words(strip())).toContain('two words');
    expect(words(strip())).toContain('error');
    expect(words(strip())).toContain('it broke badly');
    expect(words(strip())).toContain('An odd block was left out.');
  });

  test('a tool that runs, and then has ended, is one item', () => {
    const { app } = shown([{ ...tool, end: null, content: [] }]);
    expect(words(strip())).toContain('No answer yet.');
    app.agent.apply(news({ strip: [item(1, tool)] }));
    flushSync();
    expect(strip().querySelectorAll(':scope > li')).toHaveLength(1);
    expect(words(strip())).toContain('two words');
  });

  test('notes of known and unknown levels', () => {
    shown([
      { kind: 'note', level: 'warn', message: 'careful' },
      { kind: 'note', level: 'loud', message: 'HEY' },
      { kind: 'notesLeft', count: 812 },
    ]);
    expect(words(strip())).toContain('warn: careful');
    expect(words(strip())).toContain('loud HEY');
    expect(words(strip())).toContain('812 notes came at once and are not shown; the list has them all.');
  });

  test('events and decisions, with the message as it goes on and a way to the chain', () => {
    const window = appWith();
    window.app.agent.apply(news({ chains: [card({ chain: 3 })] }));
    shown(
      [
        { kind: 'event', event: 'turn_start', outcome: { event: 'turn_start', sent: [] } },
        {
          kind: 'chain',
          chain: 3,
          event: 'tool_call',
          title: 'bash',
          outcome: 'blocked',
          reason: 'not here',
          decidedBy: 'guard',
          value: '{}',
          spentMs: 4,
        },
        {
          kind: 'chain',
          chain: 4,
          event: 'assistant_message',
          title: 'Done',
          outcome: 'changed',
          reason: '',
          decidedBy: 'guard',
          value: 'Done, with care.',
          spentMs: 4,
        },
      ],
      window,
    );
    expect(words(strip())).toContain('turn_start nobody subscribed');
    expect(words(strip())).toContain('bash is refused by guard: not here');
    expect(words(strip())).toContain('Done, with care.');
    click(button('Show the chain'));
    expect(chains).toHaveBeenCalledWith(3);
  });

  test('markup and control characters are text', () => {
    shown([{ ...tool, content: [{ kind: 'text', text: '<img src=x onerror=1>\u202e' }] }]);
    expect(strip().querySelector('img')).toBeNull();
    expect(words(strip())).toContain('<img src=x onerror=1>U+202E');
  });
});

describe('a picture', () => {
  const picture = (mimeType: string, byteLength = 85): StripFact => ({
    ...tool,
    content: [{ kind: 'image', mimeType, byteLength, nth: 0 }],
  });
  const line = '{"type":"tool_result","content":[{"type":"image","data":"AAAA"}]}';
  const withLine = (): Window =>
    appWith({ 'rows.detail': () => ({ raw: { text: line }, issues: [] }) as unknown as RowDetail });

  test('is read from the answer’s line when it is on screen', async () => {
    const { bridge } = shown([picture('image/png')], withLine());
    await vi.waitFor(() => {
      flushSync();
      expect(strip().querySelector('img')?.getAttribute('src')).toBe('data:image/png;base64,AAAA');
    });
    expect(bridge.asked('rows.detail')).toEqual([{ session: s1, seq: 4 }]);
    strip().querySelector('img')?.dispatchEvent(new Event('error'));
    flushSync();
    expect(words(strip())).toContain('85 B that are no picture of the type image/png.');
  });

  test('of another kind or too large is told, and nothing is read', () => {
    const { bridge } = shown([picture('image/svg+xml'), picture('image/png', 5_000_000)], withLine());
    expect(strip().querySelector('img')).toBeNull();
    expect(words(strip())).toContain('only PNG, JPEG, GIF and WebP are shown here');
    expect(words(strip())).toContain('more than 4.0 MiB are not shown here');
    expect(bridge.asked('rows.detail')).toEqual([]);
  });
});

describe('the name at the end', () => {
  test('goes to the row', () => {
    const { app } = shown([tool]);
    click(button('greeter', strip()));
    expect(app.selected?.rows.selectedSeq).toBe(3);
  });

  test('is only a name when the session was closed', () => {
    const window = appWith();
    window.app.agent.apply(news({ strip: [item(1, tool, { session: s2, extension: 'gone' })] }));
    show(window);
    expect(has('button', 'gone', strip())).toBe(false);
    expect(words(strip())).toContain('gone');
  });
});

describe('asking', () => {
  const withNames = (): Window => {
    const window = appWith();
    window.app.agent.apply(
      news({
        registry: [
          registered({ kind: 'command', name: 'greet' }),
          registered(),
          registered({ session: s2, extension: 'other', status: 'shadowed', why: 'greeter was first.' }),
          registered({ session: s2, name: 'lost', extension: 'other', status: 'gone' }),
        ],
      }),
    );
    return show(window);
  };
  const choose = (value: string): void => {
    const select = named('select', 'Tool or command') as HTMLSelectElement;
    select.value = value;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    flushSync();
  };
  const area = (): HTMLTextAreaElement => document.querySelector('form textarea')!;

  test('offers what can be asked, and says which names were lost', () => {
    withNames();
    expect([...document.querySelectorAll('option')].map(words)).toEqual([
      '/greet · greeter',
      'count_words · greeter',
      'count_words · other (shadowed)',
    ]);
  });

  test('a command is run with what is typed, by Ctrl Enter too', () => {
    const { bridge } = withNames();
    type(area(), 'Ada');
    click(button('Run Ctrl Enter'));
    press('Enter', { ctrlKey: true }, area());
    expect(bridge.asked('agent.runCommand')).toEqual([
      { name: 'greet', args: 'Ada' },
      { name: 'greet', args: 'Ada' },
    ]);
  });

  test('a tool is called by its name, a shadowed one of its own extension', () => {
    const { bridge } = withNames();
    choose(`tool ${s1} count_words`);
    type(area(), '{"n": 1.0}');
    click(button('Call'));
    choose(`tool ${s2} count_words`);
    click(button('Call'));
    expect(bridge.asked('agent.callTool')).toEqual([
      { name: 'count_words', argsText: '{"n": 1.0}' },
      { name: 'count_words', argsText: '{}', session: s2 },
    ]);
  });

  test('arguments that are no JSON are told, kept, and never sent', () => {
    const { bridge } = withNames();
    choose(`tool ${s1} count_words`);
    type(area(), '{"n":');
    expect(button('Call').disabled).toBe(true);
    expect(page()).toContain('This is not JSON');
    press('Enter', { ctrlKey: true }, area());
    expect(bridge.asked('agent.callTool')).toEqual([]);
    choose(`command ${s1} greet`);
    choose(`tool ${s1} count_words`);
    expect(area().value).toBe('{"n":');
  });

  test('a tool can be filled in as a form instead', async () => {
    const { app } = withNames();
    expect(has('button', 'In the composer')).toBe(false);
    choose(`tool ${s1} count_words`);
    click(button('In the composer'));
    await vi.waitFor(() => expect(app.layout.dockTab).toBe('composer'));
    expect(app.selected?.composer.draft.text).toContain('count_words');
  });

  test('one that is asked for elsewhere is chosen, and the field takes the focus', () => {
    const { app } = withNames();
    app.askFor({ kind: 'tool', name: 'count_words', session: s2 });
    flushSync();
    expect(app.layout.dockTab).toBe('agent');
    expect((named('select', 'Tool or command') as HTMLSelectElement).value).toBe(`tool ${s2} count_words`);
    expect(document.activeElement).toBe(area());
  });
});
