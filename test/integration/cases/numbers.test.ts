// Cases N01 and N04: what JSON.parse would change (digits beyond a double, key order, duplicate keys) survives every path.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { findRows } from '../../../electron/engine/find-rows.ts';
import { rowDetail } from '../../../electron/engine/row-detail.ts';
import type { Raw } from '../../../shared/session/entries.ts';
import { callText, EngineUnderTest, isLine, textOf, type LineView, type Run } from '../../support/engine.ts';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { fixture } from '../../support/fixture-extensions.ts';

let engine: EngineUnderTest;
beforeEach(() => {
  engine = new EngineUnderTest();
});
afterEach(() => engine.close());

const big = ['7301444403300120013', '18446744073709551615'];
const bigArgs = '{"user_id":7301444403300120013,"limit":18446744073709551615,"small":1E-7,"exact":1.10}';
const oddArgs = '{"b":1,"10":2,"2":3,"00":4}';

function rawText(raw: Raw | undefined): string {
  return raw && 'text' in raw ? raw.text : '';
}

async function rowText(run: Run, view: LineView): Promise<string> {
  const [row] = await run.journal.rows(view.entry.seq, 1);
  return (row?.summary ?? []).map((part) => ('words' in part ? part.words : part.wire)).join('');
}

describe.each([
  ['N01: big numbers', 'big-numbers', bigArgs],
  ['N04: the order of keys', 'key-order', oddArgs],
])('case %s', (_case, name, args) => {
  it('reach the extension as they were typed, and come back so', async () => {
    const run = await engine.open(name);
    await run.untilState('ready');
    const result = await run.call('echo', args);
    expect(textOf(result)).toContain(`"echo":${args}`);
    expect(textOf(result)).toContain(`"text":${JSON.stringify(args)}`);
  });

  it('survive the row, its detail and the journal on disk', async () => {
    const run = await engine.open(name);
    await run.untilState('ready');
    const result = await run.call('echo', args);
    const asked = (await run.lines('host')).find((view) => textOf(view).includes('tool_call'));
    expect(asked && (await rowText(run, asked))).toContain(args);
    const detail = await rowDetail(run.opened, result.entry.seq);
    expect(rawText(detail.ok ? detail.value.raw : undefined)).toBe(textOf(result));
    await engine.workspace.close(run.session.id);
    expect(run.file()).toContain(`"frame":${callText('test-1', 'echo', args)}}\n`);
    expect(run.file()).toContain(`"frame":${textOf(result)}}\n`);
    const again = await engine.workspace.openRecording(run.journal.path);
    if (!again.ok) throw new Error(again.failure.message);
    const read = await rowDetail(again.value, result.entry.seq);
    expect(rawText(read.ok ? read.value.raw : undefined)).toBe(textOf(result));
    expect(again.value.journal.summary).toEqual(run.summary);
  });

  it('survive being held, edited and released', async () => {
    const run = await engine.open(name);
    await run.untilState('ready');
    run.session.setMode('step');
    const id = 'held-1';
    run.session.send({ text: callText(id, 'echo', '{"first":0}') }, 'hand');
    const held = await run.until(
      'the held call',
      (view) => isLine(view) && view.entry.from === 'host' && view.entry.held === true,
    );
    const edited = callText(id, 'echo', args);
    expect(run.session.release(held.entry.seq, { text: edited }).ok).toBe(true);
    run.session.setMode('run');
    run.session.releaseAll();
    const result = await run.untilFrame('tool_result', (text) => text.includes(id));
    expect(textOf(result)).toContain(`"echo":${args}`);
    const detail = await rowDetail(run.opened, held.entry.seq);
    expect(rawText(detail.ok ? detail.value.editedRaw : undefined)).toBe(edited);
    expect(rawText(detail.ok ? detail.value.raw : undefined)).toContain('{"first":0}');
  });

  it('are found by what was typed', async () => {
    const run = await engine.open(name);
    await run.untilState('ready');
    await run.call('echo', args);
    const asked = (await run.lines('host')).find((view) => textOf(view).includes('tool_call'));
    const wanted = name === 'big-numbers' ? '7301444403300120013' : '"00"';
    const found = await findRows(run.journal, wanted, 1);
    if (!found.ok) throw new Error(found.failure.message);
    expect([...found.value.seqs]).toContain(asked?.entry.seq);
  });
});

describe('case N01 in the report of the command line', () => {
  it('the schema has all digits, as text and as JSON', async () => {
    const cli = new CommandLineUnderTest();
    try {
      const { out, code } = await cli.report([fixture('big-numbers')]);
      expect(code).toBe(0);
      expect(out).toContain('"maximum":18446744073709551615');
      const text = (await cli.run(['inspect', fixture('big-numbers')])).out;
      expect(text).not.toMatch(/BigInt|1844674407370955[^1]/);
    } finally {
      await cli.close();
    }
  });

  it('the frame with fields nobody knows is recorded with all digits', async () => {
    const run = await engine.open('big-numbers');
    const notify = await run.untilFrame('notify');
    for (const digits of big) expect(textOf(notify)).toContain(digits);
    const tool = run.summary.tools[0];
    expect(tool?.schemaText).toContain('"maximum":18446744073709551615');
  });
});

describe('case N04 with duplicate keys', () => {
  it('keeps both in the raw text, and the last one counts', async () => {
    const run = await engine.open('key-order');
    const notify = await run.untilFrame('notify', (text) => text.includes('second'));
    expect(textOf(notify)).toContain('"message":"first","message":"second"');
    expect(notify.decoded).toMatchObject({ kind: 'frame', frame: { message: 'second' } });
  });
});
