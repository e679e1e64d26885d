// Cases about lines and bytes, each with a real process: F01, F03, F06, F10. F07 has a file of its own.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineUnderTest, isLine, script, textOf, type Run } from '../../support/engine.ts';

let engine: EngineUnderTest;
beforeEach(() => {
  engine = new EngineUnderTest();
});
afterEach(() => engine.close());

/** Lines of the extension that are no frames, as they were written. */
async function strayLines(run: Run): Promise<string[]> {
  return (await run.lines('extension')).filter(({ row }) => row.notFrame).map(textOf);
}

describe('case F01: text of a library on stdout', () => {
  const chatter = ['[trace] {', '  step: 1', '}', 'loading 50 %'];

  it('is one quiet "not a frame" row for each line, and the frames around it work', async () => {
    const run = await engine.open('banner-before-hello');
    await run.untilState('ready');
    const result = await run.call('echo', '{"text":"still here"}');
    expect(textOf(result)).toContain('still here');
    expect(await strayLines(run)).toEqual([...chatter, ...chatter, ...chatter]);
    expect(run.summary.tools.map(({ name }) => name)).toEqual(['echo']);
    for (const { row } of (await run.lines('extension')).filter((view) => view.row.notFrame))
      expect(row.severity).not.toBe('error');
  });

  it('comes with the hint to log to stderr, on the row and among the problems', async () => {
    const run = await engine.open('banner-before-hello');
    await run.untilState('ready');
    const stray = (await run.lines('extension')).find(({ row }) => row.notFrame);
    expect(stray?.decoded?.issues.map(({ fix }) => fix).join()).toContain('stderr');
    expect((await run.untilProblem('stdout-not-frame')).entry.fix).toContain('stderr');
  });

  it('before hello does not fail the load, but a warning says that the reference host demands hello first', async () => {
    const run = await engine.open('banner-before-hello');
    const { entry } = await run.untilProblem('hello-not-first');
    expect(entry.severity).toBe('warning');
    expect(entry.message).toContain('the real host demands hello on the first line');
    await run.untilState('ready');
    await run.stop();
    expect(run.summary.hello?.name).toBe('banner-before-hello');
    expect(run.summary.problemCounts.error).toBe(0);
  });
});

describe('case F03: lines that end in CR LF', () => {
  it('are accepted, each row notes it, and the recording keeps the CR', async () => {
    const run = await engine.open('crlf');
    await run.call('echo', '{"text":"x"}');
    await run.stop();
    for (const view of await run.lines('extension')) {
      expect(view.decoded?.kind).toBe('frame');
      expect(view.entry.ending).toBe('crlf');
      expect(textOf(view)).not.toMatch(/\r$/);
      expect(view.decoded?.issues.map(({ code }) => code)).toContain('crlf');
    }
    await engine.workspace.close(run.session.id);
    expect(run.file().match(/"ending":"crlf"/g)).toHaveLength((await run.lines('extension')).length);
  });

  it('a CR alone ends no line', async () => {
    const run = await engine.open('crlf');
    const lone = await run.untilFrame('notify', (text) => text.includes('lone CR'));
    expect(textOf(lone)).toBe('{"type":"notify",\r"level":"info",\r"message":"lone CR"}');
    await run.untilFrame('notify', (text) => text.includes('after'));
    expect(await strayLines(run)).toEqual([]);
  });

  it('the host itself ends its lines in LF only', async () => {
    const file = path.join(engine.stateDir, 'received');
    const run = await engine.open(
      script(`process.stdout.write('{"type":"hello","name":"x"}\\r\\n{"type":"ready"}\\r\\n');
        process.stdin.pipe(require('fs').createWriteStream(${JSON.stringify(file)}));`),
    );
    await run.untilState('ready');
    await run.stop();
    const received = readFileSync(file);
    expect(received.includes('\r')).toBe(false);
    expect(
      received
        .toString()
        .split('\n')
        .map((line) => line && (JSON.parse(line) as { type: string }).type),
    ).toEqual(['hello_ack', 'shutdown', '']);
  });
});

describe('case F06: a last line without a line end', () => {
  it('is shown and flagged when it is a whole frame', async () => {
    const run = await engine.open('no-final-newline');
    await run.session.ended;
    const last = (await run.lines('extension')).at(-1);
    expect(last?.entry.ending).toBe('none');
    expect(last?.decoded).toMatchObject({ kind: 'frame', type: 'notify' });
    expect(last?.decoded?.issues.map(({ code }) => code)).toContain('no-newline');
    expect(last && textOf(last)).toBe('{"type":"notify","level":"info","message":"last words"}');
  });

  it('is acted on when it is a whole frame', async () => {
    const run = await engine.open(
      script(
        `process.stdout.write('{"type":"hello","name":"x"}\\n{"type":"register_tool","name":"last","schema":{}}')`,
      ),
    );
    await run.session.ended;
    expect(run.summary.tools.map(({ name }) => name)).toEqual(['last']);
  });

  it('is shown as a torn line with its bytes when it stops in the middle', async () => {
    const run = await engine.open('torn-final-line');
    await run.session.ended;
    const last = (await run.lines('extension')).at(-1);
    expect(last?.row.notFrame).toBe(true);
    expect(last?.decoded).toMatchObject({ kind: 'notFrame', reason: 'torn' });
    expect(last && textOf(last)).toBe('{"type":"notify","level":"info","mess');
    expect(last?.row.type).toBe('torn line');
    expect(last?.decoded?.issues.map(({ code }) => code)).toContain('torn-line');
  });

  it('is never silent, even when it is one byte', async () => {
    const run = await engine.open(script(`process.stdout.write('{"type":"hello","name":"x"}\\n{')`));
    await run.session.ended;
    expect(await strayLines(run)).toEqual(['{']);
  });
});

describe('case F10: another framing than one object a line', () => {
  it('names Content-Length headers within a second, and shows the line without an end', async () => {
    const run = await engine.open('content-length');
    const spawned = await run.untilKind('spawned');
    const { view, issue } = await run.untilIssue('header-framing');
    expect(view.entry.atUs - spawned.entry.atUs).toBeLessThan(1_000_000);
    expect(view.row.type).toBe('header framing');
    expect(issue.message).toContain('Content-Length');
    await run.stop();
    expect(await strayLines(run)).toContain('Content-Length: 60');
    const hello = (await run.views()).filter(isLine).find((view) => textOf(view).includes('"hello"'));
    expect(hello?.entry.ending).toBe('none');
  });

  it('names JSON over several lines within a second, and has a row for each line', async () => {
    const run = await engine.open('pretty-hello');
    const spawned = await run.untilKind('spawned');
    const { view, issue } = await run.untilIssue('multi-line-json');
    expect(view.entry.atUs - spawned.entry.atUs).toBeLessThan(1_000_000);
    expect(view.row.type).toBe('JSON over several lines');
    expect(issue.message).toContain('several lines');
    expect(issue.fix).toContain('one line');
    await run.until('the last brace', (view) => isLine(view) && textOf(view) === '}');
    expect(await strayLines(run)).toHaveLength(5);
  });
});
