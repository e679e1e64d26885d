// Story: an author opens a whole project, sees which of its extensions a host would load and why the others not, runs
// those, edits a file of one and sees it restarted; changes the profile.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { ProjectFolder } from '../support/project-folder.ts';
import { newFolders, removeFolders, startFramescope, type Framescope } from './support/framescope.ts';
import { keepPicture } from './support/picture.ts';
import { expectInOrder, row, rowOf } from './support/rows.ts';

let disk: ProjectFolder;
let framescope: Framescope;
test.beforeEach(async () => {
  disk = new ProjectFolder();
  // Extensions of the person who runs the tests are none of theirs.
  framescope = await startFramescope([], newFolders(), { ZOT_HOME: disk.home });
});
test.afterEach(async () => {
  await framescope.close();
  removeFolders(framescope.folders);
  disk.dispose();
  expect(framescope.complaints).toEqual([]);
});

async function openProject(): Promise<void> {
  const { page, app } = framescope;
  // The system's dialog can't be driven: it is answered as if the person had chosen this folder.
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, disk.project);
  await page.getByRole('button', { name: 'Open a project' }).click();
  await expect(page.getByRole('heading', { name: 'Extensions of a project' })).toBeVisible();
}

const sessions = () => framescope.page.getByRole('navigation', { name: 'Sessions' });

async function accessible(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await framescope.page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: framescope.page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
      [],
    );
  }
}

test('a project is opened whole: who is left out and why is listed, all that runs is on one sheet', async () => {
  const { page } = framescope;
  disk.good('project', 'guard');
  disk.good('project', 'second', { name: 'guard' });
  disk.good('project', 'off', { enabled: false });
  disk.good('home', 'echo');
  disk.write('home', 'torn/extension.json', '{"name": ');
  await openProject();
  const project = page.getByRole('list', { name: 'Of the project' }).getByRole('listitem');
  await expect(project.filter({ hasText: '/extensions/second' })).toContainText('name taken');
  await expect(project.filter({ hasText: '/extensions/second' })).toContainText(
    '/extensions/guard, which comes first',
  );
  await expect(project.filter({ hasText: '/extensions/off' })).toContainText('"enabled" is false');
  const installed = page.getByRole('list', { name: 'Installed on this machine' }).getByRole('listitem');
  await expect(installed.filter({ hasText: 'torn' })).toContainText('is not JSON');
  await keepPicture(framescope, 'project');
  await accessible();
  await page.getByRole('button', { name: 'Run all 2…' }).click();
  const sheet = page.getByRole('dialog', { name: 'Run these programs?' });
  await expect(sheet).toContainText('main.mjs');
  await expect(sheet).toContainText(join(disk.home, 'extensions/echo'));
  await keepPicture(framescope, 'consent-all');
  await accessible();
  await sheet.getByRole('button', { name: 'Run 2' }).click();
  await expect(sheet).toBeHidden();
  const items = sessions().getByRole('list', { name: 'Sessions' }).getByRole('listitem');
  await expect(items).toHaveText([/guard.*ready/, /echo.*ready/]);
  await sessions().getByRole('button', { name: 'Reload all' }).click();
  await expect.poll(() => replaced()).toEqual([true, true]);
  await expect(items).toHaveText([/guard.*ready/, /echo.*ready/]);
  await expect.poll(() => firstWords()).toBe('restarted: all were reloaded');
});

test('a watched extension is restarted when a file of it changes, and asks before it runs another script', async () => {
  const { page } = framescope;
  const at = disk.good('project', 'guard');
  disk.write('project', 'guard/lib/rules.mjs', '');
  await openProject();
  await page.getByRole('button', { name: 'Run…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run 1' }).click();
  await expectInOrder(page, ['hello', 'ready']);
  await sessions().getByRole('button', { name: 'Watch', exact: true }).click();
  await expect(sessions().getByRole('button', { name: 'Watched', exact: true })).toBeVisible();
  writeFileSync(join(at, 'lib/rules.mjs'), 'export {};');
  await expect.poll(() => firstWords()).toBe('restarted: lib/rules.mjs changed');
  await expectInOrder(page, ['note', 'hello', 'ready']);
  await expect(sessions().getByRole('button', { name: 'Watched', exact: true })).toBeVisible();
  await keepPicture(framescope, 'watched');

  writeFileSync(join(at, 'main.mjs'), "process.stdout.write('not what was agreed to\\n');");
  const sheet = page.getByRole('dialog', { name: 'Run this program?' });
  await expect(sheet).toContainText('Changed since you last allowed it');
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('note').filter({ hasText: 'main.mjs changed.' })).toBeVisible();
  await expect(sessions()).toContainText('ready');
  await accessible();
  await page.getByRole('button', { name: 'Look at it and restart…' }).click();
  await sheet.getByRole('button', { name: 'Run' }).click();
  await expect(row(page, 'not what was agreed to').first()).toBeVisible();
});

test('another profile applies at the next start, and a frame says which dialect knows it', async () => {
  const { page } = framescope;
  disk.good('project', 'guard');
  disk.write(
    'project',
    'guard/main.mjs',
    `process.stdout.write('{"type":"hello","name":"guard","version":"1"}\\n{"type":"clear_notes"}\\n{"type":"ready"}\\n');
     process.stdin.on('end', () => process.exit(0)).resume();`,
  );
  await openProject();
  await page.getByRole('button', { name: 'Run…' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Run 1' }).click();
  await expectInOrder(page, ['hello', 'clear_notes', 'ready']);
  await page.getByRole('combobox', { name: 'Profile' }).selectOption('zot-seed');
  const note = page.getByRole('note').filter({ hasText: 'applies at the next start' });
  await expect(note).toContainText('zot-seed');
  await note.getByRole('button', { name: 'Restart now' }).click();
  await expect(note).toBeHidden();
  await expectInOrder(page, ['hello', 'clear_notes', 'ready']);
  await rowOf(page, 'clear_notes').click();
  const detail = page.getByRole('region', { name: 'Selected row' });
  await detail.getByRole('tab', { name: /Issues/ }).click();
  await expect(detail).toContainText('zot-seed does not know the frame "clear_notes"');
  await expect(detail).toContainText('zot-latest');
});

test('extensions on this machine are found without a project, and where was looked is said', async () => {
  const { page } = framescope;
  await page.getByRole('button', { name: 'Find extensions on this machine' }).click();
  await expect(page.getByRole('main')).toContainText('No extension was found');
  await expect(page.getByRole('main')).toContainText(join(disk.home, 'extensions'));
  await accessible();
  disk.good('home', 'echo');
  await page.getByRole('button', { name: 'Look again' }).click();
  await expect(page.getByRole('list', { name: 'Installed on this machine' })).toContainText(
    'would be started',
  );
});

/** Whether each open session took over from another one. */
function replaced(): Promise<boolean[]> {
  return framescope.page.evaluate(async () => {
    const open = await window.framescope!.invoke('sessions.list', {});
    return open.ok ? open.value.map(({ replaces }) => replaces !== undefined) : [];
  });
}

/** Summary of the first row of the session opened last. */
function firstWords(): Promise<string> {
  return framescope.page.evaluate(async () => {
    const { framescope: bridge } = window;
    const open = await bridge!.invoke('sessions.list', {});
    const last = open.ok ? open.value.at(-1) : undefined;
    const rows = last && (await bridge!.invoke('rows.read', { session: last.id, from: 1, count: 1 }));
    const parts = rows?.ok ? (rows.value[0]?.summary ?? []) : [];
    return parts.map((part) => ('words' in part ? part.words : part.wire)).join('');
  });
}
