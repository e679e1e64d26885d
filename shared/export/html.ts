// The report: one HTML file that needs nothing and asks nobody. Its policy allows its own script and sheet by their hashes and
// nothing else; rows are data in it, as JSON in which no "<" is left, and become text only. Rows beyond a limit are left out,
// and the page says so at its top.

import { visibleText } from '../json/visible.ts';
import { meterWords } from '../redact/preview.ts';
import type { Row } from '../session/row.ts';
import { reportScript } from './html-script.ts';
import { reportStyle } from './html-style.ts';
import { atText, rowText } from './row-text.ts';
import { sideOf, type ExportEntry, type ExportEnd, type ExportFacts, type ExportWriter } from './writer.ts';

/** sha256 of a text in UTF-8, as base64. */
export type Sha256 = (text: string) => string;

export interface ReportLimits {
  readonly rows: number;
  /** Of all rows together, in characters. */
  readonly characters: number;
  /** Of one row. */
  readonly rowCharacters: number;
}

export const reportLimits: ReportLimits = { rows: 20_000, characters: 48_000_000, rowCharacters: 64_000 };

export class HtmlReport implements ExportWriter {
  readonly #facts: ExportFacts;
  readonly #sha256: Sha256;
  readonly #limits: ReportLimits;
  #rows = 0;
  #left = 0;
  #characters = 0;

  constructor(facts: ExportFacts, sha256: Sha256, limits: ReportLimits = reportLimits) {
    this.#facts = facts;
    this.#sha256 = sha256;
    this.#limits = limits;
  }

  begin(): string {
    const { header, name, profile, writtenBy } = this.#facts;
    const facts = {
      title: `${visibleText(name)} · Framescope report`,
      list: [
        ['recorded', header?.startedAt ?? 'not known'],
        ['host', profile.name],
        ['runs', header ? visibleText(header.target.argv.join(' ')) : 'not known'],
        ['in', header ? visibleText(header.target.cwd) : 'not known'],
        ['exported by', writtenBy],
      ],
    };
    return `${page(this.#sha256(reportScript), this.#sha256(reportStyle))}${block('facts', facts)}<script type="application/json" id="rows">[`;
  }

  entry({ entry, row }: ExportEntry): string {
    if (!row) throw new Error(`Entry ${entry.seq} came to the report without its row.`);
    const { rows, characters, rowCharacters } = this.#limits;
    if (this.#rows >= rows || this.#characters >= characters) {
      this.#left++;
      return '';
    }
    const whole = rawText(entry);
    const raw = whole.slice(0, rowCharacters);
    const text = inert(
      JSON.stringify({
        seq: row.seq,
        at: row.atUs,
        side: sideOf(entry) ?? 'fact',
        type: visibleText(row.type),
        text: rowText(row),
        raw: visibleExceptBreaks(raw),
        ...(raw.length < whole.length ? { cut: whole.length } : {}),
        ...(row.id === undefined ? {} : { id: visibleText(row.id) }),
        ...(row.pairSeq === undefined ? {} : { pair: row.pairSeq }),
        ...(row.latencyUs === undefined ? {} : { took: row.latencyUs }),
        ...(row.severity === 'error' || row.severity === 'warning' ? { severity: row.severity } : {}),
        ...marksOf(row),
      }),
    );
    this.#characters += text.length;
    return `${this.#rows++ === 0 ? '' : ','}\n${text}`;
  }

  end({ meter, summary }: ExportEnd): string {
    const { damage, lastAtUs, count } = this.#facts;
    const { hello, exit, problems } = summary;
    const shown = this.#rows.toLocaleString('en-US');
    const end = {
      list: [
        ['extension', hello ? visibleText(`${hello.name} ${hello.version}`) : 'no hello'],
        ['ended', exit ? (exit.signal ?? `exit code ${exit.code}`) : 'no exit was seen'],
        ['length', `${count.toLocaleString('en-US')} rows, ${atText(lastAtUs).slice(1)}`],
      ],
      redaction: `Redaction: ${visibleText(meterWords(meter))}`,
      notes: [
        ...(this.#left > 0
          ? [
              `Only the first ${shown} rows are in this report; ${this.#left.toLocaleString('en-US')} more are in the recording.`,
            ]
          : []),
        ...damage.map((words) => `Not whole: ${visibleText(words)}`),
      ],
      problems: problems.map(({ seq, message }) => ({ seq, text: visibleText(message) })),
    };
    return `\n]</script>\n${block('end', end)}<script>${reportScript}</script>\n</body>\n</html>\n`;
  }
}

function page(script: string, style: string): string {
  const policy = `default-src 'none'; script-src 'sha256-${script}'; style-src 'sha256-${style}'; base-uri 'none'; form-action 'none'`;
  const side = (value: string, label: string): string =>
    `<label><input type="checkbox" value="${value}" checked>${label}</label>`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Framescope report</title>
<style>${reportStyle}</style>
</head>
<body>
<header>
<div class="head"><h1 id="title">Framescope report</h1><button id="theme" type="button">Light or dark</button></div>
<noscript><div class="note warn">The rows are shown by a script of this file, which is switched off here.</div></noscript>
<dl class="facts" id="facts-list"></dl>
<div class="note" id="meter"></div>
<div id="notes"></div>
<details class="problems" id="problems" hidden><summary id="problem-count"></summary><ul id="problem-list"></ul></details>
</header>
<div class="bar" role="search"><input id="search" type="search" placeholder="Search all rows ( / )" aria-label="Search all rows">
${side('host', 'host')}${side('extension', 'extension')}${side('stderr', 'stderr')}${side('fact', 'facts')}<span id="count" class="quiet" role="status"></span></div>
<main><div id="list" role="listbox" tabindex="0" aria-label="Rows"><div id="space"><div id="window"></div></div></div>
<div id="detail" tabindex="0" role="region" aria-label="The chosen row"></div></main>
`;
}

function block(id: string, value: unknown): string {
  return `<script type="application/json" id="${id}">${inert(JSON.stringify(value))}</script>\n`;
}

/** JSON that can't end the element it stands in. */
function inert(json: string): string {
  return json.replaceAll('<', '\\u003c').replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029');
}

function rawText(entry: ExportEntry['entry']): string {
  if (entry.kind !== 'line' && entry.kind !== 'stderr' && entry.kind !== 'edited')
    return JSON.stringify(entry);
  return 'text' in entry.raw ? entry.raw.text : `base64: ${entry.raw.base64}`;
}

function visibleExceptBreaks(text: string): string {
  return text.split('\n').map(visibleText).join('\n');
}

function marksOf(row: Row): { readonly marks?: string } {
  const marks = [
    ...(row.held ? ['held'] : []),
    ...(row.edited ? ['edited'] : []),
    ...(row.dropped ? ['dropped'] : []),
    ...(row.truncated ? ['cut while it was recorded'] : []),
    ...(row.pending ? ['no answer'] : []),
    ...(row.origin ? [`sent by ${row.origin}`] : []),
  ];
  return marks.length > 0 ? { marks: marks.join(', ') } : {};
}
