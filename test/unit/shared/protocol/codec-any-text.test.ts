// Decoding of whatever may come: it never throws and always has an opinion.

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { protocols } from '../../../../shared/protocol/registry.ts';
import { decoded, decoderFor } from '../../../support/protocol-parts.ts';

const profileNames = protocols.flatMap((protocol) => protocol.profiles.map((profile) => profile.name));

describe('any text at all', () => {
  const endings = fc.constantFrom('lf', 'crlf', 'none') as fc.Arbitrary<'lf' | 'crlf' | 'none'>;
  const sides = fc.constantFrom('extension', 'host') as fc.Arbitrary<'extension' | 'host'>;
  const profile = fc.constantFrom(...profileNames);

  it('never makes the decoder throw, and is always one of three kinds', () => {
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string({ unit: 'binary' }),
          fc.json(),
          fc.string().map((s) => `{"type":"${s}`),
        ),
        sides,
        endings,
        profile,
        (text, from, ending, name) => {
          const line = decoderFor(name)(text, from, ending);
          expect(['frame', 'unknown', 'notFrame']).toContain(line.kind);
          if (line.kind === 'notFrame') expect(line.issues).toHaveLength(1);
          for (const issue of line.issues) expect(issue.message).toMatch(/^.{10,600}\.$/su);
        },
      ),
      { numRuns: 500 },
    );
  });

  it('in place of any field of any frame never makes it throw', () => {
    const cases = protocols.flatMap((protocol) =>
      protocol.frames.flatMap((def) => protocol.profiles.map(({ name }) => ({ def, name }))),
    );
    fc.assert(
      fc.property(fc.constantFrom(...cases), fc.infiniteStream(fc.jsonValue()), ({ def, name }, values) => {
        const fields = Object.keys(def.schema.properties as object);
        const frame = Object.fromEntries(fields.map((field) => [field, values.next().value as unknown]));
        const line = decoderFor(name)(JSON.stringify({ ...frame, type: def.type }), def.from, 'lf');
        expect(line.kind).toBe('frame');
        expect(line.issues.length).toBeLessThanOrEqual(60);
        if (line.kind === 'frame') expect(line.def.summary(line.frame).length).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it('that is a JSON object is never called anything but a frame', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), (value) => {
        expect(decoded(JSON.stringify(value)).kind).not.toBe('notFrame');
      }),
    );
  });
});
