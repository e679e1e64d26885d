// Case U01 as text: what an extension says reaches a terminal, a report or a file as text, in full, and never as
// something that acts. The window's side of it is an end-to-end test.

import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { fixture } from '../../support/fixture-extensions.ts';

let cli: CommandLineUnderTest;
beforeEach(() => {
  cli = new CommandLineUnderTest();
});
afterEach(() => cli.close());

// eslint-disable-next-line no-control-regex -- that is the point
const acting = /[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/;
const img = `<img src=x onerror=document.title='owned'>`;
const escapes = [
  '\\u202enimda\\u202c',
  '\\u2066x\\u2069',
  'zero\\u200bwidth',
  '\\u001b[31mred\\u001b[0m',
  'bell\\u0007',
  'nul\\u0000',
  'del\\u007f',
];

describe('case U01: markup, escape sequences and bidi characters everywhere', () => {
  it('are shown as text in the timeline, the registrations and the problems', async () => {
    const { out, err, code } = await cli.run(['inspect', fixture('html-text')]);
    expect(code).toBe(0);
    expect(out + err).not.toMatch(acting);
    const shows = (row: RegExp): string => out.split('\n').find((line) => row.test(line)) ?? '';
    for (const row of [
      /← {2}register_command/,
      /← {2}register_tool/,
      /← {2}notify/,
      /2> stderr {5}/,
      /^ {2}tool/,
      /^ {2}command/,
    ])
      for (const text of [img, ...escapes]) expect(shows(row), String(row)).toContain(text);
    expect(shows(/⇠ {2}not JSON/)).toContain(img);
    expect(out.split('\n')[0]).toContain(img); // the name in the manifest
  });

  it('are whole in the JSON report, written in plain ASCII', async () => {
    const { out, json } = await cli.report([fixture('html-text')]);
    expect(out).toMatch(/^[\x20-\x7e]*\n$/);
    const [tool] = json.tools;
    expect(tool?.name).toBe('say<img src=x>\u202e');
    expect(tool?.description).toContain(
      'user\u202enimda\u202c \u2066x\u2069 zero\u200bwidth \u001b[31mred\u001b[0m',
    );
    expect(json.hello).toEqual({
      name: img,
      version: `<svg onload=document.title='owned'>`,
      capabilities: [
        `<a href="javascript:document.title='owned'">click</a> javascript:document.title='owned'`,
      ],
    });
    expect(tool?.schema).toMatchObject({ properties: { [img]: { type: 'string' } } });
  });

  it('are in the recording byte for byte', async () => {
    const file = `${cli.stateDir}/u01.fsj`;
    const { out } = await cli.run(['inspect', fixture('html-text'), '--record', file]);
    expect(out).toContain(`Recording: ${file}`);
    const recorded = readFileSync(file, 'utf8');
    // As JSON.stringify of the extension wrote it.
    expect(recorded).toContain(
      `"name":"say<img src=x>\u202e","description":${JSON.stringify(img).slice(0, -1)}`,
    );
  });
});
