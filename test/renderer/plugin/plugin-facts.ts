// Plain facts about a native plugin for tests of the window: a small summary of each kind, with what a test cares about put
// over it, and an app that has it open. No behaviour.

import { flushSync } from 'svelte';
import { AppState } from '../../../renderer/state/app.svelte.ts';
import type { SessionState } from '../../../renderer/state/session.svelte.ts';
import type { OpenSession } from '../../../shared/ipc/contract.ts';
import type { PluginCall, PluginSummary } from '../../../shared/session/plugin-summary.ts';
import type { SessionSummary } from '../../../shared/session/summary.ts';
import type { FakeBridge } from '../../support/fake-bridge.ts';
import { batch, live, openSession, s1, summary } from '../../support/window-facts.ts';

export const loadedSteps: PluginSummary['loading'] = {
  open: { line: 4, end: { line: 5, ok: true, words: 'loaded' } },
  symbol: { line: 6, end: { line: 7, ok: true, words: 'at 0x7f00' } },
  entry: { line: 8, end: { line: 9, ok: true, words: 'returned 0' } },
  init: { line: 12, end: { line: 20, ok: true, words: 'returned 0' } },
};

const tool = (name: string, flags: PluginSummary['tools'][number]['flags'], line: number) => ({
  ...{ name, flags, line, label: name, description: `Does ${name}.`, snippet: '', guidelines: '' },
  ...{ hasUpdate: name === 'boom', late: false, calls: 0 },
});

export function pluginSummary(over: Partial<PluginSummary> = {}): PluginSummary {
  return {
    loading: loadedSteps,
    discover: { asked: 1, returned: 1 },
    abi: { version: 1, structSize: 72 },
    tools: [tool('word_count', ['READONLY'], 13), tool('boom', ['DESTRUCTIVE', 'SEQUENTIAL'], 14)],
    handlers: [
      { registration: 1, event: 'tool_call', line: 15, calls: 3, vetoes: 1 },
      { registration: 2, event: 'session_start', line: 16, calls: 1, vetoes: 0 },
    ],
    commands: [{ name: 'walk', description: 'Walks the nodes.', line: 17, calls: 0 }],
    roots: [{ kind: 'skills', path: '/opt/boom/skills', line: 18 }],
    ...{ statuses: [], title: null, model: null, thinkingLevel: null, notes: [], noteCount: 0 },
    ...{ entries: [], entryCount: 0, calls: [], commandRuns: [], emissions: [], inFlight: [] },
    hostCalls: [
      { name: 'log', count: 6 },
      { name: 'register_tool', count: 2 },
    ],
    lastHostCall: { name: 'log', line: 19 },
    threads: 0,
    ...{ lastAsked: null, blocked: null, crash: null },
    ...over,
  };
}

export function call(over: Partial<PluginCall> = {}): PluginCall {
  return {
    ...{ id: '4', tool: 'boom', toolCallId: 'call_1', args: '{"depth":3}', token: 'run-1', line: 32 },
    ...{ returned: false, cancelled: false, updates: [], end: null, lost: '', faults: [] },
    ...over,
  };
}

export function ofPlugin(plugin: Partial<PluginSummary>, over: Partial<SessionSummary> = {}): SessionSummary {
  return summary({
    hello: { name: 'boom', version: '0.2.1', capabilities: [] },
    commands: [{ name: 'walk', description: '', late: false, line: 17 }],
    tools: [
      { name: 'word_count', description: '', schemaText: null, late: false, line: 13 },
      {
        ...{ name: 'boom', description: '', late: false, line: 14 },
        schemaText: '{"type":"object","properties":{"depth":{"type":"integer"}},"required":["depth"]}',
      },
    ],
    ...{ events: ['session_start'], intercepts: ['tool_call'], ready: { by: 'frame' } },
    ...over,
    plugin: pluginSummary(plugin),
  });
}

export const crashed = (plugin: Partial<PluginSummary> = {}): SessionSummary =>
  ofPlugin(
    {
      calls: [call()],
      inFlight: [
        {
          ...{ id: '4', type: 'tool.execute', name: 'boom', line: 32 },
          args: [
            { name: 'tool', text: 'boom' },
            { name: 'args_json', text: '{"depth":3}' },
          ],
        },
      ],
      crash: {
        ...{ signal: 'SIGSEGV', address: '0x18', thread: 48_377, onMainLoop: true, line: 35 },
        frames: ['boom_node_value (boom.c:41), boom.so+0x12f4', 'boom_walk, boom.so+0x1350'],
      },
      ...plugin,
    },
    { state: 'ended', exit: { code: null, signal: 'SIGSEGV' } },
  );

export interface OpenPlugin {
  readonly app: AppState;
  readonly session: SessionState;
  /** The stream tells a new summary. */
  tell(told: SessionSummary): void;
}

/** An app with one plugin in it, which the stream has told about. */
export function openPlugin(
  bridge: FakeBridge,
  told: SessionSummary,
  about: Partial<OpenSession> = {},
): OpenPlugin {
  bridge.on('rows.read', () => []);
  const app = new AppState(bridge);
  const session = app.adopt(
    openSession({
      name: 'boom.so',
      profile: 'opcode-1',
      input: { kind: 'path', path: '/src/boom.so' },
      ...about,
    }),
  );
  app.select(s1);
  let batches = 0;
  const tell = (next: SessionSummary): void => {
    batches += 1;
    const state = about.kind === 'recording' ? null : live({ state: next.state });
    session.apply(batch([], { batch: batches, count: 100, summary: next, live: state }));
    flushSync();
  };
  tell(told);
  return { app, session, tell };
}
