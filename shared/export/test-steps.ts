// A recording as a test: what the host sent, and after each line what the extension said until the next. Gathered from
// redacted entries; held lines count as they passed. All languages and the scenario are written from it.

import { failure } from '../errors.ts';
import type { DecodeLine, JsonObject } from '../protocol/define.ts';
import { PassedLines } from '../replay/passed-lines.ts';
import type { ReplayLine } from '../replay/line.ts';
import { failed, ok, type Result } from '../result.ts';
import type { ExportEntry, ExportFacts } from './writer.ts';

/** A line of the host, what it says, and what came after it. */
export interface TestStep {
  /** null: the start of the process. */
  readonly sent: TestLine | null;
  readonly expects: readonly TestLine[];
}

export interface TestLine {
  readonly line: ReplayLine;
  /** Its text as it crossed. */
  readonly text: string;
  /** What it says; null when it is no frame. */
  readonly frame: JsonObject | null;
}

export interface RecordedTest {
  readonly name: string;
  readonly profile: string;
  readonly argv: readonly string[];
  /** Folder the process ran in. */
  readonly folder: string;
  readonly steps: readonly TestStep[];
  /** Exit code it ended with by itself; null: not known, or a signal ended it. */
  readonly exitCode: number | null;
  /** What a reader of the test has to know, in sentences. */
  readonly remarks: readonly string[];
}

/** More is no test that a person would keep. */
const mostLines = 5_000;
const mostCharacters = 20_000_000;

export class TestGatherer {
  readonly #facts: ExportFacts;
  readonly #lines: PassedLines;
  readonly #steps: { readonly sent: TestLine | null; readonly expects: TestLine[] }[] = [
    { sent: null, expects: [] },
  ];
  #exit: { readonly code: number | null } | null = null;
  #left = 0;
  #count = 0;
  #characters = 0;

  /** @param decode of the recording's host */
  constructor(facts: ExportFacts, decode: DecodeLine) {
    this.#facts = facts;
    this.#lines = new PassedLines(decode, (line, decoded) => {
      this.#line(line, decoded.kind === 'notFrame' ? null : decoded.frame);
    });
  }

  add({ entry, decoded }: ExportEntry): void {
    if (entry.kind === 'exited') this.#exit ??= entry;
    if (!this.#tooLong) this.#lines.add({ entry, ...(decoded ? { decoded } : {}) });
  }

  /** Errors: `recordingUnfit`, with why. */
  get test(): Result<RecordedTest> {
    this.#lines.end();
    const { header, name, profile } = this.#facts;
    if (!header) return unfit('its header is lost, so nobody knows what has to be started');
    if (header.target.plugin) return unfit(`${name} is a native plugin, which only a host can load`);
    if (this.#tooLong)
      return unfit(
        `it has more than ${mostLines.toLocaleString('en-US')} lines, which is too long for a test`,
      );
    if (this.#steps.length < 2) return unfit('the host said nothing in it');
    const remarks =
      this.#left > 0 ? [`${this.#left} lines that were cut, or are not UTF-8, are not compared.`] : [];
    return ok({
      name,
      profile: profile.name,
      argv: header.target.argv,
      folder: header.target.cwd,
      steps: this.#steps,
      exitCode: this.#exit?.code ?? null,
      remarks,
    });
  }

  get #tooLong(): boolean {
    return this.#count > mostLines || this.#characters > mostCharacters;
  }

  #line(line: ReplayLine, frame: JsonObject | null): void {
    if (!('text' in line.raw) || line.cutFrom !== undefined) {
      this.#left++;
      return;
    }
    const { text } = line.raw;
    this.#count++;
    this.#characters += text.length;
    const made = { line, text, frame };
    if (line.from === 'extension') this.#steps.at(-1)?.expects.push(made);
    // Nobody was there to read it any more.
    else if (!this.#exit) this.#steps.push({ sent: made, expects: [] });
  }
}

function unfit(why: string): Result<never> {
  return failed(
    failure(
      'recordingUnfit',
      `No test can be made of this recording: ${why}.`,
      'Choose the recording of a short run of an extension that is a process.',
    ),
  );
}
