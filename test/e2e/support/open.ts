// The way of a person to a running session: open, look at what would run, agree.

import { expect, type Page } from '@playwright/test';
import type { Framescope } from './framescope.ts';

export async function openSample(page: Page, name: string, how: 'Run' | 'Step' = 'Run'): Promise<void> {
  await page.getByRole('region', { name: 'Sample extensions' }).getByRole('button', { name }).click();
  await agree(page, how);
}

export async function agree(page: Page, how: 'Run' | 'Step' = 'Run'): Promise<void> {
  const sheet = page.getByRole('dialog', { name: 'Run this program?' });
  await expect(sheet).toBeVisible();
  await sheet.getByRole('button', { name: how }).click();
  await expect(sheet).toBeHidden();
}

/** Opens a folder and agrees, whatever is on screen. The system's dialog is answered as if the person had chosen it. */
export async function openFolder({ page, app }: Framescope, path: string): Promise<void> {
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('Control+o');
  await agree(page);
}
