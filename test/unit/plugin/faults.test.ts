import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { faults, namedFault, type FaultCode } from '../../../shared/protocol/opcode/faults.ts';

const codes = Object.keys(faults) as FaultCode[];
const test = path.resolve(import.meta.dirname, '../..');

function words(message: string): string[] {
  return [...message.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '');
}

describe('named faults', () => {
  it.each(codes)('%s says what, and where the rule is from', (code) => {
    const { message, source } = faults[code];
    expect(message).toMatch(/^[\w{].*[.}-]$/s);
    expect(source).not.toBe('');
  });

  it.each(codes)('%s is told with all of its words', (code) => {
    const given = Object.fromEntries(words(faults[code].message).map((name) => [name, `<${name}>`]));
    const { message } = namedFault(code, given);
    for (const name of Object.keys(given)) expect(message).toContain(`<${name}>`);
    expect(message).not.toMatch(/\{\w+\}/);
  });

  it('have a test each', () => {
    const folders = ['integration/plugin', 'integration/discover', 'unit/plugin', 'unit/discover'];
    const files = folders.flatMap((folder) =>
      readdirSync(path.join(test, folder)).map((name) => path.join(test, folder, name)),
    );
    const texts = files
      .filter((file) => file !== import.meta.filename)
      .map((file) => readFileSync(file, 'utf8'));
    const untested = codes.filter((code) => !texts.some((text) => text.includes(`'${code}'`)));
    expect(untested).toEqual([]);
  });
});
