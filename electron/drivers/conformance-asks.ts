// What a check asks of an extension, by the public commands of its session: calls, commands, events, questions to guards.
// Nothing of what a guard is asked about is ever done.

import { eventTemplates } from '../../shared/protocol/opcode/event-names.ts';
import { quote } from '../../shared/protocol/say.ts';
import type { WireField } from '../../shared/session/agent.ts';
import type { CheckRun } from './conformance-bench.ts';

/** How one question ended. */
export interface Asked {
  readonly answered: boolean;
  /** seq of the question; null when nothing was sent. */
  readonly line: number | null;
  /** "the tool "echo"". */
  readonly what: string;
}

const text = (value: string): string => JSON.stringify(value);

export async function callTool(run: CheckRun, name: string, args: string, withinMs: number): Promise<Asked> {
  const { session } = run;
  const what = `the tool ${quote(name)}`;
  if (session.plugin) {
    const { end, line } = await session.plugin.callTool({
      name,
      argsText: args,
      timeoutMs: withinMs,
      raw: true,
    });
    return { answered: end.how === 'answered', line, what };
  }
  const request = session.request({
    type: 'tool_call',
    name,
    fields: [
      { name: 'name', json: text(name) },
      { name: 'args', json: args },
    ],
    deadlineMs: withinMs,
    outcome: 'the check goes on',
  });
  return { answered: (await request.end).end.how === 'answered', line: request.line, what };
}

export async function runCommand(run: CheckRun, name: string, withinMs: number): Promise<Asked> {
  const { session } = run;
  const what = `the command /${name}`;
  if (session.plugin) {
    const { end, line } = await session.plugin.runCommand({ name, args: '' });
    return { answered: end.how === 'answered', line, what };
  }
  const request = session.request({
    type: 'command_invoked',
    name,
    fields: [{ name: 'name', json: text(name) }],
    deadlineMs: withinMs,
    outcome: 'the check goes on',
  });
  return { answered: (await request.end).end.how === 'answered', line: request.line, what };
}

/** A call as a guard is asked about it; one member is of no known tool. */
export const guardedCalls: readonly { readonly tool: string; readonly args: string }[] = [
  { tool: 'bash', args: '{"command":"ls -la","timeout":5,"framescope_extra":true}' },
  { tool: 'bash', args: '{"command":"rm -rf build","timeout":5,"framescope_extra":true}' },
  { tool: 'write', args: '{"path":"notes.txt","content":"TOKEN=x","framescope_extra":true}' },
];

/** The questions of one event that can be intercepted; those the check knows nothing about get the bare event. */
export function questionsOf(event: string): readonly (readonly WireField[])[] {
  const named: WireField = { name: 'event', json: text(event) };
  if (event === 'tool_call')
    return guardedCalls.map(({ tool, args }, at) => [
      named,
      { name: 'tool_id', json: text(`check-${at + 1}`) },
      { name: 'tool_name', json: text(tool) },
      { name: 'tool_args', json: args },
    ]);
  if (event === 'turn_start') return [[named, { name: 'step', json: '1' }]];
  if (event === 'before_agent_start') return [[named, { name: 'system_prompt', json: text('Be brief.') }]];
  return [[named, { name: 'text', json: text('A message of the check.') }]];
}

export async function askGuard(run: CheckRun, event: string, fields: readonly WireField[]): Promise<Asked> {
  const request = run.session.request({
    type: 'event_intercept',
    name: event,
    fields,
    deadlineMs: run.session.profile.interceptDeadlineMs,
    outcome: 'allow, unchanged',
  });
  const { end } = await request.end;
  return { answered: end.how === 'answered', line: request.line, what: `the guard of ${event}` };
}

/** An event as a session has it. */
export function tellEvent({ session }: CheckRun, event: string): void {
  const fields: Record<string, string> = {
    turn_start: '"step":1',
    turn_end: '"stop":"end_turn"',
    tool_call: '"tool_id":"check-1","tool_name":"read","tool_args":{"path":"README.md"}',
    assistant_message: '"text":"A message of the check."',
  };
  const more = fields[event];
  session.send(
    { text: `{"type":"event","event":${text(event)}${more === undefined ? '' : `,${more}`}}` },
    'driver',
  );
}

/** To the handlers of a plugin, one after the other. */
export async function tellPlugin({ session }: CheckRun, event: string): Promise<void> {
  const payload = eventTemplates.find(({ name }) => name === event)?.payload ?? {};
  await session.plugin?.tell(event, JSON.stringify(payload), false);
}
