// The memory of chains, and floods above single sessions, over scripted extensions.

import { describe, expect, it } from 'vitest';
import { HostAgent } from '../../../electron/session/agent.ts';
import { Host } from '../../../electron/session/host.ts';
import { CollectingSink } from '../../support/collecting-sink.ts';
import { hostParts } from '../../support/host-parts.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';

function agentWith(...frames: readonly object[]) {
  const host = new Host();
  const agent = new HostAgent(host);
  const transport = new ScriptedTransport();
  const time = new ManualTime();
  const sink = new CollectingSink();
  const session = host.open({ ...hostParts(), sink, transport, time });
  session.start('run');
  transport.spawned();
  transport.line({ type: 'hello', name: 'demo', version: '1' });
  for (const frame of frames) transport.line(frame);
  transport.line({ type: 'ready' });
  return { host, agent, transport, time, session, sink };
}

const guard = { type: 'subscribe', intercept: ['turn_start'] };
const ask = (agent: HostAgent, step: number) =>
  agent.intercept({ event: 'turn_start', fields: [{ name: 'step', json: String(step) }] });
/** Answers the newest question. */
function allow({ transport }: { transport: ScriptedTransport }): void {
  const id = /"id":"(\d+)"/.exec(transport.asked.at(-1) ?? '')?.[1];
  transport.line({ type: 'event_intercept_response', id });
}

describe('the chains an agent remembers', () => {
  it('are the newest thousand, numbered from 1 without gaps', async () => {
    const run = agentWith(guard);
    for (let step = 1; step <= 1_200; step++) {
      const outcome = ask(run.agent, step);
      allow(run);
      await outcome;
    }
    const { chains } = run.agent;
    expect(chains.map(({ chain }) => chain)).toEqual(Array.from({ length: 1_000 }, (_, at) => at + 201));
    expect(chains.at(-1)).toMatchObject({ title: 'step 1200', outcome: { blocked: false } });
  });

  it('never lose one that still runs', async () => {
    const run = agentWith(guard);
    const open = ask(run.agent, 0);
    for (let step = 1; step <= 1_000; step++) {
      const outcome = ask(run.agent, step);
      allow(run);
      await outcome;
    }
    expect(run.agent.chains.slice(0, 2).map(({ chain }) => chain)).toEqual([1, 3]);
    run.time.advance(5_000);
    expect(await open).toMatchObject({ chain: 1, hops: [{ verdict: 'timeout', spentMs: 5_000 }] });
  });

  it('run side by side, each with its own countdown', async () => {
    const run = agentWith(guard);
    const first = ask(run.agent, 1);
    run.time.advance(2_000);
    const second = ask(run.agent, 2);
    const left = () => run.agent.chains.map(({ hops: [hop] }) => hop && 'leftMs' in hop && hop.leftMs);
    expect(left()).toEqual([3_000, 5_000]);
    allow(run);
    expect(await second).toMatchObject({ hops: [{ verdict: 'allow' }] });
    run.time.advance(3_000);
    expect(await first).toMatchObject({ hops: [{ verdict: 'timeout' }] });
  });
});

describe('a flood of registrations', () => {
  it('of ten thousand tools is sorted out once, not once each', async () => {
    const started = performance.now();
    const run = agentWith(
      ...Array.from({ length: 10_000 }, (_, n) => ({ type: 'register_tool', name: `t${n}`, schema: {} })),
    );
    await Promise.resolve();
    expect(run.agent.registry).toHaveLength(10_000);
    // Sorting out 10,000 rows 10,000 times would take minutes.
    expect(performance.now() - started).toBeLessThan(10_000);
  });
});
