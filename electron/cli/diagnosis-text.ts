// What failed, as text: its name, one sentence of cause, its rows, what to do. Pure.

import type { Diagnosis } from '../../shared/diagnosis/diagnose.ts';
import type { Ink } from './ink.ts';
import { shown } from './shown.ts';

/** Nothing for a run in which nothing failed. */
export function diagnosisLines(diagnoses: readonly Diagnosis[], ink: Ink): readonly string[] {
  if (diagnoses.length === 0) return [];
  return [ink('strong', 'Diagnosis'), ...diagnoses.flatMap((diagnosis) => linesOf(diagnosis, ink)), ''];
}

function linesOf({ title, cause, rows, fix, rule }: Diagnosis, ink: Ink): string[] {
  const at = rows.length === 0 ? '' : `${rows.length === 1 ? 'row' : 'rows'} ${rows.join(', ')} `;
  return [
    `  ${ink('fault', title)}`,
    `    ${shown(cause)}`,
    `    Fix: ${shown(fix)}`,
    `    ${ink('quiet', `${at}(${rule})`)}`,
  ];
}
