// A bucket as a scenario file: the smallest input, and what a mended extension has to do with it. Run by `framescope run` it
// fails as long as the bug is there, where a scenario can see that at all. Pure.

import { visibleText } from '../json/visible.ts';
import type { FuzzBucket, FuzzSend, FuzzSubject, Oracle } from './findings.ts';
import { oracleDef } from './findings.ts';
import { subjectWords } from './input-words.ts';

export interface ScenarioOrigin {
  readonly seed: number;
  readonly profile: string;
  /** Of the extension, as it calls itself. */
  readonly extension: string;
  readonly timeoutMs: number;
  /** A native plugin: its host checks arguments, and lines can't be sent by hand. */
  readonly isPlugin: boolean;
}

/** `tool-greet-death-0123456789ab.scenario`: the same bucket has the same name in every run. */
export function scenarioFileName({ subject, oracle, id }: FuzzBucket): string {
  const name = subject.name.replace(/[^\w.-]+/g, '_').slice(0, 40);
  return `${subject.kind}-${name === '' ? 'unnamed' : name}-${oracle}-${id.slice(0, 12)}.scenario`;
}

export function scenarioText(bucket: FuzzBucket, origin: ScenarioOrigin): string {
  const { subject, oracle, message, evidence } = bucket;
  const name = `${subjectWords(subject)}: ${oracle}`;
  const header = { framescope_scenario: 1, name, profile: origin.profile };
  const words = [
    `Found by fuzzing ${origin.extension}, seed ${origin.seed}. ${oracleDef(oracle).title}:`,
    message,
    ...evidence.slice(0, 6),
    ...unseen(bucket),
  ];
  const lines = [JSON.stringify(header), ...words.map(comment), ...steps(bucket, origin)];
  return `${lines.join('\n')}\n`;
}

/** Whether a run of the scenario fails while the bug is there. */
export function canFail({ oracle, input }: Pick<FuzzBucket, 'oracle' | 'input'>): boolean {
  const unseenKinds: readonly Oracle[] = ['memory-growth', 'slow-down', 'stdout-pollution', 'crash-text'];
  return !unseenKinds.includes(oracle) && !(oracle === 'two-answers' && input.kind !== 'together');
}

function unseen(bucket: FuzzBucket): string[] {
  if (bucket.input.kind === 'handshake')
    return ['The handshake is over when a scenario begins, so the acknowledgement is sent once more.'];
  if (canFail(bucket)) return [];
  return ['A scenario can not see this by itself: it makes it happen, so look at the rows.'];
}

function steps({ subject, oracle, input }: FuzzBucket, origin: ScenarioOrigin): string[] {
  const alive = JSON.stringify({ do: 'expect', gone: false });
  switch (input.kind) {
    case 'one':
      return [...sendSteps(subject, oracle, input.send, origin, 1), alive];
    case 'repeat':
      return [...times(input.times, (n) => sendSteps(subject, oracle, input.send, origin, n)), alive];
    case 'sequence':
      return [...input.sends.flatMap((send, at) => sendSteps(subject, oracle, send, origin, at + 1)), alive];
    case 'together':
      return [...togetherSteps(subject, input.sends, origin), alive];
    case 'handshake':
      return [
        `{"do":"send","frame":{"type":"hello_ack","protocol_version":1,${JSON.stringify(input.field)}:${input.json}}}`,
        `{"do":"wait","ms":300}`,
        alive,
      ];
  }
}

function times(count: number, step: (n: number) => string[]): string[] {
  return Array.from({ length: count }, (_, at) => step(at + 1)).flat();
}

function sendSteps(
  subject: FuzzSubject,
  oracle: Oracle,
  send: FuzzSend,
  origin: ScenarioOrigin,
  n: number,
): string[] {
  if (send.kind === 'wire') return wireSteps(send, origin);
  const { raw, verdict } = send;
  const { name } = subject;
  const timeout = `,"timeout_ms":${origin.timeoutMs}`;
  if (subject.kind === 'command')
    return [
      raw.startsWith('"')
        ? `{"do":"command","name":${text(name)},"args":${raw}}`
        : frameStep(subject, raw, n),
    ];
  if (subject.kind !== 'tool') return [fieldsStep(subject, raw) ?? frameStep(subject, raw, n)];
  const call = `{"do":"tool_call","tool":${text(name)},"args":${oneLine(raw)}${timeout}}`;
  if (oracle === 'accepted-invalid') return [call, '{"do":"expect","is_error":true}'];
  if (verdict === 'valid' || origin.isPlugin) return [call];
  // Whether it refuses or not is its own choice: it has to answer.
  return [frameStep(subject, raw, n), answerStep(subject, n, origin)];
}

/** Sent as frames, for a step that asks waits for the answer. */
function togetherSteps(subject: FuzzSubject, sends: readonly FuzzSend[], origin: ScenarioOrigin): string[] {
  const raws = sends.flatMap((send) => (send.kind === 'value' ? [send.raw] : []));
  return [
    ...raws.map((raw, at) => frameStep(subject, raw, at + 1)),
    ...raws.map((_, at) => answerStep(subject, at + 1, origin)),
  ];
}

function frameStep({ kind, name }: FuzzSubject, raw: string, n: number): string {
  const id = text(`fuzz-${n}`);
  const frame = {
    tool: `{"type":"tool_call","id":${id},"name":${text(name)},"args":${oneLine(raw)}}`,
    command: `{"type":"command_invoked","id":${id},"name":${text(name)},"args":${oneLine(raw)}}`,
    event: `{"type":"event","event":${text(name)},"fields":${oneLine(raw)}}`,
    intercept: `{"type":"event_intercept","id":${id},"event":${text(name)},"fields":${oneLine(raw)}}`,
  }[kind];
  return `{"do":"send","frame":${frame}}`;
}

const answerTypes = {
  tool: 'tool_result',
  command: 'command_response',
  event: 'notify',
  intercept: 'event_intercept_response',
} as const;

function answerStep({ kind }: FuzzSubject, n: number, { timeoutMs }: ScenarioOrigin): string {
  const row = { type: answerTypes[kind], id: `fuzz-${n}`, from: 'extension' };
  return JSON.stringify({ do: 'expect', row, within_ms: timeoutMs });
}

/** The members of the object stand in the step itself. */
function fieldsStep({ kind, name }: FuzzSubject, raw: string): string | undefined {
  const inner = /^\s*\{([^]*)\}\s*$/.exec(oneLine(raw))?.[1];
  if (inner === undefined) return undefined;
  return `{"do":${text(kind)},"event":${text(name)}${inner.trim() === '' ? '' : `,${inner}`}}`;
}

function wireSteps(
  { lines, answers }: Extract<FuzzSend, { kind: 'wire' }>,
  { timeoutMs }: ScenarioOrigin,
): string[] {
  return [
    ...lines.map((line) =>
      'text' in line
        ? JSON.stringify({ do: 'send', raw: line.text })
        : comment(
            `Bytes that are no UTF-8 can not be sent by a scenario (base64): ${line.base64.slice(0, 200)}`,
          ),
    ),
    ...answers.map((id) =>
      JSON.stringify({ do: 'expect', row: { type: 'tool_result', id }, within_ms: timeoutMs }),
    ),
    '{"do":"wait","ms":200}',
  ];
}

function text(value: string): string {
  return JSON.stringify(value);
}

/** A step never spans lines; JSON has line breaks between tokens only. */
function oneLine(raw: string): string {
  return raw.replace(/[\r\n]+/g, ' ');
}

function comment(words: string): string {
  return `// ${visibleText(words).slice(0, 500)}`;
}
