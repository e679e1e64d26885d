// Story: an author steps through a handshake, looks at what would be legal next, changes a frame and lets it pass.

import { expect, test } from '@playwright/test';
import { fixture, removeFolders, startFramescope, type Framescope } from './support/framescope.ts';
import { agree, openSample } from './support/open.ts';
import { keepPicture } from './support/picture.ts';
import { expectInOrder, rowOf } from './support/rows.ts';

let framescope: Framescope;
test.beforeEach(async () => {
  framescope = await startFramescope();
});
test.afterEach(async () => {
  await framescope.close();
  removeFolders(framescope.folders);
  expect(framescope.complaints).toEqual([]);
});

test('every frame waits until it is released, with the legal next frames beside it', async () => {
  const { page } = framescope;
  await openSample(page, 'greeter', 'Step');
  await expect(rowOf(page, 'hello')).toContainText('held');
  await expect(page.getByRole('list', { name: 'Legal next frames' })).toContainText('hello');
  await expect(rowOf(page, 'hello_ack')).toHaveCount(0);
  await page.keyboard.press('F10');
  await expect(rowOf(page, 'hello_ack')).toContainText('held');
  await keepPicture(framescope, 'step');
  await expect(page.getByRole('region', { name: 'Host clock' })).toContainText('Frozen');
  await page.keyboard.press('F10');
  await page.keyboard.press('F5');
  await expectInOrder(page, [
    'hello',
    'hello_ack',
    'register_command',
    'register_tool',
    'subscribe',
    'ready',
  ]);
  await expect(page.getByRole('navigation', { name: 'Sessions' })).toContainText('ready');
});

test('a held frame can be edited, and both versions are kept', async () => {
  const { page } = framescope;
  await openSample(page, 'greeter', 'Step');
  await expect(rowOf(page, 'hello')).toContainText('held');
  await page.keyboard.press('F10');
  await expect(rowOf(page, 'hello_ack')).toContainText('held');
  const session = await page.evaluate(() => window.framescope!.invoke('sessions.list', {}));
  if (!session.ok) throw new Error('no list');
  const held = session.value[0]?.summary.held[0] ?? 0;
  await page.getByRole('region', { name: 'Held frame' }).getByRole('button', { name: 'Edit' }).click();
  const editor = page.getByRole('region', { name: 'Held frame' }).getByRole('textbox');
  await editor.fill(
    '{"type":"hello_ack","protocol_version":1,"zot_version":"edited","provider":"p","model":"m","cwd":"/"}',
  );
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'released').last()).toBeVisible();
  const detail = await page.evaluate(
    ([id, seq]) => window.framescope!.invoke('rows.detail', { session: id as string, seq: seq as number }),
    [session.value[0]?.id ?? '', held],
  );
  if (!detail.ok) throw new Error(detail.failure.message);
  expect(detail.value.raw).not.toEqual(detail.value.editedRaw);
  expect(JSON.stringify(detail.value.editedRaw)).toContain('edited');
});

test('a crash is shown with its last output, and one key restarts it', async () => {
  const { page, app } = framescope;
  void app;
  await page.evaluate(() => undefined);
  await openPath(fixture('exits-before-hello'));
  const card = page.getByRole('alert', { name: /What ended/ });
  await expect(card).toContainText('API key missing');
  await expect(card).toContainText('1');
  await keepPicture(framescope, 'crash');
  await page.keyboard.press('Control+Shift+F5');
  await expect(card).toContainText('API key missing');
});

async function openPath(path: string): Promise<void> {
  const { page, app } = framescope;
  // The system's dialog can't be driven: it is answered as if the person had chosen this folder.
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
  await page.getByRole('button', { name: /Open folder/ }).click();
  await agree(page);
}
