// Story: an author opens a native plugin, steps through its init, calls its tool, sees it veto what it should; another one
// crashes and is driven into the same crash again; a third blocks its main loop and is stopped.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { examplePlugin, examples, plugin } from '../support/plugins.ts';
import { removeFolders, startFramescope, type Framescope } from './support/framescope.ts';
import { keepPicture } from './support/picture.ts';
import { expectInOrder, rowOf } from './support/rows.ts';

// Two looks at a whole page by axe take long on a machine that does other things too.
test.describe.configure({ timeout: 180_000 });

let framescope: Framescope;
test.beforeEach(async () => {
  framescope = await startFramescope();
});
test.afterEach(async () => {
  await framescope.close();
  removeFolders(framescope.folders);
  expect(framescope.complaints).toEqual([]);
});

const sessions = (page: Page): Locator => page.getByRole('navigation', { name: 'Sessions' });
const consent = (page: Page): Locator => page.getByRole('dialog', { name: 'Run this program?' });

/** Up to the sheet that asks. The system's dialog is answered as if the person had chosen the file. */
async function choose(path: string): Promise<Locator> {
  const { page, app } = framescope;
  await app.evaluate(({ dialog }, chosen) => {
    dialog.showOpenDialog = () => Promise.resolve({ canceled: false, filePaths: [chosen] });
  }, path);
  await expect(page.getByRole('main')).toBeVisible();
  await page.keyboard.press('Control+o');
  await expect(consent(page)).toBeVisible();
  return consent(page);
}

async function open(path: string, how: 'Run' | 'Step' | 'Build and run' = 'Run'): Promise<void> {
  const sheet = await choose(path);
  await sheet.getByRole('button', { name: how }).click();
  await expect(sheet).toBeHidden();
  if (how !== 'Step') await expect(sessions(framescope.page)).toContainText('ready');
}

async function accessible(): Promise<void> {
  for (const colorScheme of ['light', 'dark'] as const) {
    await framescope.page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page: framescope.page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
      [],
    );
  }
}

/** The session that was opened last. */
async function newest(): Promise<string> {
  const list = await framescope.page.evaluate(() => window.framescope!.invoke('sessions.list', {}));
  return list.ok ? (list.value.at(-1)?.id ?? '') : list.failure.message;
}

/** The dock's tab of the plugin, with one of its panes. */
async function pane(name: 'Calls' | 'Events' | 'Agent run' | 'Host preview'): Promise<void> {
  const { page } = framescope;
  await page.getByRole('tab', { name: /^Plugin\b/ }).click();
  await page.getByRole('tablist', { name: 'Plugin' }).getByRole('tab', { name }).click();
}

async function callTool(args = '{}'): Promise<void> {
  const form = framescope.page.getByRole('form', { name: 'Call a tool' });
  await form.getByRole('textbox', { name: 'Arguments' }).fill(args);
  await form.getByRole('button', { name: 'Call tool' }).click();
}

test('what a library is stands on the sheet, and its init is stepped through crossing by crossing', async () => {
  const { page } = framescope;
  const sheet = await choose(examplePlugin('hello'));
  await expect(sheet).toContainText('opcode_plugin_init');
  await expect(sheet).toContainText(examplePlugin('hello'));
  await keepPicture(framescope, 'plugin-consent');
  await accessible();
  await sheet.getByRole('button', { name: 'Step' }).click();

  const loading = page.getByRole('list', { name: 'Loading' });
  const crossings = [
    'library.open',
    'library.open.return',
    'library.symbol',
    'library.symbol.return',
    'plugin.entry',
    'plugin.entry.return',
    'plugin.init',
    'host.register_tool',
    'host.log',
    'plugin.init.return',
  ];
  for (const [at, type] of crossings.entries()) {
    await expect(rowOf(page, type)).toContainText('held');
    // The plugin stands still: what comes next has not crossed.
    const next = crossings[at + 1];
    if (next !== undefined) await expect(rowOf(page, next)).toHaveCount(0);
    if (type === 'host.register_tool') {
      await expect(loading).toContainText('init');
      await keepPicture(framescope, 'plugin-step');
      await accessible();
    }
    await page.keyboard.press('F10');
  }
  await expect(sessions(page)).toContainText('ready');
  await page.keyboard.press('F5');
  await expect(page.getByRole('list', { name: 'Tools' })).toContainText('hello');

  await pane('Calls');
  await callTool('{"name":"Ada"}');
  const calls = page.getByRole('list', { name: 'Calls', exact: true });
  await expect(calls).toContainText('Hello Ada!');
  await expectInOrder(page, ['tool.execute', 'host.alloc', 'host.tool_done', 'tool.execute.return']);
  await keepPicture(framescope, 'plugin-calls');
  await accessible();
});

test('C source is built with the command that was shown, and vetoes a tool call', async () => {
  const { page } = framescope;
  const sheet = await choose(`${examples}/guard.c`);
  await expect(sheet.getByRole('list', { name: 'Build command' })).toContainText('-shared');
  await keepPicture(framescope, 'plugin-build');
  await sheet.getByRole('button', { name: 'Build and run' }).click();
  await expect(sessions(page)).toContainText('ready');

  await pane('Events');
  const form = page.getByRole('form', { name: 'Emit an event' });
  await form.getByRole('combobox', { name: 'Event' }).selectOption('tool_call');
  const payload = form.getByRole('textbox', { name: 'Payload' });
  const ask = (command: string): string => JSON.stringify({ name: 'bash', args: { command } });
  const told = page.getByRole('list', { name: 'Emitted events' });

  await payload.fill(ask('ls'));
  await form.getByRole('button', { name: 'Emit event' }).click();
  await expect(told.getByRole('listitem').first()).toContainText('returned 0');
  await payload.fill(ask('rm -rf ~/'));
  await form.getByRole('button', { name: 'Emit event' }).click();
  await expect(told.getByRole('listitem').first()).toContainText('returned 1');
  await expect(told.getByRole('listitem').first()).toContainText('vetoed');
  await keepPicture(framescope, 'plugin-veto');
  await accessible();

  // A whole run of the agent honours it.
  await pane('Agent run');
  const step = page.getByRole('region', { name: 'Chosen step' });
  await step.getByRole('combobox', { name: 'Tool of call 1' }).fill('bash');
  await step.getByRole('textbox', { name: 'Arguments of call 1' }).fill('{"command":"rm -rf ~/"}');
  await page.getByRole('button', { name: 'Run agent' }).click();
  await expect(page.getByRole('list', { name: 'Steps of the run' })).toContainText('1 call, 1 vetoed');
  const outcome = step.getByRole('list', { name: 'Call of bash' });
  await expect(outcome).toContainText('not run: vetoed by guard');
  await expect(outcome).toContainText('tool call refused by plugin guard');
  await keepPicture(framescope, 'plugin-run');
  await accessible();

  await pane('Host preview');
  await expect(page.getByRole('region', { name: 'Notes' })).toContainText('guard refused rm -rf');
  await accessible();
});

test('a crash is a fact with its stack; one key restarts the plugin and makes the same call again', async () => {
  const { page } = framescope;
  await open(plugin('segfault'));
  await pane('Calls');
  await callTool('{"depth":3}');
  const card = page.getByRole('alert', { name: /What ended/ });
  await expect(card).toContainText('SIGSEGV');
  await expect(card.getByRole('region', { name: 'Call in flight' })).toContainText('{"depth":3}');
  const stack = card.getByRole('list', { name: 'Stack' }).getByRole('listitem');
  await expect(stack.nth(0)).toContainText('value_of');
  await expect(stack.nth(1)).toContainText('walk');
  await expect(stack.nth(2)).toContainText('crash');
  await keepPicture(framescope, 'plugin-crash');
  await accessible();

  const first = await newest();
  await page.keyboard.press('Control+F6');
  await expect.poll(newest).not.toBe(first);
  await expect(card).toContainText('SIGSEGV');
  await expectInOrder(page, ['plugin.init.return', 'tool.execute', 'host.log', 'crash report', 'crashed']);

  await card.getByRole('button', { name: 'Restart', exact: true }).click();
  await expect(sessions(page)).toContainText('ready');
  await expect(card).toBeHidden();
  await expect(page.getByRole('list', { name: 'Tools' })).toContainText('crash');
});

test('a blocked main loop is shown as such, and can be stopped', async () => {
  const { page } = framescope;
  await open(plugin('hang'));
  await pane('Calls');
  const form = page.getByRole('form', { name: 'Call a tool' });
  await form.getByRole('combobox', { name: 'Tool' }).selectOption('forever');
  await callTool();
  const blocked = page.getByRole('alert', { name: 'Main loop blocked' });
  await expect(blocked).toContainText('forever');
  await keepPicture(framescope, 'plugin-blocked');
  await accessible();
  await blocked.getByRole('button', { name: 'Stop' }).click();
  await expect(sessions(page)).toContainText('ended');
  await expect(blocked).toBeHidden();
});

test('case V01: the app quits cleanly while a thread of a plugin calls the host every millisecond', async () => {
  const { page, app } = framescope;
  await open(plugin('threads'));
  await pane('Calls');
  const form = page.getByRole('form', { name: 'Call a tool' });
  await form.getByRole('combobox', { name: 'Tool' }).selectOption('storm');
  await callTool();
  await expect(page.getByRole('list', { name: 'Calls', exact: true })).toContainText('a storm');
  await page.keyboard.press('Control+Shift+F5');
  await expect(sessions(page)).toContainText('ready');
  await pane('Calls');
  await form.getByRole('combobox', { name: 'Tool' }).selectOption('storm');
  await callTool();
  await expect(page.getByRole('list', { name: 'Calls', exact: true })).toContainText('a storm');
  const ended = new Promise<number | null>((resolve) => app.process().once('exit', resolve));
  await app.close();
  expect(await ended).toBe(0);
});
