// The sidebar's registry with what the agent makes of each name.

import { expect, test } from 'vitest';
import type { RegistryRow } from '../../../shared/session/agent.ts';
import Registry from '../../../renderer/views/sessions/Registry.svelte';
import { batch, openSession, s1, summary } from '../../support/window-facts.ts';
import { button, click, has, named, render, words } from '../shell/page.ts';
import { appWith, news, registered, rows, type Window } from './agent-facts.ts';

function shown(registry: readonly RegistryRow[], over: Parameters<typeof summary>[0] = {}): Window {
  const window = appWith({}, [openSession()]);
  const session = window.app.session(s1)!;
  session.apply(batch(rows, { summary: summary(over) }));
  window.app.agent.apply(news({ registry }));
  render(Registry, { app: window.app, session });
  return window;
}
const command = registered({ kind: 'command', name: 'greet' });

test('a name that was lost says so, and why once its row is looked at', () => {
  const { app } = shown([
    command,
    registered({ status: 'shadowed', why: 'other registered "count_words" first.' }),
  ]);
  const tools = named('ul', 'Tools');
  expect(words(tools)).toContain('shadowed');
  expect(words(tools)).not.toContain('registered "count_words" first.');
  click(button('count_words', tools));
  expect(app.selected?.rows.selectedSeq).toBe(5);
  expect(words(tools)).toContain('other registered "count_words" first.');
});

test.each([
  [{ status: 'gone' as const, why: 'It has ended.' }, 'gone'],
  [{ schemaProblem: '/type must be one of the known types.' }, 'schema'],
])('its state is told in a word', (over, word) => {
  shown([command, registered(over)]);
  expect(words(named('ul', 'Tools'))).toContain(word);
});

test('a late registration is marked', () => {
  shown([command, registered({ late: true, why: 'Registered late.' })], {
    tools: [{ name: 'count_words', description: '', schemaText: '{}', late: true, line: 5 }],
  });
  expect(words(named('ul', 'Tools'))).toContain('late');
});

test('a tool or a command can be asked from here; one that is gone can’t', () => {
  const { app } = shown([command, registered({ status: 'gone', why: 'It has ended.' })]);
  expect(has('button', 'Call count_words…')).toBe(false);
  click(button('Run /greet…'));
  expect(app.agent.wanted).toEqual({ kind: 'command', name: 'greet', session: s1 });
  expect(app.layout.dockTab).toBe('agent');
});

test('a recording, of which the agent knows nothing, shows its names all the same', () => {
  shown([]);
  expect(words(named('ul', 'Tools'))).toBe('count_words');
  expect(has('button', 'Call count_words…')).toBe(false);
});
