// Plain facts about the agent for tests of the window, with what a test cares about put over them. No behaviour.

import type { AgentNews, OpenSession, StripFact, StripItem } from '../../../shared/ipc/contract.ts';
import type { SessionId } from '../../../shared/ids.ts';
import type {
  ChainCard,
  ChainHop,
  ChainOutcome,
  PanelView,
  RegistryRow,
  RunningHop,
} from '../../../shared/session/agent.ts';
import { AppState } from '../../../renderer/state/app.svelte.ts';
import { FakeBridge, type Answers } from '../../support/fake-bridge.ts';
import { batch, facts, openSession, row, s1 } from '../../support/window-facts.ts';

export const s2 = 's2' as SessionId;

export function news(over: Partial<AgentNews> = {}): AgentNews {
  return {
    news: 2,
    whole: false,
    registry: null,
    panels: null,
    chains: [],
    strip: [],
    stripFrom: 1,
    run: null,
    failClosed: false,
    ...over,
  };
}

export function hop(over: Partial<ChainHop> = {}): ChainHop {
  return {
    session: s1,
    name: 'guard-clean',
    callId: '24',
    line: 5,
    answerLine: 6,
    verdict: 'rewrite',
    before: '{"command":"rm -rf build"}',
    after: '{"command":"npm run clean"}',
    reason: '',
    spentMs: 3.1,
    totalMs: 5_000,
    remarks: [],
    ...over,
  };
}

export function running(over: Partial<RunningHop> = {}): RunningHop {
  return {
    session: s1,
    name: 'guard-mute',
    verdict: 'running',
    callId: '24',
    line: 5,
    before: '{"command":"rm -rf build"}',
    totalMs: 5_000,
    leftMs: 4_570,
    frozen: false,
    outcome: 'allow, unchanged',
    ...over,
  };
}

export function outcome(over: Partial<ChainOutcome> = {}): ChainOutcome {
  return {
    chain: 1,
    event: 'tool_call',
    blocked: false,
    reason: '',
    value: '{"command":"npm run clean"}',
    rewritten: true,
    decidedBy: s1,
    hops: [],
    spentMs: 435,
    ...over,
  };
}

export function card(over: Partial<ChainCard> = {}): ChainCard {
  return {
    chain: 1,
    event: 'tool_call',
    title: 'bash',
    startedMs: 19_884,
    asked: '{"command":"rm -rf build"}',
    hops: [hop()],
    outcome: outcome(),
    ...over,
  };
}

export function item(number: number, fact: StripFact, over: Partial<StripItem> = {}): StripItem {
  return { item: number, atMs: number * 1_000, session: s1, extension: 'greeter', line: 3, fact, ...over };
}

export function panel(over: Partial<PanelView> = {}): PanelView {
  return {
    session: s1,
    id: 'p1',
    title: 'Todo',
    lines: ['one', 'two'],
    footer: 'q quits',
    open: true,
    ...over,
  };
}

export function registered(over: Partial<RegistryRow> = {}): RegistryRow {
  return {
    kind: 'tool',
    name: 'count_words',
    session: s1,
    extension: 'greeter',
    description: 'Counts',
    schemaText: '{}',
    late: false,
    status: 'active',
    why: '',
    schemaProblem: '',
    ...over,
  };
}

export const rows = [1, 2, 3, 4, 5, 6].map((seq) => row(seq, seq === 5 ? 'event_intercept' : 'notify'));

export interface Window {
  readonly bridge: FakeBridge;
  readonly app: AppState;
}

/** An app that knows one live session with six rows, or those given. */
export function appWith(answers: Answers = {}, sessions: readonly OpenSession[] = [openSession()]): Window {
  const bridge = new FakeBridge({
    'app.facts': () => facts,
    'agent.callTool': () => ({ item: 1 }),
    'agent.runCommand': () => ({ item: 1 }),
    'agent.panelKey': () => undefined,
    'agent.closePanel': () => undefined,
    'agent.setFailClosed': () => undefined,
    'agent.setFreeze': () => undefined,
    'sessions.release': () => undefined,
    'sessions.drop': () => undefined,
    'scenario.run': () => ({ started: true, remark: '' }),
    'scenario.stop': () => undefined,
    ...answers,
  });
  const app = new AppState(bridge);
  for (const about of sessions) {
    app.adopt(about);
    app.session(about.id)?.apply(batch(rows, { session: about.id }));
  }
  app.select(sessions[0]?.id ?? null);
  app.agent.apply(news({ whole: true, registry: [], panels: [], stripFrom: null }));
  return { bridge, app };
}
