// A fact that is no line, as pairs of words and values, for reading. Which kinds there are is shared/session/entries.ts;
// a field without words of its own is shown under its name, so that a new one is never hidden.

import { bytes, grouped } from '../../format/count.ts';
import { duration } from '../../format/duration.ts';
import type { Entry, EntryKind } from '@shared/session/entries.ts';

export interface FactField {
  readonly label: string;
  /** Boxes are numbered values, one each: arguments, names. */
  readonly value: string | readonly string[];
  /** Words are ours; everything else was on the wire or would be typed. */
  readonly look: 'words' | 'mono' | 'boxes';
}

/** Said above the fields: what the fact is. */
export const factTitles: Readonly<Record<Exclude<EntryKind, 'line' | 'stderr'>, string>> = {
  spawned: 'The process was started',
  spawnFailed: 'The process could not be started',
  closed: 'A pipe was closed',
  exited: 'The process ended',
  signalled: 'A signal was sent',
  pipesHeld: 'The process is gone, its pipes are still held',
  stateChanged: 'The host went on to another state',
  decided: 'The host decided',
  problem: 'A problem was found',
  released: 'A held line was let pass',
  edited: 'A held line was edited',
  dropped: 'A held line was dropped',
  modeChanged: 'The gate changed its mode',
  clock: 'The host clock',
  writeStalled: 'The extension does not read its stdin',
  writeResumed: 'The extension reads its stdin again',
  meter: 'What this recording does not hold in full',
  note: 'A note',
};

const labels: Readonly<Record<string, string>> = {
  pid: 'Process id',
  argv: 'Arguments',
  cwd: 'Working folder',
  environmentAdded: 'Environment added',
  searched: 'Searched in',
  by: 'By',
  heldUs: 'Held for',
  stalledUs: 'Stalled for',
  hostUs: 'Host time',
  afterMs: 'After',
  line: 'About row',
  to: 'Sent to',
  fix: 'What to do',
  source: 'Rule from',
  schemaText: 'Schema as sent',
  pendingBytes: 'Waiting to be written',
  pendingLines: 'Lines waiting',
  truncatedBytes: 'Bytes left out',
  truncatedLines: 'Lines cut',
  redactedValues: 'Values redacted',
  unwritten: 'Entries not written',
};
/** Fields that are sentences of ours. */
const worded = new Set(['message', 'fix', 'source', 'reason', 'outcome', 'why', 'severity', 'by', 'text']);
const inBytes = new Set(['pendingBytes', 'truncatedBytes']);
const apart = new Set(['seq', 'atUs', 'kind', 'raw']);

/** The fields in the order they were recorded; seq, time and kind are the header's. */
export function factFields(entry: Entry): readonly FactField[] {
  return Object.entries(entry).flatMap(([key, value]) => (apart.has(key) ? [] : fields(key, value)));
}

function fields(key: string, value: unknown): FactField[] {
  if (value === undefined) return [];
  const label = labels[key] ?? spaced(key);
  if (Array.isArray(value)) {
    if (value.length === 0) return [{ label, value: 'none', look: 'words' }];
    return [{ label, value: value.map(plain), look: 'boxes' }];
  }
  // What a decision is about has fields of its own.
  if (typeof value === 'object' && value !== null)
    return Object.entries(value).flatMap(([name, inner]) => fields(name, inner));
  return [{ label, ...said(key, value) }];
}

function said(key: string, value: unknown): Pick<FactField, 'value' | 'look'> {
  if (value === null) return { value: 'none', look: 'words' };
  if (typeof value === 'boolean') return { value: value ? 'yes' : 'no', look: 'words' };
  if (typeof value === 'number') return { value: numberWords(key, value), look: 'words' };
  return { value: String(value), look: worded.has(key) ? 'words' : 'mono' };
}

function numberWords(key: string, value: number): string {
  if (key.endsWith('Us')) return duration(value);
  if (key.endsWith('Ms')) return duration(value * 1_000);
  if (inBytes.has(key)) return bytes(value);
  if (key === 'line') return `#${value}`;
  return key === 'pid' || key === 'code' ? String(value) : grouped(value);
}

function plain(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** `environmentAdded` is `Environment added`. */
function spaced(key: string): string {
  const words = key.replace(/(Us|Ms)$/, '').replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return words.charAt(0).toUpperCase() + words.slice(1);
}
