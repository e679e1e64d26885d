// From the fields of one line to a step: what belongs together, what excludes what, and the values that are filled in
// where the file gives none. Looks at no other line but through `Progress`.

import { compactJson } from '../json/compact.ts';
import { stepDefs, stepFields } from './fields.ts';
import type { Expectation, FieldText, Step, StepName, Turn } from './format.ts';
import { childrenOf, type Child } from './json-text.ts';
import { complainAt, readFields, type Spot, type Values } from './read-fields.ts';
import { fillTurn } from './turn.ts';

/** What the steps above have been, as far as later ones lean on it. */
export interface Progress {
  turns: number;
  toolIds: number;
  sessionStarted: boolean;
}

type Placed = Pick<Step, 'index' | 'line'>;
type Build<N extends StepName> = (
  spot: Spot,
  placed: Placed,
  progress: Progress,
) => Extract<Step, { do: N }> | undefined;

/** @returns undefined when something was complained about that leaves no step */
export function buildStep(name: StepName, spot: Spot, placed: Placed, progress: Progress): Step | undefined {
  return builders[name](spot, placed, progress);
}

const waitRowMs = 5_000;
const besides = ['do'];

const builders: { readonly [N in StepName]: Build<N> } = {
  tool_call(spot, placed) {
    const { tool = '', args = '{}', session, timeout_ms } = closed('tool_call', spot);
    return { ...placed, do: 'tool_call', tool, args, ...ref(session), ...limit(timeout_ms) };
  },
  command(spot, placed) {
    const { name = '', args = '', session } = closed('command', spot);
    return { ...placed, do: 'command', name, args, ...ref(session) };
  },
  event(spot, placed, progress) {
    const { event, fields } = framed('event', spot);
    if (event === 'session_start') progress.sessionStarted = true;
    return { ...placed, do: 'event', event, fields };
  },
  intercept(spot, placed) {
    return { ...placed, do: 'intercept', ...framed('intercept', spot) };
  },
  turn(spot, placed, progress) {
    const turn: Turn = fillTurn(closed('turn', spot), progress);
    return { ...placed, do: 'turn', turn };
  },
  send(spot, placed) {
    const { frame, raw, session } = closed('send', spot);
    if (!oneOf(spot, 'send', { frame, raw })) return undefined;
    const line = raw ?? compactJson(frame ?? '') ?? '';
    if (/\n/.test(line)) {
      spot.complain(
        spot.offset,
        spot.text.length,
        'a raw line holds a line break, so it would be two lines',
        'Send each with a step of its own.',
      );
    }
    return { ...placed, do: 'send', raw: line, ...ref(session) };
  },
  wait(spot, placed) {
    const { ms, for: row, timeout_ms } = closed('wait', spot);
    if (!oneOf(spot, 'wait', { ms, for: row })) return undefined;
    if (row) {
      const timeoutMs = timeout_ms ?? waitRowMs;
      return { ...placed, do: 'wait', wait: { kind: 'row', row, timeoutMs } };
    }
    return { ...placed, do: 'wait', wait: { kind: 'time', ms: ms ?? 0 } };
  },
  expect(spot, placed) {
    const read = closed('expect', spot);
    const { within_ms: _, ...checks } = read;
    if (Object.keys(checks).length === 0)
      spot.complain(
        spot.offset,
        spot.text.length,
        'expect checks nothing',
        `Add one of: ${stepFields.expect.map(({ name }) => `"${name}"`).join(', ')}.`,
      );
    return { ...placed, do: 'expect', expect: expectation(read) };
  },
  shutdown(spot, placed) {
    return { ...placed, do: 'shutdown', ...ref(closed('shutdown', spot).session) };
  },
};

function closed<N extends StepName>(name: N, spot: Spot): Values<(typeof stepFields)[N]> {
  return readFields(stepFields[name], spot, name, { besides }).values as Values<(typeof stepFields)[N]>;
}

/** Fields of an event or a question: those of the step, and all others as they stand. */
function framed(name: 'event' | 'intercept', spot: Spot): { event: string; fields: readonly FieldText[] } {
  const { values, others } = readFields(stepDefs[name].fields, spot, name, { besides, open: true });
  const fields = others.map((child) => {
    refuseOwn(name, child, spot);
    return { name: String(child.key), json: spot.text.slice(child.offset, child.end) };
  });
  return { event: (values as { event?: string }).event ?? '', fields };
}

/** Names that look like fields of the frame and are not. */
function refuseOwn(step: string, child: Child, spot: Spot): void {
  if (child.key === 'type' || child.key === 'id')
    complainAt(
      spot,
      child,
      'key',
      `"${child.key}" is given by the host`,
      'Leave it out, or send a frame of your own with {"do": "send", "frame": {…}}.',
    );
  if (child.key === 'session' || child.key === 'timeout_ms')
    complainAt(
      spot,
      child,
      'key',
      `"${child.key}" is no field of ${step}: it goes to all that subscribed, with the limits of the host`,
      'Leave it out.',
    );
}

/** Exactly one of two fields that exclude each other. */
function oneOf(spot: Spot, step: StepName, given: Readonly<Record<string, unknown>>): boolean {
  const names = Object.keys(given);
  const count = Object.values(given).filter((value) => value !== undefined).length;
  if (count === 1) return true;
  const either = names.map((name) => `"${name}"`).join(' or ');
  // A field of the wrong kind has been complained about already.
  const present = childrenOf(spot.text).children.some(({ key }) => names.includes(String(key)));
  if (count > 1 || !present)
    spot.complain(
      spot.offset,
      spot.text.length,
      count > 1
        ? `${step} has both ${names.map((name) => `"${name}"`).join(' and ')}`
        : `${step} needs ${either}`,
      `Give ${either}.`,
    );
  return false;
}

function ref<S>(session: S | undefined): { session?: S } {
  return session === undefined ? {} : { session };
}

function limit(timeoutMs: number | undefined): { timeoutMs?: number } {
  return timeoutMs === undefined ? {} : { timeoutMs };
}

function expectation(read: Values<typeof stepFields.expect>): Expectation {
  const { is_error, timed_out, within_ms, ...rest } = read;
  return {
    ...rest,
    ...(is_error === undefined ? {} : { isError: is_error }),
    ...(timed_out === undefined ? {} : { timedOut: timed_out }),
    ...(within_ms === undefined ? {} : { withinMs: within_ms }),
  };
}
