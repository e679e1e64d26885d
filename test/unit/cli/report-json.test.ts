import { describe, expect, it } from 'vitest';
import { refusalJson, reportJson } from '../../../electron/cli/report-json.ts';
import type { SessionSummary } from '../../../shared/session/summary.ts';

const schemaText =
  '{"type":"object","properties":{"b":{"maximum":18446744073709551615},"10":{"minimum":1.10},"2":{},"2":{"const":1E-7}}}';

const summary: SessionSummary = {
  state: 'ready',
  mode: 'run',
  hello: { name: 'x', version: '1', capabilities: ['tools'] },
  commands: [{ name: 'go', description: 'Goes', late: false, line: 3 }],
  tools: [
    { name: 'echo', description: 'Echoes', schemaText, late: false, line: 4 },
    { name: 'bare', description: '', schemaText: null, late: true, line: 5 },
  ],
  events: ['turn_end'],
  intercepts: ['tool_call'],
  problems: [],
  problemCounts: { error: 0, warning: 0, info: 0 },
  held: [],
  frames: 7,
  entries: 12,
  stderrLines: 0,
  notFrames: 0,
  pid: 1,
  exit: { code: 0, signal: null },
  spawnFailed: null,
  stopAsked: true,
  clockFrozen: false,
  stalledBytes: 0,
};

describe('the JSON report', () => {
  const text = reportJson({ ok: true, state: 'ready', summary, problems: [] });

  it('has the documented keys in their order, and one line', () => {
    expect(Object.keys(JSON.parse(text) as object)).toEqual([
      'ok',
      'state',
      'hello',
      'commands',
      'tools',
      'events',
      'intercepts',
      'problems',
      'diagnosis',
      'frames',
      'exit',
    ]);
    expect(text).not.toContain('\n');
  });

  it('tells the summary', () => {
    expect(JSON.parse(text)).toMatchObject({
      ok: true,
      state: 'ready',
      hello: { name: 'x', version: '1', capabilities: ['tools'] },
      commands: [{ name: 'go', description: 'Goes' }],
      tools: [
        { name: 'echo', description: 'Echoes' },
        { name: 'bare', description: '', schema: null },
      ],
      events: ['turn_end'],
      intercepts: ['tool_call'],
      problems: [],
      frames: 7,
      exit: { code: 0, signal: null },
    });
  });

  it('cases N01 and N04: keeps every digit, the order of keys and duplicate keys of a schema', () => {
    expect(text).toContain(`"schema":${schemaText}`);
  });

  it('escapes what could act on a terminal, without changing a value', () => {
    const name = 'a\u202eb\u009b2Jc\u007f\u{e0041}\u001b[31m';
    const evil: SessionSummary = {
      ...summary,
      tools: [{ name, description: name, schemaText: `{"title":"\u202e\u0085"}`, late: false, line: 1 }],
    };
    const report = reportJson({ ok: true, state: 'ready', summary: evil, problems: [] });
    expect(report).toMatch(/^[\x20-\x7e]*$/);
    expect(JSON.parse(report)).toMatchObject({ tools: [{ name, schema: { title: '\u202e\u0085' } }] });
  });

  it('of a refusal has the same keys, and the reason among the problems', () => {
    const refused = refusalJson([
      { code: 'targetMissing', message: 'There is nothing at /x.', fix: 'Look.' },
    ]);
    expect(Object.keys(JSON.parse(refused) as object)).toEqual(Object.keys(JSON.parse(text) as object));
    expect(JSON.parse(refused)).toMatchObject({
      ok: false,
      state: 'idle',
      hello: null,
      exit: null,
      problems: [{ code: 'targetMissing', severity: 'error', message: 'There is nothing at /x.', seq: null }],
    });
  });
});
