// Story: an author sees what guards make of what the agent wants to do: two that rewrite one after the other, one that
// blocks, one that never answers, and an answer that is held and changed on its way.

import { AxeBuilder } from '@axe-core/playwright';
import { expect, test, type Locator } from '@playwright/test';
import { fixture, removeFolders, startFramescope, type Framescope } from './support/framescope.ts';
import { openFolder } from './support/open.ts';
import { keepPicture } from './support/picture.ts';
import { rowOf } from './support/rows.ts';

let framescope: Framescope;
test.beforeEach(async () => {
  framescope = await startFramescope();
});
test.afterEach(async () => {
  await framescope.close();
  removeFolders(framescope.folders);
  expect(framescope.complaints).toEqual([]);
});

/** Opens extensions one after the other; each is ready before the next. */
async function open(...names: string[]): Promise<void> {
  for (const name of names) {
    await openFolder(framescope, fixture(name));
    const entry = framescope.page.getByRole('navigation', { name: 'Sessions' }).getByRole('button', { name });
    await expect(entry.first()).toContainText('ready');
  }
}

const tab = (name: string): Locator => framescope.page.getByRole('tab', { name: new RegExp(`^${name}`) });
const hop = (order: number): Locator =>
  framescope.page.getByRole('listitem', { name: new RegExp(`^Hop ${order}:`) });

/** Fills in the turn and runs it. */
async function runTurn(values: { text?: string; tool?: string; args: string }): Promise<void> {
  const { page } = framescope;
  await tab('Turn').click();
  await page.getByRole('textbox', { name: 'assistant_message' }).fill(values.text ?? '');
  await page.getByRole('combobox', { name: 'Tool of call 1' }).fill(values.tool ?? 'bash');
  await page.getByRole('textbox', { name: 'Arguments of call 1' }).fill(values.args);
  await page.getByRole('button', { name: /^Run Ctrl/ }).click();
}

async function expectNoAxeViolations(): Promise<void> {
  const { violations } = await new AxeBuilder({ page: framescope.page }).setLegacyMode().analyze();
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target).join(' ')}`)).toEqual(
    [],
  );
}

const both = '{"command": "rm -rf build && npm run build", "env": {"CI": "1", "GITHUB_TOKEN": "ghp_x81k"}}';

test('two guards rewrite the same call, and each hop shows its own difference', async () => {
  const { page } = framescope;
  await open('guard-secrets', 'guard-clean');
  await runTurn({ args: both });
  await expect(page.getByRole('list', { name: 'Steps', exact: true })).toContainText('Changed:');
  await keepPicture(framescope, 'turn');
  await expectNoAxeViolations();
  await tab('Intercepts').click();
  await expect(page.getByRole('list', { name: 'Decisions' })).toContainText(/bash\s*changed/);
  await expect(hop(1)).toContainText('guard-secrets');
  await expect(hop(1)).toContainText('removed: "GITHUB_TOKEN": "ghp_x81k"');
  await expect(hop(1)).toContainText('added: "GITHUB_TOKEN": "${GITHUB_TOKEN}"');
  await expect(hop(2)).toContainText('added: "command": "npm run clean && npm run build"');
  await expect(hop(2)).toContainText('added: "timeout_ms": 120000');
  await expect(hop(2)).not.toContainText('ghp_x81k');
  await expect(hop(2)).toContainText(/answered in .* of 5 s/);
  await expect(page.getByRole('listitem', { name: 'Tool runs' })).toContainText(
    'The model never sees the rewrite.',
  );
  await keepPicture(framescope, 'intercepts');
  await expectNoAxeViolations();
  // The head of a hop goes to its row, in the session it belongs to.
  await hop(1).getByRole('button', { name: 'guard-secrets' }).click();
  await expect(page).toHaveTitle(/guard-secrets/);
  await expect(rowOf(page, 'event_intercept_response')).toHaveAttribute('aria-selected', 'true');
  await expect(hop(1).getByRole('button', { name: 'guard-secrets' })).toBeFocused();
});

test('a guard that blocks ends the chain, and the strip says what the model reads', async () => {
  const { page } = framescope;
  await open('guard-block', 'guard-clean');
  await runTurn({ text: 'I will fetch it.', args: '{"command": "curl https://example.org"}' });
  await tab('Intercepts').click();
  await expect(page.getByRole('list', { name: 'Decisions' })).toContainText(/bash\s*blocked/);
  await expect(hop(1)).toContainText('no network from here');
  await expect(hop(2)).toHaveCount(0);
  await expect(page.getByRole('listitem', { name: 'Tool does not run' })).toContainText(
    'The model gets an error: no network from here',
  );
  await keepPicture(framescope, 'intercepts-blocked');
  await tab('Agent').click();
  const strip = page.getByRole('list', { name: 'What the host does' });
  await expect(strip).toContainText('bash is refused by guard-block: no network from here');
  await strip.getByRole('button', { name: 'Show the chain' }).last().click();
  await expect(hop(1)).toContainText('no network from here');
});

test('a guard that never answers costs its five seconds, unless the clock is frozen', async () => {
  const { page } = framescope;
  await open('guard-mute');
  await runTurn({ args: '{"command": "ls"}' });
  await tab('Intercepts').click();
  await expect(hop(1)).toContainText('If it runs out: allow, unchanged by hop 1');
  const freeze = hop(1).getByRole('button', { name: 'Freeze the clock' });
  await freeze.click();
  await expect(hop(1)).toContainText('Frozen');
  await keepPicture(framescope, 'intercepts-frozen');
  await expectNoAxeViolations();
  await hop(1).getByRole('button', { name: 'Let it run out' }).click();
  // The turn is asked about first, then the call: the newest decision is the one that is shown.
  await expect(page.getByRole('list', { name: 'Decisions' }).getByRole('listitem')).toHaveCount(2, {
    timeout: 10_000,
  });
  await expect(page.getByRole('listitem', { name: /timed out/ })).toContainText(
    'No answer in 5 s: allowed, unchanged.',
    {
      timeout: 10_000,
    },
  );
  await expect(page.getByRole('listitem', { name: 'Tool runs' })).toContainText(/Spent 5\.\d+ s/);
});

test('a held answer can be changed before the host reads it', async () => {
  const { page } = framescope;
  await open('guard-clean');
  await page.keyboard.press('F9');
  await page.keyboard.press('Control+j');
  await runTurn({ args: '{"command": "rm -rf build"}' });
  await tab('Intercepts').click();
  await expect(hop(1)).toContainText('The question is held');
  await hop(1)
    .getByRole('button', { name: /^Release/ })
    .click();
  await expect(hop(1)).toContainText('added: "command": "npm run clean"');
  await expect(hop(1)).toContainText(/Held, .* left/);
  await keepPicture(framescope, 'intercepts-held');
  await expectNoAxeViolations();
  await hop(1).getByRole('button', { name: /^Edit/ }).click();
  const line = hop(1).getByRole('textbox');
  await line.fill((await line.inputValue()).replace('npm run clean', 'make clean'));
  await page.keyboard.press('Control+Enter');
  await expect(hop(1)).toContainText('added: "command": "make clean"');
  await expect(hop(1)).toContainText('changed');
});

test('the strip shows what commands and tools do, and keys of a panel reach its extension', async () => {
  const { page } = framescope;
  await open('chat-effects');
  await tab('Agent').click();
  const strip = page.getByRole('list', { name: 'What the host does' });
  const what = page.getByRole('combobox', { name: 'Tool or command' });
  const run = page
    .getByRole('form', { name: 'Ask an extension' })
    .getByRole('button', { name: /^(Run|Call)/ });
  for (const [name, shown] of [
    ['say-prompt', 'sends a prompt to the model'],
    ['say-error', 'The rules file is missing'],
    ['notes', 'a note of level loud'],
  ] as const) {
    await what.selectOption({ label: `/${name} · chat-effects` });
    await run.click();
    await expect(strip).toContainText(shown);
  }
  await what.selectOption({ label: 'picture · chat-effects' });
  await page.getByRole('textbox', { name: 'Arguments as JSON' }).fill('{"caption": "the dot"');
  await expect(run).toBeDisabled();
  await page.getByRole('textbox', { name: 'Arguments as JSON' }).fill('{"caption": "the dot"}');
  await run.click();
  await expect(strip).toContainText('the dot');
  await expect(strip.getByRole('img', { name: 'From the answer, image/png' })).toBeVisible();
  await what.selectOption({ label: '/counter · chat-effects' });
  await run.click();
  const panel = page.getByRole('article', { name: 'Panel Counter of chat-effects' });
  await panel.getByRole('application').focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('x');
  await expect(panel).toContainText('1: down');
  await expect(panel).toContainText('2: x');
  await keepPicture(framescope, 'agent');
  await expectNoAxeViolations();
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
  await expect(rowOf(page, 'panel_close')).toHaveCount(1);
});
