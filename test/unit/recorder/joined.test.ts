import fs from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cutOff } from '../../../electron/recorder/cut-off.ts';
import type { OpenRecording } from '../../../electron/recorder/open-recording.ts';
import { openRecording } from '../../../electron/recorder/recording-file.ts';
import { writeEntry, writeHeader } from '../../../shared/recording/write.ts';
import { header } from '../recording/header.ts';
import { decoding, reopened, tempDir } from './journal-parts.ts';

let dir: string;
beforeEach(() => (dir = tempDir()));
afterEach(() => fs.rmSync(dir, { recursive: true, force: true }));

const line = (seq: number, message: string): string =>
  writeEntry({
    seq,
    atUs: seq * 10,
    kind: 'line',
    from: 'extension',
    raw: { text: JSON.stringify({ type: 'notify', level: 'info', message }) },
    ending: 'lf',
  });
const recordingOf = (name: string, count: number): string =>
  writeHeader({ ...header, target: { ...header.target, name } }) +
  Array.from({ length: count }, (_, i) => line(i + 1, `${name} ${i + 1}`)).join('');

function file(content: string | Uint8Array, name = 'r.fsj'): string {
  const target = path.join(dir, name);
  fs.writeFileSync(target, content);
  return target;
}

async function second(first: OpenRecording): Promise<OpenRecording> {
  if (first.nextAt === undefined) throw new Error('there is no second recording');
  const into = path.join(dir, 'second.fsj');
  await cutOff(first.path, first.nextAt, into);
  return reopened(into);
}

describe('two recordings joined in one file (case Y02)', () => {
  it('are two sessions: each has its own header and all of its rows', async () => {
    const one = await reopened(file(recordingOf('one', 300) + recordingOf('two', 2)));
    const two = await second(one);
    expect([one.header?.target.name, one.count]).toEqual(['one', 300]);
    expect([two.header?.target.name, two.count]).toEqual(['two', 2]);
    expect(JSON.stringify(await two.rows(1, 2))).toContain('two 2');
    expect(one.damageWords).toEqual([
      `Line 302 (byte ${recordingOf('one', 300).length}): another recording begins there.`,
    ]);
    expect(two.damageWords).toEqual([]);
    expect(two.nextAt).toBeUndefined();
    await Promise.all([one.close(), two.close()]);
  });

  it('are two also when the first one was torn in the middle of its last line', async () => {
    const torn = recordingOf('one', 3).slice(0, -20);
    const one = await reopened(file(torn + recordingOf('two', 2)));
    const two = await second(one);
    expect(one.count).toBe(2);
    expect(one.damage.map(({ kind }) => kind)).toEqual(['torn', 'joined']);
    expect([two.header?.target.name, two.count]).toEqual(['two', 2]);
    await Promise.all([one.close(), two.close()]);
  });

  it('of different versions: the second is refused by its own header, the first is whole', async () => {
    const newer = recordingOf('two', 1).replace('"framescope":1', '"framescope":999');
    const one = await reopened(file(recordingOf('one', 2) + newer));
    expect(one.count).toBe(2);
    const into = path.join(dir, 'second.fsj');
    await cutOff(one.path, one.nextAt ?? 0, into);
    const two = await openRecording(into, () => decoding);
    expect(two).toMatchObject({ ok: false, failure: { code: 'recordingNewer' } });
    await one.close();
  });

  it('are two also when the file is packed', async () => {
    const one = await reopened(file(gzipSync(recordingOf('one', 2) + recordingOf('two', 3))));
    const two = await second(one);
    expect([one.count, two.header?.target.name, two.count]).toEqual([2, 'two', 3]);
    await Promise.all([one.close(), two.close()]);
  });

  it('leave nothing behind when the second can not be put anywhere', async () => {
    const one = await reopened(file(recordingOf('one', 2) + recordingOf('two', 3)));
    const taken = file('mine', 'taken.fsj');
    await expect(cutOff(one.path, one.nextAt ?? 0, taken)).rejects.toThrow('EEXIST');
    expect(fs.readFileSync(taken, 'utf8')).toBe('mine');
    await one.close();
  });
});

describe('a header of another version (case Y02)', () => {
  const withVersion = (version: string): string =>
    recordingOf('one', 1).replace('"framescope":1', `"framescope":${version}`);

  it('says by whom a newer recording was made, and what to do', async () => {
    const opened = await openRecording(file(withVersion('999')), () => decoding);
    expect(opened).toMatchObject({
      ok: false,
      failure: {
        code: 'recordingNewer',
        message:
          'This recording has version 999, made by framescope 0.1.0; this program reads up to version 1.',
        fix: expect.stringContaining('newer Framescope') as string,
      },
    });
  });

  it('names a version that never was, and shows the rows all the same', async () => {
    const opened = await reopened(file(withVersion('0')));
    expect(opened.count).toBe(1);
    expect(opened.damageWords).toEqual([
      'Line 1 (byte 0): there never was a recording of version 0, so the target and the profile are not known.',
    ]);
    await opened.close();
  });
});

describe('a recording packed with gzip', () => {
  it('opens as if it were not, whatever its name', async () => {
    const packed = await reopened(file(gzipSync(recordingOf('one', 5_000)), 'anything.txt'));
    expect([packed.header?.target.name, packed.count, packed.damageWords]).toEqual(['one', 5_000, []]);
    expect(JSON.stringify(await packed.rows(5_000, 1))).toContain('one 5000');
    await packed.close();
  });

  it('may be several packed pieces behind each other', async () => {
    const pieces = [recordingOf('one', 1), line(2, 'appended')].map((text) => gzipSync(text));
    const packed = await reopened(file(Buffer.concat(pieces)));
    expect(packed.count).toBe(2);
    await packed.close();
  });

  it('that was cut shows all before the cut, and says so', async () => {
    // Noise, so that the compressed file is long enough to be cut far behind its beginning.
    const noise = Array.from({ length: 20_000 }, (_, i) =>
      ((i * 2_654_435_761) % 4_294_967_296).toString(36),
    );
    const whole = writeHeader(header) + noise.map((text, i) => line(i + 1, text)).join('');
    const bytes = gzipSync(whole);
    const packed = await reopened(file(bytes.subarray(0, bytes.length / 2)));
    expect(packed.count).toBeGreaterThan(5_000);
    expect(packed.damageWords.at(-1)).toMatch(
      /the compressed file is damaged behind it: unexpected end of file\.$/,
    );
    await packed.close();
  });

  it('that holds something else is refused as such', async () => {
    const opened = await openRecording(file(gzipSync('a letter\n')), () => decoding);
    expect(opened).toMatchObject({ ok: false, failure: { code: 'recordingNotOne' } });
  });
});
