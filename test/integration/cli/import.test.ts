import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Workspace } from '../../../electron/engine/workspace.ts';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { reopened } from '../../unit/recorder/journal-parts.ts';

let cli: CommandLineUnderTest;
let folder: string;
beforeEach(() => {
  cli = new CommandLineUnderTest();
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-import-'));
});
afterEach(async () => {
  await cli.close();
  rmSync(folder, { recursive: true, force: true });
});

const wire = [
  '{"type":"hello","name":"greeter","version":"1.0.0"}',
  '{"type":"hello_ack","protocol_version":1}',
  'Loading…',
  '{"type":"ready"}',
  '',
].join('\n');

function capture(content: string | Uint8Array, name = 'wire.jsonl'): string {
  const file = path.join(folder, name);
  writeFileSync(file, content);
  return file;
}

describe('framescope import', () => {
  it('makes a recording of the lines of a wire, which opens with every line of it', async () => {
    const output = path.join(folder, 'wire.fsj');
    const told = await cli.run(['import', capture(wire), '--output', output]);
    expect([told.code, told.err]).toEqual([0, '']);
    expect(told.out).toBe(`4 entries of 4 lines (wire) → ${output}\n`);
    const recording = await reopened(output);
    expect([recording.count, recording.damageWords, recording.header?.target.name]).toEqual([5, [], 'wire']);
    expect(await recording.entries(1, 9)).toMatchObject([
      { entry: { kind: 'note' } },
      { entry: { from: 'extension' } },
      { entry: { from: 'host' } },
      { entry: { from: 'host', raw: { text: 'Loading…' } } },
      { entry: { from: 'extension' } },
    ]);
    await recording.close();
  });

  it('takes a capture that is packed with gzip, and keeps bytes that are not UTF-8', async () => {
    const output = path.join(folder, 'wire.fsj');
    const bytes = Buffer.concat([Buffer.from(wire), Buffer.from([0xff, 0x00, 0x0a])]);
    const told = await cli.run(['import', capture(gzipSync(bytes), 'wire.gz'), '--output', output, '--json']);
    expect(JSON.parse(told.out)).toMatchObject({
      path: output,
      format: 'wire',
      counts: { lines: 5, taken: 5 },
    });
    const recording = await reopened(output);
    expect((await recording.entries(6, 1))[0]).toMatchObject({ entry: { raw: { base64: '/wA=' } } });
    await recording.close();
  });

  it('names the lines it does not understand, keeps them, and ends with 1', async () => {
    const output = path.join(folder, 'a.fsj');
    const lines = '{"dir":"in","frame":{"type":"ready"}}\n{"dir":"in","frame":{}}\n{"mark":1}\n';
    const told = await cli.run(['import', capture(lines), '--output', output]);
    expect(told.code).toBe(1);
    expect(told.out).toContain('Line 3 of the capture was not understood: it tells no direction and frame.');
    const recording = await reopened(output);
    expect(JSON.stringify(await recording.entries(4, 1))).toContain('{\\"mark\\":1}');
    await recording.close();
  });

  it('reads of a newer recording what it understands (case Y02)', async () => {
    const output = path.join(folder, 'a.fsj');
    const newer = [
      '{"framescope":999,"startedAt":"2030-01-01T00:00:00.000Z"}',
      '{"seq":1,"atUs":5,"kind":"line","from":"extension","frame":{"type":"ready"}}',
      '{"seq":2,"atUs":6,"kind":"thought"}\n',
    ].join('\n');
    const file = capture(newer, 'newer.fsj');
    const told = await cli.run(['import', file, '--output', output]);
    expect(told.code).toBe(1);
    expect(told.out).toContain('1 entries of 3 lines (recording)');
    const recording = await reopened(output);
    expect([recording.count, recording.damageWords]).toEqual([3, []]);
    await recording.close();
  });

  it.each([
    ['a letter', 'Dear reader,\nthis is a letter.\n'],
    ['an empty file', ''],
    ['zeros', Buffer.alloc(300)],
  ])('refuses %s with 2 and leaves nothing behind', async (_what, content) => {
    const output = path.join(folder, 'a.fsj');
    const told = await cli.run(['import', capture(content), '--output', output]);
    expect(told.code).toBe(2);
    expect(told.err).toContain('is no capture of a format that is known here');
    expect(existsSync(output)).toBe(false);
  });

  it('never writes over a file that is there', async () => {
    const output = capture('mine', 'mine.fsj');
    const told = await cli.run(['import', capture(wire), '--output', output]);
    expect(told.code).toBe(2);
    expect(told.err).toContain('Choose another name');
  });

  it('refuses a folder, and a file that is missing', async () => {
    expect(await cli.run(['import', folder])).toMatchObject({ code: 2 });
    expect((await cli.run(['import', path.join(folder, 'none')])).err).toContain('Check the path.');
  });
});

describe('opening a file in the workspace', () => {
  it('makes a recording of a capture first; joined recordings become one session each', async () => {
    const workspace = new Workspace({ stateDir: cli.stateDir, environment: {}, programVersion: '1' });
    const opened = await workspace.openRecording(capture(wire));
    if (!opened.ok) throw new Error(opened.failure.message);
    expect(opened.value).toMatchObject({ name: 'wire', kind: 'recording' });
    expect(readdirSync(path.join(cli.stateDir, 'journals'))).toHaveLength(1);

    const output = path.join(folder, 'a.fsj');
    await cli.run(['import', capture(wire, 'one.jsonl'), '--output', output]);
    const twice = capture(Buffer.concat([readFileSync(output), readFileSync(output)]), 'twice.fsj');
    const three = new Promise<void>((resolve) =>
      workspace.onChange(() => {
        if (workspace.list.length === 3) resolve();
      }),
    );
    await workspace.openRecording(twice);
    await three;
    expect(workspace.list.map(({ name }) => name)).toEqual(['wire', 'one', 'one (part 2)']);
    // By its path alone it is the second one: that is what export and replay go by.
    const part = workspace.list[2]?.journal;
    const alone = await reopened(part?.path ?? '');
    expect([alone.count, alone.damageWords]).toEqual([part?.count, []]);
    await alone.close();
    await workspace.closeAll();
  });

  it('still refuses what is neither, by the words for a recording', async () => {
    const workspace = new Workspace({ stateDir: cli.stateDir, environment: {}, programVersion: '1' });
    expect(await workspace.openRecording(capture('a letter'))).toMatchObject({
      ok: false,
      failure: {
        code: 'recordingNotOne',
        message: expect.stringContaining('is not a Framescope recording') as string,
      },
    });
    await workspace.closeAll();
  });
});
