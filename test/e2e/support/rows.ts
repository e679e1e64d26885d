// What a person reads off the list of rows.

import { expect, type Locator, type Page } from '@playwright/test';

export const list = (page: Page): Locator => page.getByRole('grid', { name: 'Rows' });

/** Rows with this text in them. */
export const row = (page: Page, text: string | RegExp): Locator =>
  list(page).getByRole('row').filter({ hasText: text });

/** Rows whose type column is exactly this. */
export const rowOf = (page: Page, type: string): Locator =>
  list(page)
    .getByRole('row')
    .filter({ has: page.locator('.type').getByText(type, { exact: true }) });

/** The types of all rows of the session opened last, as the window reads them. */
function types(page: Page): Promise<string[]> {
  return page.evaluate(async () => {
    const { framescope } = window;
    const open = await framescope?.invoke('sessions.list', {});
    const last = open?.ok ? open.value.at(-1) : undefined;
    if (!last) return [];
    const rows = await framescope?.invoke('rows.read', { session: last.id, from: 1, count: 1_000 });
    return rows?.ok ? rows.value.map((row) => row.type) : [];
  });
}

/** Waits until the rows hold these types in this order, others between them allowed. */
export async function expectInOrder(page: Page, wanted: readonly string[]): Promise<void> {
  await expect
    .poll(async () => {
      let at = 0;
      for (const type of await types(page)) if (type === wanted[at]) at += 1;
      return wanted.slice(at);
    })
    .toEqual([]);
}
