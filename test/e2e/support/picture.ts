// Pictures of the main views in both themes, kept as test output.

import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { root, type Framescope } from './framescope.ts';

const folder = join(root, 'test-results/pictures');

export async function keepPicture({ page }: Framescope, name: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.screenshot({ path: join(folder, `${name}-${colorScheme}.png`) });
  }
}
