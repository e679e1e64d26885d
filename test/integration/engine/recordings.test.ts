// Recordings opened in the workspace: what is missing in a file is told, also when it stands far behind the first rows.

import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOpened } from '../../../electron/engine/opened.ts';
import { writeEntry, writeHeader } from '../../../shared/recording/write.ts';
import { EngineUnderTest } from '../../support/engine.ts';
import { header } from '../../unit/recording/header.ts';

let engine: EngineUnderTest;
beforeEach(() => {
  engine = new EngineUnderTest();
});
afterEach(() => engine.close());

const line = (seq: number): string =>
  writeEntry({
    kind: 'line',
    from: 'extension',
    raw: { text: `{"type":"notify","level":"info","message":"${seq}"}` },
    ending: 'lf',
    seq,
    atUs: seq,
  });

it.each([
  ['short', 3],
  ['long', 20_000],
])('a %s recording says that its last line was not written to its end', async (_length, lines) => {
  const file = path.join(engine.stateDir, 'killed.fsj');
  const whole = Array.from({ length: lines }, (_, at) => line(at + 1)).join('');
  writeFileSync(file, writeHeader(header) + whole + line(lines + 1).slice(0, -9));
  let told: readonly string[] = [];
  const said = new Promise<void>((resolve) => {
    engine.workspace.onChange(() => {
      told = engine.workspace.list.flatMap((opened) => describeOpened(opened).damage);
      if (told.length > 0) resolve();
    });
  });
  const opened = await engine.workspace.openRecording(file);
  await said;
  expect(told).toEqual([expect.stringMatching(/the last line was not written to its end/)]);
  expect(opened.ok && opened.value.journal.count).toBe(lines);
});
