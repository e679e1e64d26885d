// Story: somebody looks for inputs that break an extension, by machine and by hand, and asks what was never tried.

import path from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { root, removeFolders, startFramescope, type Framescope } from './support/framescope.ts';
import { openFolder, openSample } from './support/open.ts';
import { keepPicture } from './support/picture.ts';

let framescope: Framescope;
test.beforeEach(async () => {
  framescope = await startFramescope();
});
test.afterEach(async () => {
  await framescope.close();
  removeFolders(framescope.folders);
  expect(framescope.complaints).toEqual([]);
});

async function passesAxe(): Promise<void> {
  const { violations } = await new AxeBuilder({ page: framescope.page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);
}

test('a planted bug is found, shrunk to its smallest input, and opened in the composer', async () => {
  const { page } = framescope;
  await openFolder(framescope, path.join(root, 'test/fixtures/fuzz/crash-on-empty'));
  await page.getByRole('tab', { name: 'Fuzz' }).click();
  await expect(page.getByText('Nothing was fuzzed yet')).toBeVisible();
  await page.getByRole('textbox', { name: 'Seed' }).fill('7');
  await page.getByRole('textbox', { name: 'Inputs each' }).fill('120');
  await page.getByRole('button', { name: 'Give the dock all of the room' }).click();
  await keepPicture(framescope, 'fuzz-begin');
  const fuzz = page.getByRole('button', { name: /^Fuzz/ });
  await fuzz.click();
  const causes = page.getByRole('list', { name: 'Causes' });
  await expect(causes.getByRole('listitem')).not.toHaveCount(0, { timeout: 60_000 });
  await expect(fuzz).toBeVisible({ timeout: 60_000 });

  await causes.getByRole('button').first().click();
  const smallest = page.getByRole('region', { name: 'Smallest input' });
  await expect(smallest).toContainText('fails again');
  await expect(smallest.getByLabel('Input')).toContainText('""');
  await keepPicture(framescope, 'fuzz-found');
  await passesAxe();

  await smallest.getByRole('button', { name: 'Open in composer' }).click();
  await expect(page.getByRole('tab', { name: 'Composer', selected: true })).toBeVisible();
});

test('a frame is fuzzed by hand: a place is marked, payloads go into it, and each has its row', async () => {
  const { page } = framescope;
  await openSample(page, 'greeter');
  await page.getByRole('tab', { name: 'Fuzz' }).click();
  await page.getByRole('radio', { name: 'By hand' }).click();
  await page.getByRole('button', { name: 'Give the dock all of the room' }).click();
  const frame = page.getByRole('textbox', { name: 'Frame with marked places' });
  const text = '{"type":"tool_call","id":"1","name":"greet","args":{"name":"Ada"}}';
  await frame.fill(text);
  await frame.evaluate((field: HTMLTextAreaElement, at) => {
    field.focus();
    field.setSelectionRange(at, at + 5);
  }, text.indexOf('"Ada"'));
  await frame.press('Control+m');
  await expect(page.getByLabel('Marked places in the frame')).toContainText('"Ada"');
  await page.getByRole('button', { name: /^Send \d+ frames/ }).click();
  const results = page.getByLabel('Results');
  await expect(results.getByRole('row')).not.toHaveCount(1);
  await expect(results).toContainText('name must be a text of at least one character');
  await keepPicture(framescope, 'fuzz-hand');
  await passesAxe();
});

test('coverage tells what was never used, and what a call adds to it', async () => {
  const { page } = framescope;
  await openSample(page, 'greeter');
  await page.getByRole('tab', { name: 'Fuzz' }).click();
  await page.getByRole('radio', { name: 'Coverage' }).click();
  const offers = page.getByRole('list', { name: 'What it offers' });
  await expect(offers).toContainText('greet');
  await expect(page.getByLabel(/of \d+ used$/)).toBeVisible();
  await page.getByRole('button', { name: 'Give the dock all of the room' }).click();
  await keepPicture(framescope, 'coverage');
  await passesAxe();
});
