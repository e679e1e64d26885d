// Scenario files: read and written only where a dialog pointed to, whole or not at all.

import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { ScenarioFiles } from '../../../electron/engine/scenario-files.ts';

let folder: string;
let chosen: string | null;
let asked: string[];
let files: ScenarioFiles;
const at = (name: string): string => path.join(folder, name);

beforeEach(() => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-scenarios-'));
  chosen = null;
  asked = [];
  files = new ScenarioFiles({
    pickToOpen: () => {
      asked.push('open');
      return Promise.resolve(chosen);
    },
    pickToSave: () => {
      asked.push('save');
      return Promise.resolve(chosen);
    },
  });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('leaving a dialog reads and writes nothing', async () => {
  expect(await files.open()).toEqual({ ok: true, value: null });
  expect(await files.save('x', null)).toEqual({ ok: true, value: null });
  expect(readdirSync(folder)).toEqual([]);
});

test('a file that was opened is saved without asking again, byte for byte', async () => {
  chosen = at('turn.scenario');
  const text = '// kept\r\n{"do": "turn"}\n\u2028ä';
  writeFileSync(chosen, text);
  expect(await files.open()).toEqual({ ok: true, value: { path: chosen, text } });
  expect(await files.save(`${text}!`, chosen)).toEqual({ ok: true, value: chosen });
  expect(readFileSync(chosen, 'utf8')).toBe(`${text}!`);
  expect(asked).toEqual(['open']);
  expect(readdirSync(folder)).toEqual(['turn.scenario']);
});

test('a path that no dialog gave is never written: the person is asked', async () => {
  writeFileSync(at('other.txt'), 'precious');
  chosen = at('mine');
  expect(await files.save('x', at('other.txt'))).toEqual({ ok: true, value: at('mine.scenario') });
  expect(readFileSync(at('other.txt'), 'utf8')).toBe('precious');
  expect(readFileSync(at('mine.scenario'), 'utf8')).toBe('x');
  expect(asked).toEqual(['save']);
});

test('a name with an ending is kept as it was chosen', async () => {
  chosen = at('steps.jsonl');
  expect(await files.save('x', null)).toEqual({ ok: true, value: chosen });
});

test('what is no text is refused with its path', async () => {
  chosen = at('picture.png');
  writeFileSync(chosen, Buffer.from([0x89, 0x50, 0xff, 0xfe]));
  const opened = await files.open();
  expect(opened).toMatchObject({ ok: false, failure: { code: 'fileUnreadable' } });
  expect(opened.ok ? '' : opened.failure.message).toContain(chosen);
});

test('a file that is gone, and a folder that is, are told; nothing half-written stays', async () => {
  chosen = at('gone.scenario');
  expect(await files.open()).toMatchObject({ ok: false, failure: { code: 'fileUnreadable' } });
  chosen = at('no/such/folder.scenario');
  expect(await files.save('x', null)).toMatchObject({ ok: false, failure: { code: 'fileUnwritable' } });
  expect(readdirSync(folder)).toEqual([]);
});
