// A line that was sent, in few words: what it was, about whom, and what came of it.

import { readRaw } from '@shared/form/edit.ts';
import type { SentBefore } from '@shared/ipc/contract.ts';
import type { Row } from '@shared/session/row.ts';
import { duration } from '../../format/duration.ts';

export interface SentWords {
  readonly type: string;
  readonly name: string;
  readonly detail: string;
  readonly outcome: string;
  readonly tone: 't2' | 't3' | 'c-warn' | 'c-fault';
}

const longestDetail = 200;

export function sentWords(item: SentBefore, row: Row | undefined): SentWords {
  const { text, times, how } = item;
  const type = textAt(text, '/type') ?? 'not a frame';
  const name = textAt(text, '/name') ?? textAt(text, '/event') ?? textAt(text, '/tool_name') ?? '';
  const args = readRaw(text, '/args') ?? readRaw(text, '/tool_args') ?? textAt(text, '/text') ?? '';
  const many = times > 1 ? ` ×${times}` : '';
  const detail = times > 1 ? `${how === 'inTurn' ? 'in turn' : 'at once'} ${args}` : args || text;
  return { type, name: name + many, detail: detail.slice(0, longestDetail), ...outcome(row) };
}

function outcome(row: Row | undefined): Pick<SentWords, 'outcome' | 'tone'> {
  if (!row) return { outcome: '', tone: 't3' };
  if (row.dropped) return { outcome: 'dropped', tone: 't2' };
  if (row.held && 'now' in row.held) return { outcome: 'held', tone: 'c-warn' };
  if (row.latencyUs !== undefined) return { outcome: duration(row.latencyUs), tone: 't2' };
  if (row.pending) return { outcome: 'no answer yet', tone: 'c-warn' };
  return { outcome: `#${row.seq}`, tone: 't3' };
}

function textAt(text: string, pointer: string): string | undefined {
  const raw = readRaw(text, pointer);
  return raw?.startsWith('"') ? (JSON.parse(raw) as string) : undefined;
}
