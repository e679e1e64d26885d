// Story: somebody who has never seen the tool opens a sample and reads its handshake.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { agree, openSample } from './support/open.ts';
import { removeFolders, startFramescope, type Framescope } from './support/framescope.ts';
import { expectInOrder, row, rowOf } from './support/rows.ts';
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

test('a sample opened from the welcome screen runs after consent, and its rows stand in order', async () => {
  const { page } = framescope;
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await keepPicture(framescope, 'welcome');
  await page
    .getByRole('region', { name: 'Sample extensions' })
    .getByRole('button', { name: 'greeter' })
    .click();
  const sheet = page.getByRole('dialog', { name: 'Run this program?' });
  await expect(sheet).toContainText('greeter.mjs');
  await keepPicture(framescope, 'consent');
  await agree(page);
  await expectInOrder(page, [
    'spawned',
    'hello',
    'hello_ack',
    'register_command',
    'register_tool',
    'subscribe',
    'ready',
  ]);
  await rowOf(page, 'register_tool').click();
  const detail = page.getByRole('region', { name: 'Selected row' });
  await expect(detail.getByRole('tree')).toContainText('"greet"');
  await keepPicture(framescope, 'main');
  await detail.getByRole('tab', { name: 'Raw' }).click();
  await expect(detail.getByRole('region', { name: 'Raw text' })).toContainText('"type":"register_tool"');
  await rowOf(page, 'hello_ack').first().click();
  await detail.getByRole('tab', { name: /Pair/ }).click();
  await expect(detail).toContainText('hello');
});

test('nothing runs before the person has agreed', async () => {
  const { page } = framescope;
  await page
    .getByRole('region', { name: 'Sample extensions' })
    .getByRole('button', { name: 'greeter' })
    .click();
  await page
    .getByRole('dialog', { name: 'Run this program?' })
    .getByRole('button', { name: 'Cancel' })
    .click();
  await expect(page.getByRole('dialog')).toBeHidden();
  const sessions = await page.evaluate(() => window.framescope!.invoke('sessions.list', {}));
  expect(sessions).toEqual({ ok: true, value: [] });
  const refused = await page.evaluate(
    (path) => window.framescope!.invoke('sessions.open', { target: { kind: 'path', path }, mode: 'run' }),
    'examples/extensions/greeter',
  );
  expect(refused).toMatchObject({ ok: false, failure: { code: 'consentNeeded' } });
});

test('each screen passes the accessibility checks in both themes', async () => {
  const { page } = framescope;
  const check = async (): Promise<void> => {
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
      expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
        [],
      );
    }
  };
  await check();
  await openSample(page, 'chatterbox');
  await expectInOrder(page, ['hello', 'ready']);
  await row(page, 'not JSON').first().click();
  await check();
  await page.getByRole('button', { name: 'Restart' }).click();
  await expectInOrder(page, ['hello', 'ready']);
});
