// What the window is told of the agent: real extensions, asked through the desk, heard through its stream.

import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { AgentDesk } from '../../../electron/engine/agent-desk.ts';
import { agentOf } from '../../../electron/engine/agent-of.ts';
import type { HostAgent } from '../../../electron/session/agent.ts';
import type { ScenarioRun } from '../../../shared/ipc/contract.ts';
import { AgentWindow } from '../../support/agent-window.ts';
import { EngineUnderTest, type Run } from '../../support/engine.ts';

let engine: EngineUnderTest;
let agent: HostAgent;
let desk: AgentDesk;
let window: AgentWindow;
let faults: unknown[];

beforeEach(() => {
  engine = new EngineUnderTest();
  agent = agentOf(engine.workspace);
  window = new AgentWindow();
  faults = [];
  const { workspace } = engine;
  desk = new AgentDesk({ agent, workspace, send: window.take, report: (_what, error) => faults.push(error) });
  window.begin(desk);
});
afterEach(async () => {
  desk.close();
  agent.dispose();
  await engine.close();
  expect(faults).toEqual([]);
});

async function open(...names: string[]): Promise<Run[]> {
  const runs: Run[] = [];
  for (const name of names) {
    const run = await engine.open(name);
    await run.untilState('ready');
    runs.push(run);
  }
  return runs;
}
const ended = (): ScenarioRun | undefined => (window.run?.state === 'ended' ? window.run : undefined);
const turn = (args: string, more = ''): string =>
  `{"do": "turn", "text": "", "tools": [{"tool": "bash", "args": ${args}}]${more}}`;

describe('calls and commands', () => {
  test('a call is on the strip while it runs and under the same number when it has ended', async () => {
    const [run] = await open('good');
    const asked = desk.callTool({ name: 'echo', argsText: '{ "text": "hi" }' });
    expect(asked).toEqual({ ok: true, value: { item: 1 } });
    const fact = await window.until('the result', () => window.facts('tool').find(({ end }) => end !== null));
    expect(fact).toMatchObject({
      tool: 'echo',
      argsText: '{ "text": "hi" }',
      isError: false,
      content: [{ kind: 'text', text: '{"text":"hi"}' }],
      end: { how: 'answered' },
    });
    expect(window.items.size).toBe(1);
    const [item] = window.items.values();
    expect(item).toMatchObject({ session: run?.opened.id, extension: 'good' });
    const view = await run?.journal.view(item?.line ?? 0);
    expect(view?.row.type).toBe('tool_call');
  });

  test('arguments that are no JSON are refused with their place, and nothing is sent', async () => {
    const [run] = await open('good');
    const refused = desk.callTool({ name: 'echo', argsText: '{"text":\n oops}' });
    expect(refused).toMatchObject({
      ok: false,
      failure: { code: 'argumentInvalid', detail: { line: 2, column: 2 } },
    });
    expect(refused.ok ? '' : refused.failure.message).toContain('Nothing was sent.');
    expect(desk.emit('turn_start', [{ name: 'step', json: 'x' }])).toMatchObject({ ok: false });
    expect(desk.intercept('tool_call', [{ name: 'tool_args', json: '{' }])).toMatchObject({ ok: false });
    expect(window.items.size).toBe(0);
    const lines = (await run?.lines('host')) ?? [];
    expect(lines.map((line) => line.row.type)).toEqual(['hello_ack']);
  });

  test('a call of an extension that is not open is refused', () => {
    expect(desk.callTool({ name: 'echo', argsText: '{}', session: 's9' })).toMatchObject({
      ok: false,
      failure: { code: 'sessionUnknown' },
    });
    expect(desk.setFreeze('s9', true)).toMatchObject({ ok: false });
    expect(desk.panelKey('s9', 'p', 'up')).toMatchObject({ ok: false });
  });

  test('every effect of a command is told as what the host would do', async () => {
    await open('chat-effects');
    for (const name of ['say-prompt', 'say-insert', 'say-display', 'say-error', 'say-nothing'])
      desk.runCommand({ name, args: '' });
    await window.until('five ends', () =>
      window.facts('command').filter(({ end }) => end !== null).length === 5 ? true : undefined,
    );
    const effects = window.facts('command').map(({ command, effect }) => [command, effect?.kind]);
    expect(Object.fromEntries(effects)).toEqual({
      'say-prompt': 'prompt',
      'say-insert': 'insert',
      'say-display': 'display',
      'say-error': 'error',
      'say-nothing': 'noop',
    });
  });

  test('notes of every level come in the order they were told, pointing at their line', async () => {
    const [run] = await open('chat-effects');
    desk.runCommand({ name: 'notes', args: '' });
    const levels = await window.until('five notes', () => {
      const notes = window.facts('note').map(({ level }) => level);
      return notes.length === 5 ? notes : undefined;
    });
    expect(levels).toEqual(['info', 'warn', 'error', 'success', 'loud']);
    const note = [...window.items.values()].find(({ fact }) => fact.kind === 'note');
    expect((await run?.journal.view(note?.line ?? 0))?.row.type).toBe('notify');
  });

  test('a note that is held is told when it is released, as it was edited, and one that is dropped is not', async () => {
    const [run] = await open('chat-effects');
    desk.runCommand({ name: 'say-nothing', args: '' });
    await window.until('its end', () => window.facts('command').find(({ end }) => end !== null));
    run?.session.setMode('step');
    desk.runCommand({ name: 'notes', args: '' });
    const release = async (type: string, edited?: string): Promise<void> => {
      const view = await run?.until(
        `a held ${type}`,
        ({ row }) =>
          row.type === type &&
          row.held !== undefined &&
          'now' in row.held &&
          run.session.status.held[0] === row.seq,
      );
      run?.session.release(view?.entry.seq ?? 0, edited === undefined ? undefined : { text: edited });
    };
    await release('command_invoked');
    const first = await run?.until(
      'a held note',
      ({ row }) => row.type === 'notify' && run.session.status.held[0] === row.seq,
    );
    expect(window.facts('note')).toEqual([]);
    run?.session.drop(first?.entry.seq ?? 0);
    await release('notify', '{"type":"notify","level":"warn","message":"edited"}');
    run?.session.setMode('run');
    const notes = await window.until('four notes', () =>
      window.facts('note').length === 4 ? window.facts('note') : undefined,
    );
    expect(notes[0]).toEqual({ kind: 'note', level: 'warn', message: 'edited' });
    expect(notes.map(({ level }) => level)).toEqual(['warn', 'error', 'success', 'loud']);
  });

  test('of a flood of notes the newest are shown, the others are counted, and none is told twice', async () => {
    const run = await engine.open('flood', { environment: { FIXTURE_COUNT: '3000' } });
    const shown = await window.until('all notes', () => {
      const left = window.facts('notesLeft').reduce((sum, { count }) => sum + count, 0);
      const notes = window.facts('note');
      return left + notes.length === 3_000 ? notes : undefined;
    });
    expect(shown.length).toBeLessThan(400);
    expect(shown.at(-1)?.message).toMatch(/^0000002999/);
    expect(new Set(shown.map(({ message }) => message)).size).toBe(shown.length);
    await run.stop();
  });

  test('a picture crosses as its kind and size; its bytes stay in the journal', async () => {
    await open('chat-effects');
    desk.callTool({ name: 'picture', argsText: '' });
    const fact = await window.until('the result', () => window.facts('tool').find(({ end }) => end !== null));
    expect(fact.content).toEqual([
      { kind: 'text', text: 'a dot' },
      { kind: 'image', mimeType: 'image/png', byteLength: 85, nth: 0 },
    ]);
  });
});

describe('panels', () => {
  test('a panel opens, hears its keys, is drawn anew, and closes', async () => {
    const [run] = await open('chat-effects');
    const session = run?.opened.id ?? '';
    desk.runCommand({ name: 'counter', args: '' });
    await window.until('a panel', () => window.panels.find((panel) => panel.open));
    desk.panelKey(session, 'count', 'rune', 'x');
    const drawn = await window.until('its key', () =>
      window.panels.find((panel) => panel.lines.includes('1: x')),
    );
    expect(drawn).toMatchObject({ title: 'Counter', footer: '1 keys' });
    desk.closePanel(session, 'count');
    await window.until('no open panel', () => (window.panels.some((panel) => panel.open) ? undefined : true));
    await run?.until('panel_close', ({ row }) => row.type === 'panel_close');
  });
});

describe('scenarios', () => {
  test('a turn over two guards is told part by part, and its chain with both rewrites', async () => {
    await open('guard-secrets', 'guard-clean');
    const start = desk.runScenario(
      turn('{"command": "rm -rf build", "env": {"GITHUB_TOKEN": "ghp_1"}}', ', "session_start": true'),
    );
    expect(start).toEqual({ ok: true, value: { started: true, remark: '' } });
    const run = await window.until('the end', ended);
    expect(run.failed).toBe(false);
    expect(run.steps[0]?.parts.map(({ title }) => title)).toEqual([
      'event session_start',
      'event turn_start',
      'intercept turn_start',
      'event tool_call',
      'event turn_end',
      'intercept tool_call',
      'tool_call bash',
    ]);
    const card = await window.until('the chain', () =>
      [...window.chains.values()].find(({ outcome }) => outcome),
    );
    expect(card).toMatchObject({
      event: 'tool_call',
      title: 'bash',
      outcome: { rewritten: true, blocked: false },
    });
    expect(card.hops.map(({ name, verdict }) => [name, verdict])).toEqual([
      ['guard-secrets', 'rewrite'],
      ['guard-clean', 'rewrite'],
    ]);
    const facts = window.facts('chain').filter(({ title }) => title === 'bash');
    expect(facts).toMatchObject([{ outcome: 'changed', decidedBy: 'guard-clean', chain: card.chain }]);
  });

  test('a scenario with faults is not begun: all faults are told, each with its place', async () => {
    const [run] = await open('good');
    const start = desk.runScenario('{"do": "tool_call", "tool": "echo"}\n{"do": "tol_call"}\noops');
    expect(start.ok && !start.value.started && start.value.faults.map(({ line }) => line)).toEqual([2, 3]);
    expect(window.run).toBeNull();
    expect(((await run?.lines('host')) ?? []).map((line) => line.row.type)).toEqual(['hello_ack']);
  });

  test('a failed check fails the run and says what was expected and found', async () => {
    await open('good');
    desk.runScenario(
      '{"do": "tool_call", "tool": "echo", "args": {"n": 1}}\n{"do": "expect", "text": {"contains": "two"}}',
    );
    const run = await window.until('the end', ended);
    expect(run.failed).toBe(true);
    expect(run.steps[0]).toMatchObject({ severity: null, words: '{"n":1}' });
    expect(run.steps[1]).toMatchObject({
      severity: 'error',
      words: expect.stringContaining('contains "two"'),
    });
  });

  test('only one runs at a time, and a stop gives up what is waited for', async () => {
    await open('guard-mute');
    const text = turn('{"command": "ls"}');
    expect(desk.runScenario(text).ok).toBe(true);
    expect(desk.runScenario(text)).toMatchObject({ ok: false, failure: { code: 'sessionRunning' } });
    await window.until('a running hop', () =>
      window.chains.get(1)?.hops.find(({ verdict }) => verdict === 'running'),
    );
    desk.stopScenario();
    const run = await window.until('the end', ended, 3_000);
    expect(run.failed).toBe(true);
    expect(run.steps[0]?.words).toContain('Interrupted');
  });

  test('without an extension that runs nothing is begun', () => {
    expect(desk.runScenario(turn('{}'))).toMatchObject({ ok: false, failure: { code: 'sessionNotRunning' } });
  });

  test('one that is written for another profile runs, and says so', async () => {
    await open('good');
    const start = desk.runScenario(
      '{"framescope_scenario": 1, "profile": "zot-seed"}\n{"do": "tool_call", "tool": "echo"}',
    );
    expect(start.ok && start.value.started && start.value.remark).toContain('written for zot-seed');
    await window.until('the end', ended);
  });

  test('the last one is run again after a restart, and nothing is when there was none', async () => {
    desk.runAgain();
    expect(window.run).toBeNull();
    await open('good');
    desk.runScenario('{"do": "tool_call", "tool": "echo"}');
    await window.until('the end', ended);
    desk.runAgain();
    await window.until('the second end', () => (ended()?.run === 2 ? true : undefined));
  });
});

describe('the clock of a hop', () => {
  test('stands when it is frozen by hand, and the hop runs out after it was let go', async () => {
    const [run] = await open('guard-mute');
    const session = run?.opened.id ?? '';
    desk.intercept('turn_start', [{ name: 'step', json: '1' }]);
    await window.until('a running hop', () => window.chains.get(1)?.hops[0]);
    expect(desk.setFreeze(session, true).ok).toBe(true);
    const frozen = await window.until('a frozen hop', () => {
      const hop = window.chains.get(1)?.hops[0];
      return hop?.verdict === 'running' && hop.frozen ? hop : undefined;
    });
    expect(frozen.leftMs).toBeGreaterThan(0);
    expect(run?.session.clockStopped).toBe(true);
    desk.setFreeze(session, false);
    const card = await window.until('the outcome', () => {
      const known = window.chains.get(1);
      return known?.outcome ? known : undefined;
    });
    expect(card.hops[0]).toMatchObject({ verdict: 'timeout', totalMs: 5_000 });
    expect(card.outcome).toMatchObject({ blocked: false });
  });

  test('runs on although something is held, when it is let run out', async () => {
    const [run] = await open('guard-mute');
    const session = run?.opened.id ?? '';
    run?.session.setMode('step');
    desk.intercept('turn_start', [{ name: 'step', json: '1' }]);
    await window.until('a frozen hop', () => {
      const hop = window.chains.get(1)?.hops[0];
      return hop?.verdict === 'running' && hop.frozen ? hop : undefined;
    });
    desk.setFreeze(session, false);
    await window.until('the outcome', () => window.chains.get(1)?.outcome ?? undefined);
    expect(run?.session.freeze).toBe(false);
  });
});

describe('the stream', () => {
  test('tells nothing more until the last news were acknowledged, and then all of it at once', async () => {
    await open('good');
    await window.until('the registry', () => (window.registry.length > 0 ? true : undefined));
    window.acks = false;
    desk.emit('turn_end', []);
    await window.until('the event', () => window.facts('event')[0]);
    const before = window.news.length;
    for (let at = 0; at < 5; at++) desk.emit('turn_end', []);
    desk.callTool({ name: 'echo', argsText: '{}' });
    await new Promise((resolve) => setImmediate(resolve));
    expect(window.news.length).toBe(before);
    window.acks = true;
    desk.ack(window.news.at(-1)?.news ?? 0);
    await window.until('the rest', () => (window.facts('event').length === 6 ? true : undefined));
  });

  test('does not tell again what has not changed, and tells everything when the page is loaded anew', async () => {
    await open('good');
    desk.callTool({ name: 'echo', argsText: '{}' });
    await window.until('the result', () => window.facts('tool').find(({ end }) => end !== null));
    const told = window.news.length;
    desk.emit('turn_end', []);
    await window.until('the event', () => window.facts('event')[0]);
    for (const news of window.news.slice(told)) {
      expect(news.registry).toBeNull();
      expect(news.strip.every(({ fact }) => fact.kind !== 'tool')).toBe(true);
    }
    const again = desk.state();
    expect(again.whole).toBe(true);
    expect(again.registry?.map(({ name }) => name)).toEqual(['shout', 'echo']);
    expect(again.strip.map(({ fact }) => fact.kind)).toContain('tool');
  });

  test('clearing the strip empties it, and what ends later does not come back', async () => {
    await open('good');
    desk.emit('turn_end', []);
    await window.until('the event', () => window.facts('event')[0]);
    // What the extension says to the event is the last thing that comes by itself.
    await window.until('what it says to it', () => window.facts('note')[0]);
    const before = window.news.length;
    desk.clear();
    // Whole or not: what comes after it leaves the window with an empty strip.
    const news = await window.until('an empty strip', () =>
      window.news.slice(before).find(({ whole, stripFrom }) => whole || stripFrom === null),
    );
    expect(news.strip).toEqual([]);
    expect(desk.state().strip).toEqual([]);
  });

  test('the registry says who lost a name and why', async () => {
    await open('good', 'reads-slowly', 'early-registrations');
    const second = await engine.open('good');
    await second.untilState('ready');
    const row = await window.until('a shadowed tool', () =>
      window.registry.find(({ name, status }) => name === 'echo' && status === 'shadowed'),
    );
    expect(row).toMatchObject({ session: second.opened.id });
    expect(row.why).toContain('first');
  });
});
