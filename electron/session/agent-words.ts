// What the hosts of the zot family say when a request to an extension fails. Their very words where they were measured:
// they are what the model or the user gets to read. No decisions here.

import type { RequestResult } from './request-desk.ts';

/** Real host, May 2026. */
export function noTool(name: string): string {
  return `no extension registered for tool "${name}"`;
}

/** Real host, May 2026. */
export function noCommand(name: string): string {
  return `no extension registered for /${name}`;
}

/**
 * Why a request to `what` ("extension/tool") has no answer (real host, May 2026: "timeout waiting for X/Y", "write: write
 * |1: broken pipe"; newest zot: "extension X disconnected").
 */
export function failureOf({ end, cause }: RequestResult, extension: string, what: string): string {
  if (end.how === 'timedOut' || end.how === 'dropped') return `timeout waiting for ${extension}/${what}`;
  if (cause === 'pipe') return 'write: write |1: broken pipe';
  if (end.how === 'gone') return `extension ${extension} disconnected`;
  return end.how === 'notSent' ? end.reason : '';
}

/** Real host, May 2026: the status line of a command that failed. */
export function commandFailed(command: string, why: string): string {
  return `extension /${command}: ${why}`;
}

/** The refusal when a guard gave no reason (real host, May 2026); for a message its reason is never shown. */
export function defaultReason(event: string): string {
  if (event === 'tool_call') return 'tool call refused by extension guard';
  if (event === 'turn_start') return 'turn blocked by extension guard';
  return event === 'assistant_message' ? '' : 'blocked by extension guard';
}

export const emptyContent = '(extension returned no content)';

export function unknownBlock(type: string, extension: string): string {
  return `[unknown block type ${JSON.stringify(type)} from extension ${extension}]`;
}

export function undecodableImage(extension: string, tool: string, atByte: number): string {
  return `extension ${extension}/${tool} returned undecodable image: illegal base64 data at input byte ${atByte}`;
}

export function toolFailed(extension: string, tool: string, why: string): string {
  return `extension ${extension}/${tool} failed: ${why}`;
}
