// The one object that `--json` prints, in a fixed order of keys. Schemas are put in as the text that was sent, so their
// numbers, key order and duplicates survive. Pure.

import type { Diagnosis } from '../../shared/diagnosis/diagnose.ts';
import type { HostState, Severity } from '../../shared/session/entries.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import type { Refusal } from './telling.ts';

export interface ReportedProblem {
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  /** Row it is about; null when it is about no row. */
  readonly seq: number | null;
}

export interface Report {
  readonly ok: boolean;
  /** The furthest state reached before shutdown; `idle` when nothing was started. */
  readonly state: HostState;
  readonly summary: SessionSummary | null;
  readonly problems: readonly ReportedProblem[];
  readonly diagnoses?: readonly Diagnosis[];
}

// Characters that JSON.stringify lets through and that can act on a terminal or hide text: DEL, C1 controls, what has no
// width, marks of direction, line separators, the byte order mark, tags. Valid JSON holds them in strings only, so an
// escape changes no value.
const hazards =
  /[\u007f-\u009f\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb]|[\u{e0000}-\u{e007f}]/gu;

/** JSON text with those characters escaped. */
export function escaped(json: string): string {
  return json.replace(hazards, (character) =>
    character
      .split('')
      .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
      .join(''),
  );
}

/** One line of JSON without its line end. */
export function reportJson({ ok, state, summary, problems, diagnoses = [] }: Report): string {
  const json = JSON.stringify;
  const hello = summary?.hello ?? null;
  const members: [string, string][] = [
    ['ok', json(ok)],
    ['state', json(state)],
    [
      'hello',
      hello ? json({ name: hello.name, version: hello.version, capabilities: hello.capabilities }) : 'null',
    ],
    ['commands', json((summary?.commands ?? []).map(({ name, description }) => ({ name, description })))],
    ['tools', `[${(summary?.tools ?? []).map(toolJson).join(',')}]`],
    ['events', json(summary?.events ?? [])],
    ['intercepts', json(summary?.intercepts ?? [])],
    [
      'problems',
      json(problems.map(({ code, severity, message, seq }) => ({ code, severity, message, seq }))),
    ],
    ['diagnosis', json(diagnoses)],
    ['frames', json(summary?.frames ?? 0)],
    ['exit', json(summary?.exit ? { code: summary.exit.code, signal: summary.exit.signal } : null)],
  ];
  return escaped(`{${members.map(([key, value]) => `${json(key)}:${value}`).join(',')}}`);
}

function toolJson({ name, description, schemaText }: SessionSummary['tools'][number]): string {
  return `{"name":${JSON.stringify(name)},"description":${JSON.stringify(description)},"schema":${schemaText ?? 'null'}}`;
}

/** The same object when nothing was started. */
export function refusalJson(refusals: readonly Refusal[]): string {
  const problems = refusals.map(
    ({ code, message }) => ({ code, severity: 'error', message, seq: null }) as const,
  );
  const diagnoses = refusals.map(({ message, fix = '' }): Diagnosis => ({
    ...{ id: 'does-not-start', title: 'It does not start', cause: message, rows: [], fix, rule: 'starts' },
  }));
  return reportJson({ ok: false, state: 'idle', summary: null, problems, diagnoses });
}
