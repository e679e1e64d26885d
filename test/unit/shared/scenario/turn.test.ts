import { describe, expect, it } from 'vitest';
import type { TurnStep } from '../../../../shared/scenario/format.ts';
import { parseScenario } from '../../../../shared/scenario/parse.ts';
import { turnSteps, type TurnPart } from '../../../../shared/scenario/turn.ts';

function turns(...lines: string[]): TurnStep[] {
  const parsed = parseScenario(lines.join('\n'));
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.faults));
  return parsed.scenario.steps.filter((step) => step.do === 'turn');
}

const words = (part: TurnPart): string =>
  part.do === 'tool_call'
    ? `call ${part.call.tool} ${part.call.args}`
    : `${part.do} ${part.event} ${part.fields.map(({ name, json }) => `${name}=${json}`).join(' ')}`.trim();

describe('a turn', () => {
  it('goes in the order of the real host', () => {
    const [turn] = turns(
      '{"do":"turn","step":4,"text":"I look.","tools":[{"tool":"a","args":{"n": 1.0}},{"tool":"b","id":"x"}]}',
    );
    expect(turnSteps(turn!.turn).map(words)).toEqual([
      'event session_start',
      'event turn_start step=4',
      'intercept turn_start step=4',
      'intercept assistant_message text="I look."',
      'event assistant_message text="I look."',
      'event tool_call tool_id="toolu_1" tool_name="a" tool_args={"n": 1.0}',
      'event tool_call tool_id="x" tool_name="b" tool_args={}',
      'event turn_end stop="tool_use"',
      'intercept tool_call tool_id="toolu_1" tool_name="a" tool_args={"n": 1.0}',
      'call a {"n": 1.0}',
      'intercept tool_call tool_id="x" tool_name="b" tool_args={}',
      'call b {}',
    ]);
  });

  it('is a whole one when nothing is given', () => {
    const [turn] = turns('{"do":"turn"}');
    expect(turnSteps(turn!.turn).map(words)).toEqual([
      'event session_start',
      'event turn_start step=1',
      'intercept turn_start step=1',
      'intercept assistant_message text="I will look at the files."',
      'event assistant_message text="I will look at the files."',
      'event tool_call tool_id="toolu_1" tool_name="bash" tool_args={"command":"ls"}',
      'event turn_end stop="tool_use"',
      'intercept tool_call tool_id="toolu_1" tool_name="bash" tool_args={"command":"ls"}',
      'call bash {"command":"ls"}',
    ]);
  });

  it('without a text asks nobody about a message', () => {
    const [turn] = turns('{"do":"turn","tools":[]}');
    expect(turnSteps(turn!.turn).map(words)).toEqual([
      'event session_start',
      'event turn_start step=1',
      'intercept turn_start step=1',
      'event turn_end stop="end_turn"',
    ]);
  });

  it('counts on from those above, and begins the session once', () => {
    const all = turns('{"do":"turn"}', '{"do":"turn"}', '{"do":"turn","step":9,"session_start":true}');
    expect(all.map(({ turn }) => [turn.sessionStart, turn.step, turn.tools[0]?.id])).toEqual([
      [true, '1', 'toolu_1'],
      [false, '2', 'toolu_2'],
      [true, '9', 'toolu_3'],
    ]);
    const [after] = turns('{"do":"event","event":"session_start"}', '{"do":"turn"}');
    expect(after!.turn.sessionStart).toBe(false);
  });

  it('ends in an error when one is given', () => {
    const [turn] = turns('{"do":"turn","text":"x","error":"no more credit"}');
    expect(turnSteps(turn!.turn).map(words).at(-1)).toBe(
      'event turn_end stop="error" error="no more credit"',
    );
  });
});
