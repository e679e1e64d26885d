// Inputs in words, for reports: what to send, how often, together with what. Pure.

import type { FuzzBucket, FuzzInput, FuzzSend, FuzzSubject } from './findings.ts';

const longest = 300;

/** One or more lines; the first one says it all where that is short. */
export function inputLines(input: FuzzInput): string[] {
  switch (input.kind) {
    case 'one':
      return [sendWords(input.send)];
    case 'repeat':
      return [`${sendWords(input.send)}, ${input.times} times in one process`];
    case 'together':
      return input.sends.every((send) => sendWords(send) === sendWords(input.sends[0] as FuzzSend))
        ? [`${sendWords(input.sends[0] as FuzzSend)}, ${input.sends.length} at once`]
        : ['at once:', ...input.sends.map((send) => `  ${sendWords(send)}`)];
    case 'sequence':
      return [
        'one after the other in one process:',
        ...shortList(input.sends.map((send) => `  ${sendWords(send)}`)),
      ];
    case 'handshake':
      return [`hello_ack with one more field: "${input.field}":${input.json}`];
  }
}

export function sendWords(send: FuzzSend): string {
  if (send.kind === 'value') return clip(send.raw);
  const lines = send.lines.map((line) => ('text' in line ? clip(line.text) : `(bytes) ${clip(line.base64)}`));
  return lines.length === 1 ? (lines[0] ?? '') : `${lines[0] ?? ''} … ${lines.length} lines`;
}

/** tool greet, command /greet, event turn_end, question tool_call. */
export function subjectWords({ kind, name }: FuzzSubject): string {
  if (kind === 'command') return `command /${name}`;
  return kind === 'intercept' ? `question ${name}` : `${kind} ${name}`;
}

/** `ended by SIGSEGV`, as a title of one bucket among others. */
export function bucketTitle({ oracle, cause, message }: FuzzBucket): string {
  return cause === '' ? `${oracle}: ${message}` : `${oracle}: ${cause}`;
}

function clip(text: string): string {
  return text.length > longest ? `${text.slice(0, longest)}… (${text.length} characters)` : text;
}

function shortList(lines: readonly string[]): string[] {
  const most = 12;
  return lines.length <= most ? [...lines] : [...lines.slice(0, most), `  … and ${lines.length - most} more`];
}
