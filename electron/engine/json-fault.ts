// Text that a person gave and that should be JSON: refused with the place, before anything is sent.

import { failure, type Failure } from '../../shared/errors.ts';
import { walkJson } from '../../shared/json/walk.ts';
import { failed } from '../../shared/result.ts';
import type { WireField } from '../../shared/session/agent.ts';

type Refused = { readonly ok: false; readonly failure: Failure };

/** @param what "The arguments" */
export function jsonFault(text: string, what: string): Refused | undefined {
  const end = walkJson(text);
  if (end.ok) return undefined;
  const before = text.slice(0, end.offset).split('\n');
  const line = before.length;
  const column = (before.at(-1) ?? '').length + 1;
  return failed(
    failure(
      'argumentInvalid',
      `${what} are not JSON: at line ${line}, column ${column} there should be ${end.expected}. Nothing was sent.`,
      'Correct them and send again.',
      { line, column },
    ),
  );
}

export function fieldFault(fields: readonly WireField[]): Refused | undefined {
  for (const { name, json } of fields) {
    const wrong = jsonFault(json, `The values of ${name}`);
    if (wrong) return wrong;
  }
  return undefined;
}
