// The replay that is set up, as a call of the command line. Pure.

import { usualNormalisers } from '@shared/replay/normalisers.ts';
import type { ReplayState } from '../../state/replay.svelte.ts';

type SetUp = Pick<ReplayState, 'recording' | 'targets' | 'pace' | 'speed' | 'rules'>;

/** null while there is nothing to call it with. A target that is a command stands behind `--`, so only one can. */
export function replayArgv({ recording, targets, pace, speed, rules }: SetUp): readonly string[] | null {
  if (recording === null || targets.length === 0) return null;
  const paths = targets.flatMap(({ input }) => (input.kind === 'path' ? ['--against', input.path] : []));
  const command = targets.map(({ input }) => input).find((input) => input.kind === 'command');
  const paces = {
    asap: [],
    recorded: ['--pace', 'recorded'],
    faster: ['--pace', `x${speed}`],
    step: ['--pace', 'step'],
  };
  const { normalise } = rules;
  const usual = normalise.join() === usualNormalisers.join();
  return [
    'framescope',
    'replay',
    recording,
    ...paths,
    ...paces[pace],
    ...(usual ? [] : normalise.flatMap((text) => ['--normalize', text])),
    ...rules.ignore.flatMap((text) => ['--ignore', text]),
    ...(command ? ['--', ...command.argv] : []),
  ];
}
