// The process that calls plugins, as a process: its pipes, and what is told when it can't be started.

import { afterEach, describe, expect, it } from 'vitest';
import { PluginProcess } from '../../../electron/transport/plugin-process.ts';
import type { PluginSink } from '../../../electron/transport/plugin-transport.ts';
import type { TransportFact } from '../../../electron/transport/transport.ts';
import { launchFor } from '../../support/process-sink.ts';

class KeepingSink implements PluginSink {
  readonly told: string[] = [];
  readonly facts: TransportFact[] = [];
  readonly done: Promise<void>;
  readonly words: Promise<string>;
  #end = (): void => {};
  #said: (word: string) => void = () => {};

  constructor() {
    this.done = new Promise((resolve) => (this.#end = resolve));
    this.words = new Promise((resolve) => (this.#said = resolve));
  }

  frame: PluginSink['frame'] = (from, line, asks) => {
    const bytes = Buffer.from(line.bytes).toString('latin1');
    this.told.push(`${from} ${line.text} ${bytes} ${asks}`);
  };
  word: PluginSink['word'] = (text) => {
    this.told.push(`word ${text}`);
    this.#said(text);
  };
  printed: PluginSink['printed'] = (to, line) => void this.told.push(`${to} ${line.text}`);
  crashReport: PluginSink['crashReport'] = (report) =>
    void this.told.push(`crash ${Buffer.from(report).toString()}`);
  fact: PluginSink['fact'] = (fact) => void this.facts.push(fact);
  ended: PluginSink['ended'] = () => this.#end();
}

let running: PluginProcess | undefined;
afterEach(() => {
  running?.signal('SIGKILL', 'the test is over');
  running = undefined;
});

function start(source: string): { sink: KeepingSink; child: PluginProcess } {
  const sink = new KeepingSink();
  const child = new PluginProcess(launchFor([process.execPath, '-e', source]));
  running = child;
  child.start(sink);
  return { sink, child };
}

describe('the process of a plugin', () => {
  it('has a pipe for frames, one for words to it, and outputs of its own', async () => {
    const { sink } = start(`
      const fs = require('node:fs');
      fs.writeSync(3, '<{"type":"a"}\\n>{"type":"b"}\\n({"type":"c"}\\n){"type":"d"}\\n!{"word":1}\\n');
      console.log('out'); console.error('err');
      fs.writeSync(5, 'down');
    `);
    await sink.done;
    expect(sink.told.slice(0, 5)).toEqual([
      'extension {"type":"a"} {"type":"a"} null',
      'host {"type":"b"} {"type":"b"} null',
      'extension {"type":"c"} {"type":"c"} 1',
      'host {"type":"d"} {"type":"d"} 2',
      'word {"word":1}',
    ]);
    expect(sink.told.slice(5).sort()).toEqual(['crash down', 'stderr err', 'stdout out']);
    expect(sink.facts.map(({ kind }) => kind)).toEqual(['spawned', 'closed', 'closed', 'exited']);
  });

  it('gets frames and words in the order they were sent', async () => {
    const { sink, child } = start(`
      const fs = require('node:fs');
      require('node:net').Socket({ fd: 4 }).on('data', (bytes) => fs.writeSync(3, '!' + JSON.stringify(String(bytes)) + '\\n'));
    `);
    child.frame(Buffer.from('{"type":"a"}'));
    child.word('{"ask":true}');
    expect(JSON.parse(await sink.words)).toBe('>{"type":"a"}\n!{"ask":true}\n');
    child.signal('SIGKILL', 'enough');
    await sink.done;
  });

  it('that can not be started is a fact with the reason', async () => {
    const sink = new KeepingSink();
    new PluginProcess(launchFor(['/no/such/node', 'child.js'])).start(sink);
    await sink.done;
    expect(sink.facts).toMatchObject([{ kind: 'spawnFailed', code: 'ENOENT' }]);
  });
});
