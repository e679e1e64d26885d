// The handshake as five stages with a sentence each, from the summary and from what is held. Pure; says what the host
// waits for, decides nothing.

import type { Row } from '@shared/session/row.ts';
import type { SessionSummary } from '@shared/session/summary.ts';
import { counted } from '../format/count.ts';
import { exitWord } from './standing.ts';

export interface Stage {
  readonly id: string;
  readonly title: string;
  readonly at: 'done' | 'current' | 'todo' | 'bad';
  /** Its frame waits at the gate. */
  readonly held: boolean;
  readonly sentence: string;
}

const order = ['spawned', 'hello', 'ack', 'registering', 'ready'] as const;
type ZotStage = (typeof order)[number];
const titles = {
  spawned: 'Spawned',
  hello: 'hello',
  ack: 'hello_ack',
  registering: 'Registering',
  ready: 'Ready',
};

/** The stage the session has reached and is busy with; 5 when the handshake is over. */
function reached(summary: SessionSummary, held: readonly Row[]): number {
  if (summary.pid === null) return 0;
  if (summary.hello === null) return 1;
  if (held.some((row) => row.type === 'hello_ack')) return 2;
  if (summary.state === 'ready' || summary.state === 'stopping') return 5;
  return 3;
}

function registered(summary: SessionSummary): string {
  const parts = [
    summary.commands.length && counted(summary.commands.length, 'command'),
    summary.tools.length && counted(summary.tools.length, 'tool'),
    summary.events.length + summary.intercepts.length &&
      counted(summary.events.length + summary.intercepts.length, 'subscription'),
  ].filter((part) => typeof part === 'string');
  return parts.join(', ');
}

function sentence(id: ZotStage, at: Stage['at'], held: Row | undefined, summary: SessionSummary): string {
  if (at === 'bad' && id === 'ack' && summary.dropped?.includes('hello_ack')) return 'dropped at the gate';
  if (at === 'bad') return id === 'spawned' ? 'could not be started' : `ended here, ${exitWord(summary)}`;
  if (held) return held.from === 'host' ? 'held before it is written' : 'held before the host reads it';
  switch (id) {
    case 'spawned':
      return at === 'done' ? `pid ${summary.pid ?? '?'}` : 'the process starts';
    case 'hello':
      if (at === 'done' && summary.hello) return `${summary.hello.name} ${summary.hello.version}`.trim();
      return 'the first line of the extension';
    case 'ack':
      return at === 'done' ? 'the host has answered' : 'the host answers';
    case 'registering':
      return registered(summary) || (at === 'done' ? 'nothing registered' : 'commands, tools, subscribe');
    case 'ready':
      return at === 'done' ? 'calls may begin' : 'ready, or silence';
  }
}

/** @param held rows now held, oldest first, as far as they are read */
export function stages(summary: SessionSummary, held: readonly Row[]): readonly Stage[] {
  const ended = summary.exit !== null || summary.spawnFailed !== null;
  // After the end only the summary's facts can tell how far it came.
  const now = ended && summary.state === 'ended' && summary.hello ? 3 : reached(summary, held);
  return order.map((id, index) => {
    const lost = id === 'ack' && summary.dropped?.includes('hello_ack');
    const at = index > now ? 'todo' : index < now ? (lost ? 'bad' : 'done') : ended ? 'bad' : 'current';
    const waiting = at === 'current' ? held.find((row) => belongs(row, id)) : undefined;
    return {
      id,
      title: titles[id],
      at,
      held: waiting !== undefined,
      sentence: sentence(id, at, waiting, summary),
    };
  });
}

function belongs(row: Row, id: ZotStage): boolean {
  if (id === 'hello') return row.from === 'extension';
  if (id === 'ack') return row.type === 'hello_ack';
  return id === 'registering' && row.from === 'extension';
}
