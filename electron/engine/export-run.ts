// One export from a recording's file to its own: preview, or the writing of one format. Joins the passes and the writers;
// what is masked is decided by shared/redact, what it looks like by shared/export.

import { createHash } from 'node:crypto';
import path from 'node:path';
import { exportFormat, type ExportFormat, type ExportFormatName } from '../../shared/export/formats.ts';
import { HtmlReport } from '../../shared/export/html.ts';
import { FrameLines, RecordingLines } from '../../shared/export/lines.ts';
import { BugReport } from '../../shared/export/markdown.ts';
import { goText } from '../../shared/export/test-go.ts';
import { pytestText } from '../../shared/export/test-pytest.ts';
import { TestGatherer, type RecordedTest } from '../../shared/export/test-steps.ts';
import { vitestText } from '../../shared/export/test-vitest.ts';
import type { TestPlace } from '../../shared/export/test-words.ts';
import { scenarioText } from '../../shared/export/scenario-text.ts';
import { TraceEvents } from '../../shared/export/trace.ts';
import type { ExportFacts, ExportWriter } from '../../shared/export/writer.ts';
import {
  meterOf,
  meterWords,
  PreviewList,
  type RedactionMeter,
  type RedactionPreview,
} from '../../shared/redact/preview.ts';
import type { RedactionRules } from '../../shared/redact/rules.ts';
import { ok, type Result } from '../../shared/result.ts';
import { SummaryFold } from '../../shared/session/fold.ts';
import { RedactedPass, type Passing } from './redacted-pass.ts';
import type { WholeRecording } from './whole-recording.ts';
import { writeWhole } from './export-file.ts';

export interface ExportAsk {
  readonly format: ExportFormatName;
  readonly rules: RedactionRules;
  /** Name and version of the program. */
  readonly writtenBy: string;
  readonly gzip: boolean;
}

export interface Exported {
  readonly meter: RedactionMeter;
  /** Absolute paths of what was written; a test has its scenario beside it. */
  readonly files: readonly string[];
  /** Bytes of all of them. */
  readonly bytes: number;
}

/** What would be changed, without writing anything. Rejects with the signal's reason when it is called off. */
export async function previewExport(
  source: WholeRecording,
  rules: RedactionRules,
  passing: Passing = {},
): Promise<RedactionPreview> {
  const pass = await RedactedPass.begin(source, rules, passing);
  const list = new PreviewList();
  if (pass.header) list.add(0, 'header', pass.header);
  for await (const page of pass.pages(false))
    for (const { redacted, what } of page) list.add(redacted.it.seq, what, redacted);
  return { meter: meterOf(pass.redactor), rows: list.rows, left: list.left };
}

/**
 * Writes the export to a file, which is replaced whole or not at all.
 * Errors: `fileUnwritable`; `recordingUnfit` when no test can be made of the recording.
 * Rejects with the signal's reason when it is called off.
 */
export async function writeExport(
  source: WholeRecording,
  ask: ExportAsk,
  file: string,
  passing: Passing = {},
): Promise<Result<Exported>> {
  const pass = await RedactedPass.begin(source, ask.rules, passing);
  const format = exportFormat(ask.format);
  if (format.isTest) return writeTest(source, ask, file, pass);
  const texts = textsOf(source, pass, format, ask);
  const written = await writeWhole(file, texts, ask.gzip, passing.signal);
  if (!written.ok) return written;
  return ok({ meter: meterOf(pass.redactor), files: [file], bytes: written.value });
}

/** The texts of an export one after the other, for an output that is no file; formats that are tests have none. */
export async function exportTexts(
  source: WholeRecording,
  ask: ExportAsk,
  passing: Passing = {},
): Promise<{ readonly texts: AsyncIterable<string>; readonly meter: () => RedactionMeter }> {
  const pass = await RedactedPass.begin(source, ask.rules, passing);
  const texts = textsOf(source, pass, exportFormat(ask.format), ask);
  return { texts, meter: () => meterOf(pass.redactor) };
}

async function* textsOf(
  source: WholeRecording,
  pass: RedactedPass,
  format: ExportFormat,
  ask: ExportAsk,
): AsyncGenerator<string, void, undefined> {
  const writer = writerOf(format.name, factsOf(source, pass, ask));
  const fold = new SummaryFold();
  yield writer.begin();
  for await (const page of pass.pages(format.rows)) {
    let text = '';
    for (const { redacted, decoded, row } of page) {
      fold.add(redacted.it, decoded);
      text += writer.entry({
        entry: redacted.it,
        ...(decoded ? { decoded } : {}),
        ...(row ? { row } : {}),
      });
    }
    yield text;
  }
  yield writer.end({ meter: meterOf(pass.redactor), summary: fold.summary });
}

function writerOf(name: ExportFormatName, facts: ExportFacts): ExportWriter {
  switch (name) {
    case 'html':
      return new HtmlReport(facts, (text) => createHash('sha256').update(text).digest('base64'));
    case 'markdown':
      return new BugReport(facts);
    case 'trace':
      return new TraceEvents(facts);
    case 'jsonl':
      return new FrameLines();
    case 'recording':
      return new RecordingLines(facts);
    case 'vitest':
    case 'pytest':
    case 'go':
      throw new Error(`${name} is written as a test.`);
  }
}

function factsOf({ recording, host }: WholeRecording, { header }: RedactedPass, ask: ExportAsk): ExportFacts {
  return {
    header: header?.it ?? null,
    name: header?.it.target.name ?? path.basename(recording.path),
    profile: host.profile,
    count: recording.count,
    lastAtUs: recording.lastAtUs,
    damage: recording.damageWords,
    writtenBy: ask.writtenBy,
  };
}

const testTexts = { vitest: vitestText, pytest: pytestText, go: goText } as const;

async function writeTest(
  source: WholeRecording,
  ask: ExportAsk,
  file: string,
  pass: RedactedPass,
): Promise<Result<Exported>> {
  const gatherer = new TestGatherer(factsOf(source, pass, ask), source.decode);
  for await (const page of pass.pages(false))
    for (const { redacted, decoded } of page)
      gatherer.add({ entry: redacted.it, ...(decoded ? { decoded } : {}) });
  const test = gatherer.test;
  if (!test.ok) return test;
  const meter = meterOf(pass.redactor);
  const scenario = scenarioBeside(file);
  const place: TestPlace = {
    relative: relativeTo(file, test.value),
    scenario: path.basename(scenario),
    writtenBy: ask.writtenBy,
    redaction: meterWords(meter),
  };
  const text = testTexts[ask.format as keyof typeof testTexts](test.value, place);
  const one = await writeWhole(file, [text], ask.gzip);
  if (!one.ok) return one;
  const other = await writeWhole(scenario, [scenarioText(test.value, ask.writtenBy)], ask.gzip);
  if (!other.ok) return other;
  return ok({ meter, files: [file, scenario], bytes: one.value + other.value });
}

/** "greeter.test.mjs" → "greeter.scenario"; a compressed one has a compressed one beside it. */
export function scenarioBeside(file: string): string {
  const gz = file.endsWith('.gz') ? '.gz' : '';
  const base = path.basename(file, gz).replace(/(?:[._]test)?\.[A-Za-z]+$/, '');
  return path.join(path.dirname(file), `${base}.scenario${gz}`);
}

/** With `/`, as all languages take it; null where there is no such path (another drive). */
function relativeTo(file: string, { folder }: RecordedTest): string | null {
  if (!path.isAbsolute(folder)) return null;
  const relative = path.relative(path.dirname(path.resolve(file)), folder);
  return path.isAbsolute(relative) ? null : relative.split(path.sep).join('/') || '.';
}
