// Which tile stands for a row. Pure; the drawings are ui/DirectionGlyph.

import type { Row } from '@shared/session/row.ts';

export type RowGlyph =
  'extension' | 'host' | 'hand' | 'notFrame' | 'hostNotFrame' | 'stderr' | 'process' | 'crash' | 'decision';

const ofProcess: ReadonlySet<Row['kind']> = new Set([
  'spawned',
  'closed',
  'exited',
  'signalled',
  'pipesHeld',
  'writeStalled',
  'writeResumed',
]);

export function rowGlyph(row: Row): RowGlyph {
  if (row.kind === 'line') {
    if (row.notFrame) return row.from === 'host' ? 'hostNotFrame' : 'notFrame';
    if (row.origin === 'hand') return 'hand';
    return row.from === 'host' ? 'host' : 'extension';
  }
  if (row.kind === 'stderr') return 'stderr';
  if (row.kind === 'spawnFailed') return 'crash';
  // An end that somebody asked for carries no warning.
  if (row.kind === 'exited' && (row.severity === 'error' || row.severity === 'warning')) return 'crash';
  return ofProcess.has(row.kind) ? 'process' : 'decision';
}
