// Walks a run of the simulated agent over plugins: tells each event to all handlers in load order, honours their vetoes,
// and runs the calls of a turn as the header has it: one after the other when one of them is SEQUENTIAL, started together
// otherwise, a DESTRUCTIVE one only when it is confirmed.

import { isVetoable } from '../../../shared/protocol/opcode/event-names.ts';
import type {
  CallReport,
  HandlerReturn,
  RunCall,
  RunOptions,
  RunReport,
  RunStep,
  StepReport,
} from '../../../shared/session/plugin-run.ts';
import type { Session } from '../session-type.ts';
import type { PluginFace } from './plugin-face.ts';
import type { PluginTool } from './plugin-offers.ts';

interface Plugin {
  readonly name: string;
  readonly face: PluginFace;
}

interface Turn {
  readonly plugins: readonly Plugin[];
  readonly token: string;
  readonly options: RunOptions;
  readonly returns: HandlerReturn[];
}

/** @param sessions in load order; those that are no plugins are passed over */
export async function runAgent(
  sessions: readonly Session[],
  steps: readonly RunStep[],
  options: RunOptions = {},
): Promise<RunReport> {
  const plugins = sessions.flatMap(({ plugin: face, name }) => (face ? [{ name, face }] : []));
  const reports: StepReport[] = [];
  for (const [at, step] of steps.entries()) {
    const asked = options.stopped?.() ?? '';
    if (asked !== '') return { steps: reports, stopped: asked };
    const turn: Turn = { plugins, token: `${options.name ?? 'run'}-of-step-${at + 1}`, options, returns: [] };
    options.began?.(at, turn.token);
    const calls = step.kind === 'calls' ? await runCalls(turn, step.calls) : [];
    const by = step.kind === 'event' ? await tellAll(turn, step.event, step.payload) : undefined;
    const stopped = by === undefined ? '' : `${by} took care of the input, so no run begins`;
    const report = { step, returns: turn.returns, calls, stopped };
    reports.push(report);
    options.ended?.(at, report);
    if (stopped !== '') return { steps: reports, stopped };
  }
  return { steps: reports, stopped: '' };
}

/** Name of the plugin that vetoed it; undefined when nobody did. Those after a veto are not told. */
async function tellAll(
  { plugins, returns }: Turn,
  event: string,
  payload: string,
): Promise<string | undefined> {
  const vetoable = isVetoable(event);
  for (const { face, name } of plugins) {
    const told = await face.tell(event, payload, vetoable);
    returns.push(...told);
    if (vetoable && told.some(({ value }) => value === 1)) return name;
  }
  return undefined;
}

async function runCalls(turn: Turn, calls: readonly RunCall[]): Promise<readonly CallReport[]> {
  const sequential = calls.some(({ name }) => ownerOf(turn, name)?.tool.flags.includes('SEQUENTIAL'));
  const run = (call: RunCall, at: number): Promise<CallReport> => runCall(turn, call, `call_${at + 1}`);
  if (!sequential) return Promise.all(calls.map(run));
  const reports: CallReport[] = [];
  for (const [at, call] of calls.entries()) reports.push(await run(call, at));
  return reports;
}

async function runCall(turn: Turn, call: RunCall, toolCallId: string): Promise<CallReport> {
  const { name, argsText } = call;
  const about = `"tool_call_id":"${toolCallId}","name":${JSON.stringify(name)}`;
  const asked = `{${about},"args":${argsText.trim() === '' ? '{}' : argsText}}`;
  const base = { name, argsText, vetoedBy: '' };
  const vetoedBy = await tellAll(turn, 'tool_call', asked);
  if (vetoedBy !== undefined) {
    const text = `tool call refused by plugin ${vetoedBy}`;
    return finish(turn, about, { ...base, outcome: 'vetoed', text, isError: true, vetoedBy });
  }
  const owner = ownerOf(turn, name);
  const confirm = turn.options.confirm;
  if (owner?.tool.flags.includes('DESTRUCTIVE') && confirm && !(await confirm(name, argsText))) {
    const text = 'the user did not allow it';
    return finish(turn, about, { ...base, outcome: 'notConfirmed', text, isError: true });
  }
  await tellAll(turn, 'tool_execution_start', asked);
  const report = owner
    ? await execute(turn, owner.face, call, toolCallId)
    : ({ ...base, outcome: 'ran', text: call.stands, isError: false } as const);
  await tellAll(turn, 'tool_execution_end', `{${about},${resultOf(report)}}`);
  return finish(turn, about, report);
}

async function execute(
  { token }: Turn,
  face: PluginFace,
  { name, argsText }: RunCall,
  toolCallId: string,
): Promise<CallReport> {
  const { content, isError, end } = await face.callTool({ name, argsText, raw: false, token, toolCallId });
  const text = content.map((block) => (block.kind === 'text' ? block.text : '(a picture)')).join('\n');
  return { name, argsText, outcome: end.how === 'answered' ? 'ran' : 'failed', text, isError, vetoedBy: '' };
}

async function finish(turn: Turn, about: string, report: CallReport): Promise<CallReport> {
  await tellAll(turn, 'tool_result', `{${about},${resultOf(report)}}`);
  return report;
}

function resultOf({ text, isError }: CallReport): string {
  return `"content":[{"type":"text","text":${JSON.stringify(text)}}],"is_error":${isError}`;
}

/** The first plugin in load order that has the tool. */
function ownerOf({ plugins }: Turn, name: string): { face: PluginFace; tool: PluginTool } | undefined {
  for (const { face } of plugins) {
    const tool = face.offered.tools.find((one) => one.name === name);
    if (tool) return { face, tool };
  }
  return undefined;
}
