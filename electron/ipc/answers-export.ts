// Answers about exports. Translates only: each answer is one call.

import { ok } from '../../shared/result.ts';
import type { ExportDesk } from '../engine/export-desk.ts';
import type { Handlers } from './handlers.ts';

type ExportCommands = Extract<keyof Handlers, `export.${string}`>;

export function answersAboutExport(desk: ExportDesk): Pick<Handlers, ExportCommands> {
  return {
    'export.offer': ({ session }) => desk.offer(session),
    'export.preview': ({ session, rules }) => desk.preview(session, rules),
    'export.progress': () => ok(desk.progress),
    'export.cancel': () => ok(desk.cancel()),
    'export.save': (ask) => desk.save(ask),
  };
}
