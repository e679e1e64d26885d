// What runs in the process of its own that every native plugin gets: takes frames of the host from descriptor 4, calls the
// plugin, and tells the engine on descriptor 3 all that crosses. Descriptors 1 and 2 are the plugin's. On 5 a crash writes
// where it happened. Wires its parts together; decides nothing.
//
// node plugin-child.js [--plain] LIBRARY. The library is only there to be seen in a list of processes: which one to open is
// told later. --plain leaves the machine code out, as on machines that it is not for.

import { opcodeRules } from '../../shared/protocol/opcode/rules.ts';
import { HostTable } from './host-table.ts';
import { CodePage, mainLoopThread, planCrashReport, planExit } from './machine-code.ts';
import { MainLoop } from './main-loop.ts';
import { closeOnExec } from './native.ts';
import { PluginCalls } from './plugin-calls.ts';
import { newPluginState, type HostFacts } from './plugin-state.ts';
import { httpRules } from './rules-http.ts';
import { jsonRules } from './rules-json.ts';
import { memoryRules } from './rules-memory.ts';
import { sessionRules } from './rules-session.ts';
import { toolRules } from './rules-tools.ts';
import { planValgrindStack } from './valgrind-stack.ts';
import { Wire } from './wire.ts';

const framesOut = 3;
const framesIn = 4;
const crashes = 5;

const nothingTold: HostFacts = {
  rules: opcodeRules(''),
  cwd: process.cwd(),
  sessionId: null,
  sessionFile: null,
  systemPrompt: null,
  models: [],
  poison: false,
};

/** Ending with threads of the plugin alive can crash, so this process never ends by itself. */
function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** A fault of ours must not look like one of the plugin's. */
process.on('uncaughtException', (error) => {
  wire.say({ broken: error.stack ?? error.message });
  wire.flush();
  die();
});
for (const fd of [framesOut, framesIn, crashes]) closeOnExec(fd);
const early: string[] = [];
let frame = (text: string): void => void early.push(text);
const wire = new Wire(framesIn, framesOut, {
  frame: (text) => frame(text),
  word: (word) => heard(word),
  closed: die,
});
const state = newPluginState(nothingTold, wire);
const loop = new MainLoop(state.heap);
const table = new HostTable(
  state,
  {
    ...memoryRules(state),
    ...toolRules(state),
    ...jsonRules(state),
    ...sessionRules(state),
    ...httpRules(state),
  },
  loop,
);

function heard({ facts, cancel, memory }: Readonly<Record<string, unknown>>): void {
  if (facts !== undefined) {
    state.facts = { ...state.facts, ...(facts as HostFacts) };
    state.heap.poisons = state.facts.poison;
  }
  if (typeof cancel === 'string') state.cancelled.add(cancel);
  if (memory === true) {
    wire.say({ memory: state.heap.live });
    wire.flush();
  }
}

wire.listen();
const page = process.argv.includes('--plain') ? undefined : CodePage.make();
table.fill(page);
const report = page === undefined ? undefined : planCrashReport(page, crashes);
const exiting = page === undefined ? undefined : planExit(page);
const valgrind = page === undefined ? undefined : planValgrindStack(page);
if (page !== undefined && !page.seal()) table.fill(undefined);
else if (page !== undefined) {
  loop.thread = await mainLoopThread();
  await report?.();
  exiting?.();
  await valgrind?.();
}
const calls = new PluginCalls(state, table, loop);
frame = (text) => calls.perform(text);
for (const text of early.splice(0)) frame(text);
wire.say({ ready: { thread: loop.thread ?? null } });
wire.flush();
