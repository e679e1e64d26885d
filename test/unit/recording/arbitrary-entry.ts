// Entries of every kind for property tests, with the texts that break naive formats: NUL, lone surrogates, U+2028,
// LF, frames with odd spelling and white space.

import fc from 'fast-check';
import type { Entry, LineEnding, NewEntry, Raw } from '../../../shared/session/entries.ts';

/** Any text: full Unicode, and single UTF-16 units so that surrogates stand alone too. */
export const oddText = fc.oneof(
  fc.string(),
  fc.string({ unit: 'binary' }),
  fc
    .array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 12 })
    .map((units) => String.fromCharCode(...units)),
  fc.constantFrom(
    '\u2028',
    '\0',
    '\ufeff{}',
    'a\nb',
    '"',
    '\\',
    ',"frame":',
    '{"text":1}',
    '}',
    '\ud800',
    '\r',
    '',
  ),
);

const space = fc.constantFrom('', ' ', '\t', '\r', '  \t');

/** Text of a JSON object as some extension may have spelled it. */
export const objectText = fc
  .tuple(
    space,
    fc.oneof(
      fc.dictionary(fc.string(), fc.jsonValue()).map((value) => JSON.stringify(value)),
      fc.constantFrom(
        '{"n":1.0e+2,"n":0.10,"big":123456789012345678901234567890}',
        '{ "b" : 1 , "a" : [ ] }',
        '{"u":"\\u0041\\ud800","raw":"\u2028\u2029é😀"}',
        '{"frame":{"frame":{}},"text":"x"}',
        '{"a":"}"}',
      ),
    ),
    space,
  )
  .map((parts) => parts.join(''));

const base64 = fc.uint8Array({ maxLength: 40 }).map((bytes) => Buffer.from(bytes).toString('base64'));

export const raw: fc.Arbitrary<Raw> = fc.oneof(
  objectText.map((text) => ({ text })),
  oddText.map((text) => ({ text })),
  base64.map((bytes) => ({ base64: bytes })),
);

const count = fc.nat();
const seq = fc.integer({ min: 1, max: 2 ** 40 });
const texts = fc.array(oddText, { maxLength: 4 });
const ending = fc.constantFrom<LineEnding>('lf', 'crlf', 'none');
const severity = fc.constantFrom('error', 'warning', 'info');
const yes = fc.constant(true as const);

/** A record whose `optional` fields may be missing. */
function record<R extends object, O extends object>(
  required: { [K in keyof R]: fc.Arbitrary<R[K]> },
  optional: { [K in keyof O]: fc.Arbitrary<O[K]> },
): fc.Arbitrary<R & Partial<O>> {
  return fc
    .tuple(fc.record(required), fc.record(optional, { requiredKeys: [] }))
    .map(([first, second]) => ({ ...first, ...second })) as fc.Arbitrary<R & Partial<O>>;
}

const is = <const T extends string>(value: T): fc.Arbitrary<T> => fc.constant(value);
const lineFields = { bom: yes, byteLength: count, truncated: yes };

function decision(name: string, value: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  return record(
    { kind: is('decided'), decision: is(name), message: oddText, value: fc.record(value) },
    { line: seq },
  );
}

const how = fc.constantFrom('answered', 'timedOut', 'gone', 'notSent', 'dropped');
const panel = { panel: oddText, title: oddText, lines: texts, footer: oddText };

const kinds: Record<NewEntry['kind'], fc.Arbitrary<unknown>> = {
  line: record(
    { kind: is('line'), from: fc.constantFrom('extension', 'host'), raw, ending },
    { ...lineFields, held: yes, origin: fc.constantFrom('hand', 'driver') },
  ),
  stderr: record({ kind: is('stderr'), raw, ending }, lineFields),
  spawned: fc.record({
    kind: is('spawned'),
    pid: count,
    executable: oddText,
    argv: texts,
    cwd: oddText,
    environmentAdded: texts,
  }),
  spawnFailed: record(
    { kind: is('spawnFailed'), code: oddText, message: oddText, executable: oddText },
    { fix: oddText, searched: texts },
  ),
  closed: record(
    {
      kind: is('closed'),
      pipe: fc.constantFrom('stdin', 'stdout', 'stderr'),
      by: fc.constantFrom('extension', 'host'),
    },
    { error: oddText },
  ),
  exited: fc.record({ kind: is('exited'), code: fc.option(fc.integer()), signal: fc.option(oddText) }),
  signalled: fc.record({
    kind: is('signalled'),
    signal: fc.constantFrom('SIGTERM', 'SIGKILL'),
    to: fc.constantFrom('group', 'process'),
    reason: oddText,
  }),
  pipesHeld: fc.record({
    kind: is('pipesHeld'),
    holders: fc.array(fc.record({ pid: count, command: oddText }), { maxLength: 3 }),
  }),
  stateChanged: fc.record({
    kind: is('stateChanged'),
    state: fc.constantFrom('idle', 'starting', 'awaitingHello', 'registering', 'ready', 'stopping', 'ended'),
    reason: oddText,
  }),
  decided: fc.oneof(
    decision('helloAccepted', { name: oddText, version: oddText, capabilities: texts }),
    decision('commandRegistered', { name: oddText, description: oddText, late: fc.boolean() }),
    decision('toolRegistered', {
      name: oddText,
      description: oddText,
      schemaText: fc.option(oddText),
      late: fc.boolean(),
    }),
    decision('subscribed', { events: texts, intercept: texts }),
    decision('ready', { by: fc.constantFrom('frame', 'silence', 'timeout'), afterMs: count }),
    decision('notified', { level: oddText, message: oddText }),
    decision('frameIgnored', { why: oddText }),
    decision('deadlinePassed', { deadline: oddText, afterMs: count, outcome: oddText }),
    decision('stopAsked', { by: fc.constantFrom('user', 'app', 'driver') }),
    decision('requestSettled', {
      id: oddText,
      type: oddText,
      how: fc.constantFrom('gone', 'notSent'),
      reason: oddText,
    }),
    decision('toolFinished', {
      tool: oddText,
      id: fc.option(oddText),
      how,
      isError: fc.boolean(),
      blocks: count,
      remarks: texts,
    }),
    decision('commandFinished', {
      command: oddText,
      id: fc.option(oddText),
      how,
      effect: oddText,
      text: oddText,
    }),
    decision('eventNotSent', { event: oddText, reason: oddText }),
    decision('hopDecided', {
      chain: seq,
      event: oddText,
      hop: seq,
      id: fc.option(oddText),
      verdict: oddText,
      reason: oddText,
      answerLine: fc.option(seq),
      spentMs: count,
    }),
    decision('chainDecided', {
      chain: seq,
      event: oddText,
      blocked: fc.boolean(),
      reason: oddText,
      rewritten: fc.boolean(),
      decidedBy: fc.option(oddText),
      hops: count,
      spentMs: count,
    }),
    decision('panelOpened', panel),
    decision('panelRendered', { ...panel, shown: fc.boolean() }),
    decision('panelClosed', { panel: oddText, by: fc.constantFrom('extension', 'host', 'otherPanel') }),
  ),
  problem: record(
    { kind: is('problem'), code: oddText, severity, message: oddText },
    { fix: oddText, source: oddText, line: seq },
  ),
  released: fc.record({
    kind: is('released'),
    line: seq,
    heldUs: count,
    by: fc.constantFrom('user', 'mode', 'stop'),
  }),
  edited: fc.record({ kind: is('edited'), line: seq, raw }),
  dropped: record({ kind: is('dropped'), line: seq, heldUs: count }, { by: fc.constantFrom('stop', 'exit') }),
  modeChanged: fc.record({ kind: is('modeChanged'), mode: fc.constantFrom('run', 'step') }),
  clock: fc.record({ kind: is('clock'), frozen: fc.boolean(), hostUs: count }),
  writeStalled: fc.record({ kind: is('writeStalled'), pendingBytes: count, pendingLines: count }),
  writeResumed: fc.record({ kind: is('writeResumed'), stalledUs: count }),
  meter: fc.record({
    kind: is('meter'),
    truncatedLines: count,
    truncatedBytes: count,
    redactedValues: count,
    unwritten: count,
  }),
  note: fc.record({ kind: is('note'), text: oddText }),
};

export const newEntry = fc.oneof(...Object.values(kinds)) as fc.Arbitrary<NewEntry>;

export const entry: fc.Arbitrary<Entry> = fc
  .tuple(newEntry, seq, fc.nat())
  .map(([fields, at, atUs]) => ({ ...fields, seq: at, atUs }));
