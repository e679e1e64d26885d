// What a header and each kind of entry must look like on disk, as JSON Schema: the gate "disk → memory". Fields that
// are not named here are let through, so that a later version may add some. Lines are checked by parse.ts itself,
// because there are millions of them.

import { Type, type TSchema } from '@sinclair/typebox';
import type { DecisionName, DecisionValues } from '../session/decisions.ts';
import type { EntryKind, NewEntry } from '../session/entries.ts';

const text = Type.String();
const texts = Type.Array(text);
const count = Type.Integer({ minimum: 0 });
const us = Type.Number({ minimum: 0 });
const place = Type.Integer({ minimum: 1 });
const either = <const T extends string>(...values: readonly T[]) =>
  Type.Union(values.map((v) => Type.Literal(v)));
const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const maybe = Type.Optional(text);
const severity = either('error', 'warning', 'info');

const how = either('answered', 'timedOut', 'gone', 'notSent', 'dropped');
const panel = { panel: text, title: text, lines: texts, footer: text };

const decisions: Record<DecisionName, TSchema> = {
  helloAccepted: Type.Object({ name: text, version: text, capabilities: texts }),
  commandRegistered: Type.Object({ name: text, description: text, late: Type.Boolean() }),
  toolRegistered: Type.Object({
    name: text,
    description: text,
    schemaText: orNull(text),
    late: Type.Boolean(),
  }),
  subscribed: Type.Object({ events: texts, intercept: texts }),
  ready: Type.Object({ by: either('frame', 'silence', 'timeout'), afterMs: Type.Number() }),
  notified: Type.Object({ level: text, message: text }),
  frameIgnored: Type.Object({ why: text }),
  deadlinePassed: Type.Object({ deadline: text, afterMs: Type.Number(), outcome: text }),
  stopAsked: Type.Object({ by: either('user', 'app', 'driver') }),
  requestSettled: Type.Object({ id: text, type: text, how: either('gone', 'notSent'), reason: text }),
  toolFinished: Type.Object({
    tool: text,
    id: orNull(text),
    how,
    isError: Type.Boolean(),
    blocks: count,
    remarks: texts,
  }),
  commandFinished: Type.Object({ command: text, id: orNull(text), how, effect: text, text }),
  eventNotSent: Type.Object({ event: text, reason: text }),
  hopDecided: Type.Object({
    chain: place,
    event: text,
    hop: place,
    id: orNull(text),
    verdict: text,
    reason: text,
    answerLine: orNull(place),
    spentMs: Type.Number(),
  }),
  chainDecided: Type.Object({
    chain: place,
    event: text,
    blocked: Type.Boolean(),
    reason: text,
    rewritten: Type.Boolean(),
    decidedBy: orNull(text),
    hops: count,
    spentMs: Type.Number(),
  }),
  panelOpened: Type.Object(panel),
  panelRendered: Type.Object({ ...panel, shown: Type.Boolean() }),
  panelClosed: Type.Object({ panel: text, by: either('extension', 'host', 'otherPanel') }),
  runCancelled: Type.Object({ token: text, by: text }),
  crashReported: Type.Object({
    signal: text,
    address: orNull(text),
    thread: orNull(count),
    onMainLoop: Type.Boolean(),
    frames: texts,
  }),
} satisfies { [D in DecisionName]: TSchema & { static: DecisionValues[D] } };

type CheckedKind = Exclude<EntryKind, 'line' | 'stderr' | 'edited'>;

const decided = Type.Union(
  Object.entries(decisions).map(([name, value]) =>
    Type.Object({ decision: Type.Literal(name), message: text, line: Type.Optional(place), value }),
  ),
);

/** Schema of an entry's own fields, by kind; `seq` and `atUs` are checked by parse.ts. */
export const entrySchemas: Record<CheckedKind, TSchema> = {
  spawned: Type.Object({ pid: count, executable: text, argv: texts, cwd: text, environmentAdded: texts }),
  spawnFailed: Type.Object({
    code: text,
    message: text,
    fix: maybe,
    executable: text,
    searched: Type.Optional(texts),
  }),
  closed: Type.Object({
    pipe: either('stdin', 'stdout', 'stderr'),
    by: either('extension', 'host'),
    error: maybe,
  }),
  exited: Type.Object({ code: orNull(Type.Integer()), signal: orNull(text) }),
  signalled: Type.Object({
    signal: either('SIGTERM', 'SIGKILL'),
    to: either('group', 'process'),
    reason: text,
  }),
  pipesHeld: Type.Object({ holders: Type.Array(Type.Object({ pid: count, command: text })) }),
  stateChanged: Type.Object({
    state: either('idle', 'starting', 'awaitingHello', 'registering', 'ready', 'stopping', 'ended'),
    reason: text,
  }),
  decided,
  problem: Type.Object({
    code: text,
    severity,
    message: text,
    fix: maybe,
    source: maybe,
    line: Type.Optional(place),
  }),
  released: Type.Object({ line: place, heldUs: us, by: either('user', 'mode', 'stop') }),
  dropped: Type.Object({ line: place, heldUs: us, by: Type.Optional(either('stop', 'exit')) }),
  modeChanged: Type.Object({ mode: either('run', 'step') }),
  clock: Type.Object({ frozen: Type.Boolean(), hostUs: us }),
  writeStalled: Type.Object({ pendingBytes: count, pendingLines: count }),
  writeResumed: Type.Object({ stalledUs: us }),
  meter: Type.Object({
    truncatedLines: count,
    truncatedBytes: count,
    redactedValues: count,
    unwritten: count,
  }),
  note: Type.Object({ text }),
} satisfies {
  // `decided` is checked above, decision by decision.
  [K in CheckedKind]: K extends 'decided'
    ? TSchema
    : TSchema & { static: Omit<Extract<NewEntry, { kind: K }>, 'kind'> };
};

const targetInput = Type.Union([
  Type.Object({ kind: Type.Literal('path'), path: text }),
  Type.Object({ kind: Type.Literal('command'), argv: texts, cwd: maybe }),
]);

const manifest = Type.Object({
  name: text,
  version: text,
  exec: text,
  args: texts,
  language: text,
  enabled: Type.Boolean(),
  description: text,
});

export const headerSchema = Type.Object({
  framescope: place,
  startedAt: text,
  protocol: text,
  profile: text,
  target: Type.Object({
    key: text,
    input: targetInput,
    name: text,
    manifest: Type.Optional(manifest),
    manifestPath: maybe,
    asked: text,
    executable: orNull(text),
    searched: texts,
    argv: texts,
    cwd: text,
  }),
  settings: Type.Object({
    profile: text,
    hostVersion: text,
    provider: text,
    model: text,
    projectDir: text,
    extensionDir: orNull(text),
    dataDir: orNull(text),
    protocolVersion: Type.Integer(),
    builtinTools: Type.Optional(texts),
    builtinCommands: Type.Optional(texts),
    environmentNames: texts,
  }),
  writtenBy: text,
});
