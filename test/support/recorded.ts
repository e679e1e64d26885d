// Recordings in memory for tests of replay and comparison: lines and facts in a row, decoded as a journal would.

import { writeFileSync } from 'node:fs';
import { writeEntry, writeHeader } from '../../shared/recording/write.ts';
import type { RecordingHeader } from '../../shared/recording/format.ts';
import type { RunFacts } from '../../shared/replay/run-facts.ts';
import { header } from '../unit/recording/header.ts';
import { RunFacts as Facts } from '../../shared/replay/run-facts.ts';
import { Planner, type Plan } from '../../shared/replay/plan.ts';
import { Crossing } from '../../shared/replay/diff.ts';
import { decodeEntry, type DecodedEntry } from '../../shared/session/decode-entry.ts';
import type { Entry, LineEntry, NewEntry, Raw, Side } from '../../shared/session/entries.ts';
import { decoderFor, profileOf } from './protocol-parts.ts';

const { profile, protocol } = profileOf('zot-latest');
export const decode = decoderFor('zot-latest');

export type Fact = NewEntry & { readonly atUs?: number };

/** A line of the extension, by default; its text or a frame. */
export function line(
  what: string | object,
  from: Side = 'extension',
  more: Partial<LineEntry> & { atUs?: number } = {},
): Fact {
  const raw: Raw = { text: typeof what === 'string' ? what : JSON.stringify(what) };
  return { kind: 'line', from, raw, ending: 'lf', ...more };
}

export function host(what: string | object, more: Partial<LineEntry> & { atUs?: number } = {}): Fact {
  return line(what, 'host', more);
}

export const exited = (code: number | null = 0, signal: string | null = null): Fact => ({
  kind: 'exited',
  code,
  signal,
});
export const stopAsked: Fact = {
  kind: 'decided',
  decision: 'stopAsked',
  message: 'Asked to stop.',
  value: { by: 'user' },
};
export const state = (now: 'awaitingHello' | 'registering' | 'ready' | 'stopping'): Fact => ({
  kind: 'stateChanged',
  state: now,
  reason: '',
});

/** Entries with numbers from 1; times are those given, else a ms apart. */
export function entries(facts: readonly Fact[]): readonly DecodedEntry[] {
  return facts.map((fact, at) => {
    const entry = { ...fact, seq: at + 1, atUs: fact.atUs ?? at * 1_000 } as Entry;
    return entry.kind === 'line' ? { entry, decoded: decodeEntry(entry, decode, profile) } : { entry };
  });
}

export function planOf(facts: readonly Fact[], about: RunFacts = new Facts('2026-01-31T12:00:00Z')): Plan {
  const planner = new Planner(about, { frames: protocol.frames, decode });
  for (const entry of entries(facts)) planner.add(entry);
  return planner.plan;
}

export function crossingOf(
  facts: readonly Fact[],
  about: RunFacts = new Facts('2026-01-31T12:00:00Z'),
): Crossing {
  const crossing = new Crossing(about, decode);
  for (const entry of entries(facts)) crossing.add(entry);
  crossing.end();
  return crossing;
}

/** The handshake of most tests. */
export const handshake: readonly Fact[] = [
  state('awaitingHello'),
  line({ type: 'hello', name: 'demo', version: '1' }),
  state('registering'),
  host({
    type: 'hello_ack',
    protocol_version: 1,
    zot_version: '1',
    provider: 'p',
    model: 'm',
    cwd: '/home/ada/shop',
  }),
  line({ type: 'register_tool', name: 'greet', description: '', schema: {} }),
  line({ type: 'ready' }),
  state('ready'),
];

/** A recording's file with these facts in it. */
export function writeRecording(
  file: string,
  facts: readonly Fact[],
  about: Partial<RecordingHeader> = {},
): string {
  const lines = entries(facts).map(({ entry }) => writeEntry(entry));
  writeFileSync(file, writeHeader({ ...header, ...about }) + lines.join(''));
  return file;
}
