// Every host profile runs an extension that does everything right, from the command line as a person would ask for it,
// and a frame that the profile does not know says who does.

import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { protocolNamed } from '../../shared/protocol/registry.ts';
import { CommandLineUnderTest } from '../support/command-line.ts';
import { EngineUnderTest, script } from '../support/engine.ts';
import { examplesDir, fixture } from '../support/fixture-extensions.ts';

const profiles = protocolNamed('zot')?.profiles ?? [];

describe('every profile of the family', () => {
  it('is one of four', () => {
    expect(profiles.map(({ name }) => name)).toEqual(['zot-seed', 'zot-2026-05', 'zot-latest', 'terva-6']);
  });

  let line: CommandLineUnderTest;
  beforeEach(() => {
    line = new CommandLineUnderTest();
  });
  afterEach(() => line.close());

  it.each(profiles.map(({ name }) => [name]))(
    'runs the extension that does everything right to its end: %s',
    async (profile) => {
      const { code, json } = await line.report([fixture('good'), '--profile', profile, '--wait', '50']);
      expect(json.problems.filter(({ severity }) => severity !== 'info')).toEqual([]);
      expect(json).toMatchObject({ ok: true, state: 'ready', exit: { code: 0, signal: null } });
      expect(json.tools.map(({ name }) => name)).toEqual(['echo']);
      expect(json.commands.map(({ name }) => name)).toEqual(['shout']);
      expect(json.events).toEqual(['session_start', 'turn_end']);
      expect(json.intercepts).toEqual(['tool_call']);
      expect(code).toBe(0);
    },
    20_000,
  );

  it.each(profiles.map(({ name }) => [name]))(
    'runs the sample that an author reads first: %s',
    async (profile) => {
      const { code, json } = await line.report([
        path.join(examplesDir, 'greeter'),
        '--profile',
        profile,
        '--wait',
        '50',
      ]);
      expect(json).toMatchObject({ ok: true, state: 'ready', hello: { name: 'greeter' } });
      expect(code).toBe(0);
    },
    20_000,
  );
});

describe('a frame of another dialect', () => {
  it.each([
    ['zot-latest', 'set_withdrawn_tools', '{"type":"set_withdrawn_tools","tools":[]}', 'terva-6'],
    ['terva-6', 'call_tool', '{"type":"call_tool","id":"1","name":"read","args":{}}', 'zot-latest'],
    ['zot-seed', 'clear_notes', '{"type":"clear_notes"}', 'zot-latest'],
  ])(
    'under %s: %s names the dialects that know it',
    async (profile, type, frame, knownTo) => {
      const engine = new EngineUnderTest();
      try {
        const hello = '{"type":"hello","name":"x","version":"1"}';
        const source = `process.stdout.write(${JSON.stringify(`${hello}\n${frame}\n{"type":"ready"}\n`)}); process.stdin.resume()`;
        const run = await engine.open(script(source), { profile });
        const { issue } = await run.untilIssue('frame-of-other-dialect');
        expect(issue.message).toContain(`${profile} does not know the frame "${type}"`);
        expect(issue.message).toContain(knownTo);
      } finally {
        await engine.close();
      }
    },
    20_000,
  );
});
