// The catalogue and the tables of faults, held against what really crossed: every host function, callback, event, flag and
// fault that they name has to be seen in a session with a compiled plugin, and every line of it has to be as they say.

import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { beforeAll, afterAll, describe, expect, it } from 'vitest';
import { hostFunctions, toolFlags } from '../../../shared/protocol/opcode/abi.ts';
import { eventTemplates } from '../../../shared/protocol/opcode/event-names.ts';
import { faults, type FaultCode } from '../../../shared/protocol/opcode/faults.ts';
import { opcode } from '../../../shared/protocol/opcode/index.ts';
import { LivePlugins, type LivePlugin } from '../../support/live-plugin.ts';
import { drives, driveThrough } from '../../support/plugin-drives.ts';
import { decoderFor } from '../../support/protocol-parts.ts';

/** Faults that no plugin on this machine can have, with the test that proves them. */
const elsewhere: Partial<Record<FaultCode, string>> = {
  'platform-unsupported': 'integration/discover/plugin-target.test.ts',
};

const seen = {
  frames: new Set<string>(),
  faults: new Map<string, string>(),
  events: new Set<string>(),
  flags: new Set<string>(),
  issues: [] as string[],
};

function look(live: LivePlugin, name: string): void {
  const decode = decoderFor(live.session.profile.name);
  for (const { from, raw } of live.sink.of('line')) {
    const text = 'text' in raw ? raw.text : undefined;
    const decoded = decode(text, from, 'lf');
    if (decoded.kind !== 'frame') {
      // Sent by hand, to see what comes of it.
      if (text !== '{"type":"dance","id":"f"}') seen.issues.push(`${name}: ${text}`);
      continue;
    }
    seen.frames.add(`${from} ${decoded.type}`);
    if (decoded.type === 'event') seen.events.add(String(decoded.frame.event));
    for (const { severity, message } of decoded.issues)
      if (severity === 'error') seen.issues.push(`${name}: ${message}: ${text}`);
  }
  for (const tool of live.session.plugin.offered.tools) for (const flag of tool.flags) seen.flags.add(flag);
  for (const { code, message } of live.sink.problems()) seen.faults.set(code, message);
}

const folder = mkdtempSync(path.join(os.tmpdir(), 'framescope-drives-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

beforeAll(async () => {
  for (const drive of drives(folder)) {
    const plugins = new LivePlugins();
    try {
      const live = await plugins.open(drive.plugin, drive.options ?? {});
      await driveThrough(live, drive);
      look(live, drive.name);
    } finally {
      await plugins.close();
    }
  }
}, 300_000);

describe('every compiled plugin of the fixtures', () => {
  it.each(opcode.frames.map(({ type, from }) => `${from} ${type}`))('shows a frame of the %s', (frame) => {
    expect(seen.frames).toContain(frame);
  });

  it.each(hostFunctions.map(({ name, result }) => [name, result]))('calls %s', (name, result) => {
    expect(seen.frames).toContain(`extension host.${name}`);
    if (result !== 'void') expect(seen.frames).toContain(`host host.${name}.return`);
  });

  it.each(eventTemplates.map(({ name }) => name))('is told %s', (name) => {
    expect(seen.events).toContain(name);
  });

  it.each(Object.keys(toolFlags))('has a tool marked %s', (flag) => {
    expect(seen.flags).toContain(flag);
  });

  it.each(Object.keys(faults) as FaultCode[])('shows %s', (code) => {
    const file = elsewhere[code];
    if (file !== undefined) {
      expect(seen.faults).not.toContain(code);
      expect(readFileSync(path.resolve(import.meta.dirname, '../..', file), 'utf8')).toContain(`'${code}'`);
      return;
    }
    const message = seen.faults.get(code);
    expect(message).toBeDefined();
    // Every word that it has a place for was given.
    for (const [, word] of faults[code].message.matchAll(/\{(\w+)\}/g))
      expect(message).not.toContain(`(${word})`);
  });

  it('says only what the catalogue has, in the shape it has there', () => {
    expect(seen.issues).toEqual([]);
  });
});
