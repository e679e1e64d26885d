// Story: before something is shared, its owner sees what would be masked, and the report that leaves opens anywhere and asks
// nobody for anything.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { openFolder } from './support/open.ts';
import {
  example,
  newFolders,
  removeFolders,
  startFramescope,
  type Framescope,
} from './support/framescope.ts';
import { keepPicture } from './support/picture.ts';
import { rowOf } from './support/rows.ts';

/** The system's save dialog, answered as if the person had chosen it. */
async function saveTo({ app }: Framescope, file: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
  }, file);
}

/** The report in a window of its own, without any right; gives back what it asked the network for. */
async function openReport(framescope: Framescope, file: string): Promise<Page> {
  const opened = framescope.app.waitForEvent('window');
  await framescope.app.evaluate(async ({ BrowserWindow }, path) => {
    // A session of its own: the app's policies are not those of the browser it will be opened in.
    const webPreferences = { sandbox: true, partition: 'report' };
    const window = new BrowserWindow({ width: 1280, height: 800, webPreferences });
    await window.loadFile(path);
  }, file);
  const page = await opened;
  await page.waitForLoadState();
  return page;
}

test('a session is exported: preview, save, and the report opens offline', async () => {
  const folders = newFolders();
  const framescope = await startFramescope([], folders, { DEMO_TOKEN: 'plum-tart-1234567' });
  const { page } = framescope;
  await openFolder(framescope, example('greeter'));
  await expect(rowOf(page, 'ready').first()).toBeVisible();
  await page.evaluate(async () => {
    const list = await window.framescope?.invoke('sessions.list', {});
    const session = list?.ok ? (list.value[0]?.id ?? '') : '';
    const text = JSON.stringify({
      type: 'tool_call',
      id: '77',
      name: 'greet',
      args: { name: 'plum-tart-1234567 <img src=x onerror=alert(1)></script>', token: 'abc-123-def-456' },
    });
    await window.framescope?.invoke('sessions.send', { session, text });
  });
  await expect(rowOf(page, 'tool_result').first()).toBeVisible();

  await page.keyboard.press('Control+e');
  const sheet = page.getByRole('dialog', { name: 'Export' });
  await expect(sheet.getByRole('region', { name: 'What would change' })).toContainText('[redacted-1]');
  await expect(sheet).toContainText('by variable DEMO_TOKEN');
  await sheet.getByRole('textbox', { name: 'Key' }).fill('excited');
  await sheet.getByRole('button', { name: 'Mask it too' }).click();
  await expect(sheet.getByRole('region', { name: 'What would change' })).toContainText('[redacted-1]');
  await keepPicture(framescope, 'export-sheet');

  const report = join(folders.state, 'greeter.html');
  await saveTo(framescope, report);
  await sheet.getByRole('button', { name: 'Save as…' }).click();
  await expect(sheet.getByRole('status', { name: 'Exported' })).toContainText('masked at');
  await keepPicture(framescope, 'export-done');
  const text = readFileSync(report, 'utf8');
  expect(text).not.toContain('plum-tart');
  expect(text).not.toContain('abc-123-def');

  const complaints: string[] = [];
  const asked: string[] = [];
  const offline = await openReport(framescope, report);
  offline.on('console', (message) => complaints.push(message.text()));
  offline.on('request', (request) => asked.push(request.url()));
  await offline.reload();
  await expect(offline.getByRole('option').first()).toBeVisible();
  await offline.getByRole('searchbox').fill('onerror');
  await expect(offline.getByRole('status')).toContainText(/^\d+ of \d+ rows$/);
  await offline
    .getByRole('option', { name: /tool_call/ })
    .first()
    .click();
  await expect(offline.getByRole('region', { name: 'The chosen row' })).toContainText('onerror=alert(1)');
  await expect(offline.locator('img')).toHaveCount(0);
  for (const colorScheme of ['dark', 'light'] as const) {
    await offline.emulateMedia({ colorScheme });
    await offline.screenshot({ path: join('test-results/pictures', `export-report-${colorScheme}.png`) });
  }
  expect(complaints).toEqual([]);
  expect(asked.filter((url) => !url.startsWith('file:'))).toEqual([]);
  await framescope.close();
  expect(framescope.complaints).toEqual([]);
  removeFolders(folders);
});
