// Story: somebody asks what would go wrong with an extension in the real host, in the session that is open and by a check.

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

test('the rules a session breaks are listed with rows, fix and source, and a check tries the rest', async () => {
  const { page } = framescope;
  await openSample(page, 'chatterbox');
  await page.getByRole('tab', { name: 'Problems' }).click();
  const list = page.getByRole('list', { name: 'Broken rules' });
  await expect(list).toContainText('hello is the first line on stdout');
  await expect(page.getByRole('region', { name: 'Diagnosis: It speaks on stdout' })).toContainText('Fix:');
  await list.getByRole('button', { name: /^#/ }).first().click();
  await expect(page.getByRole('region', { name: 'Selected row' })).toBeVisible();
  await page.getByRole('button', { name: 'Give the dock all of the room' }).click();
  await keepPicture(framescope, 'problems');

  await page.getByRole('button', { name: 'Check…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Check this extension' });
  await expect(sheet).toContainText('Harmless ones');
  await keepPicture(framescope, 'check-sheet');
  await sheet.getByRole('button', { name: 'Check', exact: true }).click();
  await expect(page.getByText(/4 runs, called: repeat/)).toBeVisible({ timeout: 60_000 });
  await expect(list).toContainText('stdout carries nothing but frames');
  await keepPicture(framescope, 'check-result');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual([]);

  await list.getByRole('button', { name: /plain/ }).first().click();
  await expect(page.getByRole('list', { name: 'Recordings' })).toContainText('chatterbox');
});

test('an extension that ends before hello is diagnosed on the card of its crash and above its problems', async () => {
  const { page } = framescope;
  await openFolder(framescope, path.join(root, 'test/fixtures/broken/says-hello'));
  const card = page.getByRole('alert', { name: /What ended/ });
  await expect(card).toContainText('It ends before it says hello');
  await expect(card).toContainText('Install its packages: run npm install in its folder.');
  await page.getByRole('tab', { name: 'Problems' }).click();
  await expect(page.getByRole('region', { name: 'Diagnosis: It ends before it says hello' })).toBeVisible();
  await keepPicture(framescope, 'diagnosis');
});
