// A session on a scripted transport and time turned by hand: for the way of lines through gate, machine and journal.

import { StdioSession } from '../../../electron/session/stdio-session.ts';
import { sessionId } from '../../../shared/ids.ts';
import type { GateMode } from '../../../shared/session/entries.ts';
import { CollectingSink } from '../../support/collecting-sink.ts';
import { hostParts, type HostPartsOptions } from '../../support/host-parts.ts';
import { ManualTime } from '../../support/manual-time.ts';
import { ScriptedTransport } from '../../support/scripted-transport.ts';

export const hello = { type: 'hello', name: 'demo', version: '1' };

export function sessionRun(options: HostPartsOptions = {}) {
  const sink = new CollectingSink();
  const transport = new ScriptedTransport();
  const time = new ManualTime();
  const session = new StdioSession({ id: sessionId(1), ...hostParts(options), sink, transport, time });
  return { sink, transport, time, session };
}

/** Started and spawned. */
export function startedRun(mode: GateMode, options: HostPartsOptions = {}) {
  const run = sessionRun(options);
  run.session.start(mode);
  run.transport.spawned();
  return run;
}

/** Short names of the entries, in order: "line extension hello", "released 3", "clock frozen" … */
export function told(sink: CollectingSink): string[] {
  return sink.entries.map((entry) => {
    switch (entry.kind) {
      case 'line': {
        const text = 'text' in entry.raw ? entry.raw.text : entry.raw.base64;
        const type = /"type":"(\w+)"/.exec(text)?.[1] ?? text;
        return `line ${entry.from} ${type}${entry.held ? ' held' : ''}`;
      }
      case 'released':
      case 'dropped':
        return `${entry.kind} ${entry.line}${entry.by ? ` by ${entry.by}` : ''}`;
      case 'edited':
        return `edited ${entry.line}`;
      case 'clock':
        return entry.frozen ? 'clock frozen' : 'clock runs';
      case 'decided':
        return entry.decision;
      case 'stateChanged':
        return `state ${entry.state}`;
      case 'modeChanged':
        return `mode ${entry.mode}`;
      case 'problem':
        return `problem ${entry.code}`;
      case 'closed':
        return `closed ${entry.pipe}`;
      default:
        return entry.kind;
    }
  });
}
