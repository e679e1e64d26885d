// The recording file, version 1: a header line, then one JSON entry a line, each ended by LF. Append-only; what is
// complete is valid. Types and the order of keys only; writing and reading are write.ts and parse.ts.
//
//   {"framescope":1,"startedAt":"2026-01-31T12:00:00.000Z","protocol":"zot","profile":"zot-latest","target":{…},"settings":{…}}
//   {"seq":1,"atUs":0,"kind":"spawned",…}
//   {"seq":7,"atUs":1234,"kind":"line","from":"extension","frame":{"type":"hello",…}}
//   {"seq":8,"atUs":1300,"kind":"line","from":"extension","text":"Loading…"}
//   {"seq":9,"atUs":1301,"kind":"line","from":"extension","base64":"/w=="}
//
// `frame`, `text` or `base64` is always the last key of a line entry. After `"frame":` stand the very bytes of the line
// (they are valid JSON), so the file keeps number spelling, key order and escapes, and needs no escaping to be written.
// A reader takes them from the file, not from a parsed value. Times are µs on a monotonic clock; the only wall-clock
// time is `startedAt`. Environment values are never written.

import type { HostSettings, ResolvedTarget } from '../target/target.ts';

export const recordingVersion = 1;
export const recordingExtension = '.fsj';

export interface RecordingHeader {
  readonly framescope: number;
  /** ISO 8601, UTC. The wall clock at atUs 0. */
  readonly startedAt: string;
  readonly protocol: string;
  readonly profile: string;
  readonly target: Omit<ResolvedTarget, 'remarks' | 'digest'>;
  /** Without environment values: names only. */
  readonly settings: Omit<HostSettings, 'environment'> & { readonly environmentNames: readonly string[] };
  /** Version of the program that wrote it. */
  readonly writtenBy: string;
}

/** What was wrong with a file, where; everything readable is still read. */
export interface Damage {
  readonly kind: 'torn' | 'notJson' | 'notEntry' | 'seqGap' | 'nulBytes' | 'noHeader' | 'joined';
  /** 1-based line in the file. */
  readonly line: number;
  readonly offset: number;
  readonly message: string;
}
