import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { GateMode } from '../../../shared/session/entries.ts';
import { hello, sessionRun } from './session-run.ts';

const frames = [
  hello,
  { type: 'hello' },
  { type: 'register_command', name: 'c' },
  { type: 'register_tool', name: 't', schema: null },
  { type: 'subscribe', events: ['turn_end'], intercept: [5] },
  { type: 'ready' },
  { type: 'notify', level: 'odd', message: 'x' },
  { type: 'tool_result', id: '1', content: [] },
  { type: 'shutdown_ack' },
  { type: 'error', message: 'x' },
  { type: 'nonsense' },
];

type Run = ReturnType<typeof sessionRun>;
type Act = (run: Run) => void;

/** What may befall a live session, in any order. */
const act = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.constantFrom(...frames).map(
      (frame): Act =>
        ({ transport }) =>
          transport.line(frame),
    ),
  },
  fc.string().map(
    (text): Act =>
      ({ transport }) =>
        transport.line(text),
  ),
  fc.uint8Array({ maxLength: 4 }).map(
    (bytes): Act =>
      ({ transport }) =>
        transport.line(bytes),
  ),
  fc.string().map(
    (text): Act =>
      ({ transport }) =>
        transport.stderr(text),
  ),
  fc.nat(4_000).map(
    (ms): Act =>
      ({ time }) =>
        time.advance(ms),
  ),
  fc.constantFrom<GateMode>('run', 'step').map(
    (mode): Act =>
      ({ session }) =>
        session.setMode(mode),
  ),
  fc.boolean().map(
    (freeze): Act =>
      ({ session }) =>
        session.setFreeze(freeze),
  ),
  fc.nat(60).map(
    (seq): Act =>
      ({ session }) =>
        void session.release(seq),
  ),
  fc.nat(60).map(
    (seq): Act =>
      ({ session }) =>
        void session.release(seq, { text: '{"type":"ready"}' }),
  ),
  fc.nat(60).map(
    (seq): Act =>
      ({ session }) =>
        void session.drop(seq),
  ),
  fc.constant<Act>(({ session }) => session.releaseAll()),
  fc.constantFrom('{"type":"tool_call","id":"1","name":"t","args":{}}', 'junk').map(
    (text): Act =>
      ({ session }) =>
        void session.send({ text }, 'driver'),
  ),
  fc.constantFrom('user' as const, 'app' as const).map(
    (by): Act =>
      ({ session }) =>
        session.stop(by),
  ),
  fc.boolean().map((taking): Act => ({ transport }) => {
    transport.taking = taking;
    if (taking) transport.take();
  }),
  fc.constantFrom('stdin' as const, 'stdout' as const).map(
    (pipe): Act =>
      ({ transport }) =>
        transport.fact({ kind: 'closed', pipe, by: 'extension' }),
  ),
);

function play(mode: GateMode, acts: readonly Act[], spawn: boolean): Run {
  const run = sessionRun();
  run.session.start(mode);
  if (spawn) run.transport.spawned();
  for (const one of acts) one(run);
  return run;
}

const story = fc.tuple(
  fc.constantFrom<GateMode>('run', 'step'),
  fc.array(act, { maxLength: 60 }),
  fc.boolean(),
);

describe('whatever happens, in whatever order', () => {
  it('nothing throws, and every held line ends as released, dropped, or still held', () => {
    fc.assert(
      fc.property(story, ([mode, acts, spawn]) => {
        const { sink, session } = play(mode, acts, spawn);
        const held = sink
          .of('line')
          .filter((entry) => entry.held)
          .map((entry) => entry.seq);
        const gone = [...sink.of('released'), ...sink.of('dropped')].map((entry) => entry.line);
        expect([...gone, ...session.status.held].sort((a, b) => a - b)).toEqual(held);
        expect(session.status.clockFrozen).toBe(session.freeze && session.status.held.length > 0);
        const clock = sink.of('clock').map((entry) => entry.frozen);
        expect(clock).toEqual(clock.map((_, index) => index % 2 === 0));
      }),
      { numRuns: 400 },
    );
  });

  it('times never go back, and host time never overtakes real time', () => {
    fc.assert(
      fc.property(story, ([mode, acts, spawn]) => {
        const { sink, session } = play(mode, acts, spawn);
        const times = sink.entries.map((entry) => entry.atUs);
        expect(times).toEqual([...times].sort((a, b) => a - b));
        const { hostUs, realUs } = session.status;
        expect(hostUs).toBeLessThanOrEqual(realUs);
        expect(Number.isInteger(hostUs)).toBe(true);
      }),
      { numRuns: 100 },
    );
  });

  it('after exit and release of what is held the session has ended without a timer or a hold', () => {
    fc.assert(
      fc.property(story, ([mode, acts]) => {
        const run = play(mode, acts, true);
        run.transport.exit(1);
        run.session.setMode('run');
        expect(run.session.status).toMatchObject({
          state: 'ended',
          held: [],
          deadlines: [],
          clockFrozen: false,
        });
        expect(run.time.timers).toBe(0);
        expect(run.sink.of('stateChanged').filter((entry) => entry.state === 'ended')).toHaveLength(1);
      }),
      { numRuns: 200 },
    );
  });

  it('two stops always lead to SIGKILL, and nothing is held after them', () => {
    fc.assert(
      fc.property(story, ([mode, acts]) => {
        const { session, transport } = play(mode, acts, true);
        session.stop('user');
        session.stop('user');
        expect(transport.asked).toContain('SIGKILL');
        expect(session.status.held).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('host lines reach the wire in the order they were recorded when nobody picks from the middle', () => {
    const calm = fc.array(
      fc.oneof(
        fc.nat(9).map(
          (n): Act =>
            ({ session }) =>
              void session.send({ text: `line ${n}` }, 'hand'),
        ),
        fc.constantFrom<GateMode>('run', 'step').map(
          (mode): Act =>
            ({ session }) =>
              session.setMode(mode),
        ),
        fc.constant<Act>(({ session }) => session.releaseAll()),
        fc.constant<Act>(({ transport }) => transport.line(hello)),
      ),
      { maxLength: 40 },
    );
    fc.assert(
      fc.property(calm, (acts) => {
        const { sink, transport, session } = play('step', acts, true);
        session.setMode('run');
        expect(transport.asked).toEqual(sink.lines('host').map((line) => `write ${line}`));
      }),
      { numRuns: 100 },
    );
  });
});
