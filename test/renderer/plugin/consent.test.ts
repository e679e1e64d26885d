// What is asked before a native plugin is loaded: library, preflight, the build command first, settings of its host; and what
// the compiler said when the build failed.

import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import { TargetsState } from '../../../renderer/state/targets.svelte.ts';
import type { AppFacts, TargetPreview } from '../../../shared/ipc/contract.ts';
import { failure } from '../../../shared/errors.ts';
import { defaultPluginSettings, type PluginTarget } from '../../../shared/target/plugin-target.ts';
import type { ResolvedTarget } from '../../../shared/target/target.ts';
import ConsentHarness from '../shell/ConsentHarness.svelte';
import { FakeBridge, Refusal } from '../../support/fake-bridge.ts';
import { facts, preview, settings, target } from '../../support/window-facts.ts';
import { button, click, enter, has, named, render, type, words } from '../shell/page.ts';

const profiles: AppFacts['profiles'] = [
  ...facts.profiles,
  { name: 'opcode-1', title: 'Opcode', protocol: 'opcode', builtinTools: [], builtinCommands: [] },
];
const library: PluginTarget = {
  library: '/src/boom/boom.so',
  preflight: {
    ...{ format: 'elf', machine: 'x86-64', bits: 64, isShared: true, searchPaths: [] },
    exported: ['opcode_plugin_init', 'boom_walk'],
    wanted: ['strlen'],
    libraries: ['libc.so.6'],
  },
};
const source: PluginTarget = {
  library: '/state/builds/boom.so',
  preflight: null,
  build: {
    ...{ source: '/src/boom.c', compiler: '/usr/bin/cc', cwd: '/src' },
    argv: ['cc', '-shared', '-o', '/state/builds/boom.so', '/src/boom.c'],
  },
};

function seen(plugin: PluginTarget, remarks: ResolvedTarget['remarks'] = []): TargetPreview {
  const { manifest: _manifest, manifestPath: _path, ...bare } = target();
  const argv = ['/app/framescope', 'plugin-child.js', plugin.library];
  return preview({
    target: { ...bare, name: 'boom', argv, plugin, remarks },
    settings: { ...settings, profile: 'opcode-1', plugin: defaultPluginSettings('anthropic', 'claude') },
  });
}

async function asked(shown: TargetPreview, bridge = new FakeBridge()) {
  bridge.on('targets.preview', () => shown).on('targets.consent', () => undefined);
  bridge.on('targets.settings', ({ settings: changed }) => ({
    ...shown,
    settings: changed as TargetPreview['settings'],
  }));
  const targets = new TargetsState(bridge, vi.fn());
  render(ConsentHarness, { targets, profiles });
  await targets.request({ kind: 'path', path: '/src/boom' });
  flushSync();
  return { bridge, targets };
}
const sheet = (): HTMLElement => named('dialog', '');
const settled = async (): Promise<void> => {
  for (let turns = 0; turns < 8; turns += 1) await Promise.resolve();
  flushSync();
};

describe('before a plugin is loaded', () => {
  test('library, machine, exported names and the libraries it needs are shown', async () => {
    await asked(seen(library));
    const text = words(sheet());
    expect(text).toContain('/src/boom/boom.so');
    expect(text).toContain('x86-64, 64 bits ELF');
    expect(text).toContain('opcode_plugin_init');
    expect(text).toContain('and 1 other name');
    expect(text).toContain('libc.so.6');
    expect(has('button', 'Build and run')).toBe(false);
  });

  test('only hosts of its protocol can be chosen', async () => {
    await asked(seen(library));
    const options = [...named('select', 'Hosted as').querySelectorAll('option')].map(words);
    expect(options).toEqual(['opcode-1']);
  });

  test('of source the command that builds it is shown argument by argument, and the button says that it is built', async () => {
    await asked(seen(source));
    const boxes = [...named('ol', 'Build command').querySelectorAll('li')];
    expect(boxes.map((box) => words(box.lastElementChild))).toEqual([...(source.build?.argv ?? [])]);
    expect(button('Build and run').disabled).toBe(false);
  });

  test('a system where plugins can’t run is said, and nothing can be run', async () => {
    const message = 'Native plugins can’t be run on Windows.';
    await asked(seen(library, [{ code: 'platform-unsupported', severity: 'error', message }]));
    expect(words(sheet())).toContain(message);
    expect(has('button', 'Run')).toBe(false);
  });

  test('what the compiler said is shown whole, with its errors marked, and the sheet stays', async () => {
    const bridge = new FakeBridge().on('sessions.open', () => {
      throw new Refusal(
        failure(
          'buildFailed',
          '/src/boom.c could not be built: the compiler ended with 1.',
          'First error: …',
          {
            command: 'cc boom.c',
            output:
              "boom.c: In function 'walk':\nboom.c:5:12: error: 'nothing' undeclared\n    5 | return nothing;\n",
          },
        ),
      );
    });
    await asked(seen(source), bridge);
    click(button('Build and run'));
    await settled();
    const said = named('section', 'What the compiler said');
    expect(words(said)).toContain('the compiler ended with 1');
    const lines = [...said.querySelectorAll('li')];
    expect(lines.map((line) => line.className.includes('error'))).toEqual([false, true, false]);
    expect(words(sheet())).toContain('It could not be built');
    expect(button('Build and run').disabled).toBe(false);
  });
});

describe('settings of its host', () => {
  const plugin = (bridge: FakeBridge) => bridge.asked('targets.settings').at(-1)?.settings.plugin;
  const tick = (name: string): HTMLInputElement => {
    const label = [...document.querySelectorAll('label')].find((one) => words(one).includes(name));
    const box = label?.querySelector('input');
    if (!box) throw new Error(`no ${name}`);
    return box;
  };

  test('trust and poison are one tick each', async () => {
    const { bridge } = await asked(seen(library));
    click(tick('Project trusted'));
    await settled();
    expect(plugin(bridge)).toMatchObject({ trusted: false, poison: false });
    click(tick('Poison host strings'));
    await settled();
    expect(plugin(bridge)).toMatchObject({ trusted: false, poison: true });
  });

  test('allowed hosts are taken from addresses too, and lists of models and levels are edited', async () => {
    const { bridge } = await asked(seen(library));
    const field = (label: string): HTMLInputElement => {
      const found = [...document.querySelectorAll('label')].find((one) => words(one).startsWith(label));
      return document.getElementById(found?.getAttribute('for') ?? '') as HTMLInputElement;
    };
    enter(field('Allowed hosts'), 'https://example.com/a localhost:8080');
    await settled();
    expect(plugin(bridge)?.httpAllowed).toEqual(['example.com', 'localhost:8080']);
    enter(field('Models'), 'openai gpt-5\nbroken\n');
    await settled();
    expect(plugin(bridge)?.models).toEqual([{ provider: 'openai', model: 'gpt-5' }]);
    enter(field('Thinking levels'), 'low, high');
    await settled();
    expect(plugin(bridge)?.thinkingLevels).toEqual(['low', 'high']);
    enter(field('Session id'), 'mine');
    await settled();
    expect(plugin(bridge)?.sessionId).toBe('mine');
    enter(field('Session id'), '');
    await settled();
    expect(plugin(bridge)?.sessionId).toBeNull();
  });

  test('answers to requests are added, changed, put in order and taken out', async () => {
    const { bridge } = await asked(seen(library));
    const add = async (url: string): Promise<void> => {
      type(named('input', 'Address of an answer to add') as HTMLInputElement, url);
      click(button('Add the answer'));
      await settled();
    };
    await add('https://a.example/*');
    await add('https://b.example/x');
    enter(named('input', 'Status of answer 2') as HTMLInputElement, '404');
    await settled();
    enter(named('input', 'Method of answer 2') as HTMLInputElement, 'post');
    await settled();
    enter(named('input', 'Body of answer 2') as HTMLInputElement, 'none');
    await settled();
    click(button('Look at answer 2 earlier'));
    await settled();
    expect(plugin(bridge)?.httpMocks).toMatchObject([
      { method: 'POST', url: 'https://b.example/x', status: 404, body: 'none' },
      { url: 'https://a.example/*', status: 200 },
    ]);
    enter(named('input', 'Status of answer 1') as HTMLInputElement, 'many');
    await settled();
    click(button('Remove answer 2'));
    await settled();
    expect(plugin(bridge)?.httpMocks).toMatchObject([{ url: 'https://b.example/x', status: 404 }]);
  });
});
