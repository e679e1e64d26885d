import { describe, expect, it } from 'vitest';
import { MachineRun } from './machine-run.ts';

const manifest = {
  name: 'from-manifest',
  version: '1.0.0',
  exec: 'node',
  args: [],
  language: '',
  enabled: true,
  description: '',
};

describe('hello', () => {
  it('is answered at once with what the settings say, and opens registration', () => {
    const run = MachineRun.after('demo');
    expect(run.sent).toEqual([
      {
        type: 'hello_ack',
        protocol_version: 1,
        zot_version: '0.0.0-framescope',
        provider: 'anthropic',
        model: 'claude-sonnet-4-5',
        cwd: '/home/ada/shop',
        extension_dir: '/ext/demo',
        data_dir: '/ext/demo',
        capabilities: ['call_tool'],
      },
    ]);
    expect(run.state).toBe('registering');
    expect(run.decided('helloAccepted')).toEqual([{ name: 'demo', version: '1.0.0', capabilities: [] }]);
    expect(run.effects.find((effect) => effect.kind === 'send')).toMatchObject({ answers: 1 });
  });

  it.each([
    ['zot-seed', ['type', 'protocol_version', 'zot_version', 'provider', 'model', 'cwd']],
    [
      'zot-2026-05',
      ['type', 'protocol_version', 'zot_version', 'provider', 'model', 'cwd', 'extension_dir', 'data_dir'],
    ],
    [
      'terva-6',
      [
        ...['type', 'protocol_version', 'zot_version', 'terva_version', 'provider', 'model', 'cwd'],
        ...['extension_dir', 'data_dir', 'supported_events'],
      ],
    ],
  ])('is answered with the fields that %s knows, in the catalogue’s order', (profile, fields) => {
    const run = MachineRun.after('demo', { profile });
    expect(Object.keys(run.sent[0]!)).toEqual(fields);
  });

  it('tells the folders that the settings name', () => {
    const settings = { extensionDir: '/a', dataDir: '/b', protocolVersion: 7, hostVersion: '9.9' };
    expect(MachineRun.after('demo', { settings }).sent[0]).toMatchObject({
      extension_dir: '/a',
      data_dir: '/b',
      protocol_version: 7,
      zot_version: '9.9',
    });
  });

  it.each([
    ['missing', { type: 'hello', version: '1' }],
    ['empty', { type: 'hello', name: '' }],
    ['null', { type: 'hello', name: null }],
    ['a number', { type: 'hello', name: 5 }],
  ])('without a usable name (%s) is an error, and the host goes on waiting', (_what, frame) => {
    const run = MachineRun.after().frame(frame);
    expect(run.problemCodes).toEqual(['error hello-without-name']);
    expect(run.problem('hello-without-name')?.message).toContain('first frame must be hello (got "hello")');
    expect(run.state).toBe('awaitingHello');
    expect(run.sent).toEqual([]);
    run.frame({ type: 'hello', name: 'demo', version: '1' });
    expect(run.state).toBe('registering');
  });

  it('whose name differs from the manifest is accepted, and the manifest is said to win', () => {
    const run = MachineRun.after('other', { target: { manifest } });
    expect(run.problemCodes).toEqual(['info hello-name-differs']);
    expect(run.problem('hello-name-differs')?.message).toContain('"from-manifest"');
  });

  it('said twice is a warning and changes nothing', () => {
    const run = MachineRun.after('demo').frame({ type: 'ready' });
    run.frame({ type: 'hello', name: 'somebody-else', version: '1' });
    expect(run.problemCodes).toContain('warning hello-repeated');
    expect(run.state).toBe('ready');
    expect(run.sent).toHaveLength(1);
    expect(run.decided('helloAccepted')).toHaveLength(1);
  });

  it('after a byte order mark is accepted with a warning that the real host refuses it', () => {
    const run = MachineRun.after().text('{"type":"hello","name":"demo","version":"1"}', { bom: true });
    expect(run.state).toBe('registering');
    expect(run.problemCodes).toEqual(['warning bom-before-hello']);
  });
});

describe('lines before hello', () => {
  it('case F01: after a banner hello is accepted, with one hint to stderr and one warning that hello was not first', () => {
    const run = MachineRun.after();
    for (const line of ['[trace] {', '  step: 1', '}', 'loading 50 %']) run.text(line);
    expect(run.problemCodes).toEqual(['warning stdout-not-frame']);
    expect(run.problem('stdout-not-frame')).toMatchObject({ line: 1 });
    expect(run.problem('stdout-not-frame')?.fix).toContain('stderr');
    run.frame({ type: 'hello', name: 'demo', version: '1' }).text('more chatter').frame({ type: 'ready' });
    expect(run.state).toBe('ready');
    expect(run.problemCodes.slice(1)).toEqual(['warning hello-not-first']);
    expect(run.problem('hello-not-first')?.message).toContain('first frame must be hello (got "")');
    expect(run.problem('hello-not-first')?.message).toContain('4 lines');
  });

  it('a frame of another type is an error with the real host’s words, its registration is ignored, hello still counts', () => {
    const run = MachineRun.after().frame({ type: 'register_tool', name: 'early', schema: {} });
    expect(run.problemCodes).toEqual(['error hello-not-first']);
    expect(run.problem('hello-not-first')?.message).toContain(
      'first frame must be hello (got "register_tool")',
    );
    expect(run.decided('frameIgnored')).toEqual([{ why: 'before hello' }]);
    run.frame({ type: 'nonsense' }).frame({ type: 'hello', name: 'demo', version: '1' });
    expect(run.state).toBe('registering');
    expect(run.decided('toolRegistered')).toEqual([]);
    expect(run.problemCodes).toEqual(['error hello-not-first']);
  });

  it('case F10: header framing is not hinted at as logging or missing flushes: the codec names it', () => {
    const run = MachineRun.after().text('Content-Length: 60').text('');
    expect(run.advance(4_000).problemCodes).toEqual([]);
  });

  it('case F10: a hello over several lines is an error at once; a dumped object is none', () => {
    const run = MachineRun.after();
    for (const line of ['{', '  "type": "hello",', '  "name": "x"', '}']) run.text(line);
    expect(run.problemCodes).toEqual(['error multi-line-json']);
    expect(run.problem('multi-line-json')).toMatchObject({ line: 2 });
    const dumped = MachineRun.after().text('{').text('  "step": 1').text('}');
    expect(dumped.problemCodes).toEqual([]);
  });

  it('terva’s bootstrap frames put its hello deadline off', () => {
    const run = MachineRun.after(undefined, { profile: 'terva-6' });
    run.advance(9_000).frame({ type: 'bootstrap', message: 'building' }).advance(9_000);
    expect(run.problem('hello-deadline')).toBeUndefined();
    expect(run.advance(1_000).problem('hello-deadline')).toMatchObject({ severity: 'error' });
    expect(run.state).toBe('stopping');
    expect(run.signals).toEqual(['SIGTERM']);
  });
});

describe('silence before hello', () => {
  it('case P13: gets a hint after 3 s, asks about flushing, and nothing is killed', () => {
    const run = MachineRun.after().advance(2_999);
    expect(run.problemCodes).toEqual([]);
    run.advance(1);
    expect(run.problem('no-hello-yet')?.message).toMatch(
      /^No output yet, 3 s after the start; is stdout flushed\?/,
    );
    run.advance(600_000);
    expect(run.problemCodes).toEqual(['warning no-hello-yet']);
    expect(run.state).toBe('awaitingHello');
    expect(run.signals).toEqual([]);
  });

  it('words the hint by what came meanwhile', () => {
    const spoke = MachineRun.after();
    spoke.machine.stderr('compiling…');
    expect(spoke.advance(3_000).problem('no-hello-yet')?.message).toContain(
      'though stderr speaks, last "compiling…"',
    );
    const chatted = MachineRun.after().text('hi there').advance(3_000);
    expect(chatted.problem('no-hello-yet')?.message).toContain(
      'what came on stdout is no frame, last "hi there"',
    );
    const unnamed = MachineRun.after().frame({ type: 'hello' }).advance(3_000);
    expect(unnamed.problem('no-hello-yet')?.message).toContain('though other frames came');
  });

  it('names Python’s ways to flush when it is Python', () => {
    const run = MachineRun.after(undefined, { target: { argv: ['python3', 'main.py'] } }).advance(3_000);
    expect(run.problem('no-hello-yet')?.fix).toContain('PYTHONUNBUFFERED=1');
    expect(run.problem('no-hello-yet')?.fix).toContain('flush=True');
  });

  it('is no hint once hello was said', () => {
    expect(MachineRun.after('demo').advance(10_000).problem('no-hello-yet')).toBeUndefined();
  });
});

describe('the end of registration', () => {
  it('comes with the ready frame', () => {
    const run = MachineRun.after('demo').advance(120).frame({ type: 'ready' });
    expect(run.decided('ready')).toEqual([{ by: 'frame', afterMs: 120 }]);
    expect(run.state).toBe('ready');
    expect(run.timers.size).toBe(0);
  });

  it('comes after 250 ms without a frame, counted anew from each frame', () => {
    const run = MachineRun.after('demo');
    run.advance(200).frame({ type: 'register_command', name: 'a' });
    run.advance(200).frame({ type: 'notify', level: 'info', message: 'x' });
    run.advance(249);
    expect(run.state).toBe('registering');
    run.advance(1);
    expect(run.state).toBe('ready');
    expect(run.decided('ready')).toEqual([{ by: 'silence', afterMs: 650 }]);
    expect(run.problemCodes).toContain('info no-ready');
  });

  it('is not put off by lines that are no frames', () => {
    const run = MachineRun.after('demo').advance(200).text('chatter').advance(50);
    expect(run.decided('ready')).toEqual([{ by: 'silence', afterMs: 250 }]);
  });

  it('comes after 3 s when frames keep coming and none of them is ready', () => {
    const run = MachineRun.after('demo');
    for (let n = 0; n < 29; n++) run.advance(100).frame({ type: 'register_command', name: `c${n}` });
    expect(run.state).toBe('registering');
    run.advance(100);
    expect(run.decided('deadlinePassed')).toEqual([
      { deadline: 'ready', afterMs: 3_000, outcome: 'proceed without ready' },
    ]);
    expect(run.decided('ready')).toEqual([{ by: 'timeout', afterMs: 3_000 }]);
    expect(run.problemCodes).toContain('warning no-ready');
  });

  it('tells a ready that came after it', () => {
    const run = MachineRun.after('demo').advance(400).frame({ type: 'ready' });
    expect(run.problemCodes).toEqual(['info no-ready', 'warning ready-late']);
    run.frame({ type: 'ready' });
    expect(run.problemCodes.at(-1)).toBe('warning frame-out-of-order');
  });
});
