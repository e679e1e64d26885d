// The window's side of an export: one job at a time, a preview or a file. A session is exported as its journal is now; the file
// goes only where the person says in the system's dialog.

import {
  exportFileName,
  exportFormat,
  exportFormats,
  type ExportFormatName,
} from '../../shared/export/formats.ts';
import { failure } from '../../shared/errors.ts';
import type {
  ExportDone,
  ExportOffer,
  ExportProgress,
  ExportRules,
} from '../../shared/ipc/export-commands.ts';
import type { RedactionPreview } from '../../shared/redact/preview.ts';
import { rulesOf, type NamedValue, type RedactionRules } from '../../shared/redact/rules.ts';
import { sensitivity } from '../../shared/redact/sensitive-names.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { previewExport, writeExport } from './export-run.ts';
import type { Passing } from './redacted-pass.ts';
import { openWhole, type WholeRecording } from './whole-recording.ts';
import type { Opened } from './opened.ts';

export interface ExportDeskParts {
  readonly get: (id: string) => Result<Opened>;
  /** Of the app; what is set for an extension comes before it. */
  readonly environment: Readonly<Record<string, string>>;
  /** Absolute path, or null when the person left the dialog. */
  readonly pickToSave: (name: string, ending: string) => Promise<string | null>;
  /** Name and version of the program. */
  readonly writtenBy: string;
}

export interface SaveAsk {
  readonly session: string;
  readonly rules: ExportRules;
  readonly format: ExportFormatName;
  readonly gzip: boolean;
}

const mostVariables = 500;
const nothing: ExportProgress = { done: 0, of: 0 };

export class ExportDesk {
  readonly #parts: ExportDeskParts;
  #job: AbortController | null = null;
  #progress = nothing;

  constructor(parts: ExportDeskParts) {
    this.#parts = parts;
  }

  get progress(): ExportProgress {
    return this.#progress;
  }

  offer(session: string): Result<ExportOffer> {
    const opened = this.#parts.get(session);
    if (!opened.ok) return opened;
    const variables = this.#variablesOf(opened.value)
      .map(({ name }) => ({ name, masked: sensitivity(name) !== undefined }))
      .sort((one, other) => Number(other.masked) - Number(one.masked) || (one.name < other.name ? -1 : 1))
      .slice(0, mostVariables);
    const isPlugin = opened.value.target?.plugin !== undefined;
    const why = 'A native plugin can only be loaded by a host.';
    const refused = isPlugin
      ? Object.fromEntries(exportFormats.filter(({ isTest }) => isTest).map(({ name }) => [name, why]))
      : {};
    return ok({ variables, refused });
  }

  /** Errors: `argumentInvalid` for a rule that can't be used, `sessionUnknown`, those of `openRecording`. */
  async preview(session: string, rules: ExportRules): Promise<Result<RedactionPreview | null>> {
    const ready = this.#ready(session, rules);
    if (!ready.ok) return ready;
    const { opened, made } = ready.value;
    return this.#run(opened, async (source, passing) => ok(await previewExport(source, made, passing)));
  }

  /** Errors: as `preview`; `fileUnwritable`, `recordingUnfit`. */
  async save({ session, rules, format, gzip }: SaveAsk): Promise<Result<ExportDone | null>> {
    const ready = this.#ready(session, rules);
    if (!ready.ok) return ready;
    const { opened, made } = ready.value;
    const { ending } = exportFormat(format);
    const name = exportFileName(opened.name, exportFormat(format), gzip);
    const file = await this.#parts.pickToSave(name, gzip ? 'gz' : (ending.split('.').at(-1) ?? ''));
    if (file === null) return ok(null);
    if (file === opened.journal.path)
      return failed(
        failure(
          'argumentInvalid',
          'The export would take the place of its recording.',
          'Choose another name.',
        ),
      );
    const ask = { format, rules: made, gzip: gzip || file.endsWith('.gz'), writtenBy: this.#parts.writtenBy };
    return this.#run<ExportDone>(opened, (source, passing) => writeExport(source, ask, file, passing));
  }

  cancel(): void {
    this.#job?.abort(new CalledOff());
  }

  #ready(
    session: string,
    rules: ExportRules,
  ): Result<{ readonly opened: Opened; readonly made: RedactionRules }> {
    const opened = this.#parts.get(session);
    if (!opened.ok) return opened;
    const made = rulesOf(rules, this.#variablesOf(opened.value), rules.variables);
    return made.ok ? ok({ opened: opened.value, made: made.value }) : made;
  }

  #variablesOf({ session }: Opened): NamedValue[] {
    const all = { ...this.#parts.environment, ...session?.settings.environment };
    return Object.entries(all).map(([name, value]) => ({ name, value }));
  }

  async #run<T>(
    opened: Opened,
    work: (source: WholeRecording, passing: Passing) => Promise<Result<T>>,
  ): Promise<Result<T | null>> {
    this.cancel();
    const job = new AbortController();
    this.#job = job;
    this.#progress = { done: 0, of: 2 * opened.journal.count };
    let source: WholeRecording | undefined;
    try {
      await opened.journal.flush();
      const read = await openWhole(opened.journal.path);
      if (!read.ok) return read;
      source = read.value;
      job.signal.throwIfAborted();
      const progress = (done: number, of: number): void => {
        if (this.#job === job) this.#progress = { done, of };
      };
      return await work(source, { signal: job.signal, progress });
    } catch (error) {
      if (error instanceof CalledOff) return ok(null);
      throw error;
    } finally {
      await source?.recording.close();
      if (this.#job === job) {
        this.#job = null;
        this.#progress = nothing;
      }
    }
  }
}

class CalledOff extends Error {}
