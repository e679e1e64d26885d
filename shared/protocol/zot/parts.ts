// What the frames of the zot family share: names of dialects, states in which frames are in order, and the JSON Schema
// pieces. Go's encoding/json is on the other side of this wire, which explains why a list may be null.

import { Type, type Static, type TProperties, type TSchema } from '@sinclair/typebox';
import type { FrameDef } from '../define.ts';
import type { HostState } from '../../session/entries.ts';

export const SEED = 'zot-seed';
export const MAY = 'zot-2026-05';
export const LATEST = 'zot-latest';
export const TERVA = 'terva-6';

export const everywhere = [SEED, MAY, LATEST, TERVA] as const;
export const sinceMay = [MAY, LATEST, TERVA] as const;
export const sinceLatest = [LATEST, TERVA] as const;
export const latestOnly = [LATEST] as const;
export const tervaOnly = [TERVA] as const;
export const seedOnly = [SEED] as const;

export const registering: readonly HostState[] = ['registering'];
export const running: readonly HostState[] = ['ready'];
/** Answers may still come while the host is stopping. */
export const answering: readonly HostState[] = ['ready', 'stopping'];
/** From hello on, until the end (real host, May 2026: notes sent at shutdown still arrive). */
export const afterHello: readonly HostState[] = ['registering', 'ready', 'stopping'];
export const anyTime: readonly HostState[] = ['awaitingHello', 'registering', 'ready', 'stopping'];

/** A catalogue entry that knows the static type of its frame. */
export interface TypedFrame<F> extends FrameDef {
  /** Type only. */
  readonly typed?: F;
}
export type FrameOf<D> = D extends TypedFrame<infer F> ? F : never;

/** Examples are checked against the schema by the compiler too. */
export function defineFrame<S extends TSchema>(
  entry: Omit<FrameDef, 'schema' | 'examples'> & {
    readonly schema: S;
    readonly examples: readonly Static<S>[];
  },
): TypedFrame<Static<S>> {
  return entry as unknown as TypedFrame<Static<S>>;
}

/**
 * Schema of a whole frame. `needed` names the required fields without which the real host can't use it at all; the lack
 * of any other required field is tolerated by the host (it reads a zero value) and only worth a warning.
 */
export function frame<const T extends string, P extends TProperties>(
  type: T,
  properties: P,
  needed: readonly (keyof P & string)[] = [],
) {
  return Type.Object({ type: Type.Literal(type), ...properties }, { needed: [...needed] });
}

export const text = (description?: string) => Type.String(description ? { description } : {});
export const flag = (description?: string) => Type.Boolean(description ? { description } : {});
export const integer = (description?: string) => Type.Integer(description ? { description } : {});
/** Any JSON value, kept byte for byte by the host (Go json.RawMessage). */
export const raw = (description?: string) => Type.Unknown(description ? { description } : {});
export const maybe = Type.Optional;
export const correlationId = Type.String({ description: 'Opaque; the answer carries the same one.' });

/** A string with known values; others are legal JSON and get a warning, not a refusal. */
export function oneOf(values: readonly string[], description?: string) {
  return Type.Unsafe<string>({ type: 'string', enum: [...values], ...(description ? { description } : {}) });
}

/** An array; Go writes an empty one as null and reads null as none (real host, May 2026: `content: null` accepted). */
export function list<S extends TSchema>(items: S, description?: string) {
  return Type.Unsafe<Static<S>[] | null>({
    type: ['array', 'null'],
    items,
    ...(description ? { description } : {}),
  });
}

export const contentBlock = Type.Object({
  type: oneOf(['text', 'image']),
  text: maybe(text('For type text.')),
  mime_type: maybe(text('For type image, e.g. image/png.')),
  data: maybe(text('For type image: base64 with padding.')),
});
