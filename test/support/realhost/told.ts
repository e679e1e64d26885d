// What extensions told the host unasked, in the words of the recordings, and placeholders for what differs between runs.

import { dirname } from 'node:path';
import type { JsonObject } from '../../../shared/protocol/define.ts';
import type { Opened } from '../agent-bench.ts';
import type { Stage } from './stage.ts';
import type { Received, Report } from './scenario.ts';

/** Notes and panels of one extension, in order, as the real host reported them. */
export function toldBy({ session, sink }: Opened): Report[] {
  const ext = session.name;
  return sink.entries.flatMap((entry): Report[] => {
    if (entry.kind === 'line' && entry.from === 'extension') {
      const frame = frameOf(entry.raw);
      if (frame?.['type'] !== 'notify') return [];
      return [{ kind: 'notify', ext, level: frame['level'], message: frame['message'] }];
    }
    if (entry.kind !== 'decided' || entry.line === undefined) return [];
    const line = sink.entries[entry.line - 1];
    const frame = line?.kind === 'line' ? frameOf(line.raw) : undefined;
    if (!frame) return [];
    const { panel_id = '', title = '', lines = null, footer = '' } = frame;
    if (entry.decision === 'panelRendered')
      return [{ kind: 'panel_render', ext, panel_id, title, lines, footer }];
    return entry.decision === 'panelClosed' ? [{ kind: 'panel_close', ext, panel_id }] : [];
  });
}

function frameOf(raw: { text?: string } | { base64: string }): JsonObject | undefined {
  try {
    return JSON.parse('text' in raw ? (raw.text ?? '') : '') as JsonObject;
  } catch {
    return undefined;
  }
}

/** Replaces ids, in the order they were minted, and paths. */
export function placeholders(stage: Stage, seen: readonly unknown[]): <T>(value: T) => T {
  const ids = new Set<string>();
  for (const value of seen) {
    const found = JSON.stringify(value).matchAll(/(?:\\"|")id(?:\\"|"):(?:\\"|")(\d+)(?:\\"|")/g);
    for (const [, id] of found) ids.add(id ?? '');
  }
  const numbered = [...ids].sort((a, b) => Number(a) - Number(b));
  return (value) => {
    let text = JSON.stringify(value);
    for (const [at, id] of numbered.entries())
      for (const quote of ['"', '\\"'])
        text = text.replaceAll(
          `${quote}id${quote}:${quote}${id}${quote}`,
          `${quote}id${quote}:${quote}$ID${at + 1}${quote}`,
        );
    text = text.replaceAll(stage.extDir, '$EXT').replaceAll(stage.cwd, '$CWD');
    return JSON.parse(text.replaceAll(dirname(stage.extDir), '$ROOT')) as typeof value;
  };
}

/** The same with every id alike, for chains whose order is free. */
export function anyId(received: Received): Received {
  return received.line === undefined
    ? received
    : { ...received, line: received.line.replace(/"id":"[^"]*"/, '"id":"$ID"') };
}
