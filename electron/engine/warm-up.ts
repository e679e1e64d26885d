// Gets the checks of a session ready while its process starts. It must not keep anything waiting.

import type { FrameDef, ValidateFrame } from '../../shared/protocol/define.ts';

/** Compiles the checks while the process starts, one a turn of the loop, so that no frame waits for its own. */
export function warmUp(frames: readonly FrameDef[], dialect: string, validate: ValidateFrame): void {
  const cold = frames.filter((def) => def.dialects.includes(dialect));
  const next = (): void => {
    const def = cold.shift();
    if (!def) return;
    validate(def, def.examples[0] ?? {});
    setImmediate(next);
  };
  setImmediate(next);
}
