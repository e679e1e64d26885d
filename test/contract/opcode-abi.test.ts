// The ABI as data against the header itself: what the C compiler says of every struct, offset, flag and event name.

import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  abiVersion,
  entrySymbol,
  hostFunctions,
  hostLayout,
  pluginLayout,
  reservedSlots,
  toolFlags,
  toolLayout,
  type StructLayout,
} from '../../shared/protocol/opcode/abi.ts';
import { eventTemplates } from '../../shared/protocol/opcode/event-names.ts';
import { opcode } from '../../shared/protocol/opcode/index.ts';
import { examples } from '../support/plugins.ts';

const include = path.join(examples, 'include');
const header = readFileSync(path.join(include, 'opcode_plugin.h'), 'utf8');

const structs: readonly (readonly [name: string, layout: StructLayout])[] = [
  ['OpcodeHostV1', hostLayout],
  ['OpcodeToolV1', toolLayout],
  ['OpcodePluginV1', pluginLayout],
];

describe('the ABI as the C compiler sees it', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-abi-'));
  const said = new Map<string, string>();
  afterAll(() => rmSync(folder, { recursive: true }));

  beforeAll(() => {
    const offsets = structs.flatMap(([name, { fields }]) => [
      `printf("${name} %zu\\n", sizeof(${name}));`,
      ...Object.keys(fields).map(
        (field) => `printf("${name}.${field} %zu\\n", offsetof(${name}, ${field}));`,
      ),
    ]);
    const flags = Object.keys(toolFlags).map((name) => `printf("flag.${name} %u\\n", OPCODE_TOOL_${name});`);
    const events = eventTemplates.map(({ macro }) => `printf("${macro} %s\\n", ${macro});`);
    const numbers = `printf("version %d\\n", OPCODE_ABI_VERSION);`;
    const source = path.join(folder, 'abi.c');
    const body = [...offsets, ...flags, ...events, numbers].join('\n');
    writeFileSync(
      source,
      `#include "opcode_plugin.h"\n#include <stdio.h>\nint main(void) {\n${body}\nreturn 0;\n}\n`,
    );
    const program = path.join(folder, 'abi');
    execFileSync('cc', ['-I', include, '-o', program, source]);
    for (const line of execFileSync(program, { encoding: 'utf8' }).trim().split('\n')) {
      const [name = '', value = ''] = line.split(' ');
      said.set(name, value);
    }
  });

  for (const [name, { size, fields }] of structs) {
    it(`${name} is as long`, () => expect(said.get(name)).toBe(String(size)));
    it.each(Object.entries(fields))(`${name}.%s lies at %i`, (field, offset) => {
      expect(said.get(`${name}.${field}`)).toBe(String(offset));
    });
  }

  it.each(Object.entries(toolFlags))('the flag %s is %i', (name, value) => {
    expect(said.get(`flag.${name}`)).toBe(String(value));
  });

  it.each(eventTemplates.map(({ macro, name }) => [macro, name]))('%s is %s', (macro, name) => {
    expect(said.get(macro)).toBe(name);
  });

  it('has the same version', () => expect(said.get('version')).toBe(String(abiVersion)));
});

describe('the header as text', () => {
  const code = header.replace(/\/\*[^]*?\*\//g, ' ').replace(/\s+/g, ' ');

  it('has no field in a struct that the layouts leave out', () => {
    for (const [name, { fields }] of structs) {
      const body =
        name === 'OpcodeHostV1'
          ? /struct OpcodeHostV1 \{(.*?)\};/.exec(code)?.[1]
          : new RegExp(`typedef struct ${name} \\{(.*?)\\} ${name};`).exec(code)?.[1];
      const pointers = [...(body ?? '').matchAll(/\(\*(\w+)\)\s*\(/g)].map((match) => match[1]);
      const ofTable = pointers.filter(
        (one) => one !== 'fn' && one !== 'cb' && !(name === 'OpcodeHostV1' && one === 'handler'),
      );
      const plain = [
        ...(body ?? '').matchAll(/(?:uint32_t|const char \*|void \*)\s*(\w+)(?:\[\d+\])?;/g),
      ].map((m) => m[1]);
      expect([...plain, ...ofTable].sort()).toEqual(Object.keys(fields).sort());
    }
  });

  it('has every event and every flag that we name, and no other', () => {
    const macros = [...header.matchAll(/#define (OPCODE_EV_\w+)/g)].map((match) => match[1]);
    expect(macros).toEqual(eventTemplates.map(({ macro }) => macro));
    const flags = [...header.matchAll(/#define OPCODE_TOOL_(\w+)/g)].map((match) => match[1]);
    expect(flags).toEqual(Object.keys(toolFlags));
    expect(header).toContain(`int ${entrySymbol}(`);
    expect(reservedSlots).toBe(8);
  });

  it('declares each host function as we do', () => {
    const spaces = (text: string): string => text.replaceAll('OPCODE_SYSV', '').replace(/\s+/g, '');
    for (const { name, declaration } of hostFunctions) {
      const pointer = spaces(declaration).replace(`${name}(`, `(*${name})(`);
      expect(spaces(code), name).toContain(`${pointer};`);
    }
  });
});

describe('the catalogue', () => {
  const types = new Set(opcode.frames.map(({ type }) => type));

  it('has a frame for each host function, and one for what it returns where it returns something', () => {
    for (const { name, result } of hostFunctions) {
      expect(types, name).toContain(`host.${name}`);
      expect(types.has(`host.${name}.return`), name).toBe(result !== 'void');
    }
  });

  it('has a frame and its return for each function of a plugin', () => {
    const functions = [
      'plugin.entry',
      'plugin.init',
      'plugin.shutdown',
      'tool.execute',
      'tool.update',
      'event',
      'command',
    ];
    for (const type of [...functions, 'deferred', 'http.callback']) {
      expect(types).toContain(type);
      expect(types).toContain(`${type}.return`);
    }
  });
});
