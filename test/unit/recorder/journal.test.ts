import fs from 'node:fs';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createJournal } from '../../../electron/recorder/create-journal.ts';
import type { Journal } from '../../../electron/recorder/journal.ts';
import type { NewEntry } from '../../../shared/session/entries.ts';
import { newEntry, objectText } from '../recording/arbitrary-entry.ts';
import { header } from '../recording/header.ts';
import {
  cutLine,
  decoding,
  entriesOf,
  newJournal,
  put,
  putLine,
  reopened,
  tempDir,
  whatItTells,
  wireLine,
} from './journal-parts.ts';

let dir: string;
let journal: Journal;
beforeEach(() => {
  dir = tempDir();
  journal = newJournal(path.join(dir, 'journals'));
});
afterEach(async () => {
  await journal.close();
  fs.rmSync(dir, { recursive: true, force: true });
});

const note = (text: string): NewEntry => ({ kind: 'note', text });

describe('the file of a journal', () => {
  it('belongs to the user alone and has its header on disk at once', () => {
    expect(fs.statSync(journal.path).mode & 0o777).toBe(0o600);
    expect(fs.statSync(path.dirname(journal.path)).mode & 0o777).toBe(0o700);
    expect(JSON.parse(fs.readFileSync(journal.path, 'utf8'))).toEqual(header);
  });

  it('holds what was appended shortly after, without being closed', async () => {
    put(journal, note('one'));
    await expect.poll(() => fs.readFileSync(journal.path, 'utf8')).toContain('"text":"one"');
  });

  it('has each line as it came, as one entry', async () => {
    putLine(journal, '{"type":"hello","name":"n","version":"1","x":1.0e+2}', { atUs: 10 });
    putLine(journal, ' {"type":"ready"}\t', { atUs: 11, ending: 'crlf', held: true });
    putLine(journal, 'Loading…', { atUs: 12 });
    putLine(journal, 'null', { atUs: 12 });
    putLine(journal, '{"type":"notify","message":"é\u2028"}', { atUs: 13, bom: true, ending: 'none' });
    putLine(journal, Buffer.from([0x7b, 0xff, 0x7d]), { atUs: 14 });
    await journal.close();
    expect(fs.readFileSync(journal.path, 'utf8').split('\n').slice(1, -1)).toEqual([
      '{"seq":1,"atUs":10,"kind":"line","from":"extension","frame":{"type":"hello","name":"n","version":"1","x":1.0e+2}}',
      '{"seq":2,"atUs":11,"kind":"line","from":"extension","ending":"crlf","held":true,"frame": {"type":"ready"}\t}',
      '{"seq":3,"atUs":12,"kind":"line","from":"extension","text":"Loading…"}',
      '{"seq":4,"atUs":12,"kind":"line","from":"extension","text":"null"}',
      '{"seq":5,"atUs":13,"kind":"line","from":"extension","ending":"none","bom":true,"frame":{"type":"notify","message":"é\u2028"}}',
      '{"seq":6,"atUs":14,"kind":"line","from":"extension","base64":"e/99"}',
    ]);
  });

  it('is refused with path and errno where it can not be made', () => {
    const file = path.join(dir, 'none', 'x.fsj');
    expect(createJournal({ place: { path: file }, header, ...decoding })).toMatchObject({
      ok: false,
      failure: { code: 'recordingUnwritable', detail: { path: file, errno: 'ENOENT' } },
    });
  });

  it('never takes the place of another one unless asked to', async () => {
    const file = path.join(dir, 'mine.fsj');
    fs.writeFileSync(file, 'precious');
    const place = { path: file };
    expect(createJournal({ place, header, ...decoding })).toMatchObject({
      ok: false,
      failure: { code: 'recordingUnwritable', detail: { errno: 'EEXIST' } },
    });
    expect(fs.readFileSync(file, 'utf8')).toBe('precious');
    const made = createJournal({ place: { ...place, replace: true }, header, ...decoding });
    expect(made.ok).toBe(true);
    if (made.ok) await made.value.close();
    expect(fs.readFileSync(file, 'utf8')).toContain('"framescope":1');
  });
});

describe('a line that came the fast way', () => {
  it('is the same entry as the one appended the general way', async () => {
    const text = fc.oneof(objectText, fc.string({ unit: 'binary' }));
    const shape = fc.record({
      content: fc.oneof(text, fc.uint8Array({ maxLength: 20 })),
      from: fc.constantFrom('extension', 'host'),
      ending: fc.constantFrom('lf', 'crlf', 'none'),
      bom: fc.boolean(),
      held: fc.boolean(),
      later: fc.nat({ max: 2_000 }),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(shape, { minLength: 1, maxLength: 30 }), async (lines) => {
        const slow = newJournal(path.join(dir, 'slow'));
        const fast = newJournal(path.join(dir, 'fast'));
        let atUs = 0;
        for (const { content, from, ending, bom, held, later } of lines) {
          atUs += later;
          const line = wireLine(
            typeof content === 'string' ? content.replaceAll('\n', '') : content,
            ending,
            bom,
          );
          const decoded = decoding.decode(line.text, from, ending);
          fast.appendLine(atUs, from, line, decoded, held);
          const raw =
            line.text === undefined
              ? { base64: Buffer.from(line.bytes).toString('base64') }
              : { text: line.text };
          const fields = { ...(bom ? { bom } : {}), ...(held ? { held } : {}) } as {
            bom?: true;
            held?: true;
          };
          slow.append(atUs, { kind: 'line', from, raw, ending, ...fields }, decoded);
        }
        expect(await whatItTells(fast)).toEqual(await whatItTells(slow));
        await Promise.all([fast.close(), slow.close()]);
        const [a, b] = [await reopened(fast.path), await reopened(slow.path)];
        expect(await entriesOf(a)).toEqual(await entriesOf(b));
        await Promise.all([a.close(), b.close()]);
      }),
      { numRuns: 60 },
    );
  });
});

describe('a journal', () => {
  it('gives running numbers from 1 and never lets time go back', () => {
    expect(put(journal, note('a'), 5.4)).toBe(1);
    expect(put(journal, note('b'), 3)).toBe(2);
    expect(putLine(journal, '{}', { atUs: 7 })).toBe(3);
    expect([...journal.columns.atUs.subarray(0, 3)]).toEqual([5, 5, 7]);
    expect(journal.lastAtUs).toBe(7);
    expect(journal.count).toBe(3);
  });

  it('shows rows before they are on disk, and the same rows after', async () => {
    for (let i = 0; i < 500; i++) putLine(journal, `{"type":"notify","level":"info","message":"${i}"}`);
    const before = await journal.rows(1, 500);
    await journal.flush();
    putLine(journal, '{"type":"ready"}');
    expect(await journal.rows(1, 501)).toEqual([...before, ...(await journal.rows(501, 1))]);
    expect(before).toHaveLength(500);
    expect(before[499]).toMatchObject({ seq: 500, type: 'notify', from: 'extension' });
  });

  it('clips what is asked for to what there is', async () => {
    for (const text of ['a', 'b', 'c']) put(journal, note(text));
    const seqs = async (from: number, count: number) =>
      (await journal.rows(from, count)).map((row) => row.seq);
    expect(await seqs(2, 100)).toEqual([2, 3]);
    expect(await seqs(-5, 7)).toEqual([1]);
    expect(await seqs(4, 1)).toEqual([]);
    expect(await seqs(1, 0)).toEqual([]);
    expect(await journal.view(0)).toBeUndefined();
    expect(await journal.view(4)).toBeUndefined();
  });

  it('reads any range of bytes right while blocks fill, wait and are written', async () => {
    const text = (i: number): string =>
      `{"type":"notify","level":"info","message":"${i} ${'x'.repeat(i % 3_000)}"}`;
    const reads: Promise<void>[] = [];
    for (let i = 1; i <= 4_000; i++) {
      putLine(journal, text(i));
      if (i % 97 !== 0) continue;
      const from = Math.max(1, Math.floor(((i * 7_919) % i) - 20));
      reads.push(
        journal
          .view(from)
          .then((view) => expect(view?.entry).toMatchObject({ seq: from, raw: { text: text(from) } })),
        journal.rows(i - 40, 41).then((rows) => expect(rows.map((row) => row.seq).at(-1)).toBe(i)),
      );
      if (i % 970 === 0) await new Promise(setImmediate);
    }
    await Promise.all(reads);
    await journal.close();
    const again = await reopened(journal.path);
    expect(again.count).toBe(4_000);
    expect(again.damage).toEqual([]);
    await again.close();
  });

  it('tells listeners that it grew, once a turn, until they leave', async () => {
    let calls = 0;
    const leave = journal.onGrow(() => calls++);
    for (let i = 0; i < 100; i++) putLine(journal, '{"type":"ready"}');
    await expect.poll(() => calls).toBe(1);
    leave();
    putLine(journal, '{"type":"ready"}');
    await journal.flush();
    expect(calls).toBe(1);
  });

  it('takes no entry after it was closed, because that is a bug of ours', async () => {
    await journal.close();
    expect(() => put(journal, note('late'))).toThrow('closed');
  });
});

describe('a request', () => {
  const call = '{"type":"tool_call","id":"7","name":"t","args":{}}';
  const result = '{"type":"tool_result","id":"7","content":[]}';

  it('is pending until its answer comes, then knows it and the time it took', async () => {
    putLine(journal, call, { from: 'host', atUs: 100 });
    expect((await journal.rows(1, 1))[0]).toMatchObject({ pending: true });
    expect(journal.takeChanged(1)).toEqual({ seqs: [], all: false });
    putLine(journal, result, { atUs: 350 });
    expect(journal.takeChanged(1)).toEqual({ seqs: [1], all: false });
    const [asked, answered] = await journal.rows(1, 2);
    expect(asked).toMatchObject({ pairSeq: 2, latencyUs: 250 });
    expect(asked).not.toHaveProperty('pending');
    expect(answered).toMatchObject({ pairSeq: 1 });
    expect(answered).not.toHaveProperty('latencyUs');
    expect([...journal.columns.pairSeq.subarray(0, 2)]).toEqual([2, 1]);
  });

  it('that was dropped at the gate waits for nothing', async () => {
    putLine(journal, call, { from: 'host', held: true });
    put(journal, { kind: 'dropped', line: 1, heldUs: 5 });
    expect((await journal.rows(1, 1))[0]).toEqual(
      expect.not.objectContaining({ pending: expect.anything() }),
    );
  });

  it('that was edited waits for what passed instead of it', async () => {
    putLine(journal, call, { from: 'host', held: true });
    put(journal, { kind: 'edited', line: 1, raw: { text: call.replace('"7"', '"8"') } });
    put(journal, { kind: 'released', line: 1, heldUs: 9, by: 'user' });
    putLine(journal, result);
    expect((await journal.rows(1, 1))[0]).toMatchObject({ pending: true });
    putLine(journal, result.replace('"7"', '"8"'));
    expect((await journal.rows(1, 1))[0]).toMatchObject({ pairSeq: 5 });
  });
});

describe('a held line', () => {
  it('is held now, then has been, and says when its look changed', async () => {
    putLine(journal, '{"type":"ready"}', { held: true });
    expect((await journal.rows(1, 1))[0]).toMatchObject({ held: { now: true } });
    expect(journal.summary.held).toEqual([1]);
    put(journal, { kind: 'edited', line: 1, raw: { text: '{"type":"ready","x":1}' } });
    put(journal, { kind: 'released', line: 1, heldUs: 1_500, by: 'user' });
    expect((await journal.rows(1, 1))[0]).toMatchObject({ held: { heldUs: 1_500 }, edited: true });
    expect(journal.takeChanged(3)).toEqual({ seqs: [1], all: false });
    expect((await journal.view(1))?.editedRaw).toEqual({ text: '{"type":"ready","x":1}' });
    expect(journal.summary.held).toEqual([]);
  });
});

describe('a problem', () => {
  it('that points at an earlier line shows on its row and in its details', async () => {
    putLine(journal, '{"type":"ready"}');
    const problem = { kind: 'problem', code: 'x', severity: 'error', message: 'm', line: 1 } as const;
    put(journal, { ...problem, severity: 'info' });
    put(journal, { ...problem, code: 'y' });
    expect((await journal.rows(1, 1))[0]).toMatchObject({ severity: 'error' });
    expect((await journal.view(1))?.problems.map(({ code, seq }) => [code, seq])).toEqual([
      ['x', 2],
      ['y', 3],
    ]);
    expect(journal.takeChanged(1).seqs).toEqual([1]);
  });
});

describe('a line that was cut', () => {
  it('is counted in an entry right behind it', async () => {
    const line = cutLine(`{"type":"notify","message":"${'x'.repeat(5_000)}"}`, 100);
    journal.appendLine(1, 'extension', line, decoding.decode(line.text, 'extension', 'lf'), false);
    journal.appendStderr(2, cutLine('y'.repeat(1_000), 10));
    const entries = await entriesOf(journal);
    expect(entries.map((entry) => entry.kind)).toEqual(['line', 'meter', 'stderr', 'meter']);
    expect(entries[0]).toMatchObject({ truncated: true, byteLength: line.byteLength });
    expect(entries[3]).toMatchObject({ truncatedLines: 2, truncatedBytes: line.byteLength - 100 + 990 });
    expect((await journal.rows(1, 1))[0]).toMatchObject({ truncated: true, notFrame: true });
  });
});

describe('a huge line', () => {
  const huge = `{"type":"notify","level":"info","message":"${'ä'.repeat(3_000_000)}"}`;

  it('is kept whole, and its row does not need it to be read', async () => {
    putLine(journal, '{"type":"ready"}');
    putLine(journal, huge, { held: true });
    putLine(journal, '{"type":"ready"}');
    await journal.flush();
    const [, row] = await journal.rows(1, 3);
    expect(row).toMatchObject({ seq: 2, type: 'notify', held: { now: true } });
    expect(JSON.stringify(row).length).toBeLessThan(2_000);
    expect((await journal.view(2))?.entry).toMatchObject({ raw: { text: huge } });
    put(journal, { kind: 'released', line: 2, heldUs: 4, by: 'mode' });
    expect((await journal.rows(2, 1))[0]).toMatchObject({ held: { heldUs: 4 } });
    // Cut the file: a row that needs no reading is still there.
    fs.truncateSync(journal.path, 10);
    expect((await journal.rows(2, 1))[0]).toMatchObject({ seq: 2, type: 'notify' });
  });

  it('has the same row after it was opened again', async () => {
    putLine(journal, huge);
    await journal.close();
    const again = await reopened(journal.path);
    expect(await again.rows(1, 1)).toEqual(await journal.rows(1, 1));
    expect((await again.view(1))?.entry).toMatchObject({ raw: { text: huge } });
    await again.close();
  });
});

describe('a journal that is opened again', () => {
  it('tells what it told live, whatever was in it', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(newEntry, { maxLength: 60 }), async (entries) => {
        const live = newJournal(path.join(dir, 'again'));
        let atUs = 0;
        for (const entry of entries) {
          // Entries point back at lines that are there.
          const line = 'line' in entry && entry.line !== undefined ? { line: 1 + (entry.line % 5) } : {};
          put(live, { ...entry, ...line } as NewEntry, (atUs += 7));
        }
        const told = await whatItTells(live);
        await live.close();
        const again = await reopened(live.path);
        expect(again.damage).toEqual([]);
        expect(again.header).toEqual(header);
        expect(await whatItTells(again)).toEqual(told);
        await again.close();
      }),
      { numRuns: 150 },
    );
  });
});
