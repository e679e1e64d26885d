// Story: the app dies in the middle of everything; what was recorded opens again.

import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import {
  fixture,
  newFolders,
  removeFolders,
  startFramescope,
  type Framescope,
} from './support/framescope.ts';
import { expectInOrder, rowOf } from './support/rows.ts';

async function kill(framescope: Framescope): Promise<void> {
  const main = framescope.app.process();
  const gone = new Promise((done) => main.once('exit', done));
  main.kill('SIGKILL');
  await gone;
}

test('the recording reopens after the app was killed', async () => {
  const folders = newFolders();
  const first = await startFramescope([fixture('good')], folders);
  await expectInOrder(first.page, ['hello', 'hello_ack', 'ready']);
  await kill(first);

  const journals = readdirSync(join(folders.state, 'journals'));
  expect(journals).toHaveLength(1);
  const second = await startFramescope([join(folders.state, 'journals', journals[0] ?? '')], folders);
  await expectInOrder(second.page, ['spawned', 'hello', 'hello_ack', 'ready']);
  await expect(second.page.getByRole('navigation', { name: 'Sessions' })).toContainText('Recordings');
  await second.close();
  removeFolders(folders);
});

test('case P06: what a killed app left running is named at the next start, and ended on request', async () => {
  const folders = newFolders();
  const first = await startFramescope([fixture('leaves-grandchild')], folders);
  await expect(rowOf(first.page, 'notify').first()).toBeVisible();
  await kill(first);

  const second = await startFramescope([], folders);
  const leftover = second.page.getByRole('region', { name: 'Left over' });
  await expect(leftover).toContainText('run.sh');
  await leftover.getByRole('button', { name: 'End it' }).click();
  await expect(leftover).toBeHidden();
  await second.close();
  removeFolders(folders);
});
