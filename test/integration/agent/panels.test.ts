// Panels of real extensions: opened, drawn, closed from both sides, and the keys that reach them.

import { afterEach, describe, expect, it } from 'vitest';
import { AgentBench, type PuppetAct } from '../../support/agent-bench.ts';

let bench: AgentBench;
afterEach(() => bench.close());

const opens = (id: string): PuppetAct => ({
  type: 'command_response',
  action: 'open_panel',
  open_panel: { id, title: 'Title', lines: ['one'], footer: 'keys' },
});
const shown = () =>
  bench.agent.panels.map(({ id, title, lines, footer, open }) => ({ id, title, lines, footer, open }));

async function ready(on: Record<string, readonly PuppetAct[]> = {}) {
  bench = new AgentBench({ profile: 'zot-latest' });
  const offers = { tools: [], commands: ['open'] };
  const opened = await bench.puppet({ offers, on: { 'command_invoked open': [opens('main')], ...on } });
  return { ...opened, panel: { session: opened.session.id, panel: 'main' } };
}

describe('a panel', () => {
  it('opened by a command is shown with what it says', async () => {
    const { session, sink } = await ready();
    const { effect } = await bench.agent.runCommand({ name: 'open', args: '' });
    const panel = { id: 'main', title: 'Title', lines: ['one'], footer: 'keys', open: true };
    expect(effect).toEqual({ kind: 'openPanel', panel: { session: session.id, ...panel } });
    expect(shown()).toEqual([panel]);
    expect(sink.decisions('panelOpened')[0]?.value.panel).toBe('main');
  });

  it('is drawn anew by its extension: lines and footer replaced, an empty title kept', async () => {
    const draw = { type: 'panel_render', panel_id: 'main', lines: ['moved'] };
    const { panel, sink } = await ready({ panel_key: [draw] });
    await bench.agent.runCommand({ name: 'open', args: '' });
    bench.agent.panelKey({ ...panel, key: 'down' });
    await sink.seen((entry) => entry.kind === 'decided' && entry.decision === 'panelRendered');
    expect(shown()).toEqual([{ id: 'main', title: 'Title', lines: ['moved'], footer: '', open: true }]);
  });

  it('that is not open may be drawn, and is not shown', async () => {
    const { sink } = await ready({ start: [{ type: 'panel_render', panel_id: 'never', lines: ['x'] }] });
    // Before ready the frame is out of order; after it, the host takes it.
    await bench.agent.runCommand({ name: 'open', args: '' });
    expect(sink.problems('frame-out-of-order')).toHaveLength(1);
    const other = await bench.puppet({
      name: 'draws',
      offers: { events: ['turn_start'] },
      on: { event: [{ type: 'panel_render', panel_id: 'never', lines: ['x'] }] },
    });
    bench.agent.emit('turn_start', []);
    await other.sink.seen((entry) => entry.kind === 'decided' && entry.decision === 'panelRendered');
    expect(other.sink.decisions('panelRendered')[0]?.value.shown).toBe(false);
    expect(shown().map(({ id, open }) => [id, open])).toEqual([
      ['main', true],
      ['never', false],
    ]);
  });

  it.each([
    ['up', undefined, '"key":"up"'],
    ['rune', 'é', '"key":"rune","text":"é"'],
    ['rune', '', '"key":"rune"'],
  ])('gets the key %s (%s)', async (key, text, rest) => {
    const { panel, sink } = await ready();
    bench.agent.panelKey({ ...panel, key, ...(text === undefined ? {} : { text }) });
    expect(sink.lines('host').at(-1)).toBe(`{"type":"panel_key","panel_id":"main",${rest}}`);
  });

  it.each(['esc', 'ctrl-c'])('is closed by %s, which the extension never sees as a key', async (key) => {
    const { panel, sink } = await ready();
    await bench.agent.runCommand({ name: 'open', args: '' });
    bench.agent.panelKey({ ...panel, key });
    expect(sink.lines('host').at(-1)).toBe('{"type":"panel_close","panel_id":"main"}');
    expect(shown()[0]?.open).toBe(false);
    expect(sink.decisions('panelClosed')[0]?.value).toEqual({ panel: 'main', by: 'host' });
  });

  it('is closed by its extension', async () => {
    const { panel, sink } = await ready({ panel_key: [{ type: 'panel_close', panel_id: 'main' }] });
    await bench.agent.runCommand({ name: 'open', args: '' });
    bench.agent.panelKey({ ...panel, key: 'enter' });
    await sink.seen((entry) => entry.kind === 'decided' && entry.decision === 'panelClosed');
    expect(shown()[0]?.open).toBe(false);
  });

  it('gives way when another one opens, also unasked and of another extension: a chat shows one', async () => {
    await ready();
    await bench.agent.runCommand({ name: 'open', args: '' });
    const other = await bench.puppet({
      name: 'pops-up',
      offers: { events: ['turn_start'] },
      on: { event: [{ type: 'open_panel', panel: { id: 'pop', lines: ['!'] } }] },
    });
    bench.agent.emit('turn_start', []);
    await other.sink.seen((entry) => entry.kind === 'decided' && entry.decision === 'panelOpened');
    expect(shown().map(({ id, open }) => [id, open])).toEqual([
      ['main', false],
      ['pop', true],
    ]);
  });

  it('of a session that is not there is refused', async () => {
    await ready();
    const nobody = { session: 'nobody' as never, panel: 'main' };
    expect(bench.agent.panelKey({ ...nobody, key: 'up' })).toMatchObject({
      failure: { code: 'sessionUnknown' },
    });
    expect(bench.agent.closePanel(nobody)).toMatchObject({ failure: { code: 'sessionUnknown' } });
  });
});
