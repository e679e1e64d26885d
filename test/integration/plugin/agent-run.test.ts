import { afterEach, describe, expect, it } from 'vitest';
import { runAgent } from '../../../electron/session/opcode/agent-run.ts';
import { defaultRun, type RunCall, type RunStep } from '../../../shared/session/plugin-run.ts';
import { LivePlugins } from '../../support/live-plugin.ts';

let plugins = new LivePlugins();
afterEach(async () => {
  await plugins.close();
  plugins = new LivePlugins();
});

const call = (name: string, argsText = '{}', stands = ''): RunCall => ({ name, argsText, stands });
const calls = (...names: readonly string[]): RunStep => ({
  kind: 'calls',
  calls: names.map((name) => call(name)),
});

describe('a run of the simulated agent', () => {
  it('walks from trust to shutdown and tells each event to the handlers', async () => {
    const live = await plugins.ready('events');
    const steps = defaultRun([call('read', '{"path":"README.md"}', '# Shop')]);
    const report = await runAgent(plugins.host.sessions, steps);
    expect(report.stopped).toBe('');
    const told = live.frames('event', 'host').map(({ event }) => event);
    const once = [...new Set(told.slice(1))];
    expect(once).toEqual([
      'project_trust',
      'resources_discover',
      'session_start',
      'input',
      'before_agent_start',
      'agent_start',
      'turn_start',
      'before_provider_request',
      'after_provider_response',
      'message_start',
      'provider_stream_event',
      'message_update',
      'message_end',
      'tool_call',
      'tool_execution_start',
      'tool_execution_end',
      'tool_result',
      'turn_end',
      'agent_end',
      'session_shutdown',
    ]);
    expect(report.steps.find(({ step }) => step.kind === 'calls')?.calls).toEqual([
      expect.objectContaining({ name: 'read', outcome: 'ran', text: '# Shop', isError: false }),
    ]);
  });

  it('goes no further when a plugin takes care of the input', async () => {
    await plugins.ready('batch');
    const input: RunStep = { kind: 'event', event: 'input', payload: '{"text":"!ls"}' };
    const report = await runAgent(plugins.host.sessions, [input, calls('together')]);
    expect(report).toMatchObject({ stopped: 'batch took care of the input, so no run begins' });
    expect(report.steps).toHaveLength(1);
  });

  it('does not run a tool that a plugin vetoes, and tells the model so', async () => {
    const live = await plugins.ready('batch');
    const report = await runAgent(plugins.host.sessions, [calls('bash', 'together')]);
    expect(report.steps[0]?.calls).toMatchObject([
      {
        name: 'bash',
        outcome: 'vetoed',
        vetoedBy: 'batch',
        isError: true,
        text: 'tool call refused by plugin batch',
      },
      { name: 'together', outcome: 'ran' },
    ]);
    expect(live.frames('tool.execute').map(({ tool }) => tool)).toEqual(['together']);
  });

  it('starts the calls of a batch together', async () => {
    await plugins.ready('batch');
    const report = await runAgent(plugins.host.sessions, [calls('pair', 'pair')]);
    expect(report.steps[0]?.calls.at(-1)?.text).toBe('start start end end ');
  });

  it('runs the whole batch one after the other when one tool is SEQUENTIAL', async () => {
    await plugins.ready('batch');
    const report = await runAgent(plugins.host.sessions, [calls('together', 'alone')]);
    expect(report.steps[0]?.calls.at(-1)?.text).toBe('start end start end ');
  });

  it('asks before a DESTRUCTIVE tool is run', async () => {
    const live = await plugins.ready('batch');
    const asked: string[] = [];
    const confirm = (tool: string): Promise<boolean> => {
      asked.push(tool);
      return Promise.resolve(false);
    };
    const report = await runAgent(plugins.host.sessions, [calls('destroy', 'together')], { confirm });
    expect(asked).toEqual(['destroy']);
    expect(report.steps[0]?.calls[0]).toMatchObject({ outcome: 'notConfirmed', isError: true });
    expect(live.frames('tool.execute').map(({ tool }) => tool)).toEqual(['together']);
  });

  it('tells plugins in load order, and none after the one that vetoes', async () => {
    const [first, second] = [await plugins.ready('batch'), await plugins.ready('events')];
    await runAgent(plugins.host.sessions, [calls('bash')]);
    const vetoes = (live: typeof first) =>
      live.frames('event', 'host').filter(({ event }) => event === 'tool_call');
    expect(vetoes(first)).toHaveLength(1);
    expect(vetoes(second)).toHaveLength(0);
  });
});
