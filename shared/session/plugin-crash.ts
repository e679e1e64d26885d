// Which call a plugin was in when it ended, and which one is made again after a restart. Pure; the engine and the window
// both read it here.

import type { CallInFlight, PluginSummary } from './plugin-summary.ts';

export interface CallAgain {
  /** seq of its frame. */
  readonly line: number;
  /** "tool.execute of boom". */
  readonly words: string;
}

const again: ReadonlySet<string> = new Set([
  'tool.execute',
  'tool.update',
  'event',
  'command',
  'plugin.shutdown',
]);

/**
 * The call on the main loop, when somebody asked for it; of a crash anywhere else the newest tool call that is open, else
 * the newest call that somebody asked for. undefined: loading crashed, which a restart does again by itself.
 */
export function callOfCrash(plugin: PluginSummary): CallAgain | undefined {
  const [first] = plugin.inFlight;
  if (first && again.has(first.type)) return wordsOf(first);
  if (Object.values(plugin.loading).some((step) => step.end === null)) return undefined;
  const open = plugin.calls.findLast(({ end, lost }) => end === null && lost === '');
  if (open) return { line: open.line, words: `tool.execute of ${open.tool}` };
  return plugin.lastAsked ? wordsOf(plugin.lastAsked) : undefined;
}

function wordsOf({ line, type, name }: CallInFlight): CallAgain {
  return { line, words: name === '' ? type : `${type} of ${name}` };
}
