// Names and counts of severities for this view. Pure.

import type { JudgedFinding } from '@shared/conformance/finding.ts';
import type { Severity } from '@shared/session/entries.ts';

export const severityWords: Readonly<Record<Severity, { readonly one: string; readonly many: string }>> = {
  error: { one: 'error', many: 'errors' },
  warning: { one: 'warning', many: 'warnings' },
  info: { one: 'hint', many: 'hints' },
};

export function countsOf(findings: readonly JudgedFinding[]): Readonly<Record<Severity, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { severity } of findings) counts[severity]++;
  return counts;
}
