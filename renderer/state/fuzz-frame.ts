// The smallest input of a bucket as a frame for the composer, with what has to be said about sending it. Pure; which frames a host
// has is the catalogue's, how each is written here follows what fuzzing itself sent.

import type { FuzzInput, FuzzSend, FuzzSubject } from '@shared/fuzz/findings.ts';
import { stringRaw } from '@shared/form/spell.ts';
import type { SendHow } from '@shared/ipc/contract.ts';

export interface ComposedInput {
  /** One line. */
  readonly text: string;
  readonly times: number;
  readonly how: SendHow;
  /** The id is a part of what was found, so it stays. */
  readonly keepsId: boolean;
}

/** A sentence when it can not be sent as a frame. */
export function composedInput(
  subject: FuzzSubject,
  input: FuzzInput,
  registration: number | null,
): ComposedInput | string {
  const once = { times: 1, how: 'inTurn', keepsId: false } as const;
  switch (input.kind) {
    case 'handshake':
      return {
        ...once,
        text: `{"type":"hello_ack","protocol_version":1,${stringRaw(input.field)}:${oneLine(input.json)}}`,
      };
    case 'repeat':
      return put(subject, input.send, registration, { ...once, times: input.times });
    case 'together': {
      const [first] = input.sends;
      if (!first) return 'Nothing was sent.';
      return put(subject, first, registration, { ...once, times: input.sends.length, how: 'atOnce' });
    }
    case 'sequence': {
      const last = input.sends.at(-1);
      return last ? put(subject, last, registration, once) : 'Nothing was sent.';
    }
    case 'one':
      return put(subject, input.send, registration, once);
  }
}

function put(
  subject: FuzzSubject,
  send: FuzzSend,
  registration: number | null,
  rest: Omit<ComposedInput, 'text'>,
): ComposedInput | string {
  if (send.kind === 'wire') {
    const line = send.lines.find((one) => 'text' in one);
    if (!line || !('text' in line)) return 'It is bytes that are no UTF-8: save it as a scenario.';
    return { ...rest, text: line.text, keepsId: true };
  }
  if (registration === null) return { ...rest, text: frameText(subject, oneLine(send.raw)) };
  if (subject.kind !== 'tool') return 'A plugin gets this through its host: use the Plugin tab.';
  const call = `"registration":${registration},"tool_call_id":"call_1","args_json":${stringRaw(send.raw)}`;
  return {
    ...rest,
    text: `{"type":"tool.execute","id":"1","tool":${stringRaw(subject.name)},${call},"signal_token":"composed"}`,
  };
}

function frameText({ kind, name }: FuzzSubject, raw: string): string {
  const quoted = stringRaw(name);
  if (kind === 'tool') return `{"type":"tool_call","id":"1","name":${quoted},"args":${raw}}`;
  if (kind === 'command') return `{"type":"command_invoked","id":"1","name":${quoted},"args":${raw}}`;
  const inner = /^\s*\{([^]*)\}\s*$/.exec(raw)?.[1]?.trim() ?? '';
  const fields = inner === '' ? '' : `,${inner}`;
  return kind === 'event'
    ? `{"type":"event","event":${quoted}${fields}}`
    : `{"type":"event_intercept","id":"1","event":${quoted}${fields}}`;
}

/** JSON has line breaks between tokens only. */
function oneLine(raw: string): string {
  return raw.replace(/[\r\n]+/g, ' ');
}
