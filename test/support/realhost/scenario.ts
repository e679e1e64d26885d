// The recorded scenarios of the real host, as their folder describes them: what to do, and what the real host did.

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Beside the repository; the suite proves the same behaviours with fixtures of its own where it is missing. */
export const realhostDir = path.resolve(import.meta.dirname, '../../../../shared/protocol/realhost');

export interface Step {
  readonly do: string;
  readonly [field: string]: unknown;
}

export interface Scenario {
  readonly what: string;
  readonly exts: readonly { readonly dir: string; readonly place: string }[];
  readonly drive: readonly Step[];
  readonly order_free?: 'chain' | 'events';
  readonly kill_host_after_ms?: number;
}

/** One thing an extension wrote down: a line it received, or a remark of its own. */
export interface Received {
  readonly line?: string;
  readonly ev?: string;
  readonly [field: string]: unknown;
}

export interface ProcessLog {
  readonly received: readonly Received[];
  readonly end: { readonly exit?: number; readonly signal?: string };
}

export type Report = Readonly<Record<string, unknown>> & { readonly kind: string };

export interface Transcript {
  readonly exts: Readonly<Record<string, { readonly processes: readonly ProcessLog[] }>>;
  readonly reports: readonly Report[];
  readonly varies: readonly { readonly section: string; readonly others: readonly unknown[] }[];
}

/** Names of the recorded scenarios; none when the folder is not there. */
export function scenarioNames(): string[] {
  if (!existsSync(realhostDir)) return [];
  return readdirSync(realhostDir)
    .filter((name) => existsSync(path.join(realhostDir, name, 'scenario.json')))
    .sort();
}

export function readScenario(name: string): { scenario: Scenario; transcript: Transcript } {
  const read = (file: string): unknown =>
    JSON.parse(readFileSync(path.join(realhostDir, name, file), 'utf8'));
  return { scenario: read('scenario.json') as Scenario, transcript: read('transcript.json') as Transcript };
}
