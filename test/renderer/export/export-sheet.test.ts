// The sheet of an export: what it asks main for, what it shows of the preview, and what it says afterwards.

import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import App from '../../../renderer/App.svelte';
import { AppState } from '../../../renderer/state/app.svelte.ts';
import { failure } from '../../../shared/errors.ts';
import type { RedactionMeter, RedactionPreview } from '../../../shared/redact/preview.ts';
import { FakeBridge, Refusal, type Answers } from '../../support/fake-bridge.ts';
import { facts, openSession, s1 } from '../../support/window-facts.ts';
import { button, click, has, named, press, render, words } from '../shell/page.ts';

const meter: RedactionMeter = {
  masked: 2,
  values: 1,
  byRule: [{ rule: 'variable DEMO_SECRET', count: 2 }],
  suspects: [{ seq: 9, why: 'as random as a key', shown: 'q7Zx', length: 40 }],
  suspectCount: 1,
};
const preview: RedactionPreview = {
  meter,
  rows: [
    {
      seq: 7,
      what: 'notify',
      edits: [
        {
          rule: 'variable DEMO_SECRET',
          lead: '…say "',
          before: 'plum\u202e<b>',
          after: '[redacted-1]',
          trail: '"}',
        },
      ],
      left: 0,
    },
  ],
  left: 3,
};

async function opened(answers: Answers = {}) {
  const bridge = new FakeBridge({
    'app.facts': () => facts,
    'sessions.list': () => [openSession()],
    'app.samples': () => [],
    'targets.recent': () => [],
    'export.offer': () => ({
      variables: [
        { name: 'DEMO_SECRET', masked: true },
        { name: 'HOME', masked: false },
      ],
      refused: {},
    }),
    'export.preview': () => preview,
    'export.progress': () => ({ done: 0, of: 0 }),
    'export.cancel': () => undefined,
    ...answers,
  });
  const app = new AppState(bridge);
  render(App, { app });
  await vi.waitFor(() => expect(app.told).toBe(true));
  app.select(s1);
  flushSync();
  press('e', { ctrlKey: true });
  await vi.waitFor(() => {
    flushSync();
    expect(has('dialog', 'Export')).toBe(true);
  });
  return { bridge, app };
}
const sheet = (): HTMLElement => named('dialog', 'Export');
const settled = (look: () => void): Promise<void> =>
  vi.waitFor(() => {
    flushSync();
    look();
  });

describe('the sheet of an export', () => {
  test('asks for a preview with the usual rules and shows it as a diff, text only', async () => {
    const { bridge } = await opened();
    await settled(() => expect(words(sheet())).toContain('1 value masked at 2 places'));
    expect(bridge.asked('export.preview')).toEqual([
      { session: s1, rules: { defaults: true, keys: [], pointers: [], regexes: [], variables: [] } },
    ]);
    expect(sheet().querySelector('del')?.textContent).toContain('U+202E');
    expect(sheet().querySelector('del b')).toBeNull();
    expect(sheet().querySelector('ins')?.textContent).toBe('[redacted-1]');
    expect(words(sheet())).toContain('3 more rows would change in the same way');
    expect(words(sheet())).toContain('One place looks like a secret and is not masked');
    expect(words(sheet())).toContain('values of DEMO_SECRET');
  });

  test('each change of the rules asks for a new preview', async () => {
    const { bridge, app } = await opened();
    await settled(() => expect(app.exporting.busy).toBeNull());
    app.exporting.add({ kind: 'keys', text: ' customer_id ' });
    app.exporting.add({ kind: 'keys', text: 'customer_id' });
    app.exporting.add({ kind: 'variables', text: 'HOME' });
    await settled(() => expect(app.exporting.busy).toBeNull());
    expect(bridge.asked('export.preview').at(-1)?.rules).toEqual({
      defaults: true,
      keys: ['customer_id'],
      pointers: [],
      regexes: [],
      variables: ['HOME'],
    });
    click(button('Mask key customer_id no more', sheet()));
    await settled(() => expect(app.exporting.busy).toBeNull());
    expect(bridge.asked('export.preview').at(-1)?.rules.keys).toEqual([]);
    expect(bridge.asked('export.preview')).toHaveLength(4);
  });

  test('an answer to an older question is not shown', async () => {
    const waiting: ((value: RedactionPreview) => void)[] = [];
    const { app } = await opened({ 'export.preview': () => new Promise((done) => waiting.push(done)) });
    await settled(() => expect(waiting).toHaveLength(1));
    app.exporting.add({ kind: 'keys', text: 'x' });
    await settled(() => expect(waiting).toHaveLength(2));
    waiting[0]?.({ ...preview, left: 77 });
    await Promise.resolve();
    expect(app.exporting.preview).toBeNull();
    waiting[1]?.(preview);
    await settled(() => expect(app.exporting.preview).toEqual(preview));
  });

  test('nothing can be saved while what would be masked is not known, and a preview can be called off', async () => {
    const ends: ((value: null) => void)[] = [];
    const { bridge, app } = await opened({
      'export.preview': () => new Promise((done) => ends.push(done)),
      'export.progress': () => ({ done: 500, of: 2_000 }),
    });
    await settled(() => expect(ends).toHaveLength(1));
    expect(
      button('Save as…', sheet()).getAttribute('aria-disabled') ??
        button('Save as…', sheet()).hasAttribute('disabled'),
    ).toBeTruthy();
    await app.exporting.save();
    expect(bridge.asked('export.save')).toEqual([]);
    await settled(() => expect(words(sheet())).toContain('500 of 2,000'));
    click(button('Call it off', sheet()));
    expect(bridge.asked('export.cancel')).toEqual([{}]);
    ends[0]?.(null);
    await settled(() => expect(words(sheet())).toContain('It was called off.'));
  });

  test('afterwards it says where it went and how much was masked', async () => {
    const { bridge, app } = await opened({
      'export.save': () => ({ meter, files: ['/tmp/greeter.html'], bytes: 1234 }),
    });
    await settled(() => expect(app.exporting.blocked).toBeNull());
    click(button('Save as…', sheet()));
    await settled(() => expect(words(sheet())).toContain('Written, 1,234 bytes.'));
    expect(words(sheet())).toContain('/tmp/greeter.html');
    expect(words(sheet())).toContain('2 by variable DEMO_SECRET');
    expect(bridge.asked('export.save')[0]).toMatchObject({ session: s1, format: 'html', gzip: false });
  });

  test('a rule that can’t be used is said where it is, and a format that can’t be had is not offered', async () => {
    const wrong = failure(
      'argumentInvalid',
      '"(" is no regular expression that can be redacted.',
      'Close the group.',
    );
    const { app } = await opened({
      'export.preview': () => {
        throw new Refusal(wrong);
      },
      'export.offer': () => ({
        variables: [],
        refused: { go: 'A native plugin can only be loaded by a host.' },
      }),
    });
    await settled(() => expect(words(sheet())).toContain('Close the group.'));
    app.exporting.choose('go');
    flushSync();
    expect(words(sheet())).toContain('A native plugin can only be loaded by a host.');
    expect(app.exporting.blocked).toContain('native plugin');
  });

  test('leaving calls off what is under way', async () => {
    const { bridge, app } = await opened({ 'export.preview': () => new Promise(() => {}) });
    await settled(() => expect(app.exporting.busy).toBe('preview'));
    click(button('Cancel', sheet()));
    flushSync();
    expect(has('dialog', 'Export')).toBe(false);
    expect(bridge.asked('export.cancel')).toEqual([{}]);
  });
});
