import fs from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { OpenRecording } from '../../../electron/recorder/open-recording.ts';
import { openRecording } from '../../../electron/recorder/recording-file.ts';
import type { Damage, RecordingHeader } from '../../../shared/recording/format.ts';
import { writeEntry, writeHeader } from '../../../shared/recording/write.ts';
import type { Entry } from '../../../shared/session/entries.ts';
import { header } from '../recording/header.ts';
import { decoding, newJournal, putLine, reopened, tempDir } from './journal-parts.ts';

let dir: string;
let file: string;
let opened: OpenRecording | undefined;
beforeEach(() => {
  dir = tempDir();
  file = path.join(dir, 'x.fsj');
});
afterEach(async () => {
  await opened?.close();
  opened = undefined;
  fs.rmSync(dir, { recursive: true, force: true });
});

const head = writeHeader(header);
const line = (seq: number, text = `{"type":"notify","level":"info","message":"${seq}"}`): string =>
  writeEntry({ kind: 'line', from: 'extension', raw: { text }, ending: 'lf', seq, atUs: seq * 10 } as Entry);

async function open(content: string | Uint8Array): Promise<OpenRecording> {
  fs.writeFileSync(file, content);
  opened = await reopened(file);
  return opened;
}
const kinds = (damage: readonly Damage[]): string[] => damage.map((one) => `${one.kind} ${one.line}`);
const seqs = async (recording: OpenRecording): Promise<number[]> =>
  (await recording.rows(1, recording.count)).filter((row) => row.kind === 'line').map((row) => row.seq);

describe('a recording that is whole', () => {
  it('tells its header and all rows, and no damage', async () => {
    const recording = await open(head + line(1) + line(2));
    expect(recording.header).toEqual(header);
    expect(recording.damage).toEqual([]);
    expect(recording.damageWords).toEqual([]);
    expect(await recording.rows(1, 9)).toMatchObject([
      { seq: 1, atUs: 10, type: 'notify' },
      { seq: 2, atUs: 20 },
    ]);
    expect(recording.bytes).toBe(fs.statSync(file).size);
    expect(recording.lastAtUs).toBe(20);
  });

  it('may hold nothing but its header', async () => {
    expect(await open(head)).toMatchObject({ count: 0, damage: [], header });
  });

  it('hands its header to whoever chooses the decoder', async () => {
    fs.writeFileSync(file, head);
    let seen: RecordingHeader | null | undefined;
    const result = await openRecording(file, (found) => {
      seen = found;
      return decoding;
    });
    expect(seen).toEqual(header);
    if (result.ok) opened = result.value;
  });

  it('is never written to', async () => {
    fs.writeFileSync(file, head + line(1));
    fs.chmodSync(file, 0o400);
    const before = fs.readFileSync(file);
    opened = await reopened(file);
    await opened.rows(1, 1);
    expect(fs.readFileSync(file)).toEqual(before);
  });

  it('may have a last line without LF, which is complete all the same', async () => {
    const recording = await open(head + line(1) + line(2).slice(0, -1));
    expect(recording).toMatchObject({ count: 2, damage: [] });
    expect((await recording.view(2))?.entry).toMatchObject({ seq: 2, raw: { text: expect.any(String) } });
  });
});

describe('a long recording', () => {
  const entries = 60_000;

  it('shows its first rows before the whole is indexed, and tells of its growth', async () => {
    const journal = newJournal(dir);
    for (let i = 1; i <= entries; i++)
      putLine(journal, `{"type":"notify","level":"info","message":"${i} é"}`);
    await journal.close();
    const result = await openRecording(journal.path, () => decoding);
    if (!result.ok) throw new Error(result.failure.message);
    opened = result.value;
    expect(opened.count).toBeGreaterThan(100);
    expect(opened.count).toBeLessThan(entries);
    expect((await opened.rows(1, 3)).map((row) => row.seq)).toEqual([1, 2, 3]);
    let calls = 0;
    opened.onGrow(() => calls++);
    await opened.indexed;
    expect(opened.count).toBe(entries);
    expect(calls).toBeGreaterThan(0);
    expect((await opened.rows(entries, 1))[0]?.seq).toBe(entries);
    expect(opened.summary.frames).toBe(entries);
  });

  it('can be closed while it is indexed', async () => {
    fs.writeFileSync(file, head + Array.from({ length: 60_000 }, (_, i) => line(i + 1)).join(''));
    const result = await openRecording(file, () => decoding);
    if (!result.ok) throw new Error(result.failure.message);
    await result.value.close();
    expect(result.value.count).toBeLessThan(60_000);
  });

  it('may have a line longer than any chunk', async () => {
    const huge = `{"type":"notify","level":"info","message":"${'x'.repeat(5_000_000)}"}`;
    const recording = await open(head + line(1) + line(2, huge) + line(3));
    expect(await seqs(recording)).toEqual([1, 2, 3]);
    expect((await recording.view(2))?.entry).toMatchObject({ raw: { text: huge } });
    expect(recording.damage).toEqual([]);
  });
});

describe('a recording that is damaged', () => {
  it('has a torn last line: all before it is there, and it is said', async () => {
    for (const cut of [1, 30, 70, line(3).length - 2]) {
      const recording = await open(head + line(1) + line(2) + line(3).slice(0, cut));
      expect(await seqs(recording)).toEqual([1, 2]);
      expect(recording.damage).toEqual([
        {
          kind: 'torn',
          line: 4,
          offset: head.length + line(1).length + line(2).length,
          message: expect.stringMatching(/^Line 4 \(byte \d+\): .*not written to its end/),
        },
      ]);
      await recording.close();
    }
  });

  it('has garbage in the middle: every other entry keeps its number', async () => {
    const recording = await open(head + line(1) + 'garbage\n' + line(3) + '{"seq":4,"atUs":1}\n' + line(5));
    expect(kinds(recording.damage)).toEqual(['notJson 3', 'notEntry 5']);
    expect(await seqs(recording)).toEqual([1, 3, 5]);
    expect((await recording.rows(2, 1))[0]).toMatchObject({ seq: 2, kind: 'note' });
    expect((await recording.view(3))?.entry).toMatchObject({ seq: 3 });
  });

  it('has a frame in it that is broken: it is not shown as if the extension had sent it', async () => {
    const recording = await open(head + line(1) + line(2).replace('"message"', '"mess#"+"') + line(3));
    expect(kinds(recording.damage)).toEqual(['notJson 3']);
    expect(await seqs(recording)).toEqual([1, 3]);
  });

  it('has bytes that are not UTF-8', async () => {
    const broken = Buffer.from(line(2));
    broken[broken.length - 6] = 0xff;
    const recording = await open(Buffer.concat([Buffer.from(head + line(1)), broken, Buffer.from(line(3))]));
    expect(kinds(recording.damage)).toEqual(['notJson 3']);
    expect(await seqs(recording)).toEqual([1, 3]);
  });

  it('has zeros where a block was never written, and an entry behind them', async () => {
    const recording = await open(head + line(1) + '\0'.repeat(4_096) + line(2) + line(3) + '\0'.repeat(100));
    expect(kinds(recording.damage)).toEqual(['nulBytes 3', 'nulBytes 5']);
    expect(await seqs(recording)).toEqual([1, 2, 3]);
    expect((await recording.view(2))?.entry).toMatchObject({ seq: 2, raw: { text: expect.any(String) } });
  });

  it('misses entries: the rows behind keep their numbers and point at the right lines', async () => {
    const problem =
      '{"seq":9,"atUs":90,"kind":"problem","code":"c","severity":"error","message":"m","line":8}\n';
    const recording = await open(head + line(1) + line(2) + line(8) + problem);
    expect(recording.damage).toMatchObject([
      { kind: 'seqGap', message: expect.stringContaining('5 entries') },
    ]);
    expect((await recording.rows(8, 1))[0]).toMatchObject({ seq: 8, severity: 'error' });
    expect(await recording.rows(3, 5)).toHaveLength(5);
  });

  it('has numbers that can not be: those entries are left out', async () => {
    const recording = await open(head + line(1) + line(1) + line(4_000_000_000) + line(2));
    expect(kinds(recording.damage)).toEqual(['notEntry 3', 'notEntry 4']);
    expect(await seqs(recording)).toEqual([1, 2]);
  });

  it('points at lines that are not there', async () => {
    const recording = await open(
      `${head}${line(1)}{"seq":2,"atUs":1,"kind":"released","line":77,"heldUs":1,"by":"user"}\n`,
    );
    expect(await recording.rows(1, 2)).toHaveLength(2);
  });

  it('has lost its header: the rest is read, and that is said', async () => {
    for (const first of [
      '',
      '{"framescope":1,"star\n',
      '\0\0\0\n',
      `${JSON.stringify({ framescope: 1 })}\n`,
    ]) {
      const recording = await open(first + line(1) + line(2));
      expect(recording.header).toBeNull();
      expect(await seqs(recording)).toEqual([1, 2]);
      expect(kinds(recording.damage)).toEqual(['noHeader 1']);
      await recording.close();
    }
  });

  it('has more damage than is listed: all of it is counted', async () => {
    const recording = await open(head + 'x\n'.repeat(3_000) + line(1));
    expect(recording.damageCounts.notJson).toBe(3_000);
    expect(recording.damage).toHaveLength(1_000);
    expect(recording.damageWords.at(-1)).toBe('And 2980 more places.');
  });
});

describe('a file that is no recording', () => {
  const refusal = async (content: string | Uint8Array) => {
    fs.writeFileSync(file, content);
    return openRecording(file, () => decoding);
  };

  it.each([
    ['is empty', ''],
    ['is some text', 'Hello\nWorld\n'],
    ['is some JSON', '{"a":1}\n{"b":2}\n'],
    ['is binary', Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 0, 1])],
    ['is one torn header', head.slice(0, 40)],
  ])('is refused with its path when it %s', async (_what, content) => {
    expect(await refusal(content)).toMatchObject({
      ok: false,
      failure: { code: 'recordingNotOne', message: expect.stringContaining(file), fix: expect.any(String) },
    });
  });

  it('is refused when it is of a newer version, with what to do', async () => {
    expect(await refusal(writeHeader({ ...header, framescope: 7 }) + line(1))).toMatchObject({
      ok: false,
      failure: {
        code: 'recordingNewer',
        fix: expect.stringContaining('newer'),
        detail: { version: 7, path: file },
      },
    });
  });

  it('is refused when it is a folder or missing', async () => {
    expect(await openRecording(dir, () => decoding)).toMatchObject({
      ok: false,
      failure: { code: 'recordingNotOne' },
    });
    expect(await openRecording(path.join(dir, 'none'), () => decoding)).toMatchObject({
      ok: false,
      failure: { code: 'recordingMissing', detail: { errno: 'ENOENT' } },
    });
  });
});
