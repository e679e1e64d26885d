// Loading a native plugin as stages with a sentence each, from the summary and from what is held. Pure; says where it is and
// what failed, decides nothing.

import type { Preflight } from '@shared/target/plugin-target.ts';
import type { Row } from '@shared/session/row.ts';
import type { PluginSummary } from '@shared/session/plugin-summary.ts';
import type { SessionSummary } from '@shared/session/summary.ts';
import { counted } from '../format/count.ts';
import type { Stage } from './stages.ts';
import { exitWord } from './standing.ts';

type StageId = 'preflight' | 'open' | 'symbol' | 'entry' | 'checks' | 'init' | 'discover' | 'ready';

const titles: Readonly<Record<StageId, string>> = {
  preflight: 'Preflight',
  open: 'Open library',
  symbol: 'Find symbol',
  entry: 'Entry',
  checks: 'Checks',
  init: 'init',
  discover: 'Discover',
  ready: 'Ready',
};
const waiting: Readonly<Record<StageId, string>> = {
  preflight: '',
  open: 'the system loads it',
  symbol: 'opcode_plugin_init',
  entry: 'is asked who it is',
  checks: 'versions, sizes, name',
  init: 'it registers what it has',
  discover: 'its handlers add folders',
  ready: 'calls may begin',
};
/** Frames of each stage, the host's and the plugin's. */
const framesOf: Readonly<Partial<Record<StageId, RegExp>>> = {
  open: /^library\.open/,
  symbol: /^library\.symbol/,
  entry: /^plugin\.entry/,
  init: /^(plugin\.init|host\.(register|on_event))/,
  discover: /^(event|host\.add_resource_root)/,
};

interface Told {
  readonly state: 'done' | 'bad' | 'open';
  readonly words: string;
}

/** @param held rows now held, as far as they are read */
export function pluginStages(
  summary: SessionSummary,
  held: readonly Row[],
  preflight: Preflight | null | undefined,
): readonly Stage[] {
  const told = toldOf(summary, preflight);
  const names = (Object.keys(titles) as StageId[]).filter((id) => id !== 'preflight' || preflight);
  const now = names.find((id) => told[id].state !== 'done');
  const over = summary.exit !== null || summary.spawnFailed !== null || summary.state === 'ended';
  const lost = over && !loaded(summary);
  const stages = names.map((id): Stage => {
    const { state, words } = told[id];
    const waits = id === now && !over ? held.find((row) => framesOf[id]?.test(row.type)) : undefined;
    const bad = state === 'bad' || (id === now && lost);
    const at = bad ? 'bad' : state === 'done' ? 'done' : id === now && !over ? 'current' : 'todo';
    const sentence = waits
      ? `held before ${waits.from === 'host' ? 'it is called' : 'it goes on'}`
      : words !== ''
        ? words
        : bad
          ? `ended here, ${exitWord(summary)}`
          : waiting[id];
    return { id, title: titles[id], at, held: waits !== undefined, sentence };
  });
  return over && !lost ? [...stages.slice(0, -1), endStage(summary, stages.at(-1))] : stages;
}

/** It was loaded, and is not there any more. */
function endStage(summary: SessionSummary, ready: Stage | undefined): Stage {
  const crashed = !summary.stopAsked && summary.exit !== null;
  if (!crashed && ready) return { ...ready, title: 'Ended', sentence: 'as it was asked to' };
  return { id: 'ready', title: 'Crashed', at: 'bad', held: false, sentence: exitWord(summary) };
}

function loaded({ ready, state }: SessionSummary): boolean {
  return ready !== undefined || state === 'ready';
}

function toldOf(summary: SessionSummary, preflight: Preflight | null | undefined): Record<StageId, Told> {
  const plugin = summary.plugin;
  const { open, symbol, entry, init } = plugin?.loading ?? {};
  const step = (one: typeof open): Told =>
    one?.end ? { state: one.end.ok ? 'done' : 'bad', words: one.end.words } : { state: 'open', words: '' };
  const ready = loaded(summary);
  return {
    preflight: { state: 'done', words: preflight ? preflightWords(preflight) : '' },
    open: step(open),
    symbol: step(symbol),
    entry: named(step(entry), 'opcode_plugin_init'),
    checks: checksOf(summary, plugin),
    init: init ? step(init) : { state: ready ? 'done' : 'open', words: ready ? 'it has none' : '' },
    discover: { state: ready ? 'done' : 'open', words: ready && plugin ? discoverWords(plugin) : '' },
    ready: { state: ready ? 'done' : 'open', words: ready ? registered(plugin) : '' },
  };
}

/** Which function it was, where there is room for no more than its return. */
function named({ state, words }: Told, name: string): Told {
  return { state, words: words === '' ? '' : words.replace('returned', `${name}:`) };
}

function preflightWords({ format, machine, exported }: Preflight): string {
  return `${format === 'elf' ? 'ELF' : 'Mach-O'} ${machine}, ${counted(exported.length, 'export')}`;
}

function checksOf({ hello, problems }: SessionSummary, plugin: PluginSummary | undefined): Told {
  if (hello) {
    const abi = plugin?.abi ? `ABI ${plugin.abi.version}, size ${plugin.abi.structSize}` : '';
    return { state: 'done', words: abi };
  }
  if (!plugin?.loading.entry?.end?.ok) return { state: 'open', words: '' };
  const refused = problems.find(({ code }) => refusals.has(code));
  return refused ? { state: 'bad', words: refused.message } : { state: 'open', words: '' };
}
const refusals: ReadonlySet<string> = new Set(['abi-mismatch', 'struct-too-small', 'plugin-name-missing']);

function discoverWords({ discover, roots }: PluginSummary): string {
  if (discover.asked === 0) return 'no handler';
  return roots.length === 0 ? counted(discover.asked, 'handler') : counted(roots.length, 'folder');
}

function registered(plugin: PluginSummary | undefined): string {
  if (!plugin) return '';
  const parts = [
    plugin.tools.length > 0 && counted(plugin.tools.length, 'tool'),
    plugin.commands.length > 0 && counted(plugin.commands.length, 'command'),
    plugin.handlers.length > 0 && counted(plugin.handlers.length, 'handler'),
  ].filter((part) => typeof part === 'string');
  return parts.join(', ') || 'nothing registered';
}
