// Story: an author plays a recording, replays it against the extension it was made of and against a changed one, finds the
// place that changed, makes the new run the baseline, and compares the two.

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Page } from '@playwright/test';
import { example, removeFolders, root, startFramescope, type Framescope } from './support/framescope.ts';
import { agree } from './support/open.ts';
import { keepPicture } from './support/picture.ts';
import { list, rowOf } from './support/rows.ts';

let framescope: Framescope;
let folder: string;
let recording: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-replay-'));
  recording = join(folder, 'greeting.fsj');
  cpSync(join(root, 'examples/recordings/greeting.fsj'), recording);
});
test.afterEach(async () => {
  await framescope.close();
  removeFolders(framescope.folders);
  rmSync(folder, { recursive: true, force: true });
  expect(framescope.complaints).toEqual([]);
});

/** A copy of the greeter that says something else in English. */
function changedGreeter(): string {
  const copy = join(folder, 'greeter');
  cpSync(example('greeter'), copy, { recursive: true });
  const file = join(copy, 'greeter.mjs');
  writeFileSync(file, readFileSync(file, 'utf8').replace("en: 'Hello'", "en: 'Hi'"));
  return copy;
}

async function accessible(page: Page): Promise<void> {
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual(
    [],
  );
}

const dock = (page: Page) => page.getByRole('region', { name: 'Dock' });
const results = (page: Page) => page.getByRole('grid', { name: 'Compared lines' });
const verdicts = (page: Page) => page.getByRole('list', { name: 'Verdicts' });

/** The system's dialog is answered as if the person had chosen that. */
async function choosing(path: string): Promise<void> {
  await framescope.app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
}

test('a recording is played, stepped and scrubbed, and nothing is there before its time', async () => {
  framescope = await startFramescope([recording]);
  const { page } = framescope;
  const scrubber = page.getByRole('slider', { name: 'Place in the recording' });
  await expect(rowOf(page, 'exited')).toBeVisible();
  await expect(page.getByRole('status', { name: 'Captured' })).toContainText('rows');
  const whole = /of (\d+)$/.exec((await scrubber.getAttribute('aria-valuetext')) ?? '')?.[1] ?? '';

  await scrubber.focus();
  await page.keyboard.press('Home');
  await expect(scrubber).toHaveAttribute('aria-valuetext', new RegExp(`row 0 of ${whole}$`));
  await expect(rowOf(page, 'hello')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(rowOf(page, 'hello')).toBeVisible();
  await expect(rowOf(page, 'hello_ack')).toHaveCount(0);
  // The registry is that of then.
  const sidebar = page.getByRole('navigation', { name: 'Sessions' });
  await expect(sidebar).not.toContainText('/greet');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(rowOf(page, 'hello_ack')).toHaveCount(0);

  // A request without its answer yet.
  const call = rowOf(page, 'tool_call').first();
  for (let presses = 0; presses < 30 && !(await call.isVisible()); presses += 1)
    await page.keyboard.press('F10');
  await expect(call).toBeVisible();
  await expect(rowOf(page, 'tool_result')).toHaveCount(0);
  await expect(sidebar).toContainText('/greet');
  await keepPicture(framescope, 'playback');
  await accessible(page);

  // Played to its end, all rows are there again.
  await page.getByRole('combobox', { name: 'Speed' }).selectOption('100');
  await page.getByRole('checkbox', { name: 'Cut silence' }).check();
  await page.getByRole('button', { name: 'Play', exact: true }).click();
  await expect(rowOf(page, 'exited')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Play', exact: true })).toBeVisible();
  await expect(scrubber).toHaveAttribute('aria-valuetext', new RegExp(`row ${whole} of ${whole}$`));
});

test('a recording replays green against its extension, and red against a changed one, with the place named', async () => {
  framescope = await startFramescope([recording]);
  const { page } = framescope;
  await expect(rowOf(page, 'exited')).toBeVisible();
  await page.getByRole('button', { name: 'Replay…' }).click();
  // What it was made of is proposed; its program runs after consent only.
  await expect(dock(page)).toContainText('greeter, fresh process');
  await page.getByRole('button', { name: /^Replay(?!…)/ }).click();
  await agree(page);
  await expect(dock(page)).toContainText('As recorded.');
  await expect(verdicts(page)).not.toContainText('changed');
  await keepPicture(framescope, 'replay-green');

  await choosing(changedGreeter());
  await page.getByRole('button', { name: 'Not against greeter' }).click();
  await page.getByRole('combobox', { name: 'Target' }).selectOption('folder');
  await expect(dock(page)).toContainText('greeter, fresh process');
  await page.keyboard.press('Control+F6');
  await agree(page);
  await expect(dock(page)).toContainText('2 differences.');
  await expect(verdicts(page)).toContainText('2 changed');
  await results(page).focus();
  await page.keyboard.press('n');
  const selected = results(page).getByRole('row', { selected: true });
  await expect(selected).toContainText('changed');
  await expect(selected).toContainText('/content/0/text');
  const diff = page.getByRole('table', { name: 'The two lines' });
  await expect(diff).toContainText('Hello, Ada!');
  await expect(diff).toContainText('Hi, Ada!');
  await page.getByRole('button', { name: 'Give the dock all of the room' }).click();
  await keepPicture(framescope, 'replay');
  await accessible(page);

  await results(page).focus();
  await page.keyboard.press('m');
  await expect(results(page).getByRole('row')).toHaveCount(3);

  // The old one is kept; against the new one the changed extension is green.
  await results(page).focus();
  await page.keyboard.press('a');
  await page.getByRole('button', { name: 'Replace the baseline' }).click();
  await expect(dock(page)).toContainText('greeting.old.fsj');
  await page.keyboard.press('Control+F6');
  await expect(dock(page)).toContainText('As recorded.');
  expect(readFileSync(join(folder, 'greeting.old.fsj'), 'utf8')).toBe(
    readFileSync(join(root, 'examples/recordings/greeting.fsj'), 'utf8'),
  );

  // And the two recordings side by side.
  await choosing(join(folder, 'greeting.old.fsj'));
  await page.getByRole('radio', { name: 'Compare', exact: true }).click();
  await page.getByRole('combobox', { name: 'Recording A' }).selectOption('Another file…');
  await page.getByRole('combobox', { name: 'Recording B' }).selectOption(recording);
  await page.getByRole('button', { name: 'Compare', exact: true }).click();
  await expect(verdicts(page)).toContainText('changed');
  await expect(page.getByRole('list', { name: 'Places that differ' })).toBeVisible();
  await keepPicture(framescope, 'compare');
  await accessible(page);
});

test('a replay goes line by line when asked to, holds at the gate, and is called off', async () => {
  framescope = await startFramescope([recording]);
  const { page } = framescope;
  await expect(rowOf(page, 'exited')).toBeVisible();
  await page.getByRole('button', { name: 'Replay…' }).click();
  await page.getByRole('radio', { name: 'Step', exact: true }).click();
  await page.getByRole('button', { name: /^Replay(?!…)/ }).click();
  await agree(page);
  await expect(dock(page)).toContainText('waits for the next step');
  await page.getByRole('button', { name: 'Next line' }).click();
  await expect(results(page)).toContainText('sent');
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(dock(page)).toContainText('It was called off.');

  await page.getByRole('radio', { name: 'When answers arrive' }).click();
  await page.getByRole('checkbox', { name: 'Hold every frame' }).check();
  await page.keyboard.press('Control+F6');
  const held = dock(page).getByRole('note').filter({ hasText: 'held:' });
  await expect(held).toBeVisible();
  await keepPicture(framescope, 'replay-held');
  await held.getByRole('button', { name: /^Show / }).click();
  await expect(list(page)).toContainText('spawned');
  await page.keyboard.press('F5');
  await expect(rowOf(page, 'exited')).toBeVisible();
});
