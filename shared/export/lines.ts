// The two formats that are lines of JSON: the frames alone, and the recording itself. Raw text of a frame goes into both
// unescaped and untouched, as it stands in the recording.

import { meterWords } from '../redact/preview.ts';
import { isEmbeddable, writeEntry, writeHeader } from '../recording/write.ts';
import type { MeterEntry, Raw } from '../session/entries.ts';
import type { ExportEntry, ExportEnd, ExportFacts, ExportWriter } from './writer.ts';

/** Lines of the wire: `{"seq":7,"atUs":1234,"from":"extension","frame":{…}}`, or `text`, or `base64`. */
export class FrameLines implements ExportWriter {
  begin(): string {
    return '';
  }

  entry({ entry }: ExportEntry): string {
    if (entry.kind === 'edited')
      return `{"seq":${entry.seq},"atUs":${entry.atUs},"insteadOf":${entry.line},${rawMember(entry.raw)}}\n`;
    if (entry.kind !== 'line') return '';
    const { seq, atUs, from, raw } = entry;
    return `{"seq":${seq},"atUs":${atUs},"from":"${from}",${rawMember(raw)}}\n`;
  }

  /** The last line tells what was masked, when something was. */
  end({ meter }: ExportEnd): string {
    if (meter.masked === 0) return '';
    const { masked, values, byRule } = meter;
    return `${JSON.stringify({ redacted: { masked, values, byRule } })}\n`;
  }
}

function rawMember(raw: Raw): string {
  if ('base64' in raw) return `"base64":${JSON.stringify(raw.base64)}`;
  return isEmbeddable(raw.text) ? `"frame":${raw.text}` : `"text":${JSON.stringify(raw.text)}`;
}

/** The recording again, with a note of the export and a meter that counts what was masked behind its last entry. */
export class RecordingLines implements ExportWriter {
  readonly #facts: ExportFacts;
  #seq = 0;
  #atUs = 0;
  #meter: Omit<MeterEntry, 'kind'> = {
    truncatedLines: 0,
    truncatedBytes: 0,
    redactedValues: 0,
    unwritten: 0,
  };

  constructor(facts: ExportFacts) {
    this.#facts = facts;
  }

  begin(): string {
    const { header } = this.#facts;
    return header ? writeHeader(header) : '';
  }

  entry({ entry }: ExportEntry): string {
    this.#seq = entry.seq;
    this.#atUs = Math.max(this.#atUs, entry.atUs);
    if (entry.kind === 'meter') this.#meter = entry;
    return writeEntry(entry);
  }

  end({ meter }: ExportEnd): string {
    const { truncatedLines, truncatedBytes, redactedValues, unwritten } = this.#meter;
    const at = (): { seq: number; atUs: number } => ({ seq: ++this.#seq, atUs: this.#atUs });
    const note = {
      ...at(),
      kind: 'note',
      text: `Exported by ${this.#facts.writtenBy}. ${meterWords(meter)}`,
    } as const;
    if (meter.masked === 0) return writeEntry(note);
    const counts = {
      truncatedLines,
      truncatedBytes,
      redactedValues: redactedValues + meter.masked,
      unwritten,
    };
    return writeEntry(note) + writeEntry({ ...at(), kind: 'meter', ...counts });
  }
}
