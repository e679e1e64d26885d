// The window's side of an export with the real engine: a live session is exported as it is now, one job at a time, and what is
// called off leaves nothing behind.

import { mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ExportDesk } from '../../../electron/engine/export-desk.ts';
import { Workspace } from '../../../electron/engine/workspace.ts';
import type { ExportRules } from '../../../shared/ipc/contract.ts';
import { writeEntry, writeHeader } from '../../../shared/recording/write.ts';
import { header } from '../../unit/recording/header.ts';

const rules: ExportRules = { defaults: true, keys: [], pointers: [], regexes: [], variables: [] };

let folder: string;
let workspace: Workspace;
beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-export-desk-'));
  workspace = new Workspace({ stateDir: folder, environment: {}, programVersion: '0.0.0-test' });
});
afterEach(async () => {
  await workspace.closeAll();
  rmSync(folder, { recursive: true, force: true });
});

async function openLines(count: number): Promise<string> {
  const file = path.join(folder, 'long.fsj');
  const lines = [writeHeader(header)];
  for (let seq = 1; seq <= count; seq++)
    lines.push(
      writeEntry({
        seq,
        atUs: seq,
        kind: 'line',
        from: 'extension',
        ending: 'lf',
        raw: { text: `{"type":"notify","level":"info","message":"no ${seq}","token":"secret-${seq}"}` },
      }),
    );
  writeFileSync(file, lines.join(''));
  const opened = await workspace.openRecording(file);
  if (!opened.ok) throw new Error(opened.failure.message);
  return opened.value.id;
}

function desk(file: string | null, environment: Readonly<Record<string, string>> = {}): ExportDesk {
  return new ExportDesk({
    get: (id) => workspace.get(id),
    environment,
    pickToSave: async () => file,
    writtenBy: 'framescope 0.0.0-test',
  });
}

test('a preview is bounded, counts everything, and is a value that crosses the border', async () => {
  const session = await openLines(3_000);
  const found = await desk(null).preview(session, rules);
  if (!found.ok || !found.value) throw new Error('no preview');
  structuredClone(found.value);
  expect(found.value.rows).toHaveLength(500);
  expect(found.value.left).toBe(2_500);
  expect(found.value.meter).toMatchObject({ masked: 3_000, values: 3_000 });
});

test('it tells how far it has come, and a new job calls the old one off', async () => {
  const session = await openLines(6_000);
  const exports = desk(null);
  const first = exports.preview(session, rules);
  const seen: number[] = [];
  const look = setInterval(() => seen.push(exports.progress.done), 1);
  const second = exports.preview(session, { ...rules, keys: ['message'] });
  expect(await first).toEqual({ ok: true, value: null });
  const found = await second;
  clearInterval(look);
  expect(found.ok && found.value?.meter.masked).toBe(12_000);
  expect(seen.some((done) => done > 0)).toBe(true);
  expect(seen).toEqual([...seen].sort((one, other) => one - other));
  expect(exports.progress).toEqual({ done: 0, of: 0 });
});

test('a file that is called off leaves nothing, not even a draft', async () => {
  const session = await openLines(6_000);
  const file = path.join(folder, 'out', 'report.html');
  mkdirSync(path.dirname(file));
  const exports = desk(file);
  const saving = exports.save({ session, rules, format: 'html', gzip: false });
  while (exports.progress.done === 0) await new Promise((resolve) => setImmediate(resolve));
  exports.cancel();
  expect(await saving).toEqual({ ok: true, value: null });
  expect(readdirSync(path.dirname(file))).toEqual([]);
});

test('a file is written where the person says, compressed when wanted, and not when the dialog is left', async () => {
  const session = await openLines(10);
  const file = path.join(folder, 'x.jsonl');
  expect(await desk(null).save({ session, rules, format: 'jsonl', gzip: true })).toEqual({
    ok: true,
    value: null,
  });
  const done = await desk(file).save({ session, rules, format: 'jsonl', gzip: true });
  expect(done).toMatchObject({ ok: true, value: { files: [file], meter: { masked: 10 } } });
  const text = gunzipSync(readFileSync(file)).toString();
  expect(text.split('\n')).toHaveLength(12);
  expect(text).not.toContain('secret-');
});

test('a recording is never written over by its own export, and a wrong rule or place is refused', async () => {
  const session = await openLines(2);
  const opened = workspace.get(session);
  const journal = opened.ok ? opened.value.journal.path : '';
  const refusals = [
    await desk(journal).save({ session, rules, format: 'recording', gzip: false }),
    await desk(null).preview(session, { ...rules, regexes: ['('] }),
    await desk(null).preview(session, { ...rules, variables: ['NOT_SET'] }),
    await desk(path.join(folder, 'none', 'x.html')).save({ session, rules, format: 'html', gzip: false }),
  ];
  expect(refusals.map((refused) => (refused.ok ? 'ok' : refused.failure.code))).toEqual([
    'argumentInvalid',
    'argumentInvalid',
    'argumentInvalid',
    'fileUnwritable',
  ]);
});

test('what is set for masking is told by name, values never', async () => {
  const session = await openLines(2);
  const offer = desk(null, { B_TOKEN: 'plum-tart-99', A: 'x' }).offer(session);
  expect(offer).toEqual({
    ok: true,
    value: {
      variables: [
        { name: 'B_TOKEN', masked: true },
        { name: 'A', masked: false },
      ],
      refused: {},
    },
  });
  expect(JSON.stringify(offer)).not.toContain('plum');
});
