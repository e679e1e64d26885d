// Real processes, each with one fault: the check finds the rule that it breaks, and nothing else at the usual strictness. What
// does everything right is found without fault. All fixtures are checked side by side, as most of the time is waiting.

import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkTarget, notStarted } from '../../../electron/engine/check-target.ts';
import { Workspace, defaultSettings } from '../../../electron/engine/workspace.ts';
import { usualBudgets } from '../../../shared/conformance/budgets.ts';
import { judged, type JudgedFinding } from '../../../shared/conformance/finding.ts';
import type { CheckOutcome } from '../../../shared/conformance/outcome.ts';
import { usualStrictness } from '../../../shared/conformance/rule.ts';
import { allRules, rulesFor } from '../../../shared/conformance/rules.ts';
import { diagnose, type Diagnosis } from '../../../shared/diagnosis/diagnose.ts';
import { profileNamed } from '../../../shared/protocol/registry.ts';
import { root } from '../../support/built-cli.ts';
import { markedProcesses, newMark, until } from '../../support/marked-processes.ts';
import { examplePlugin, pluginChild, pluginFrom } from '../../support/plugins.ts';
import { brokenExtensions, brokenPlugins } from './fixture-table.ts';

const broken = path.join(root, 'test', 'fixtures', 'broken');
const atOnce = 12;
/** Answers are waited for less long than a person would; what a loaded machine needs to start anything is left. */
const budgets = { ...usualBudgets, answerMs: 3_000, helloMs: 8_000, quietMs: 250, floodBytes: 256 * 1024 };

interface Checked {
  readonly outcome: CheckOutcome;
  readonly told: readonly JudgedFinding[];
  readonly diagnoses: readonly Diagnosis[];
}

const stateDir = mkdtempSync(path.join(os.tmpdir(), 'framescope-conformance-'));
const mark = newMark();
let workspace: Workspace;
const results = new Map<string, Checked>();

async function check(file: string): Promise<Checked> {
  const resolved = await workspace.resolve({ kind: 'path', path: file });
  const outcome = resolved.ok
    ? await checkTarget({
        workspace: workspace.options,
        target: resolved.value,
        settings: defaultSettings(resolved.value, root, 'zot-latest'),
        budgets,
        calls: 'safe',
      })
    : { ok: true as const, value: notStarted('zot-latest', false, [resolved.failure]) };
  if (!outcome.ok) throw new Error(`${file}: ${outcome.failure.message}`);
  const profile = profileNamed(outcome.value.profile)?.profile;
  if (!profile) throw new Error(`no profile ${outcome.value.profile}`);
  const rules = rulesFor(profile);
  const told = judged(outcome.value.findings, rules, usualStrictness).filter(
    ({ severity }) => severity !== 'info',
  );
  return { outcome: outcome.value, told, diagnoses: diagnose(outcome.value.findings, rules) };
}

const source = (name: string): string => readFileSync(path.join(broken, 'plugins', `${name}.c`), 'utf8');
const good: Readonly<Record<string, () => string>> = {
  'extensions/greeter': () => path.join(root, 'examples/extensions/greeter'),
  'extensions/uptime': () => path.join(root, 'examples/extensions/uptime'),
  'extensions/word-count': () => path.join(root, 'examples/extensions/word-count'),
  'extensions/chatterbox': () => path.join(root, 'examples/extensions/chatterbox'),
  ...Object.fromEntries(
    ['command', 'guard', 'hello', 'http', 'worker'].map((name) => [
      `plugins/${name}`,
      () => examplePlugin(name),
    ]),
  ),
};

beforeAll(async () => {
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined,
  );
  workspace = new Workspace({
    stateDir,
    environment: { ...Object.fromEntries(inherited), ...mark },
    programVersion: '0.0.0-test',
    pluginChild: await pluginChild(),
  });
  const waiting: [string, () => string][] = [
    ...Object.keys(brokenExtensions).map((name): [string, () => string] => [
      name,
      () => path.join(broken, name),
    ]),
    ...Object.keys(brokenPlugins).map((name): [string, () => string] => [
      `plugins of Opcode: ${name}`,
      () => pluginFrom(name, source(name)),
    ]),
    ...Object.entries(good),
  ];
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      results.set(next[0], await check(next[1]()));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
}, 600_000);
afterAll(async () => {
  try {
    await until('no process is left', () => markedProcesses(mark).length === 0, 5_000);
  } finally {
    for (const pid of markedProcesses(mark)) process.kill(pid, 'SIGKILL');
    rmSync(stateDir, { recursive: true, force: true });
  }
});

function resultOf(name: string): Checked {
  const result = results.get(name);
  if (!result) throw new Error(`${name} was not checked`);
  return result;
}

function told({ told: found }: Checked): readonly string[] {
  return found.map(({ rule }) => rule);
}

describe('a check of extensions with one fault each', () => {
  for (const [name, { rule, cause }] of Object.entries(brokenExtensions))
    it(`finds that ${name} breaks ${rule}${cause ? `, and diagnoses ${cause}` : ''}, and nothing else`, () => {
      const result = resultOf(name);
      expect(told(result), JSON.stringify(result, null, 1)).toEqual([rule]);
      expect(result.diagnoses.map(({ id }) => id)).toEqual(cause ? [cause] : []);
    });

  for (const [name, { rule, cause }] of Object.entries(brokenPlugins))
    it(`finds that the plugin ${name} breaks ${rule}${cause ? `, and diagnoses ${cause}` : ''}, and nothing else`, () => {
      const result = resultOf(`plugins of Opcode: ${name}`);
      expect(told(result), JSON.stringify(result, null, 1)).toEqual([rule]);
      expect(result.diagnoses.map(({ id }) => id)).toEqual(cause ? [cause] : []);
    });

  it('shows the rows of each finding, in a recording that is there', () => {
    for (const [name, { outcome, told: found }] of results)
      for (const { evidence } of found)
        for (const { run, seq } of evidence) {
          if (seq === null) continue;
          const at = outcome.runs.find((one) => one.run === run);
          expect(at, `${name}: no run ${run}`).toBeDefined();
          expect(seq, name).toBeLessThanOrEqual(at?.rows ?? 0);
        }
  });

  it('has a fixture for every rule of zot that a newest host knows, and one in every folder is in the table', () => {
    const covered = new Set([...Object.values(brokenExtensions)].map(({ rule }) => rule));
    const uncovered = allRules
      .filter(({ protocols, profiles }) => protocols.includes('zot') && profiles === undefined)
      .filter(
        ({ levels }) => (levels.error ?? 11) <= usualStrictness || (levels.warning ?? 11) <= usualStrictness,
      )
      .map(({ id }) => id)
      .filter((id) => !covered.has(id));
    expect(uncovered).toEqual([]);
    const folders = readdirSync(broken, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'plugins')
      .map(({ name }) => name);
    expect(folders.filter((name) => !Object.hasOwn(brokenExtensions, name))).toEqual([]);
  });
});

describe('a check of the examples', () => {
  for (const name of Object.keys(good)) {
    // It is there to be found: it prints where frames belong.
    const expected = name === 'extensions/chatterbox' ? ['hello-first', 'stdout-frames-only'] : [];
    it(`finds ${expected.length === 0 ? 'nothing' : `only ${expected.join(' and ')}`} in ${name}`, () => {
      const result = resultOf(name);
      expect(told(result), JSON.stringify(result, null, 1)).toEqual(expected);
      expect(result.diagnoses.map(({ id }) => id)).toEqual(expected.length === 0 ? [] : ['speaks-on-stdout']);
    });
  }
});
