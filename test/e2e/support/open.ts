// The way of a person to a running session: open, look at what would run, agree.

import { expect, type Page } from '@playwright/test';

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
