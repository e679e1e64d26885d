// Loops over the whole catalogue: what every frame of every protocol must have, whoever added it.

import { describe, expect, it } from 'vitest';
import { protocols, frameDef, profileNamed, profiles } from '../../shared/protocol/registry.ts';
import type { FrameDef, Protocol } from '../../shared/protocol/define.ts';
import { decoderFor } from '../support/protocol-parts.ts';

const all = protocols.flatMap((protocol) =>
  protocol.frames.map((def) => ({ protocol, def, name: `${def.type} from the ${def.from}` })),
);

function cleanIn(def: FrameDef, example: unknown, dialect: string): boolean {
  const decoded = decoderFor(dialect)(JSON.stringify(example), def.from, 'lf');
  return decoded.kind === 'frame' && decoded.def === def && decoded.issues.length === 0;
}

describe.each(protocols)('the protocol $name', (protocol) => {
  it('names each frame of a side once', () => {
    const names = protocol.frames.map((def) => `${def.from} ${def.type}`);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has its default profile, and every profile names it', () => {
    expect(protocol.profiles.map((profile) => profile.name)).toContain(protocol.defaultProfile);
    for (const profile of protocol.profiles) expect(profile.protocol).toBe(protocol.name);
  });

  it('has a profile for every dialect its frames and fields name', () => {
    const known = new Set(protocol.profiles.map((profile) => profile.name));
    for (const def of protocol.frames) {
      for (const dialect of [...def.dialects, ...Object.values(def.fieldDialects ?? {}).flat()]) {
        expect(known, `${def.type} names ${dialect}`).toContain(dialect);
      }
    }
  });
});

describe('every profile', () => {
  it.each(profiles.map((profile) => [profile.name, profile] as const))(
    '%s can be looked up',
    (name, profile) => {
      expect(profileNamed(name)?.profile).toBe(profile);
    },
  );

  it.each(profiles.map((profile) => [profile.name, profile] as const))(
    '%s has positive timings and a hello, whatever else it lacks',
    (_name, profile) => {
      const { readyDeadlineMs, autoReadyMs, toolDeadlineMs, commandDeadlineMs, interceptDeadlineMs } =
        profile;
      for (const ms of [
        readyDeadlineMs,
        autoReadyMs,
        toolDeadlineMs,
        commandDeadlineMs,
        interceptDeadlineMs,
      ]) {
        expect(ms).toBeGreaterThan(0);
      }
      expect(profile.intercepts).toContain('tool_call');
      expect(new Set(profile.builtinCommands).size).toBe(profile.builtinCommands.length);
    },
  );
});

describe.each(all)('$name', ({ protocol, def }) => {
  it('is found by its side and type', () => {
    expect(frameDef(protocol, def.from, def.type)).toBe(def);
  });

  it('decodes every example without an issue in some dialect that knows it', () => {
    expect(def.examples.length).toBeGreaterThan(0);
    for (const example of def.examples) {
      const clean = def.dialects.filter((dialect) => cleanIn(def, example, dialect));
      expect(clean, JSON.stringify(example)).not.toHaveLength(0);
    }
  });

  it('has an example without an issue for each dialect that knows it', () => {
    for (const dialect of def.dialects) {
      expect(
        def.examples.some((example) => cleanIn(def, example, dialect)),
        dialect,
      ).toBe(true);
    }
  });

  it('is shown with every field some example has', () => {
    const shown = new Set(def.examples.flatMap((example) => Object.keys(example)));
    const fields = Object.keys(def.schema.properties as object);
    // The event frame has dozens of fields, each for one event; examples show those of the usual ones.
    if (def.type !== 'event') expect([...shown].sort()).toEqual(fields.sort());
  });

  it('says what it is, when it is in order, and where that is known from', () => {
    expect(def.doc).toMatch(/^[A-Z].+\.$/s);
    expect(def.times).not.toBe('');
    expect(def.source).not.toBe('');
    expect(def.legalIn.length).toBeGreaterThan(0);
    expect(def.dialects.length).toBeGreaterThan(0);
  });

  it('names only fields it has where dialects differ', () => {
    for (const path of Object.keys(def.fieldDialects ?? {})) expect(hasField(def, path), path).toBe(true);
    for (const dialects of Object.values(def.fieldDialects ?? {})) {
      expect(def.dialects).toEqual(expect.arrayContaining([...dialects]));
    }
  });

  it('has a row text that stands without any field being there or of the right type', () => {
    const fields = Object.keys(def.schema.properties as object);
    for (const value of [undefined, null, 1, true, '', 'x', [], [null], {}, [[{}]], { id: 1 }]) {
      const frame = Object.fromEntries(fields.map((field) => [field, field === 'type' ? def.type : value]));
      const text = def
        .summary(frame)
        .map((part) => ('words' in part ? part.words : part.wire))
        .join('');
      expect(text, JSON.stringify(frame)).not.toBe('');
    }
  });

  it('closes or opens a pair with a frame of the other side', () => {
    if (def.role.kind === 'notice') return;
    const partner = def.role.kind === 'request' ? def.role.answer : def.role.to;
    const other = frameDef(protocol, def.from === 'host' ? 'extension' : 'host', partner);
    expect(other?.role.kind).toBe(def.role.kind === 'request' ? 'answer' : 'request');
    for (const dialect of def.dialects) expect(other?.dialects).toContain(dialect);
    if (def.role.kind === 'answer') expect(requestsOf(protocol, def).length).toBeGreaterThan(0);
  });
});

function requestsOf(protocol: Protocol, answer: FrameDef): readonly FrameDef[] {
  return protocol.frames.filter(
    (def) => def.from !== answer.from && def.role.kind === 'request' && def.role.answer === answer.type,
  );
}

function hasField(def: FrameDef, path: string): boolean {
  let at: unknown = def.schema;
  for (const key of path.split('.')) {
    const schema = at as {
      properties?: Record<string, unknown>;
      items?: { properties?: Record<string, unknown> };
    };
    at = schema.properties?.[key] ?? schema.items?.properties?.[key];
    if (at === undefined) return false;
  }
  return true;
}
