// Rows of facts that are no lines: the process, the host's decisions, the gate and the recording, in plain words. One entry
// per kind; a new kind of fact does not compile until it has its words here.

import { counted, join, optional, words, type Parts } from '../protocol/say.ts';
import type { DecisionName } from './decisions.ts';
import type { Entry, EntryKind, HostState, Severity } from './entries.ts';
import { durationWords, momentWords } from './time-words.ts';

interface FactRow {
  /** Type column. */
  readonly type: string;
  readonly summary: Parts;
  readonly severity?: Severity;
}

type FactKind = Exclude<EntryKind, 'line' | 'stderr'>;
type Fact = Extract<Entry, { readonly kind: FactKind }>;
type FactOf<K extends FactKind> = Extract<Entry, { readonly kind: K }>;

export const stateWords: Readonly<Record<HostState, string>> = {
  idle: 'not started',
  starting: 'starting',
  awaitingHello: 'waiting for hello',
  registering: 'registering',
  ready: 'ready',
  stopping: 'stopping',
  ended: 'ended',
};

const decisionTypes: Readonly<Record<DecisionName, string>> = {
  helloAccepted: 'hello accepted',
  commandRegistered: 'command registered',
  toolRegistered: 'tool registered',
  subscribed: 'subscribed',
  ready: 'registration over',
  notified: 'notified',
  frameIgnored: 'frame ignored',
  deadlinePassed: 'deadline passed',
  stopAsked: 'stop asked',
  requestSettled: 'request ended',
  toolFinished: 'tool finished',
  commandFinished: 'command finished',
  eventNotSent: 'event not sent',
  hopDecided: 'hop decided',
  chainDecided: 'chain decided',
  panelOpened: 'panel opened',
  panelRendered: 'panel rendered',
  panelClosed: 'panel closed',
  runCancelled: 'run cancelled',
  crashReported: 'crash report',
};

/** Signals by which processes are ended on purpose; any other one is a crash. */
const askedSignals = new Set(['SIGTERM', 'SIGKILL', 'SIGINT', 'SIGHUP', 'SIGQUIT']);

const facts: { readonly [K in FactKind]: (fact: FactOf<K>) => FactRow } = {
  spawned: ({ pid, argv }) => ({
    type: 'spawned',
    summary: [{ words: `pid ${pid} · ` }, { wire: argv.map(shellWord).join(' ') }],
  }),
  spawnFailed: ({ code, message }) => ({
    type: 'spawn failed',
    summary: words(`${code}: ${message}`),
    severity: 'error',
  }),
  closed: ({ pipe, by, error }) => ({
    type: 'closed',
    summary: join(words(`${pipe}, by the ${by}`), optional(' · ', error)),
  }),
  exited: exitedRow,
  signalled: ({ signal, to, reason }) => ({
    type: 'signalled',
    summary: words(`${signal} to the ${to === 'group' ? 'process group' : 'process'} · ${reason}`),
  }),
  pipesHeld: ({ holders }) => ({
    type: 'pipes held',
    summary: join(
      words('the process is gone, but its pipes are held by '),
      holders.length === 0
        ? words('another one')
        : [{ wire: holders.map(({ pid, command }) => `${pid} ${command}`).join(', ') }],
    ),
    severity: 'warning',
  }),
  stateChanged: ({ state, reason }) => ({
    type: 'state',
    summary: words(reason === '' ? stateWords[state] : `${stateWords[state]} · ${reason}`),
  }),
  decided: ({ decision, message }) => ({ type: decisionTypes[decision], summary: words(message) }),
  problem: ({ message, severity }) => ({ type: 'problem', summary: words(message), severity }),
  released: ({ line, heldUs, by }) => ({
    type: 'released',
    summary: words(`#${line} after ${durationWords(heldUs)}${releasedBy[by]}`),
  }),
  edited: ({ line, raw }) => ({
    type: 'edited',
    summary: join(
      words(`#${line} passes as `),
      'text' in raw ? [{ wire: raw.text }] : words('bytes that are not UTF-8'),
    ),
  }),
  dropped: ({ line, heldUs }) => ({
    type: 'dropped',
    summary: words(`#${line} after ${durationWords(heldUs)}; it does not pass`),
  }),
  modeChanged: ({ mode }) => ({
    type: 'mode',
    summary: words(mode === 'step' ? 'step: every frame waits to be released' : 'run: frames pass at once'),
  }),
  clock: ({ frozen, hostUs }) => ({
    type: 'host clock',
    summary: words(`${frozen ? 'frozen at' : 'runs on from'} ${momentWords(hostUs)}`),
  }),
  writeStalled: ({ pendingBytes, pendingLines }) => ({
    type: 'write stalled',
    summary: words(
      `the extension does not read its stdin: ${counted(pendingLines, 'line')}, ${counted(pendingBytes, 'byte')} wait`,
    ),
    severity: 'warning',
  }),
  writeResumed: ({ stalledUs }) => ({
    type: 'write resumed',
    summary: words(`the extension reads again after ${durationWords(stalledUs)}`),
  }),
  meter: meterRow,
  note: ({ text }) => ({ type: 'note', summary: words(text) }),
};

const releasedBy = { user: '', mode: ', by run mode', stop: ', because of the stop' } as const;

export function factRow(fact: Fact): FactRow {
  return (facts[fact.kind] as (fact: Fact) => FactRow)(fact);
}

function exitedRow({ code, signal }: FactOf<'exited'>): FactRow {
  if (signal !== null && !askedSignals.has(signal)) {
    return { type: 'crashed', summary: words(`ended by ${signal}`), severity: 'error' };
  }
  if (signal !== null) return { type: 'exited', summary: words(`ended by ${signal}`) };
  return code === 0
    ? { type: 'exited', summary: words('code 0') }
    : { type: 'exited', summary: words(`code ${code ?? 'unknown'}`), severity: 'warning' };
}

function meterRow(meter: FactOf<'meter'>): FactRow {
  const lacks = [
    meter.truncatedLines > 0 &&
      `${counted(meter.truncatedLines, 'line')} cut, ${counted(meter.truncatedBytes, 'byte')} not kept`,
    meter.redactedValues > 0 && `${counted(meter.redactedValues, 'value')} redacted`,
    meter.unwritten > 0 && `${counted(meter.unwritten, 'entry', 'entries')} not written to disk`,
  ].filter((lack) => lack !== false);
  if (lacks.length === 0) return { type: 'capture', summary: words('nothing lost') };
  return { type: 'capture', summary: words(lacks.join(' · ')), severity: 'warning' };
}

/** An argument as one would type it: quoted only where it has to be. */
function shellWord(argument: string): string {
  return /^[\w@%+=:,./~-]+$/.test(argument) ? argument : `'${argument.replaceAll("'", "'\\''")}'`;
}
