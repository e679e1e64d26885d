// What the window makes of the news about the agent.

import { expect, test } from 'vitest';
import { AgentState } from '../../../renderer/state/agent.svelte.ts';
import type { Failure } from '../../../shared/errors.ts';
import { failure } from '../../../shared/errors.ts';
import { FakeBridge, Refusal, type Answers } from '../../support/fake-bridge.ts';
import { s1 } from '../../support/window-facts.ts';
import { card, item, news, outcome, panel, registered } from './agent-facts.ts';

function state(answers: Answers = {}) {
  const bridge = new FakeBridge(answers);
  const refused: Failure[] = [];
  return { bridge, refused, agent: new AgentState(bridge, (one) => refused.push(one)) };
}
const note = { kind: 'note', level: 'info', message: 'hi' } as const;

test('every piece of news is acknowledged, the first answer too', async () => {
  const { bridge, agent } = state();
  const stop = agent.start();
  await agent.load();
  bridge.tell('agent', news({ news: 7 }));
  expect(bridge.asked('agent.ack')).toEqual([{ news: 1 }, { news: 7 }]);
  stop();
  expect(bridge.listeners('agent')).toBe(0);
});

test('a chain that is told again takes the place of what was known of it', () => {
  const { agent } = state();
  agent.apply(news({ chains: [card({ chain: 1, outcome: null }), card({ chain: 2, outcome: null })] }));
  agent.apply(news({ chains: [card({ chain: 1, outcome: outcome({ chain: 1 }) })] }));
  expect(agent.chains.map(({ chain, outcome: end }) => [chain, end !== null])).toEqual([
    [1, true],
    [2, false],
  ]);
});

test('news that are whole replace everything; others add to it', () => {
  const { agent } = state();
  agent.apply(news({ whole: true, chains: [card()], strip: [item(1, note)], registry: [registered()] }));
  agent.apply(news({ strip: [item(2, note)] }));
  expect(agent.strip.map((one) => one.item)).toEqual([1, 2]);
  expect(agent.registry).toHaveLength(1);
  agent.apply(news({ whole: true, registry: [], stripFrom: null }));
  expect([agent.strip, agent.chains, agent.registry]).toEqual([[], [], []]);
});

test('items that main has let go vanish here too', () => {
  const { agent } = state();
  agent.apply(news({ strip: [item(1, note), item(2, note), item(3, note)] }));
  agent.apply(news({ stripFrom: 3 }));
  expect(agent.strip.map((one) => one.item)).toEqual([3]);
  agent.apply(news({ stripFrom: null }));
  expect(agent.strip).toEqual([]);
});

test('never more than two hundred chains are kept', () => {
  const { agent } = state();
  for (let at = 1; at <= 250; at++) agent.apply(news({ chains: [card({ chain: at })] }));
  expect(agent.chains.length).toBe(200);
  expect(agent.chains[0]?.chain).toBe(51);
});

test('only panels that are open are shown', () => {
  const { agent } = state();
  agent.apply(news({ panels: [panel(), panel({ id: 'p2', open: false })] }));
  expect(agent.panels.map(({ id }) => id)).toEqual(['p1']);
});

test('a refused call is said, and nothing else changes', async () => {
  const { agent, refused } = state({
    'agent.callTool': () => {
      throw new Refusal(failure('argumentInvalid', 'The arguments are not JSON.'));
    },
  });
  expect(await agent.callTool('echo', '{', s1)).toBe(false);
  expect(refused.map(({ message }) => message)).toEqual(['The arguments are not JSON.']);
  expect(agent.strip).toEqual([]);
});
