// A turn as a form and as a script, run and told step by step.

import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import type { ScenarioRun, StepReport } from '../../../shared/ipc/contract.ts';
import { parseScenario } from '../../../shared/scenario/parse.ts';
import { newTurn, turnScript } from '../../../renderer/state/turn-form.ts';
import TurnView from '../../../renderer/views/turn/TurnView.svelte';
import type { Answers } from '../../support/fake-bridge.ts';
import { button, click, has, named, press, render, type, words } from '../shell/page.ts';
import { appWith, news, type Window } from './agent-facts.ts';

const page = (): string => words(document.body);
const steps = (): string => words(named('ol', 'Steps'));
const area = (name: string): HTMLTextAreaElement => {
  const found = [...document.querySelectorAll('textarea')].find(
    (one) => one.getAttribute('aria-label') === name || one.labels?.[0]?.textContent?.includes(name),
  );
  if (!found) throw new Error(`no textarea ${name}`);
  return found;
};

function shown(answers: Answers = {}): Window {
  const window = appWith(answers);
  render(TurnView, { app: window.app });
  return window;
}
function report(over: Partial<StepReport> = {}): StepReport {
  return {
    index: 1,
    line: 2,
    title: 'turn 1',
    state: 'ended',
    severity: null,
    words: 'The turn went through.',
    tookMs: 12,
    parts: [],
    ...over,
  };
}
const run = (over: Partial<ScenarioRun> = {}): ScenarioRun => ({
  run: 1,
  name: 'turn',
  state: 'ended',
  failed: false,
  steps: [report()],
  ...over,
});

describe('the form', () => {
  test('stands for a script of one turn that can be read, with every value as it was typed', () => {
    const script = turnScript({
      ...newTurn(),
      step: '7',
      text: 'a "b"\n',
      tools: [{ tool: 'bash', id: '', args: '{\n  "n": 12345678901234567890\n}' }],
      stop: 'end_turn',
      error: 'none',
    });
    const parsed = parseScenario(script);
    expect(parsed.ok && parsed.scenario.steps[0]).toMatchObject({
      do: 'turn',
      turn: {
        sessionStart: true,
        step: '7',
        text: 'a "b"\n',
        tools: [{ tool: 'bash', args: '{"n":12345678901234567890}' }],
        stop: 'end_turn',
        error: 'none',
      },
    });
  });

  test('shows what the turn will do, part by part, before it is run', () => {
    shown();
    expect(page()).toContain('Not run yet: this is what it does.');
    expect(steps()).toMatch(
      /event session_start.*event turn_start.*intercept turn_start.*intercept assistant_message.*event assistant_message.*event tool_call.*event turn_end.*intercept tool_call.*tool_call bash/,
    );
    type(area('assistant_message'), '');
    expect(steps()).not.toContain('assistant_message');
  });

  test('is run by its button and by Ctrl Enter', async () => {
    const { bridge } = shown();
    click(button('Run Ctrl Enter'));
    press('Enter', { ctrlKey: true }, area('assistant_message'));
    await vi.waitFor(() => expect(bridge.asked('scenario.run')).toHaveLength(2));
    expect(bridge.asked('scenario.run')[0]?.text).toContain('"do": "turn"');
  });

  test('arguments that are no JSON block the run, with the sentence beside them', () => {
    const { bridge } = shown();
    type(area('Arguments of call 1, as JSON'), '{"command": ');
    expect(page()).toContain('This is not JSON');
    expect(button('Run Ctrl Enter').disabled).toBe(true);
    press('Enter', { ctrlKey: true }, area('assistant_message'));
    expect(bridge.asked('scenario.run')).toEqual([]);
    type(area('Arguments of call 1, as JSON'), '{}');
    expect(button('Run Ctrl Enter').disabled).toBe(false);
  });

  test('a step that is no whole number is told', () => {
    shown();
    type(named('label', 'turn_start').ownerDocument.querySelector<HTMLInputElement>('.short input')!, 'one');
    expect(page()).toContain('The step is a whole number.');
  });

  test('calls can be added and left out', () => {
    const { app } = shown();
    click(button('Add a call'));
    expect(has('fieldset', 'Call 2')).toBe(true);
    expect(page()).toContain('A call needs the name of a tool.');
    click(button('Leave out call 1'));
    expect(app.turn.form.tools).toHaveLength(1);
  });

  test('goes on as text', () => {
    const { app } = shown();
    click(button('To script'));
    expect(app.turn.mode).toBe('text');
    expect(area('Scenario').value).toContain('"do": "turn"');
  });
});

describe('the script', () => {
  const asText = (text: string, answers: Answers = {}): Window => {
    const window = shown(answers);
    window.app.turn.mode = 'text';
    window.app.turn.text = text;
    flushSync();
    return window;
  };

  test('every fault has its place and its fix; a click goes there; nothing can be run', () => {
    asText('{"do": "tool_call", "tool": "greet"}\n{"do": "tol_call"}');
    expect(button('Run Ctrl Enter').disabled).toBe(true);
    expect(button('Run Ctrl Enter').title).toContain('Line 2');
    const fault = button('2:8');
    expect(words(fault)).toContain('there is no step "tol_call"');
    click(fault);
    expect(document.activeElement).toBe(area('Scenario'));
    const { selectionStart, selectionEnd, value } = area('Scenario');
    expect(value.slice(selectionStart, selectionEnd)).toBe('"tol_call"');
  });

  test('nothing that is typed is changed', () => {
    const text = '// note\n{"do":"event" , "event":"turn_start","step":1.0}\n';
    const { app } = asText(text);
    expect(area('Scenario').value).toBe(text);
    expect(app.turn.source).toBe(text);
  });

  test('is opened and saved under its own name; what was changed since is said', async () => {
    const { bridge, app } = asText('', {
      'scenario.open': () => ({ path: '/home/ada/greet.scenario', text: '{"do": "turn"}' }),
      'scenario.save': ({ path }) => path ?? '/home/ada/new.scenario',
    });
    click(button('Open…'));
    await vi.waitFor(() => expect(app.turn.path).toBe('/home/ada/greet.scenario'));
    flushSync();
    expect(page()).toContain('greet.scenario');
    expect(page()).not.toContain('not saved');
    type(area('Scenario'), '{"do": "turn", "step": 2}');
    expect(page()).toContain('not saved');
    press('s', { ctrlKey: true }, area('Scenario'));
    await vi.waitFor(() => expect(app.turn.dirty).toBe(false));
    expect(bridge.asked('scenario.save')).toEqual([
      { text: '{"do": "turn", "step": 2}', path: '/home/ada/greet.scenario' },
    ]);
  });

  test('faults that only main can find are told when the run is refused', async () => {
    const { app } = asText('{"do": "turn"}', {
      'scenario.run': () => ({
        started: false,
        faults: [{ line: 1, column: 1, length: 0, message: 'no such extension' }],
      }),
    });
    click(button('Run Ctrl Enter'));
    await vi.waitFor(() => {
      flushSync();
      expect(page()).toContain('no such extension');
    });
    app.turn.text = '{"do": "turn", "step": 2}';
    flushSync();
    expect(page()).not.toContain('no such extension');
  });
});

describe('the outcomes', () => {
  async function ran(over: Partial<ScenarioRun> = {}, remark = ''): Promise<Window> {
    const window = shown({ 'scenario.run': () => ({ started: true, remark }) });
    click(button('Run Ctrl Enter'));
    await vi.waitFor(() => expect(window.app.turn.ranText).not.toBeNull());
    window.app.agent.apply(news({ run: run(over) }));
    flushSync();
    return window;
  }

  test('come live: what has ended, what runs, what is to come', async () => {
    const parts = [
      {
        title: 'event session_start',
        state: 'ended',
        severity: null,
        words: 'Sent to 1 extension.',
        tookMs: 1,
      },
    ] as const;
    await ran({ state: 'running', steps: [report({ state: 'running', words: '', tookMs: null, parts })] });
    expect(page()).toContain('It runs.');
    expect(steps()).toMatch(
      /runs:\s*turn 1.*done:\s*event session_start.*Sent to 1 extension\..*to come:\s*event turn_start/,
    );
  });

  test('say that all went well, or which step did not', async () => {
    const { app } = await ran();
    expect(page()).toContain('Every step went as expected.');
    app.agent.apply(
      news({ run: run({ failed: true, steps: [report({ severity: 'error', words: 'No answer.' })] }) }),
    );
    flushSync();
    expect(page()).toContain('Failed: 1 step not as expected.');
    expect(steps()).toMatch(/failed:\s*turn 1.*No answer\./);
  });

  test('can be stopped, once', async () => {
    const { bridge, app } = await ran({ state: 'running' });
    click(button('Stop'));
    expect(bridge.asked('scenario.stop')).toEqual([{}]);
    app.agent.apply(news({ run: run({ state: 'stopping' }) }));
    flushSync();
    expect(button('Stop').disabled).toBe(true);
  });

  test('belong to the text that ran: after a change the new plan is shown', async () => {
    const { app } = await ran();
    app.turn.form.step = '2';
    flushSync();
    expect(page()).toContain('The text has changed since the last run.');
    expect(steps()).not.toContain('The turn went through.');
  });

  test('a remark about the run is said above them', async () => {
    await ran({}, 'It is written for zot-seed.');
    expect(page()).toContain('It is written for zot-seed.');
  });
});
