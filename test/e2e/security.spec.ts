// What a page taken over by an extension's text could not do, tried in the real window.

import { expect, test } from '@playwright/test';
import { fixture, removeFolders, startFramescope, type Framescope } from './support/framescope.ts';
import { list, row, rowOf } from './support/rows.ts';

let framescope: Framescope;
test.afterEach(async () => {
  await framescope.close();
  removeFolders(framescope.folders);
});

test('the page has no Node, no other origin, no new windows and no permissions', async () => {
  framescope = await startFramescope();
  const { page, app } = framescope;
  const found = await page.evaluate(async () => ({
    require: typeof (globalThis as Record<string, unknown>)['require'],
    process: typeof (globalThis as Record<string, unknown>)['process'],
    bridge: Object.keys(window.framescope!).sort(),
    opened: window.open('https://example.com') === null,
    fetched: await fetch('https://example.com').then(
      () => 'yes',
      () => 'no',
    ),
    notifications: await Notification.requestPermission(),
  }));
  expect(found).toEqual({
    require: 'undefined',
    process: 'undefined',
    bridge: ['invoke', 'pathForFile', 'subscribe'],
    opened: true,
    fetched: 'no',
    notifications: 'denied',
  });
  // In a task of the page's own: what the test driver evaluates directly is let off by the browser.
  const evaluated = await page.evaluate(
    () =>
      new Promise<string>((done) =>
        setTimeout(() => {
          try {
            done(`ran: ${String((0, eval)('1'))}`);
          } catch {
            done('refused');
          }
        }),
      ),
  );
  expect(evaluated).toBe('refused');
  const before = page.url();
  // Listened for before it is tried: the event may come before the driver's next question.
  await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents;
    (globalThis as { tried?: Promise<string> }).tried = new Promise((done) =>
      contents?.once('will-navigate', ({ url }) => done(url)),
    );
  });
  // Assigned in a task of the page's own: the driver would wait for a navigation that never comes.
  await page.evaluate(() => void setTimeout(() => location.assign('https://example.com/')));
  const tried = await app.evaluate(() => (globalThis as { tried?: Promise<string> }).tried);
  expect(tried).toBe('https://example.com/');
  expect(page.url()).toBe(before);
  const preferences = await app.evaluate(({ BrowserWindow }) => {
    const contents = BrowserWindow.getAllWindows()[0]?.webContents as unknown as {
      getLastWebPreferences(): Electron.WebPreferences;
    };
    const { sandbox, contextIsolation, nodeIntegration } = contents.getLastWebPreferences();
    return { sandbox, contextIsolation, nodeIntegration };
  });
  expect(preferences).toEqual({ sandbox: true, contextIsolation: true, nodeIntegration: false });
});

test('wrong arguments are refused with a code and unknown commands are not there', async () => {
  framescope = await startFramescope();
  const { page } = framescope;
  const wrong = await page.evaluate(() =>
    window.framescope!.invoke('rows.read', { session: 's1', from: -1, count: 10 }),
  );
  expect(wrong).toMatchObject({ ok: false, failure: { code: 'argumentInvalid' } });
  const unknown = await page.evaluate(() =>
    window.framescope!.invoke('app.quit' as 'app.facts', {}).then(
      () => 'answered',
      () => 'refused',
    ),
  );
  expect(unknown).toBe('refused');
});

test('case U01: markup in names, descriptions, notes and stderr stays text', async () => {
  framescope = await startFramescope([fixture('html-text')]);
  const { page } = framescope;
  await expect(rowOf(page, 'ready').first()).toBeVisible();
  await expect(list(page)).toContainText('<img');
  await page.getByRole('searchbox', { name: 'Query' }).fill('onerror');
  await expect(row(page, 'onerror').first()).toBeVisible();
  await row(page, 'onerror').first().click();
  await expect(page.getByRole('region', { name: 'Selected row' })).toContainText('<img');
  expect(await page.locator('img, iframe, script:not([src]), svg[onload]').count()).toBe(0);
  expect(await page.title()).not.toBe('owned');
});
