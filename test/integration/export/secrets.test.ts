// What leaves: a real extension prints a secret of its environment in every way it can, and nothing that is exported holds it.
// The extension, its recording and all formats are real.

import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { exportFormats } from '../../../shared/export/formats.ts';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { writeExtension } from '../../support/written-extension.ts';

const secret = 'zq-77 "plum"/tart_9';
const source = String.raw`
const secret = process.env.DEMO_SECRET;
const base64 = Buffer.from(secret).toString('base64');
tool('tell');
process.stderr.write('starting with ' + secret + '\n');
process.stderr.write('DEMO ' + Buffer.from('user:' + secret).toString('base64') + '\n');
process.stdout.write(Buffer.concat([Buffer.from('raw '), Buffer.from(secret), Buffer.from([0xff, 0x0a])]));
process.stdout.write('not JSON: ' + secret + '\n');
send({ type: 'notify', level: 'info', message: 'I know ' + secret });
handlers.tool_call = ({ id, args }) =>
  text(id, JSON.stringify({ secret, base64, hex: Buffer.from(secret).toString('hex'), echo: args, n: 1 }));
`;

let cli: CommandLineUnderTest;
let folder: string;
let recording: string;
let extension: string;
const at = (name: string): string => path.join(folder, name);
const set = { DEMO_SECRET: secret };

beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-secrets-'));
  extension = writeExtension(folder, 'teller', source);
  recording = at('secret.fsj');
  const recorder = new CommandLineUnderTest();
  const args = ['call', extension, 'tell', JSON.stringify({ q: 'x', token: secret }), '--record', recording];
  const { code, err } = await recorder.run(args, set);
  await recorder.close();
  expect(code, err).toBe(0);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));
beforeEach(() => {
  cli = new CommandLineUnderTest();
});
afterEach(() => cli.close());

/** Every form of the secret that a reader could take it from. */
function formsIn(text: string): string[] {
  const bytes = Buffer.from(secret);
  const decoded = [...text.matchAll(/[A-Za-z0-9+/]{8,}={0,2}/g)].map(([run]) =>
    Buffer.from(run, 'base64').toString('latin1'),
  );
  const forms = [
    secret,
    JSON.stringify(secret).slice(1, -1),
    JSON.stringify(JSON.stringify(secret)).slice(3, -3),
    bytes.toString('hex'),
  ];
  return [
    ...forms.filter((form) => text.includes(form)),
    ...decoded.filter((run) => run.includes(secret)).map((run) => `base64 of ${run}`),
    ...(text.includes('plum') ? ['plum'] : []),
  ];
}

describe('case Y03: a secret of the environment, printed by the extension', () => {
  test('no value of the environment is recorded by Framescope itself', () => {
    const [header = '', ...entries] = readFileSync(recording, 'utf8').split('\n');
    expect(header).not.toContain('plum');
    const facts = entries.filter((line) => /"kind":"(?:spawned|stateChanged|exited)"/.test(line));
    expect(facts.length).toBeGreaterThan(2);
    expect(facts.join('\n')).not.toContain('plum');
    // What the extension says is recorded as it was said: that is what makes the export necessary.
    expect(formsIn(entries.join('\n'))).not.toEqual([]);
  });

  test.each(exportFormats.map(({ name }) => name))('%s holds it in no form', async (format) => {
    const file = at(`out-${format}${format === 'vitest' ? '.test.mjs' : '.txt'}`);
    const { code, out, err } = await cli.run(
      ['export', recording, '--as', format, '--output', file, '--redact-env', 'DEMO_SECRET'],
      set,
    );
    expect({ code, err }).toEqual({ code: 0, err: '' });
    const files = [...out.matchAll(/^Wrote (.*)$/gm)].map(([, written = '']) => written);
    expect(files.length).toBe(exportFormats.find(({ name }) => name === format)?.isTest ? 2 : 1);
    for (const written of files) {
      const text = readFileSync(written, 'utf8');
      expect(formsIn(text)).toEqual([]);
      expect(statSync(written).mode & 0o077).toBe(0);
    }
    const text = readFileSync(file, 'utf8');
    expect(text).toContain('[redacted-1]');
    expect(out).toContain('by variable DEMO_SECRET');
    if (format !== 'recording') expect(text).toContain('variable DEMO_SECRET');
  });

  test('it is masked without being chosen, because of its name', async () => {
    const { out } = await cli.run(['export', recording, '--as', 'jsonl', '--output', '-'], set);
    expect(formsIn(out)).toEqual([]);
  });

  test('base64 stays base64, with the mask in it, also of the bytes that are no UTF-8', async () => {
    await cli.run(['export', recording, '--as', 'recording', '--output', at('shared.fsj')], set);
    const lines = readFileSync(at('shared.fsj'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
    const raw = lines.find(({ base64 }) => typeof base64 === 'string');
    expect(Buffer.from(String(raw?.['base64']), 'base64').toString('latin1')).toBe('raw [redacted-1]\xff');
    const result = lines
      .map(({ frame }) => frame as { type?: string; content?: [{ text: string }] } | undefined)
      .find((frame) => frame?.type === 'tool_result');
    const said = JSON.parse(result?.content?.[0].text ?? '') as Record<string, unknown>;
    expect(said).toEqual({
      secret: '[redacted-1]',
      base64: Buffer.from('[redacted-1]').toString('base64'),
      hex: Buffer.from('[redacted-1]').toString('hex'),
      echo: { q: 'x', token: '[redacted-1]' },
      n: 1,
    });
    const meter = lines.findLast(({ kind }) => kind === 'meter');
    expect(meter?.['redactedValues']).toBeGreaterThan(8);
  });

  test('a shared recording replays without a difference, with the mask in the place of the secret', async () => {
    await cli.run(['export', recording, '--as', 'recording', '--output', at('replayed.fsj')], set);
    const { code, out, err } = await cli.run(['replay', at('replayed.fsj'), '--against', extension], {
      DEMO_SECRET: '[redacted-1]',
    });
    expect(code, `${out}\n${err}`).toBe(0);
  });

  test('exporting a second time masks nothing new, and gives no mask out twice', async () => {
    await cli.run(['export', recording, '--as', 'recording', '--output', at('once.fsj')], set);
    const { out } = await cli.run(['export', at('once.fsj'), '--preview', '--redact-key', 'q'], {
      ...set,
      DEMO_SECRET: '',
    });
    expect(out).toMatch(/\[redacted-2\]/);
    expect(out).not.toMatch(/^ {2}\+ .*\[redacted-1\]"?$/m);
  });

  test('the preview shows each change and writes nothing', async () => {
    const { code, out } = await cli.run(['export', recording, '--preview'], set);
    expect(code).toBe(0);
    expect(out).toContain(`  - starting with ${secret}`);
    expect(out).toContain('  + starting with [redacted-1]');
    expect(out).toMatch(/Redaction: \d+ values? masked at \d+ places: .*variable DEMO_SECRET/);
  });

  test('what looks like a secret and was not masked is told, without being shown', async () => {
    const args = [
      'export',
      recording,
      '--as',
      'jsonl',
      '--output',
      at('open.jsonl'),
      '--no-default-redaction',
    ];
    const { code, err } = await cli.run([...args, '--redact-regex', 'nothing-of-it'], set);
    expect(code).toBe(0);
    expect(err).toMatch(/looks? like a secret and (?:was|were) not masked/);
    expect(err).not.toContain('plum');
  });

  test('a variable that is not set here is refused, and nothing is written', async () => {
    const args = [
      'export',
      recording,
      '--as',
      'html',
      '--output',
      at('never.html'),
      '--redact-env',
      'NOT_SET_ANYWHERE',
    ];
    const { code, err } = await cli.run(args);
    expect(code).toBe(2);
    expect(err).toContain('NOT_SET_ANYWHERE is not set here');
    expect(() => statSync(at('never.html'))).toThrow('ENOENT');
  });

  test('gzip for every format, by the option and by the name', async () => {
    for (const { name } of exportFormats) {
      const plain = at(`plain.${name}`);
      await cli.run(['export', recording, '--as', name, '--output', plain], set);
      const args = ['export', recording, '--as', name, '--output', at(`packed.${name}`)];
      expect((await cli.run([...args, '--gzip'], set)).code).toBe(0);
      expect(gunzipSync(readFileSync(at(`packed.${name}`))).length).toBeGreaterThan(0);
    }
    await cli.run(['export', recording, '--as', 'recording', '--output', at('named.fsj.gz')], set);
    const text = gunzipSync(readFileSync(at('named.fsj.gz'))).toString();
    expect(text).toBe(readFileSync(at('plain.recording'), 'utf8'));
  });
});
