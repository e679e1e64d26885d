// Story: an author calls a tool by hand: fills its form, watches the text follow, sends it, and finds the answer selected.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Locator, type Page } from '@playwright/test';
import { removeFolders, startFramescope, type Framescope } from './support/framescope.ts';
import { openSample } from './support/open.ts';
import { keepPicture } from './support/picture.ts';
import { expectInOrder, rowOf } from './support/rows.ts';

let framescope: Framescope;
test.beforeEach(async () => {
  framescope = await startFramescope();
});
test.afterEach(async () => {
  await framescope.close();
  removeFolders(framescope.folders);
  expect(framescope.complaints).toEqual([]);
});

const composer = (page: Page): Locator => page.getByRole('region', { name: 'Composer' });
const form = (page: Page): Locator => composer(page).getByRole('form', { name: 'Form of the frame' });
const editor = (page: Page): Locator => composer(page).getByRole('textbox', { name: /^Frame as/ });

async function openComposer(page: Page): Promise<void> {
  await openSample(page, 'greeter');
  await expectInOrder(page, ['hello', 'register_tool', 'ready']);
  await page.getByRole('tab', { name: 'Composer' }).click();
  await expect(form(page).getByRole('textbox', { name: 'name' }).first()).toBeVisible();
}

/** Raw lines that the session holds, as they crossed. */
async function hostLines(page: Page, type: string): Promise<readonly string[]> {
  return page.evaluate(async (wanted) => {
    const { framescope } = window;
    const open = await framescope!.invoke('sessions.list', {});
    const session = open.ok ? (open.value.at(-1)?.id ?? '') : '';
    const rows = await framescope!.invoke('rows.read', { session, from: 1, count: 1_000 });
    const lines: string[] = [];
    for (const row of rows.ok ? rows.value : []) {
      if (row.from !== 'host' || row.type !== wanted) continue;
      const detail = await framescope!.invoke('rows.detail', { session, seq: row.seq });
      if (detail.ok && detail.value.raw && 'text' in detail.value.raw) lines.push(detail.value.raw.text);
    }
    return lines;
  }, type);
}

test('a call composed in the form is sent, and its answer is selected', async () => {
  const { page } = framescope;
  await openComposer(page);
  await expect(composer(page)).toContainText('from the tool’s own schema');
  const name = form(page).locator('[id="compose_args_name"]');
  await name.fill('Ada');
  await form(page).getByLabel('excited').getByRole('radio', { name: 'true' }).click();
  await expect(editor(page)).toContainText('"name": "Ada"');
  await expect(editor(page)).toContainText('"excited": true');
  await expect(composer(page)).toContainText('In step with the form');
  await keepPicture(framescope, 'composer');
  await name.press('Control+Enter');
  await expect(rowOf(page, 'tool_result')).toHaveCount(1);
  const selected = page.getByRole('region', { name: 'Selected row' });
  await expect(selected).toContainText('tool_result');
  await selected.getByRole('tab', { name: 'Raw' }).click();
  await expect(selected).toContainText('Hello, Ada!');
  expect(await hostLines(page, 'tool_call')).toEqual([
    expect.stringMatching(
      /^\{"type":"tool_call","id":"\d+","name":"greet","args":\{"name":"Ada","excited":true\}\}$/,
    ),
  ]);
  await expect(composer(page).getByRole('list', { name: 'Sent before' })).toContainText('greet');
});

test('what is typed as text is in the form, is warned about, and is sent as it is', async () => {
  const { page } = framescope;
  await openComposer(page);
  await composer(page).getByRole('radio', { name: 'Raw line' }).click();
  const line =
    '{"type":"tool_call", "id":"x\\u0031","name":"greet","args":{"name":"Bo","nam":1.0,"language":"xx"}}';
  await editor(page).fill(line);
  await expect(form(page).getByRole('textbox', { name: 'Name of the key nam' })).toBeVisible();
  await expect(composer(page).getByRole('region', { name: 'Before you send' })).toContainText('/args/nam');
  await expect(form(page)).toContainText('Not in the schema, which forbids others.');
  await keepPicture(framescope, 'composer-warned');
  await editor(page).press('Control+Enter');
  await expect(rowOf(page, 'tool_result')).toHaveCount(1);
  expect(await hostLines(page, 'tool_call')).toEqual([line]);
});

test('text that is no JSON stays, closes the form with a sentence, and can be sent', async () => {
  const { page } = framescope;
  await openComposer(page);
  await editor(page).fill('{"type":"tool_call"');
  await expect(form(page)).toContainText('The text is not JSON');
  await editor(page).press('Control+Enter');
  await expect(page.getByRole('region', { name: 'Selected row' })).toContainText('sent by hand');
  await editor(page).fill('{"type":"shutdown"}');
  await expect(form(page).getByText('shutdown')).toBeVisible();
});

test('a frame of the host is taken into the composer, sent many times, and kept', async () => {
  const { page } = framescope;
  await openComposer(page);
  await form(page).locator('[id="compose_args_name"]').fill('Cy');
  await composer(page).getByRole('spinbutton', { name: 'How many times' }).fill('3');
  await page.keyboard.press('Tab');
  await composer(page).getByRole('button', { name: 'Send' }).click();
  await expectInOrder(page, Array.from({ length: 3 }, () => ['tool_call', 'tool_result']).flat());
  expect(new Set(await hostLines(page, 'tool_call')).size).toBe(3);
  await page.getByRole('tab', { name: 'Problems' }).click();
  await rowOf(page, 'tool_call').first().click();
  await page.keyboard.press('Control+r');
  await expect(editor(page)).toContainText('"name": "Cy"');
  await composer(page).getByRole('tab', { name: 'Saved' }).click();
  await composer(page).getByRole('textbox', { name: 'Name of this frame' }).fill('greets Cy');
  await page.keyboard.press('Enter');
  await expect(composer(page).getByRole('list', { name: 'Frames of frames' })).toContainText('greets Cy');
});

test('the composer passes the accessibility checks in both themes', async () => {
  const { page } = framescope;
  await openComposer(page);
  await form(page).locator('[id="compose_args_name"]').fill('');
  await expect(composer(page).getByRole('region', { name: 'Before you send' })).toContainText('/args/name');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { violations } = await new AxeBuilder({ page }).setLegacyMode().analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' ')}`)).toEqual(
      [],
    );
  }
});
