// Scenario files on disk: read and written only where the person pointed to in a dialog of this run. A file is replaced
// whole or not at all.

import { readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { failure } from '../../shared/errors.ts';
import { failed, ok, type Result } from '../../shared/result.ts';
import { scenarioExtension } from '../../shared/scenario/format.ts';

/** A scenario is written by hand; anything larger is another file. */
const mostBytes = 16 * 1024 * 1024;

export interface ScenarioDialogs {
  /** Absolute path, or null when the person left the dialog. */
  readonly pickToOpen: () => Promise<string | null>;
  readonly pickToSave: () => Promise<string | null>;
}

export class ScenarioFiles {
  readonly #dialogs: ScenarioDialogs;
  /** Chosen in a dialog. */
  readonly #allowed = new Set<string>();

  constructor(dialogs: ScenarioDialogs) {
    this.#dialogs = dialogs;
  }

  async open(): Promise<Result<{ readonly path: string; readonly text: string } | null>> {
    const file = await this.#dialogs.pickToOpen();
    if (file === null) return ok(null);
    try {
      const { size } = await stat(file);
      if (size > mostBytes)
        return failed(
          failure('fileUnreadable', `${file} is no scenario: it has ${size.toLocaleString('en-US')} bytes.`),
        );
      const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await readFile(file));
      this.#allowed.add(file);
      return ok({ path: file, text });
    } catch (error) {
      return failed(
        failure(
          'fileUnreadable',
          `${file} could not be read: ${why(error)}.`,
          'Choose a text file in UTF-8.',
        ),
      );
    }
  }

  /** @param known where it was opened from or saved to before; null asks */
  async save(text: string, known: string | null): Promise<Result<string | null>> {
    const file = known !== null && this.#allowed.has(known) ? known : await this.#asked();
    if (file === null) return ok(null);
    const draft = path.join(path.dirname(file), `.${path.basename(file)}.${process.pid}.new`);
    try {
      await writeFile(draft, text);
      await rename(draft, file);
      this.#allowed.add(file);
      return ok(file);
    } catch (error) {
      await rm(draft, { force: true });
      return failed(
        failure(
          'fileUnwritable',
          `${file} could not be written: ${why(error)}.`,
          'What is in the editor is unchanged; save it elsewhere.',
        ),
      );
    }
  }

  async #asked(): Promise<string | null> {
    const chosen = await this.#dialogs.pickToSave();
    if (chosen === null) return null;
    return path.extname(chosen) === '' ? chosen + scenarioExtension : chosen;
  }
}

function why(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
