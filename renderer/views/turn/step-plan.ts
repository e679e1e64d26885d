// What a script would do, as the reports of a run that has not begun. Pure.

import type { StepReport } from '@shared/ipc/contract.ts';
import type { Scenario } from '@shared/scenario/format.ts';
import { turnSteps, type TurnPart } from '@shared/scenario/turn.ts';
import { stepTitle } from '@shared/scenario/words.ts';

const waiting = { state: 'waiting', severity: null, words: '', tookMs: null } as const;

export function planOf({ steps }: Scenario): readonly StepReport[] {
  return steps.map((step) => ({
    ...waiting,
    index: step.index,
    line: step.line,
    title: `${step.do} ${stepTitle(step)}`,
    parts:
      step.do === 'turn' ? turnSteps(step.turn).map((part) => ({ ...waiting, title: partTitle(part) })) : [],
  }));
}

function partTitle(part: TurnPart): string {
  return part.do === 'tool_call' ? `tool_call ${part.call.tool}` : `${part.do} ${part.event}`;
}
