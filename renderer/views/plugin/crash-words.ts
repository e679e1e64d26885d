// How a plugin's end is told: what happened in a sentence, the call it was in as pairs, a line of the stack in its parts. Pure.

import type { PluginSummary } from '@shared/session/plugin-summary.ts';
import type { SessionSummary } from '@shared/session/summary.ts';
import { refused } from '../../state/standing.ts';

export interface CrashFact {
  readonly name: string;
  readonly text: string;
  readonly mono: boolean;
  readonly bad?: boolean;
  readonly line?: number;
}

/** Where C has the function that the host calls. */
const functions: Readonly<Record<string, string>> = {
  'library.open': 'dlopen: a constructor',
  'library.symbol': 'dlsym',
  'plugin.entry': 'opcode_plugin_init',
  'plugin.init': 'OpcodePluginV1.init',
  'plugin.shutdown': 'OpcodePluginV1.shutdown',
  'tool.execute': 'OpcodeToolV1.execute',
  'tool.update': 'OpcodeToolV1.update',
  event: 'OpcodeEventHandler',
  command: 'handler of register_command',
  deferred: 'function given to defer',
  'http.callback': 'callback of http_request',
};
const kinds: Readonly<Record<string, string>> = { event: 'Event', command: 'Command' };
/** Small addresses: a field of a struct behind NULL. */
const nearNull = 0x1000;

export function whatHappened(summary: SessionSummary): string {
  const { exit, plugin, problems } = summary;
  if (refused(summary))
    return problems.findLast(({ severity }) => severity === 'error')?.message ?? 'The host refused it.';
  const signal = exit?.signal;
  const [call] = plugin?.inFlight ?? [];
  const place = call
    ? `${call.type === 'tool.execute' ? 'execute' : call.type}${call.name === '' ? '' : ` of ${call.name}`}`
    : '';
  if (!signal) {
    const refused = problems.findLast(({ severity }) => severity === 'error');
    return (
      refused?.message ?? `It ended with code ${exit?.code ?? '?'}${place === '' ? '' : ` inside ${place}`}.`
    );
  }
  const { crash } = plugin ?? {};
  const where =
    crash && !crash.onMainLoop
      ? ` on thread ${crash.thread ?? '?'}, one of its own`
      : place === ''
        ? ''
        : `, inside ${place}`;
  const address = crash?.address;
  if (!address) return `${signal}${where}.`;
  const near = Number(address) < nearNull ? ', near null' : '';
  return `${signal} at the address ${address}${near}${where}.`;
}

/** Empty when no call of the host was under way. */
export function crashFacts(plugin: PluginSummary): readonly CrashFact[] {
  const [call] = plugin.inFlight;
  const last = plugin.lastHostCall;
  const host: CrashFact[] = last
    ? [{ name: 'Last host call', text: last.name, mono: true, line: last.line }]
    : [];
  if (!call) {
    const open = plugin.calls.findLast(({ end }) => end === null);
    if (!open) return [];
    return [
      { name: 'Open call', text: `${open.tool}, ${open.id}`, mono: true, line: open.line },
      { name: 'args_json', text: open.args, mono: true },
      ...host,
    ];
  }
  const facts: CrashFact[] = [{ name: 'Function', text: functions[call.type] ?? call.type, mono: true }];
  if (call.type === 'tool.execute')
    facts.push({ name: 'Tool, call', text: `${call.name}, ${call.id}`, mono: true });
  const kind = kinds[call.type];
  if (kind) facts.push({ name: kind, text: call.name, mono: true });
  const told = new Set(['tool', 'event', 'name']);
  for (const arg of call.args)
    if (!told.has(arg.name)) facts.push({ name: arg.name, text: arg.text, mono: true });
  facts.push(...host);
  if (
    call.type === 'tool.execute' &&
    plugin.calls.some(({ line, end }) => line === call.line && end === null)
  )
    facts.push({ name: 'tool_done', text: `never called for call ${call.id}`, mono: false, bad: true });
  const behind = plugin.inFlight.length - 1;
  if (behind > 0) facts.push({ name: 'Behind it', text: `${behind} more that had not begun`, mono: false });
  facts.push({ name: 'Host would', text: 'end with it: plugins share its process', mono: false });
  return facts;
}

/** "walk, boom.so+0x1350". */
export function stackFrame(text: string): { readonly name: string; readonly place: string } {
  const at = text.indexOf(', ');
  return at < 0 ? { name: text, place: '' } : { name: text.slice(0, at), place: text.slice(at + 2) };
}
