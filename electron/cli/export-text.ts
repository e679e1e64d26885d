// What an export says on a terminal: the preview as a diff, how much was masked, and what was not and looks as if it should be.
// Pure; everything from the recording is made visible.

import { visibleText } from '../../shared/json/visible.ts';
import {
  meterWords,
  type PreviewEdit,
  type RedactionMeter,
  type RedactionPreview,
} from '../../shared/redact/preview.ts';
import type { Ink } from './ink.ts';

export function previewLines({ meter, rows, left }: RedactionPreview, ink: Ink): readonly string[] {
  const lines = rows.flatMap(({ seq, what, edits, left: more }) => [
    ink('strong', seq === 0 ? 'header' : `#${seq} ${visibleText(what)}`),
    ...edits.flatMap((edit) => editLines(edit, ink)),
    ...(more > 0 ? [ink('quiet', `  … ${more} more changes in it`)] : []),
  ]);
  return [
    ...lines,
    ...(left > 0 ? [ink('quiet', `… ${left.toLocaleString('en-US')} more rows with changes`)] : []),
    ...(lines.length > 0 ? [''] : []),
    ...meterLines(meter, ink),
    ...suspectLines(meter, ink),
  ];
}

function editLines({ rule, lead, before, after, trail }: PreviewEdit, ink: Ink): readonly string[] {
  return [
    ink('quiet', `  ${visibleText(rule)}`),
    `  - ${visibleText(lead)}${ink('fault', visibleText(before))}${visibleText(trail)}`,
    `  + ${visibleText(lead)}${ink('ok', visibleText(after))}${visibleText(trail)}`,
  ];
}

export function meterLines(meter: RedactionMeter, ink: Ink): readonly string[] {
  return [ink(meter.masked === 0 ? 'quiet' : 'ok', `Redaction: ${visibleText(meterWords(meter))}`)];
}

/** Told, never masked: only a person knows. */
export function suspectLines({ suspects, suspectCount }: RedactionMeter, ink: Ink): readonly string[] {
  if (suspectCount === 0) return [];
  const places =
    suspectCount === 1 ? 'One place looks' : `${suspectCount.toLocaleString('en-US')} places look`;
  const shown = suspects
    .slice(0, 10)
    .map(
      ({ seq, why, shown: start, length }) =>
        `    #${seq}  ${visibleText(start)}… (${length} characters, ${why})`,
    );
  return [
    ink(
      'warn',
      `▲ ${places} like a secret and ${suspectCount === 1 ? 'was' : 'were'} not masked. Look before you share it:`,
    ),
    ...shown,
    ...(suspectCount > shown.length ? [`    … and ${suspectCount - shown.length} more`] : []),
  ];
}
