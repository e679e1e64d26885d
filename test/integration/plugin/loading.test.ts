import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { LivePlugins } from '../../support/live-plugin.ts';
import { examplePlugin } from '../../support/plugins.ts';

describe('loading a plugin', () => {
  let plugins = new LivePlugins();
  afterEach(async () => {
    await plugins.close();
    plugins = new LivePlugins();
  });

  it('goes step by step, each step a frame with its return', async () => {
    const { sink, session } = await plugins.ready(examplePlugin('hello'));
    const steps = sink
      .of('line')
      .map((entry) => JSON.parse('text' in entry.raw ? entry.raw.text : '{}') as { type: string })
      .map(({ type }) => type);
    expect(steps).toEqual([
      'library.open',
      'library.open.return',
      'library.symbol',
      'library.symbol.return',
      'plugin.entry',
      'plugin.entry.return',
      'plugin.init',
      'host.register_tool',
      'host.log',
      'plugin.init.return',
    ]);
    expect(sink.decisions('helloAccepted')[0]?.value).toEqual({
      name: 'hello',
      version: '1.0.0',
      capabilities: [],
    });
    expect(sink.decisions('toolRegistered')[0]?.value).toMatchObject({ name: 'hello', late: false });
    expect(session.name).toBe('hello');
    expect(sink.problems()).toEqual([]);
  });

  it('tells resources_discover to each handler after init, and is ready then', async () => {
    const live = await plugins.ready('probe');
    const [told] = live.frames('event', 'host');
    expect(told).toMatchObject({ event: 'resources_discover', registration: 1 });
    expect(JSON.parse(String(told?.payload_json))).toEqual({ cwd: '/', trusted: true });
    expect(live.session.plugin.offered.roots.get('skills')).toEqual(['/opt/probe/skills']);
    const ready = live.sink.of('stateChanged').find(({ state }) => state === 'ready');
    const returned = live.sink
      .of('line')
      .find(({ raw }) => 'text' in raw && raw.text.includes('"event.return"'));
    expect(ready?.seq).toBeGreaterThan(returned?.seq ?? Infinity);
  });

  const refusals: readonly (readonly [name: string, code: string, words: RegExp])[] = [
    ['bad-abi', 'abi-mismatch', /ABI version 2; this host has 1/],
    ['short-struct', 'struct-too-small', /struct_size is 16; the host needs the first 40 bytes/],
    ['zero-struct', 'struct-too-small', /struct_size is 0/],
    ['entry-fails', 'entry-failed', /returned -3/],
    ['init-fails', 'init-failed', /init returned -1/],
    ['name-null', 'plugin-name-missing', /no name \(NULL\)/],
    ['no-symbol', 'entry-missing', /no symbol opcode_plugin_init/],
    ['undefined-symbol', 'symbols-missing', /tree_sitter_of_no_library/],
  ];

  for (const [name, code, words] of refusals)
    it(`case V02: refuses ${name} with the exact reason, and nothing of it stays`, async () => {
      const live = await plugins.open(name);
      expect(await live.problem(code)).toMatch(words);
      await live.reached('ended');
      expect(live.codes).toEqual([code]);
      expect(live.sink.of('exited')[0]).toMatchObject({ signal: 'SIGKILL' });
      // What lies behind the sizes is not so much as read.
      if (code === 'abi-mismatch' || code === 'struct-too-small')
        expect(live.frames('plugin.entry.return')[0]).not.toHaveProperty('name');
    });

  it('case V02: takes a larger struct and reads the part that it knows', async () => {
    const live = await plugins.ready('larger-struct');
    expect(await live.problem('struct-larger')).toMatch(/136, more than the 72 bytes/);
    expect(live.frames('host.log')[0]).toMatchObject({ msg: 'larger, and loaded' });
    expect(live.codes).toEqual(['struct-larger']);
  });

  it('never calls shutdown, which is reserved, unless by hand', async () => {
    const live = await plugins.ready('larger-struct');
    live.session.send({ text: '{"type":"plugin.shutdown","id":"by-hand"}' }, 'hand');
    await live.frame('plugin.shutdown.return', ({ id }) => id === 'by-hand');
    live.session.stop('user');
    await live.reached('ended');
    expect(live.frames('host.log').map(({ msg }) => msg)).toEqual(['larger, and loaded', 'shut down']);
    expect(live.frames('plugin.shutdown')).toHaveLength(1);
  });

  it('says that a plugin wrote behind the end of the struct, and lives', async () => {
    const live = await plugins.open('overrun');
    expect(await live.problem('struct-overrun')).toMatch(/16 bytes behind the end/);
    await live.reached('ready');
  });

  it('takes a plugin without version, init and with a reserved member in use, and names each', async () => {
    const live = await plugins.ready('half-filled');
    expect(live.codes.sort()).toEqual(['plugin-init-missing', 'plugin-version-missing', 'reserved-used']);
  });

  describe('a file that is no plugin', () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-no-plugin-'));
    afterEach(() => rmSync(path.join(folder, 'x.so'), { force: true }));

    const file = (bytes: Buffer | string): string => {
      const at = path.join(folder, 'x.so');
      writeFileSync(at, bytes);
      return at;
    };

    it('case V02: a text named .so is said to be no library', async () => {
      const live = await plugins.open(file('#!/bin/sh\necho hello\n'));
      expect(await live.problem('library-not-one')).toMatch(
        /no shared library: (invalid ELF header|file too short)/,
      );
      await live.reached('ended');
    });

    it('a file that is not there is said to be missing', async () => {
      const live = await plugins.open(path.join(folder, 'x.so'));
      expect(await live.problem('library-missing')).toContain(path.join(folder, 'x.so'));
      await live.reached('ended');
    });

    it('case V02: a library for another class of machines is said to be one', async () => {
      const header = Buffer.alloc(4096);
      Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 1, 1]).copy(header);
      header.writeUInt16LE(3, 16);
      header.writeUInt16LE(40, 18);
      const live = await plugins.open(file(header));
      expect(await live.problem('wrong-architecture')).toMatch(/wrong ELF class/);
      await live.reached('ended');
    });
  });

  it('a crash in a constructor is a fact with the loading under way', async () => {
    const live = await plugins.open('constructor-crash');
    expect(await live.problem('crashed')).toMatch(/SIGABRT in too_early.*Under way was Loading the library/);
    await live.reached('ended');
  });

  it('a constructor that does not return is said to block', async () => {
    const live = await plugins.open('constructor-hangs');
    expect(await live.problem('constructor-blocked')).toMatch(/has taken 1 s/);
    live.session.stop('user');
    await live.reached('ended');
    expect(live.codes).toEqual(['constructor-blocked']);
  });

  it('under the rules of today’s host the same plugins load', async () => {
    const live = await plugins.ready(examplePlugin('hello'), { profile: 'opcode-today' });
    expect(live.codes).toEqual([]);
    expect(await live.call('hello', { name: 'Ada' })).toBe('Hello Ada!');
  });
});
