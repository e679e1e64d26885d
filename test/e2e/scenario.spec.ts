// Story: an author writes down what the agent does, runs it, keeps it as a file, and opens it again.

import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { fixture, removeFolders, startFramescope, type Framescope } from './support/framescope.ts';
import { openFolder } from './support/open.ts';
import { keepPicture } from './support/picture.ts';

let framescope: Framescope;
let folder: string;
test.beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'framescope-scenario-'));
  framescope = await startFramescope();
});
test.afterEach(async () => {
  await framescope.close();
  removeFolders(framescope.folders);
  rmSync(folder, { recursive: true, force: true });
  expect(framescope.complaints).toEqual([]);
});

const script = [
  '// what the documentation shows',
  '{"do": "tool_call", "tool": "echo", "args": {"text": "hi", "n": 12345678901234567890}}',
  '{"do": "expect", "text": {"contains": "12345678901234567890"}}',
  '{"do": "expect", "text": "something else"}',
  '',
].join('\n');

test('a scenario is written, run, saved as it was typed, and opened again', async () => {
  const { page, app } = framescope;
  await openFolder(framescope, fixture('key-order'));
  await page.getByRole('tab', { name: /^Turn/ }).click();
  await page.getByRole('radio', { name: 'Script' }).click();
  const text = page.getByRole('textbox', { name: 'Scenario' });
  await text.fill(script.replace('tool_call', 'tol_call'));
  await expect(page.getByRole('list', { name: 'What is wrong with it' })).toContainText(
    'there is no step "tol_call"',
  );
  await expect(page.getByRole('button', { name: /^Run Ctrl/ })).toBeDisabled();
  await text.fill(script);
  await text.press('Control+Enter');
  const steps = page.getByRole('list', { name: 'Steps', exact: true });
  await expect(steps).toContainText('As expected (1).');
  await expect(page.getByRole('status').filter({ hasText: 'Failed: 1 step not as expected.' })).toBeVisible();
  await keepPicture(framescope, 'scenario');
  const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual(
    [],
  );

  const file = join(folder, 'echo.scenario');
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: false, filePath: chosen });
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, file);
  await page.getByRole('button', { name: 'Save…' }).click();
  await expect.poll(() => existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(script);
  await text.fill('');
  await page.getByRole('button', { name: 'Open…' }).click();
  await expect(text).toHaveValue(script);
  await expect(page.getByText('echo.scenario')).toBeVisible();
});
