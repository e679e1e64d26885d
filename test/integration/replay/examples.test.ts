// Recordings of the examples, replayed against the examples themselves and against copies in which one thing was changed.

import { readdirSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { isDifference } from '../../../shared/replay/result.ts';
import { EngineUnderTest } from '../../support/engine.ts';
import { examplesDir } from '../../support/fixture-extensions.ts';
import { ChangedCopies, exampleTarget, record, replay, told } from '../../support/replay-runs.ts';

let engine: EngineUnderTest;
let copies: ChangedCopies;
beforeEach(() => {
  engine = new EngineUnderTest();
  copies = new ChangedCopies();
});
afterEach(async () => {
  copies.close();
  await engine.close();
});

const call = (id: string, name: string, args: string): string =>
  `{"type":"tool_call","id":"${id}","name":"${name}","args":${args}}`;

interface Case {
  readonly lines: readonly string[];
  /** What differs from run to run. */
  readonly ignore?: readonly string[];
  readonly change: readonly [file: string, text: string, by: string];
  readonly pointer: string;
  readonly type: string;
}

const cases: Readonly<Record<string, Case>> = {
  greeter: {
    lines: [
      '{"type":"event","event":"session_start"}',
      call('a', 'greet', '{"name":"Ada","language":"de"}'),
      call('b', 'greet', '{"name":"Ada","language":"tlh"}'),
      '{"type":"command_invoked","id":"c","name":"greet","args":"Grace"}',
      '{"type":"event_intercept","id":"d","event":"tool_call","tool_name":"bash","tool_args":{"command":"rm -rf /"}}',
      '{"type":"event","event":"turn_end","stop":"end_turn"}',
    ],
    change: ['greeter.mjs', "de: 'Hallo'", "de: 'Moin'"],
    type: 'tool_result',
    pointer: '/content/0/text',
  },
  'word-count': {
    lines: [
      call('1', 'count_words', '{"text":"one two\\nthree"}'),
      call('2', 'count_words', '{}'),
      '{"type":"command_invoked","id":"3","name":"count","args":"one two"}',
    ],
    change: ['word_count.py', '"is_error": failed,', '"is_error": False,'],
    type: 'tool_result',
    pointer: '/is_error',
  },
  chatterbox: {
    lines: [call('1', 'repeat', '{"text":"again"}')],
    change: ['chatterbox.mjs', 'String(frame.args?.text)', '`${frame.args?.text}!`'],
    type: 'tool_result',
    pointer: '/content/0/text',
  },
  uptime: {
    lines: [call('x1', 'uptime', '{}')],
    ignore: ['tool_result:/content/*/text'],
    change: ['uptime.sh', 'uptime counts from now', 'uptime counts'],
    type: 'notify',
    pointer: '/message',
  },
};

it('every example has a recording here', () => {
  expect(Object.keys(cases).sort()).toEqual(readdirSync(examplesDir).sort());
});

describe.each(Object.entries(cases))(
  'a recording of %s',
  (name, { lines, ignore = [], change, type, pointer }) => {
    it('replays green against itself, with ids of its own', async () => {
      const file = await record(engine, exampleTarget(name), lines);
      const { outcome, rows } = await replay(engine, file, exampleTarget(name), { ignore });
      expect(rows.filter(isDifference), told(rows).join('\n')).toEqual([]);
      expect(outcome).toMatchObject({
        ok: true,
        end: 'done',
        differences: 0,
        sent: lines.length,
        notSent: 0,
      });
      expect(told(rows).at(-1)).toBe('equal exit: exit code 0 / exit code 0');
    });

    it('replays red against a changed copy, and the changed place is named', async () => {
      const file = await record(engine, exampleTarget(name), lines);
      const { outcome, rows } = await replay(engine, file, copies.of(name, ...change), { ignore });
      const differences = rows.filter(isDifference);
      expect(outcome.ok).toBe(false);
      expect(differences, told(rows).join('\n')).toHaveLength(1);
      expect(differences[0]).toMatchObject({
        kind: 'compared',
        verdict: 'changed',
        type,
        changes: [{ pointer }],
      });
    });
  },
);

it('the recording that comes with the examples replays green, on whatever machine it was made', async () => {
  const { outcome, rows } = await replay(
    engine,
    path.join(examplesDir, '..', 'recordings', 'greeting.fsj'),
    exampleTarget('greeter'),
  );
  expect(rows.filter(isDifference), told(rows).join('\n')).toEqual([]);
  expect(outcome).toMatchObject({ ok: true, sent: 5 });
});
