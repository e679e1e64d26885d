// The export's part of the contract: what would be masked, and writing it. The preview of a long recording takes a while: it can
// be asked how far it has come, and called off. Values of variables never cross to the window, only their names.

import { Type, type Static } from '@sinclair/typebox';
import { exportFormats, type ExportFormatName } from '../export/formats.ts';
import type { RedactionMeter, RedactionPreview } from '../redact/preview.ts';
import { command, id, none, strict } from './command.ts';

const texts = Type.Array(Type.String({ minLength: 1, maxLength: 2_000 }), { maxItems: 200 });
const rules = Type.Object(
  {
    defaults: Type.Boolean(),
    keys: texts,
    pointers: texts,
    regexes: texts,
    /** Names of variables whose values are masked. */
    variables: texts,
  },
  strict,
);
const format = Type.Unsafe<ExportFormatName>(Type.Union(exportFormats.map(({ name }) => Type.Literal(name))));

/** What a person chose to be masked. */
export type ExportRules = Static<typeof rules>;

export interface ExportOffer {
  /** Variables that are set here or for this extension; those that are masked anyway stand first. */
  readonly variables: readonly { readonly name: string; readonly masked: boolean }[];
  /** Why a format can't be had of this recording, by its name. */
  readonly refused: Readonly<Partial<Record<ExportFormatName, string>>>;
}

export interface ExportProgress {
  /** Entries looked at, of so many; 0 of 0 while nothing is under way. */
  readonly done: number;
  readonly of: number;
}

export interface ExportDone {
  readonly meter: RedactionMeter;
  /** Absolute. */
  readonly files: readonly string[];
  readonly bytes: number;
}

export const exportCommands = {
  'export.offer': command<ExportOffer>()(Type.Object({ session: id }, strict)),
  /** Answered when all was looked at; null when it was called off. A new one calls the last one off. */
  'export.preview': command<RedactionPreview | null>()(Type.Object({ session: id, rules }, strict)),
  'export.progress': command<ExportProgress>()(none),
  /** Calls off what is under way: a preview, or writing. */
  'export.cancel': command<void>()(none),
  /** The system's save dialog, then the file; null when the person left it, or called it off. */
  'export.save': command<ExportDone | null>()(
    Type.Object({ session: id, rules, format, gzip: Type.Boolean() }, strict),
  ),
} as const;
