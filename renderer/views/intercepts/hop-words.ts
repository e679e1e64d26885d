// Chains, hops and what comes after them in words and tones. Pure; the verdicts themselves are the agent's.

import type { ChainCard, ChainHop, RunningHop } from '@shared/session/agent.ts';
import { duration } from '../../format/duration.ts';

export interface Verdict {
  readonly word: string;
  readonly tone: 'ok' | 'icept' | 'fault' | 'held' | 'warn' | 'plain';
}
export type Hop = ChainHop | RunningHop;

export function isRunning(hop: Hop): hop is RunningHop {
  return hop.verdict === 'waiting' || hop.verdict === 'running';
}

const hopVerdicts: Readonly<Record<Hop['verdict'], Verdict>> = {
  allow: { word: 'allowed', tone: 'ok' },
  block: { word: 'blocked', tone: 'fault' },
  rewrite: { word: 'changed', tone: 'icept' },
  timeout: { word: 'timed out', tone: 'warn' },
  gone: { word: 'gone', tone: 'warn' },
  refusedRewrite: { word: 'rewrite dropped', tone: 'warn' },
  notAsked: { word: 'not asked', tone: 'plain' },
  waiting: { word: 'waits', tone: 'plain' },
  running: { word: 'asked', tone: 'plain' },
};

export function hopVerdict(hop: Hop): Verdict {
  return hopVerdicts[hop.verdict];
}

/** @param held its answer or its question waits at the gate */
export function chainVerdict({ outcome, hops }: ChainCard, held: boolean): Verdict {
  if (held) return { word: 'held', tone: 'held' };
  if (outcome === null) return { word: 'asking', tone: 'plain' };
  if (outcome.blocked) return hopVerdicts.block;
  if (outcome.rewritten) return hopVerdicts.rewrite;
  const failed = hops.find((hop) => hop.verdict === 'timeout' || hop.verdict === 'gone');
  if (failed) return hopVerdict(failed);
  return hopVerdicts.allow;
}

/** What it is about: the tool, or the event itself. */
export function chainTitle({ title, event }: Pick<ChainCard, 'title' | 'event'>): string {
  return event === 'tool_call' ? title || event : event;
}

/** More about an event that is no call: which step, how the message begins. */
export function chainDetail({ title, event }: Pick<ChainCard, 'title' | 'event'>): string {
  return event === 'tool_call' ? '' : title;
}

/** A late answer: it came, and no longer counted. */
export function cameLate(hop: ChainHop): boolean {
  return hop.remarks.some((remark) => remark.code.includes('late'));
}

/** How long it took, for the foot of a card. */
export function spentWords(hop: ChainHop): string {
  const spent = duration(hop.spentMs * 1_000);
  const total = hop.totalMs === undefined ? '' : ` of ${shortSeconds(hop.totalMs)}`;
  switch (hop.verdict) {
    case 'timeout':
      return `waited ${spent}`;
    case 'gone':
      return `failed after ${spent}`;
    case 'notAsked':
      return 'nothing was sent';
    default:
      return `answered in ${spent}${total}`;
  }
}

/** `5 s`, `2.5 s`: a limit, not a measurement. */
export function shortSeconds(ms: number): string {
  return `${Number((ms / 1_000).toFixed(3))} s`;
}

/** Time of the host that the chain has cost so far, ms. `left` is what a running hop has left now. */
export function spentSoFarMs(card: ChainCard, left: (hop: RunningHop) => number): number {
  if (card.outcome) return card.outcome.spentMs;
  return card.hops.reduce((sum, hop) => {
    if (!isRunning(hop)) return sum + hop.spentMs;
    return hop.verdict === 'running' ? sum + Math.max(0, hop.totalMs - left(hop)) : sum;
  }, 0);
}

export interface Consequence {
  readonly title: string;
  /** What it means, one sentence each. */
  readonly sentences: readonly string[];
}

interface Ends {
  readonly goesOn: string;
  readonly stops: string;
  readonly blocked: (reason: string) => string;
  readonly changed: string;
}

/** zot-family: what a block or a rewrite means for each event (real host, May 2026). */
const ends: Readonly<Record<string, Ends>> = {
  tool_call: {
    goesOn: 'Tool runs',
    stops: 'Tool does not run',
    blocked: (reason) => `The model gets an error: ${reason}`,
    changed: 'With the changed arguments. The model never sees the rewrite.',
  },
  turn_start: {
    goesOn: 'Turn begins',
    stops: 'Turn ends',
    blocked: (reason) => `With an error: ${reason}`,
    changed: 'There is nothing to rewrite in it.',
  },
  assistant_message: {
    goesOn: 'Message is shown',
    stops: 'Message is hidden',
    blocked: () => 'The text is not shown, and the reason goes nowhere.',
    changed: 'As it was rewritten. The transcript keeps the original.',
  },
  before_agent_start: {
    goesOn: 'Agent starts',
    stops: 'Agent does not start',
    blocked: (reason) => reason,
    changed: 'With the changed system prompt.',
  },
  user_message: {
    goesOn: 'Message goes on',
    stops: 'Message is refused',
    blocked: (reason) => reason,
    changed: 'As it was rewritten.',
  },
};
const other: Ends = {
  goesOn: 'Goes on',
  stops: 'Is refused',
  blocked: (reason) => reason,
  changed: 'As it was rewritten.',
};

export function consequence({ event, outcome, hops }: ChainCard): Consequence {
  const words = ends[event] ?? other;
  if (outcome === null) return { title: words.goesOn, sentences: [] };
  if (outcome.blocked) return { title: words.stops, sentences: [words.blocked(outcome.reason)] };
  if (outcome.rewritten) return { title: words.goesOn, sentences: [words.changed] };
  return {
    title: words.goesOn,
    sentences: [hops.length === 0 ? 'Nobody asked to be asked.' : 'Unchanged.'],
  };
}
