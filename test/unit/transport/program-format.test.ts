import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { formatOf, machineName, runsHere } from '../../../electron/transport/program-format.ts';

const script = (text: string) => formatOf(Buffer.from(text));

describe('a script', () => {
  it.each([
    ['#!/bin/sh\necho', '/bin/sh', '', []],
    ['#! /bin/sh -e\n', '/bin/sh', '-e', []],
    ['#!/usr/bin/env node\n', '/usr/bin/env', 'node', ['node']],
    ['#!/usr/bin/env -S node --flag\n', '/usr/bin/env', '-S node --flag', ['node']],
    ['#!/usr/bin/env -S A=1 python3 -u\n', '/usr/bin/env', '-S A=1 python3 -u', ['python3']],
    ['#!/bin/sh\r\necho', '/bin/sh\r', '', []],
    ['#!/usr/bin/env node\r\n', '/usr/bin/env', 'node\r', ['node\r']],
    ['#!\n', '', '', []],
    ['#!/bin/sh', '/bin/sh', '', []],
  ])('%j names its interpreter', (text, interpreter, rest, viaEnv) => {
    expect(script(text)).toEqual({ kind: 'script', shebang: { interpreter, rest, viaEnv } });
  });
});

describe('an ELF file', () => {
  it('tells its machine, and its loader', () => {
    const head = Buffer.alloc(128);
    head.set([0x7f, 0x45, 0x4c, 0x46, 2, 1]);
    head.writeUInt16LE(183, 18);
    head.writeUInt32LE(64, 32); // program headers start
    head.writeUInt16LE(56, 54); // size of one
    head.writeUInt16LE(1, 56); // how many
    head.writeUInt32LE(3, 64); // PT_INTERP
    head.writeUInt32LE(120, 64 + 8);
    head.writeUInt32LE(8, 64 + 32);
    head.write('/lib/ld\0', 120);
    expect(formatOf(head)).toEqual({ kind: 'elf', machine: 183, bits: 64, loader: '/lib/ld' });
  });

  it('is recognized in a real one: the program that runs this test', () => {
    const format = formatOf(readFileSync(process.execPath).subarray(0, 4096));
    expect(format).toMatchObject(
      process.platform === 'linux' ? { kind: 'elf', bits: 64 } : { kind: 'machO' },
    );
    if (format.kind === 'elf') expect(runsHere(format.machine, process.arch)).toBe(true);
  });

  it('that is cut off or says nonsense is survived', () => {
    const magic = [0x7f, 0x45, 0x4c, 0x46, 2, 1];
    expect(formatOf(Buffer.from(magic))).toEqual({ kind: 'other' });
    expect(formatOf(Buffer.concat([Buffer.from(magic), Buffer.alloc(300, 0xff)]))).toMatchObject({
      kind: 'elf',
    });
  });

  it('for another machine does not run here', () => {
    expect(runsHere(183, 'x64')).toBe(false);
    expect(runsHere(62, 'arm64')).toBe(false);
    expect(runsHere(3, 'x64')).toBe(true);
    expect(machineName(183)).toBe('ARM 64');
    expect(machineName(4711)).toBe('machine number 4711');
  });
});

describe('anything else', () => {
  it.each([['echo hi\n'], [''], ['MZ\0\0'], ['#']])('%j is neither', (text) => {
    expect(script(text)).toEqual({ kind: 'other' });
  });
});
