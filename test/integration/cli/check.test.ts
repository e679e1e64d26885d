// `framescope check` inside the test's own process, on real extensions: what it prints and writes, and how it ends.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { Ajv } from 'ajv';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { root } from '../../support/built-cli.ts';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { sarifShape } from '../../support/sarif-shape.ts';

const broken = (name: string): string => path.join(root, 'test/fixtures/broken', name);
const greeter = path.join(root, 'examples/extensions/greeter');
const quick = ['--no-probes', '--timeout', '3000'];

let line: CommandLineUnderTest;
let folder: string;
beforeEach(() => {
  line = new CommandLineUnderTest();
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-check-'));
});
afterEach(async () => {
  await line.close();
  rmSync(folder, { recursive: true, force: true });
});

interface CheckJson {
  readonly ok: boolean;
  readonly findings: readonly {
    readonly rule: string;
    readonly severity: string;
    readonly known: boolean;
    readonly evidence: readonly { readonly seq: number | null; readonly words: string }[];
  }[];
  readonly diagnosis: readonly { readonly id: string; readonly rows: readonly number[] }[];
  readonly kept: readonly string[];
  readonly notTried: readonly { readonly rule: string; readonly why: string }[];
  readonly called: readonly string[];
  readonly notCalled: readonly { readonly name: string; readonly why: string }[];
  readonly runs: readonly { readonly run: string; readonly path: string; readonly rows: number }[];
  readonly refusals: readonly { readonly code: string }[];
}
async function checked(args: readonly string[]): Promise<{ code: number; json: CheckJson; err: string }> {
  const { code, out, err } = await line.run(['check', '--json', ...args]);
  return { code, json: JSON.parse(out) as CheckJson, err };
}

describe('framescope check', () => {
  it('tells each broken rule in words, with rows, fix and source, and ends with 1 for an error', async () => {
    const { code, out } = await line.run(['check', ...quick, broken('runs-until-asked')]);
    expect(code).toBe(1);
    expect(out).toContain('✖ runs-until-asked  the process runs until it is asked to end');
    expect(out).toMatch(/The extension exited with code 1 after it was ready/);
    expect(out).toMatch(/In the host: Its tools and commands are gone/);
    expect(out).toMatch(/Fix: Read its last lines on stderr/);
    expect(out).toMatch(/row \d+ of plain · real host, May 2026/);
    expect(out).toMatch(/1 error; \d+ kept, \d+ not tried\./);
  });

  it('tries what no session shows, each probe in a run of its own, and ends with 0 when all is kept', async () => {
    const { code, json } = await checked([greeter]);
    expect(json.findings).toEqual([]);
    expect(code).toBe(0);
    expect(json.runs.map(({ run }) => run)).toEqual(['plain', 'nonsense', 'busy', 'folder']);
    expect(json.kept).toEqual(expect.arrayContaining(['two-at-once', 'survives-nonsense', 'any-folder']));
    expect(json.called).toEqual(expect.arrayContaining(['greet', '/greet']));
    for (const { path: file, rows } of json.runs)
      expect(readFileSync(file, 'utf8').trim().split('\n')).toHaveLength(rows + 1);
  });

  it('calls nothing when told so, and says which rules were not tried', async () => {
    const { json } = await checked([...quick, '--call', 'none', greeter]);
    expect(json.called).toEqual([]);
    expect(json.notCalled.map(({ name }) => name)).toEqual(['greet', 'greet']);
  });

  it('counts the same rule differently at another strictness', async () => {
    const file = path.join(folder, 'run.fsj');
    await line.run(['inspect', '--record', file, broken('ready-sent')]);
    const at = async (strictness: number) => {
      const { code, json } = await checked(['--strictness', `${strictness}`, file]);
      return [code, json.findings.find(({ rule }) => rule === 'ready-sent')?.severity];
    };
    expect(await at(1)).toEqual([0, 'info']);
    expect(await at(5)).toEqual([0, 'warning']);
    expect(await at(9)).toEqual([1, 'error']);
  });

  it('says for a target that can not be started which rule that breaks, and 3 for one that is not there', async () => {
    const { code, json } = await checked([broken('starts')]);
    expect([code, json.findings.map(({ rule }) => rule)]).toEqual([1, ['starts']]);
    expect(json.diagnosis.map(({ id }) => id)).toEqual(['does-not-start']);
    const missing = await checked([path.join(folder, 'nothing')]);
    expect(missing.code).toBe(3);
    expect(missing.json.refusals[0]?.code).toBe('targetMissing');
  });

  it('judges a recording by what stands in it, also by the rules of another host of its protocol', async () => {
    const file = path.join(folder, 'run.fsj');
    await line.run(['inspect', '--record', file, broken('stdout-frames-only')]);
    const { code, json } = await checked([file]);
    expect(json.findings.map(({ rule, severity }) => [rule, severity])).toEqual([
      ['stdout-frames-only', 'warning'],
    ]);
    expect(code).toBe(0);
    expect(json.notTried.map(({ rule }) => rule)).toContain('two-at-once');
    expect((await checked(['--strictness', '6', file])).code).toBe(1);
    expect((await checked(['--profile', 'opcode-1', file])).code).toBe(2);
    expect((await checked(['--profile', 'zot-seed', file])).code).toBe(0);
    expect((await checked([path.join(folder, 'other.fsj')])).code).toBe(2);
  });

  it('lets a baseline pass what it knows, and nothing else', async () => {
    const baseline = path.join(folder, 'known.json');
    const written = await checked([
      ...quick,
      '--baseline',
      baseline,
      '--write-baseline',
      broken('schema-compiles'),
    ]);
    expect(written.code).toBe(0);
    const { code, json } = await checked([...quick, '--baseline', baseline, broken('schema-compiles')]);
    expect([code, json.findings.map(({ known }) => known)]).toEqual([0, [true]]);
    expect((await checked([...quick, '--baseline', baseline, broken('frame-well-formed')])).code).toBe(1);
    writeFileSync(baseline, '{"known":[]}');
    expect((await checked(['--baseline', baseline, greeter])).code).toBe(2);
    expect((await checked(['--baseline', path.join(folder, 'none.json'), greeter])).code).toBe(2);
    expect((await line.run(['check', '--write-baseline', greeter])).code).toBe(2);
  });

  it('writes SARIF 2.1.0 with the rules, the results and the rows that show them', async () => {
    const file = path.join(folder, 'check.sarif');
    await checked([...quick, '--sarif', file, broken('schema-compiles')]);
    const log = JSON.parse(readFileSync(file, 'utf8')) as Sarif;
    const ajv = new Ajv({ allErrors: true });
    ajv.validate(sarifShape, log);
    expect(ajv.errors).toBeNull();
    const [run] = log.runs;
    const [result] = run?.results ?? [];
    expect(result?.ruleId).toBe('schema-compiles');
    expect(result?.level).toBe('error');
    expect(run?.tool.driver.rules[result?.ruleIndex ?? -1]?.id).toBe('schema-compiles');
    expect(result?.locations[0]?.physicalLocation.artifactLocation.uri).toBe(
      'test/fixtures/broken/schema-compiles/extension.json',
    );
    const related = result?.relatedLocations[0]?.physicalLocation;
    const recording = readFileSync(new URL(related?.artifactLocation.uri ?? ''), 'utf8').split('\n');
    expect(recording[(related?.region.startLine ?? 0) - 1]).toContain('strng');
  });

  it('writes JUnit with a case for each rule: errors fail it, what was not tried is skipped', async () => {
    const file = path.join(folder, 'check.xml');
    await checked([...quick, '--junit', file, broken('schema-compiles')]);
    const xml = readFileSync(file, 'utf8');
    expect(xml).toMatch(/<testsuite name="schema-compiles" tests="\d+" failures="1" errors="0"/);
    expect(xml).toMatch(/<testcase name="schema-compiles: [^"]*"[^>]*>\s*<failure message="[^"]*what\/type/);
    expect(xml).toMatch(/<testcase name="hello-first: [^"]*" classname="schema-compiles.start"\/>/);
    expect(xml).toMatch(
      /<testcase name="any-folder: [^"]*"[^>]*>\s*<skipped message="the probes were left out"\/>/,
    );
  });

  it('refuses a strictness that is none, and two targets', async () => {
    expect((await line.run(['check', '--strictness', '11', greeter])).code).toBe(2);
    expect((await line.run(['check', greeter, '--', 'node'])).code).toBe(2);
    expect((await line.run(['check'])).code).toBe(2);
  });
});

interface Place {
  readonly physicalLocation: {
    readonly artifactLocation: { readonly uri: string };
    readonly region: { readonly startLine: number };
  };
}
interface Sarif {
  readonly runs: readonly {
    readonly tool: { readonly driver: { readonly rules: readonly { readonly id: string }[] } };
    readonly results: readonly {
      readonly ruleId: string;
      readonly ruleIndex: number;
      readonly level: string;
      readonly locations: readonly Place[];
      readonly relatedLocations: readonly Place[];
    }[];
  }[];
}
