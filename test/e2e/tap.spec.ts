// Story: an extension runs in its real host, through a tap; its author looks on in the app, holds a frame, edits it and
// lets it pass, and the host gets the edited one.

import { spawn, type ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { AxeBuilder } from '@axe-core/playwright';
import { expect, test } from '@playwright/test';
import { example, removeFolders, root, startFramescope, type Framescope } from './support/framescope.ts';
import { keepPicture } from './support/picture.ts';
import { expectInOrder, rowOf } from './support/rows.ts';

let framescope: Framescope;
let host: ChildProcess | undefined;
let out = '';
test.beforeEach(async () => {
  framescope = await startFramescope();
  await expect(framescope.page.getByRole('main')).toBeVisible();
});
test.afterEach(async () => {
  host?.kill('SIGTERM');
  await framescope.close();
  removeFolders(framescope.folders);
  expect(framescope.complaints).toEqual([]);
});

/** What the real host starts; this test plays the host. */
function startTapped(): ChildProcess {
  out = '';
  const greeter = join(example('greeter'), 'greeter.mjs');
  const child = spawn(
    process.execPath,
    [join(root, 'dist/cli.js'), 'tap', '--name', 'greeter', '--', process.execPath, greeter],
    {
      env: { ...process.env, FRAMESCOPE_STATE_DIR: framescope.folders.state },
      stdio: ['pipe', 'pipe', 'inherit'],
    },
  );
  child.stdout.on('data', (chunk: Buffer) => (out += chunk.toString()));
  return child;
}

test('a tapped extension appears live, is marked, and its frames can be held and edited', async () => {
  const { page } = framescope;
  host = startTapped();
  const item = page
    .getByRole('navigation', { name: 'Sessions' })
    .getByRole('button', { name: /greeter/ })
    .first();
  await expect
    .poll(async () => {
      const open = await page.evaluate(() => window.framescope!.invoke('sessions.list', {}));
      return open.ok ? open.value.map(({ tapped }) => tapped !== undefined) : [];
    })
    .toEqual([true]);
  await expect(page.getByText('tapped', { exact: true }).first()).toBeVisible();
  host.stdin?.write('{"type":"hello_ack","protocol_version":1,"zot_version":"1.0.0"}\n');
  await expectInOrder(page, ['hello', 'hello_ack', 'register_tool', 'ready']);
  if (await item.isVisible()) await item.click();
  await expect(rowOf(page, 'hello_ack')).toBeVisible();
  await keepPicture(framescope, 'tapped');
  expect((await new AxeBuilder({ page }).setLegacyMode().analyze()).violations).toEqual([]);

  const restart = page.getByRole('button', { name: 'Restart' }).first();
  await expect(restart).toBeDisabled();
  await expect(restart).toHaveAttribute('title', /its real host runs it/);
  await page.keyboard.press('F9');
  await expect(page.getByRole('region', { name: 'Host clock' })).toContainText('run on');
  out = '';
  host.stdin?.write('{"type":"tool_call","id":"7","name":"greet","args":{"name":"Ada"}}\n');
  await expect(rowOf(page, 'tool_call')).toContainText('held');
  await keepPicture(framescope, 'tapped-held');
  expect(out).toBe('');
  await page.getByRole('region', { name: 'Held frame' }).getByRole('button', { name: 'Edit' }).click();
  await page
    .getByRole('region', { name: 'Held frame' })
    .getByRole('textbox')
    .fill('{"type":"tool_call","id":"7","name":"greet","args":{"name":"Grace"}}');
  await page.keyboard.press('Control+Enter');
  await expect(rowOf(page, 'tool_result')).toContainText('held');
  await page.keyboard.press('F5');
  await expect.poll(() => out).toContain('Grace');

  const gone = new Promise((resolve) => host?.once('close', resolve));
  host.stdin?.write('{"type":"shutdown"}\n');
  host.stdin?.end();
  await gone;
  await expectInOrder(page, ['shutdown', 'exited']);
});
