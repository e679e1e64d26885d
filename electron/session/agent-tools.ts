// Calls a tool the way the agent does: finds its owner, asks, waits, and makes of the answer what the model would read.

import { quote } from '../../shared/protocol/say.ts';
import { convertResult, rawResult, type Converted } from './agent-content.ts';
import type { Registered, Registry } from './agent-registry.ts';
import type { AgentRemark, ToolOutcome } from './agent-type.ts';
import { failureOf, noTool, toolFailed } from './agent-words.ts';
import type { HostRequest, RequestResult } from './request-desk.ts';
import type { Session } from './session-type.ts';

export interface ToolAsk {
  readonly name: string;
  readonly argsText: string;
  /** null: one was named that is not there. */
  readonly session?: Session | null | undefined;
  readonly timeoutMs?: number | undefined;
  readonly raw: boolean;
}

export async function callTool(registry: Registry, ask: ToolAsk): Promise<ToolOutcome> {
  const { name, session, raw } = ask;
  const found =
    session === undefined ? registry.find('tool', name) : session && registry.findIn(session, 'tool', name);
  if (!found) return notSent(ask, session?.name, whyNot(registry, ask));
  const { owner, row } = found;
  // Real host, May 2026: it stays listed, and calls fail at once.
  if (row.status === 'gone') return notSent(ask, row.extension, noTool(name), owner);
  if (owner.plugin) return owner.plugin.callTool(ask);
  const request = owner.request({
    type: 'tool_call',
    name,
    fields: [
      { name: 'name', json: JSON.stringify(name) },
      // Real host, May 2026: no arguments are an empty object.
      { name: 'args', json: ask.argsText.trim() === '' ? '{}' : ask.argsText },
    ],
    deadlineMs: ask.timeoutMs ?? owner.profile.toolDeadlineMs,
    outcome: 'the model reads an error',
  });
  const result = await request.end;
  return finish(found, request, result, raw);
}

function finish(
  { owner }: Registered,
  request: HostRequest,
  result: RequestResult,
  raw: boolean,
): ToolOutcome {
  const tool = request.name;
  const names = { extension: owner.name, tool };
  const { answer, end, notes, spentMs } = result;
  const converted: Converted = answer
    ? raw
      ? rawResult(answer.frame)
      : convertResult(answer.frame, names)
    : failed(names.extension, tool, failureOf(result, names.extension, tool), raw);
  const remarks = [...converted.remarks, ...notes.map(noteRemark)];
  const outcome: ToolOutcome = {
    tool,
    session: owner.id,
    callId: request.id,
    line: request.line,
    end,
    isError: converted.isError,
    content: converted.content,
    remarks,
    tookMs: spentMs,
  };
  if (outcome.isError || remarks.length > 0) tell(owner, outcome);
  return outcome;
}

/** An answer that is no error and needs no remark says it all by itself. */
function tell(owner: Session, { tool, callId, line, end, isError, content, remarks }: ToolOutcome): void {
  const [first] = content;
  const text = first?.kind === 'text' ? `: ${quote(first.text)}` : '';
  const more = remarks.map(({ message }) => ` ${message}`).join('');
  owner.note({
    kind: 'decided',
    decision: 'toolFinished',
    message: `The model reads ${isError ? 'an error' : 'the result'} of ${tool}${text}.${more}`,
    ...(line === null ? {} : { line }),
    value: {
      tool,
      id: callId,
      how: end.how,
      isError,
      blocks: content.length,
      remarks: remarks.map(({ code }) => code),
    },
  });
}

export function noteRemark(note: string): AgentRemark {
  return { code: 'reply-ignored', severity: 'warning', message: `A ${note}.` };
}

function failed(extension: string, tool: string, why: string, raw: boolean): Converted {
  const text = raw ? why : toolFailed(extension, tool, why);
  return { content: [{ kind: 'text', text }], isError: true, remarks: [] };
}

function notSent(ask: ToolAsk, extension: string | undefined, reason: string, owner?: Session): ToolOutcome {
  const { name, raw } = ask;
  const { content } = failed(extension ?? '', name, reason, raw || extension === undefined);
  return {
    tool: name,
    session: owner?.id ?? null,
    callId: null,
    line: null,
    end: { how: 'notSent', reason },
    isError: true,
    content,
    remarks: [],
    tookMs: 0,
  };
}

function whyNot(registry: Registry, { name, session }: ToolAsk): string {
  if (session === null) return 'the session that was named is not open';
  if (session) return `extension ${session.name} has no tool "${name}"`;
  const shadowed = registry.all.find(({ row }) => row.kind === 'tool' && row.name === name);
  if (!shadowed) return noTool(name);
  return `the host's own tool "${name}" wins, and this host has none to run; name the extension ${shadowed.row.extension} to call its tool`;
}
