import { readFileSync } from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { stepNames } from '../../../../shared/scenario/fields.ts';
import type { Scenario, ScenarioFault, Step } from '../../../../shared/scenario/format.ts';
import { parseScenario } from '../../../../shared/scenario/parse.ts';

function scenario(...lines: string[]): Scenario {
  const parsed = parseScenario(lines.join('\n'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults, null, 1));
  return parsed.scenario;
}

function faults(...lines: string[]): readonly ScenarioFault[] {
  const parsed = parseScenario(lines.join('\n'));
  if (parsed.ok) throw new Error(`No fault in ${lines.join('\n')}`);
  return parsed.faults;
}

/** The step of a scenario of one, without its place. */
function step(line: string): Omit<Step, 'index' | 'line'> {
  const { index: _, line: __, ...rest } = scenario(line).steps[0]!;
  return rest;
}

describe('a scenario', () => {
  it('has a name, a profile and steps that know their lines', () => {
    const read = scenario(
      '// what the documentation shows',
      '{"framescope_scenario": 1, "name": "greeting", "profile": "zot-2026-05"}',
      '',
      '  {"do": "tool_call", "tool": "greet"} // the call',
      '/* and */ {"do": "expect", /* not */ "is_error": false}',
    );
    expect(read).toMatchObject({ name: 'greeting', profile: 'zot-2026-05' });
    expect(read.steps.map(({ index, line, do: name }) => [index, line, name])).toEqual([
      [1, 4, 'tool_call'],
      [2, 5, 'expect'],
    ]);
  });

  it('needs no header', () => {
    expect(scenario('{"do":"turn"}')).toMatchObject({ name: '', profile: null });
  });

  it('may have come through an editor of another system', () => {
    expect(scenario('\ufeff{"framescope_scenario":1}\r', '{"do":"wait","ms":1}\r', '\r').steps).toHaveLength(
      1,
    );
  });

  it('may hold what looks like a comment inside a text', () => {
    expect(step('{"do":"command","name":"open","args":"http://a/*b*/"}')).toMatchObject({
      args: 'http://a/*b*/',
    });
  });
});

describe('a step', () => {
  it.each<[string, object]>([
    ['{"do":"tool_call","tool":"t"}', { do: 'tool_call', tool: 't', args: '{}' }],
    [
      '{"do":"tool_call","tool":"t","args":{ "n" : 1.0e2, "n": 7301444403300120013 },"session":"a","timeout_ms":5}',
      {
        do: 'tool_call',
        tool: 't',
        args: '{ "n" : 1.0e2, "n": 7301444403300120013 }',
        session: 'a',
        timeoutMs: 5,
      },
    ],
    ['{"do":"tool_call","tool":"t","args":null}', { do: 'tool_call', tool: 't', args: 'null' }],
    [
      '{"do":"tool_call","tool":"t","args":[1, /* two */ 2]}',
      { do: 'tool_call', tool: 't', args: '[1,           2]' },
    ],
    [
      '{"do":"command","name":"c","args":" a  b ","session":2}',
      { do: 'command', name: 'c', args: ' a  b ', session: 2 },
    ],
    [
      '{"do":"event","event":"turn_end","stop":"end_turn","\\u0065rror":"\\u00e9"}',
      {
        do: 'event',
        event: 'turn_end',
        fields: [
          { name: 'stop', json: '"end_turn"' },
          { name: 'error', json: '"\\u00e9"' },
        ],
      },
    ],
    [
      '{"do":"intercept","event":"tool_call","tool_name":"bash","tool_args":{"a":-0}}',
      {
        do: 'intercept',
        event: 'tool_call',
        fields: [
          { name: 'tool_name', json: '"bash"' },
          { name: 'tool_args', json: '{"a":-0}' },
        ],
      },
    ],
    [
      '{"do":"send","frame":{ "type": "panel_key", "n": 1.50 }}',
      { do: 'send', raw: '{"type":"panel_key","n":1.50}' },
    ],
    ['{"do":"send","raw":" not\\tJSON","session":1}', { do: 'send', raw: ' not\tJSON', session: 1 }],
    ['{"do":"wait","ms":250}', { do: 'wait', wait: { kind: 'time', ms: 250 } }],
    [
      '{"do":"wait","for":{"type":"notify","id":"7","from":"extension"}}',
      {
        do: 'wait',
        wait: { kind: 'row', row: { type: 'notify', id: '7', from: 'extension' }, timeoutMs: 5000 },
      },
    ],
    ['{"do":"shutdown"}', { do: 'shutdown' }],
    ['{"do":"shutdown","session":"a"}', { do: 'shutdown', session: 'a' }],
  ])('%s is read', (line, expected) => expect(step(line)).toEqual(expected));

  it.each<[string, object]>([
    ['"is_error":true,"text":"x"', { isError: true, text: { equals: 'x' } }],
    ['"text":{"contains":"x"},"within_ms":9', { text: { contains: 'x' }, withinMs: 9 }],
    ['"text":{"matches":"^x+$"},"timed_out":false', { text: { matches: '^x+$' }, timedOut: false }],
    [
      '"value":{"":1.0,"/a~1b/0":[]}',
      {
        value: [
          { pointer: '', json: '1.0' },
          { pointer: '/a~1b/0', json: '[]' },
        ],
      },
    ],
    ['"gone":true', { gone: true }],
    [
      '"row":{"type":"notify","text":{"contains":"x"},"value":{"/level":"info"}}',
      { row: { type: 'notify', text: { contains: 'x' }, value: [{ pointer: '/level', json: '"info"' }] } },
    ],
  ])('expect of a tool call: %s is read', (checks, expected) => {
    const [, second] = scenario('{"do":"tool_call","tool":"t"}', `{"do":"expect",${checks}}`).steps;
    expect(second).toMatchObject({ expect: expected });
  });

  it('expect of an intercept is read', () => {
    const [, second] = scenario(
      '{"do":"intercept","event":"turn_start","step":1}',
      '{"do":"expect","blocked":true,"reason":{"contains":"no"},"verdicts":["rewrite","block","not_asked"]}',
    ).steps;
    expect(second).toMatchObject({
      expect: { blocked: true, reason: { contains: 'no' }, verdicts: ['rewrite', 'block', 'not_asked'] },
    });
  });
});

describe('a fault', () => {
  it.each<[string, string, number, RegExp, RegExp?]>([
    ['a misspelled step', '{"do":"tool_cal","tool":"t"}', 7, /no step "tool_cal"/, /Write "tool_call"\./],
    ['an unheard-of step', '{"do":"explode"}', 7, /no step "explode"/, /one of: tool_call, command,/],
    ['a step that is no text', '{"do":7}', 7, /has to be the name of a step/],
    ['no "do"', '  {"tool":"t"}', 3, /no "do"/, /one of: tool_call/],
    ['a bare frame', '{"type":"shutdown"}', 1, /no "do"/, /"do": "send", "frame"/],
    [
      'a misspelled field',
      '{"do":"tool_call","tol":"t"}',
      19,
      /"tol" is no field of tool_call/,
      /Write "tool"\./,
    ],
    ['an unknown field', '{"do":"shutdown","why":1}', 18, /"why" is no field/, /It has: "session"\./],
    ['a field that is missing', '{"do":"tool_call"}', 1, /tool_call needs "tool"/, /Add "tool": its name\./],
    ['a field given twice', '{"do":"wait","ms":1,"ms":2}', 21, /"ms" is given twice/],
    [
      'a field of the wrong kind',
      '{"do":"command","name":"c","args":5}',
      35,
      /"args" has to be a text .*, not 5/,
    ],
    ['null for a text', '{"do":"command","name":null}', 24, /"name" has to be .*, not null/],
    ['a time that is no time', '{"do":"wait","ms":-1}', 19, /"ms" has to be whole milliseconds/],
    ['a wait for nothing', '{"do":"wait"}', 1, /wait needs "ms" or "for"/],
    ['a wait for both', '{"do":"wait","ms":1,"for":{"type":"x"}}', 1, /has both "ms" and "for"/],
    ['a row without a type', '{"do":"wait","for":{"id":"1"}}', 20, /a row needs "type"/],
    [
      'a row with an unknown field',
      '{"do":"wait","for":{"type":"x","form":"host"}}',
      32,
      /"form" is no field of a row/,
      /Write "from"\./,
    ],
    [
      'a side that is none',
      '{"do":"wait","for":{"type":"x","from":"guest"}}',
      39,
      /"from" has to be "extension" or "host"/,
    ],
    ['a send of nothing', '{"do":"send","session":"a"}', 1, /send needs "frame" or "raw"/],
    [
      'a frame that is no object',
      '{"do":"send","frame":[]}',
      22,
      /"frame" has to be an object in braces, not a list/,
    ],
    ['a raw line of two', '{"do":"send","raw":"a\\nb"}', 1, /holds a line break/],
    ['a session that is none', '{"do":"shutdown","session":0}', 28, /the name of an extension/],
    ['an id of an event', '{"do":"event","event":"x","id":"1"}', 27, /"id" is given by the host/],
    ['a session of an event', '{"do":"event","event":"x","session":"a"}', 27, /goes to all that subscribed/],
    ['tools that are no list', '{"do":"turn","tools":{}}', 22, /"tools" has to be a list/],
    ['a tool that is no object', '{"do":"turn","tools":[{"tool":"a"},7]}', 36, /a tool has to be an object/],
    ['a tool without a name', '{"do":"turn","tools":[{"args":1}]}', 23, /a tool needs "tool"/],
    ['a comment of another kind', ' # {"do":"turn"}', 2, /# does not begin a comment/, /\/\//],
    ['a comment over two lines', '{"do":"turn"} /* and', 15, /comment does not end on its line/],
    ['a list around the steps', '[', 1, /an object, not a list/, /one step a line/],
    ['a step in a list', '[{"do":"turn"}]', 1, /an object, not a list/],
    ['a bare value', ' 5', 2, /a step is an object/],
    ['a step over two lines', '{"do":"tool_call",', 19, /ends too early/, /on one line/],
    ['a text over two lines', '{"do":"tool', 7, /ends too early/, /on one line/],
    ['a comma behind the step', '{"do":"turn"},', 14, /a comma stands behind/, /step of its own/],
    ['two steps on a line', '{"do":"turn"} {"do":"turn"}', 15, /something stands behind/],
    ['a comma too many', '{"do":"turn",}', 14, /here should be a key/, /leave it out/],
    ['single quotes', "{'do':'turn'}", 2, /single quotes/, /Write " instead/],
    ['a missing colon', '{"do" "turn"}', 7, /here should be ":"/],
    ['a bad escape', '{"do":"\\x"}', 7, /not written as JSON/],
    ['a header of a newer program', '{"framescope_scenario":2}', 24, /version 2 .* reads version 1/],
    ['an unknown profile', '{"framescope_scenario":1,"profile":"zut"}', 36, /no host profile "zut"/],
    [
      'an unknown field of the header',
      '{"framescope_scenario":1,"title":"x"}',
      26,
      /"title" is no field of the header/,
    ],
    ['a check at the beginning', '{"do":"expect","is_error":true}', 1, /no step before/],
  ])('%s is told with its place', (_what, line, column, message, fix) => {
    const [first] = faults(line);
    expect(first).toMatchObject({ line: 1, column });
    expect(first?.message).toMatch(message);
    if (fix) expect(first?.fix).toMatch(fix);
  });

  it.each<[string, string, number, RegExp]>([
    ['a check that checks nothing', '"within_ms":1', 1, /checks nothing/],
    ['an expression that is none', '"text":{"matches":"("}', 34, /no regular expression/],
    ['a matcher that is none', '"text":{"starts":"a"}', 23, /"text" has to be a text, \{"contains"/],
    ['a pointer that is none', '"value":{"a/b":1}', 25, /"a\/b" is no JSON pointer/],
    ['a check of something else', '"verdicts":["allow"]', 16, /"verdicts" does not go with tool_call/],
    ['a verdict that is none', '"verdicts":["maybe"]', 27, /"verdicts" has to be a list of allow/],
  ])('%s is told with its place', (_what, checks, column, message) => {
    const told = faults('{"do":"tool_call","tool":"t"}', `{"do":"expect",${checks}}`);
    expect(told[0]).toMatchObject({ line: 2, column });
    expect(told[0]?.message).toMatch(message);
  });

  it('is a header below the top', () => {
    expect(faults('{"do":"turn"}', '{"framescope_scenario":1}')).toMatchObject([
      { line: 2, column: 1, message: 'the header is not the first line' },
    ]);
  });

  it('is a check of an outcome that no step above has', () => {
    const told = faults('{"do":"event","event":"turn_end"}', '{"do":"expect","text":"x"}');
    expect(told).toMatchObject([{ line: 2, column: 16 }]);
    expect(told[0]?.message).toMatch(/nothing to look at/);
  });

  it('is a scenario without steps', () => {
    expect(faults('// nothing', '')[0]?.message).toBe('the scenario has no steps');
    expect(faults('{"framescope_scenario":1,"name":"x"}')[0]?.message).toBe('the scenario has no steps');
  });

  it('does not hide the others, nor blame them on itself', () => {
    const told = faults('{"do":"tool_cal","tool":"t"}', '{"do":"expect","is_error":true}', '{"do":"wait"}');
    expect(told.map(({ line }) => line)).toEqual([1, 3]);
  });

  it('of a file that is no scenario at all comes at most a hundred times', () => {
    expect(faults('no scenario\n'.repeat(5_000))).toHaveLength(100);
  });

  it('has a place inside its line, whatever the text', () => {
    const pieces = fc.constantFrom(
      ...stepNames.map((name) => `{"do":"${name}"`),
      ...'{}[],:"\\/#*\n\r \u2028\ud800é'.split(''),
      '//',
      '/*',
      '*/',
      'null',
      '-1.5e3',
      '"tool":"t"',
      '"args":',
      '"for":{"type":"x"}',
      '"value":{"/a":1}',
      '"text":{"matches":"("}',
      '"tools":[{}]',
      '{"framescope_scenario":1',
      '"expect"',
      '}\n',
    );
    const text = fc.oneof(
      fc.array(pieces, { maxLength: 30 }).map((all) => all.join('')),
      fc.string(),
    );
    fc.assert(
      fc.property(text, (written) => {
        const parsed = parseScenario(written);
        if (parsed.ok) return expect(parsed.scenario.steps.length).toBeGreaterThan(0);
        const lines = written.split('\n');
        for (const { line, column, length, message } of parsed.faults) {
          expect(message).not.toBe('');
          expect(column).toBeGreaterThanOrEqual(1);
          expect(column - 1 + length).toBeLessThanOrEqual((lines[line - 1] ?? '').length);
        }
      }),
    );
  });

  it('costs no stack, however deep the arguments are', () => {
    const deep = `${'['.repeat(50_000)}${']'.repeat(50_000)}`;
    expect(step(`{"do":"tool_call","tool":"t","args":${deep}}`)).toMatchObject({ args: deep });
    expect(faults(`{"do":"tool_call","tool":"t","args":${'['.repeat(50_000)}`)[0]?.line).toBe(1);
  });
});

it('arguments keep the text of the file, whatever their value', () => {
  fc.assert(
    fc.property(fc.json(), (args) => {
      expect(step(`{"do":"tool_call","tool":"t","args":${args}}`)).toMatchObject({ args });
    }),
  );
});

describe('the fixture', () => {
  const read = (name: string): string =>
    readFileSync(path.resolve(import.meta.dirname, '../../../fixtures/scenarios', name), 'utf8');

  it('good.scenario is a scenario with every kind of step', () => {
    const { steps } = scenario(read('good.scenario'));
    expect(new Set(steps.map((each) => each.do))).toEqual(new Set(stepNames));
  });

  it('broken.scenario has the faults that are written down beside it', () => {
    const told = faults(read('broken.scenario')).map(
      ({ line, column, message, fix }) => `${line}:${column}: ${message}${fix ? `\n    ${fix}` : ''}`,
    );
    expect(`${told.join('\n')}\n`).toBe(read('broken.faults.txt'));
  });
});
