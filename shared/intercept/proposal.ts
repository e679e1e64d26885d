// What an answer to an intercept would make of the value, read from the line itself: for answers that still wait at the
// gate, where the host has decided nothing yet. The host's own verdict, once it is there, is the agent's.

import { childrenOf, type Child } from '../scenario/json-text.ts';

export interface Proposal {
  readonly verdict: 'allow' | 'block' | 'rewrite';
  readonly reason: string;
  /** The value that would go on. */
  readonly after: string;
}

/** Which field of the answer rewrites what is asked about (seed and newest zot, EventInterceptResponseFromExt). */
const rewriteField: Readonly<Record<string, { readonly name: string; readonly as: 'json' | 'text' }>> = {
  tool_call: { name: 'modified_args', as: 'json' },
  assistant_message: { name: 'replace_text', as: 'text' },
  user_message: { name: 'replace_text', as: 'text' },
  before_agent_start: { name: 'system_prompt', as: 'text' },
};

/** null when the line is no object, so that it can't be an answer. */
export function proposalOf(answer: string, event: string, before: string): Proposal | null {
  const { kind, children } = childrenOf(answer);
  if (kind !== 'object') return null;
  // Keys match whatever their letter case, and the last of duplicates counts (real host, May 2026).
  const field = (name: string): Child | undefined =>
    children.findLast((child) => String(child.key).toLowerCase() === name);
  const textOf = (name: string): string => field(name)?.text ?? '';
  const block = field('block');
  if (block?.kind === 'boolean' && answer.slice(block.offset, block.end) === 'true')
    return { verdict: 'block', reason: textOf('reason'), after: before };
  const rewrite = rewriteField[event];
  const given = rewrite && field(rewrite.name);
  if (!given || (rewrite.as === 'text' && given.kind !== 'string'))
    return { verdict: 'allow', reason: textOf('reason'), after: before };
  const after = rewrite.as === 'text' ? given.text : answer.slice(given.offset, given.end);
  // An empty text is no rewrite, but an empty system prompt removes it (real host, May 2026; newest zot).
  if (after === '' && event !== 'before_agent_start')
    return { verdict: 'allow', reason: textOf('reason'), after: before };
  return { verdict: after === before ? 'allow' : 'rewrite', reason: textOf('reason'), after };
}
