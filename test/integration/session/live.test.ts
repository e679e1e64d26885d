// Sessions on real processes: handshake, stepping, shutdown and exits as a real host does them.

import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LiveSessions, type Live } from '../../support/live-session.ts';

let live: LiveSessions;
beforeEach(() => {
  live = new LiveSessions();
});
afterEach(() => live.close());

function started(what: string | readonly string[], mode: 'run' | 'step' = 'run'): Live {
  const opened = live.open(what);
  opened.session.start(mode);
  return opened;
}

const problems = ({ sink }: Live) => sink.problems().map(({ severity, code }) => `${severity} ${code}`);
const signals = ({ sink }: Live) => sink.of('signalled').map(({ signal, to }) => `${signal} ${to}`);

/** Extension code that reads its frames; `on` maps a frame's type to code. */
const script = (source: string): string[] => [process.execPath, '-e', source];

describe('a handshake', () => {
  it('of an extension that does everything right is told without a problem, and its shutdown too', async () => {
    const run = started('good');
    await run.reached('ready');
    expect(run.sink.decisions('helloAccepted')[0]?.value).toEqual({
      name: 'good',
      version: '1.0.0',
      capabilities: ['commands', 'tools', 'events'],
    });
    expect(run.sink.decisions('commandRegistered').map(({ value }) => value.name)).toEqual(['shout']);
    expect(run.sink.decisions('toolRegistered')[0]?.value.schemaText).toBe(
      '{"type":"object","properties":{"text":{"type":"string"}},"required":["text"]}',
    );
    expect(run.sink.decisions('subscribed')[0]?.value).toEqual({
      events: ['session_start', 'turn_end'],
      intercept: ['tool_call'],
    });
    expect(run.sink.decisions('ready')[0]?.value.by).toBe('frame');
    run.session.stop('user');
    await run.session.ended;
    expect(run.session.status.state).toBe('ended');
    expect(run.sink.lines('host').at(-1)).toBe('{"type":"shutdown"}');
    expect(run.sink.lines('extension').at(-1)).toBe('{"type":"shutdown_ack"}');
    expect(run.sink.of('exited')[0]).toMatchObject({ code: 0, signal: null });
    expect(signals(run)).toEqual([]);
    expect(problems(run).filter((problem) => !problem.startsWith('info'))).toEqual([]);
  });

  it('is answered in the very bytes a real host would write', async () => {
    const run = started(
      script(
        `process.stdout.write('{"type":"hello","name":"x","version":"1"}\\n');
         process.stdin.once('data', (bytes) => process.stdout.write(JSON.stringify({type:'notify',level:'info',message:bytes.toString('hex')}) + '\\n'));
         process.stdin.on('end', () => process.exit(0));`,
      ),
    );
    const seen = await run.sink.seen(
      (entry) => entry.kind === 'line' && JSON.stringify(entry).includes('notify'),
    );
    const text = seen.kind === 'line' && 'text' in seen.raw ? seen.raw.text : '';
    const bytes = Buffer.from((JSON.parse(text) as { message: string }).message, 'hex').toString();
    expect(bytes).toBe(
      '{"type":"hello_ack","protocol_version":1,"zot_version":"0.0.0-framescope","provider":"anthropic","model":"claude-sonnet-4-5","cwd":"/home/ada/shop","extension_dir":"/","data_dir":"/","capabilities":["call_tool"]}\n',
    );
  });

  it('without ready ends after 250 ms of silence', async () => {
    const run = started('no-ready-silent');
    await run.reached('ready');
    const [decision] = run.sink.decisions('ready');
    expect(decision?.value.by).toBe('silence');
    expect(decision?.value.afterMs).toBeGreaterThanOrEqual(250);
  });

  it('without ready and without silence ends after 3 s', async () => {
    const run = started('keeps-registering');
    await run.reached('ready');
    const [decision] = run.sink.decisions('ready');
    expect(decision?.value.by).toBe('timeout');
    expect(decision?.value.afterMs).toBeGreaterThanOrEqual(3_000);
    expect(run.sink.decisions('commandRegistered').length).toBeGreaterThan(5);
  });

  it('with all registrations in one write is taken', async () => {
    const run = started('early-registrations');
    await run.reached('ready');
    expect(problems(run)).toEqual(['info no-ready']);
    expect(run.sink.decisions('toolRegistered')[0]?.value.schemaText).toBe('{}');
  });

  it('case F01: after a banner goes on, with quiet warnings', async () => {
    const run = started('banner-before-hello');
    await run.reached('ready');
    expect(problems(run)).toEqual(['warning stdout-not-frame', 'warning hello-not-first']);
    expect(run.sink.decisions('toolRegistered')).toHaveLength(1);
  });

  it('that begins with another frame is an error, and still comes about', async () => {
    const run = started('wrong-first-frame');
    await run.reached('ready');
    expect(problems(run)[0]).toBe('error hello-not-first');
    expect(run.sink.decisions('toolRegistered')).toEqual([]);
  });

  it('keys in any letter case are read as a Go host reads them', async () => {
    const run = started('case-keys');
    await run.reached('ready');
    expect(run.sink.decisions('toolRegistered')[0]?.value).toMatchObject({
      name: 'echo',
      schemaText: '{"type":"object"}',
    });
  });

  it('with frames of wrongly typed fields goes on without them', async () => {
    const run = started('wrong-types');
    await run.reached('ready');
    await run.sink.seen((entry) => entry.kind === 'line' && JSON.stringify(entry).includes('after'));
    expect(run.sink.decisions('toolRegistered').map(({ value }) => value.name)).toEqual(['echo']);
    expect(run.sink.decisions('frameIgnored')).toHaveLength(4);
  });
});

describe('stepping through a handshake', () => {
  it('holds every frame both ways while the deadlines stand still, and the extension sees nothing early', async () => {
    const run = started('no-ready-silent', 'step');
    const { session, sink } = run;
    const held = async (type: string): Promise<number> => {
      const entry = await sink.seen(
        (seen) =>
          seen.kind === 'line' && seen.held === true && JSON.stringify(seen.raw).includes(`"${type}\\"`),
      );
      expect(session.status.held).toContain(entry.seq);
      return entry.seq;
    };
    const helloLine = await held('hello');
    expect(session.status).toMatchObject({ state: 'awaitingHello', clockFrozen: true });
    expect(session.release(helloLine).ok).toBe(true);
    const ack = await held('hello_ack');
    const frozen = session.status;
    expect(frozen.state).toBe('registering');
    expect(frozen.deadlines.map(({ name, leftMs }) => [name, leftMs])).toEqual([
      ['auto-ready', 250],
      ['ready', 3_000],
    ]);
    expect(frozen.pendingWriteBytes).toBe(0);
    session.release(ack);
    await run.reached('ready');
    session.stop('user');
    await held('shutdown');
    expect(sink.of('closed')).toEqual([]);
    session.releaseAll();
    await held('shutdown_ack');
    session.releaseAll();
    await session.ended;
    session.releaseAll();
    expect(session.status).toMatchObject({ state: 'ended', held: [], clockFrozen: false });
    expect(sink.of('exited')[0]).toMatchObject({ code: 0 });
  });

  it('an edited hello_ack is what the extension gets', async () => {
    const run = started(
      script(
        `process.stdout.write('{"type":"hello","name":"x","version":"1"}\\n');
         process.stdin.on('data', (bytes) => process.stderr.write(bytes));
         process.stdin.on('end', () => process.exit(0));`,
      ),
      'step',
    );
    const first = await run.sink.seen((entry) => entry.kind === 'line');
    run.session.release(first.seq);
    run.session.release(run.session.status.held[0]!, { text: '{"type":"hello_ack","protocol_version":2}' });
    const echoed = await run.sink.seen((entry) => entry.kind === 'stderr');
    expect(echoed).toMatchObject({ raw: { text: '{"type":"hello_ack","protocol_version":2}' } });
    expect(run.sink.of('edited')).toHaveLength(1);
  });

  it('an exit while frames are held loses none of them', async () => {
    const run = started(
      script(
        `process.stdout.write('{"type":"hello","name":"x","version":"1"}\\n{"type":"ready"}\\n', () => process.exit(3))`,
      ),
      'step',
    );
    await run.session.ended;
    expect(run.session.status).toMatchObject({ state: 'awaitingHello', clockFrozen: true });
    expect(run.session.status.held).toHaveLength(2);
    run.session.setMode('run');
    expect(run.session.status.state).toBe('ended');
    expect(run.sink.decisions('ready')).toHaveLength(1);
    expect(problems(run)).toContain('error crashed');
  });
});

describe('shutdown', () => {
  it('of an extension that acknowledges and stays: SIGTERM after 2 s ends it', async () => {
    const run = started('ack-but-stay');
    await run.reached('ready');
    run.session.stop('user');
    await run.session.ended;
    expect(signals(run)).toEqual(['SIGTERM group']);
    expect(run.sink.of('exited')[0]).toMatchObject({ code: null, signal: 'SIGTERM' });
    const [asked] = run.sink.decisions('stopAsked');
    const [term] = run.sink.of('signalled');
    expect(term!.atUs - asked!.atUs).toBeGreaterThanOrEqual(1_999_000);
  });

  it('of an extension that heeds nothing: SIGKILL of the group after 2 s and 1 s, each step a fact', async () => {
    const run = started('ignores-sigterm');
    await run.reached('ready');
    run.session.stop('user');
    await run.session.ended;
    expect(signals(run)).toEqual(['SIGTERM group', 'SIGKILL group']);
    expect(run.sink.decisions('deadlinePassed').map(({ value }) => value.deadline)).toEqual([
      'shutdown',
      'term',
    ]);
    expect(run.sink.of('closed').map(({ pipe, by }) => `${pipe} ${by}`)).toContain('stdin host');
    expect(run.sink.of('exited')[0]).toMatchObject({ code: null, signal: 'SIGKILL' });
    expect(problems(run)).toContain('warning ignored-sigterm');
  });

  it('asked twice kills at once', async () => {
    const run = started('ignores-sigterm');
    await run.reached('ready');
    run.session.stop('user');
    run.session.stop('user');
    await run.session.ended;
    expect(signals(run)).toEqual(['SIGKILL group']);
    const [asked] = run.sink.decisions('stopAsked');
    const [exit] = run.sink.of('exited');
    expect(exit!.atUs - asked!.atUs).toBeLessThan(1_500_000);
  });

  it('of an extension that never reads its stdin does not hang', async () => {
    const run = started('never-reads-stdin');
    await run.reached('ready');
    for (let n = 0; n < 100; n++) run.session.send({ text: 'x'.repeat(10_000) }, 'driver');
    await run.sink.seen((entry) => entry.kind === 'writeStalled');
    expect(run.session.status.pendingWriteBytes).toBeGreaterThan(100_000);
    run.session.stop('user');
    await run.session.ended;
    expect(signals(run)).toEqual(['SIGTERM group']);
  });

  it('of all sessions at once ends within their graces, also one whose shutdown is held at the gate', async () => {
    const good = started('good');
    const stubborn = started('ignores-sigterm');
    const stepped = started('no-ready-silent');
    await Promise.all([good, stubborn, stepped].map((run) => run.reached('ready')));
    stepped.session.setMode('step');
    stepped.session.stop('user');
    const heard: string[] = [];
    live.host.onChange(() => heard.push(live.host.sessions.map(({ state }) => state).join()));
    await live.host.stopAll('app');
    expect(live.host.sessions.map(({ state }) => state)).toEqual(['ended', 'ended', 'ended']);
    expect(heard.at(-1)).toBe('ended,ended,ended');
    expect(live.host.sessions.map(({ id }) => id)).toEqual(['s1', 's2', 's3']);
    live.host.forget(good.session.id);
    expect(live.host.get(good.session.id)).toBeUndefined();
    expect(live.host.sessions).toHaveLength(2);
  });

  it('that is under way is waited for when the app ends too, not cut short', async () => {
    const run = started('ack-but-stay');
    await run.reached('ready');
    run.session.stop('user');
    await live.host.end(run.session.id, 'app');
    expect(signals(run)).toEqual(['SIGTERM group']);
    expect(run.sink.decisions('stopAsked')).toHaveLength(1);
  });

  it('bounded: a shutdown that nobody releases is given up on', async () => {
    const run = started('no-ready-silent');
    await run.reached('ready');
    run.session.setMode('step');
    await live.host.end(run.session.id, 'user');
    expect(signals(run)).toEqual(['SIGKILL group']);
    expect(run.sink.of('dropped').map(({ by }) => by)).toEqual(['stop']);
    expect(run.session.state).toBe('ended');
  });
});

describe('exits', () => {
  it.each(['exits-before-hello', 'half-hello-exit'])(
    'case P08: %s is told within a second, with exit code and last words',
    async (name) => {
      const run = started(name);
      expect(await run.problem('exited-before-hello')).toMatch(
        /exited with code 1 before it said hello.*Last on stderr: "API key missing: set DEMO_API_KEY"\./,
      );
      await run.session.ended;
      const [spawned] = run.sink.of('spawned');
      const [problem] = run.sink.problems('exited-before-hello');
      const at = run.sink.entries[problem!.seq - 1]!.atUs;
      expect(at - spawned!.atUs).toBeLessThan(1_000_000);
    },
  );

  it('a crash names the call that was open and the error', async () => {
    const run = started('crashes-after-ready');
    await run.reached('ready');
    run.session.send({ text: '{"type":"tool_call","id":"7","name":"crash","args":{}}' }, 'driver');
    const message = await run.problem('crashed');
    expect(message).toContain('Unanswered: tool_call "7" to "crash".');
    expect(message).toContain('Last on stderr: "Error: cannot read the moon".');
    await run.session.ended;
    expect(run.session.state).toBe('ended');
  });

  it('case P13: unflushed output gets a hint, and at stop the late lines are shown and called too late', async () => {
    const run = started('unflushed-python');
    expect(await run.problem('no-hello-yet')).toMatch(/^No output yet, \d+(\.\d)? s after the start/);
    run.session.stop('user');
    await run.session.ended;
    expect(problems(run)).toEqual(['warning no-hello-yet', 'error hello-too-late']);
    expect(run.sink.lines('extension')).toHaveLength(3);
  });

  it('a program that cannot be started ends the session with an error', async () => {
    const run = started(['/no/such/program']);
    await run.session.ended;
    expect(problems(run)).toEqual(['error spawn-failed']);
    expect(run.session.state).toBe('ended');
  });
});
