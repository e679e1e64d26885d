// Items of the strip in plain words. Pure; what an item means for the host is told by the engine.

import type { StripFact, StripItem } from '@shared/ipc/contract.ts';
import { counted } from '../../format/count.ts';

type ChainFact = Extract<StripFact, { kind: 'chain' }>;

/** What of the decision anybody would see in the chat, as one sentence. */
export function chainWords(fact: ChainFact): string {
  const what = fact.event === 'tool_call' ? fact.title : fact.event;
  if (fact.outcome === null) return `The guards are asked about ${what}.`;
  const by = fact.decidedBy === '' ? '' : ` by ${fact.decidedBy}`;
  const reason = fact.reason === '' ? '' : `: ${fact.reason}`;
  if (fact.outcome === 'blocked') {
    if (fact.event === 'assistant_message') return `The message is hidden${by}.`;
    if (fact.event === 'turn_start') return `The turn ends, blocked${by}${reason}`;
    return `${what} is refused${by}${reason}`;
  }
  if (fact.outcome === 'changed') return `${what} goes on, changed${by}.`;
  return `${what} goes on.`;
}

export function eventWords({ outcome }: Extract<StripFact, { kind: 'event' }>): string {
  if (outcome.notSent !== undefined) return `not sent: ${outcome.notSent}`;
  return outcome.sent.length === 0 ? 'nobody subscribed' : `to ${counted(outcome.sent.length, 'extension')}`;
}

/** Looks of notify levels; any other level passes through the host as it is. */
export const levelTones: Readonly<Record<string, 'accent' | 'warn' | 'fault' | 'ok'>> = {
  info: 'accent',
  warn: 'warn',
  error: 'fault',
  success: 'ok',
};

/** `12.34`: seconds since the workspace began. */
export function stripTime({ atMs }: StripItem): string {
  return (Math.floor(atMs / 10) / 100).toFixed(2);
}
