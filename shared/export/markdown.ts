// A bug report in Markdown: short enough to be read. What is wrong, the rows around it, where it ran. Everything an extension
// said stands in fenced blocks, where nothing of it is markup.

import { visibleText } from '../json/visible.ts';
import { meterWords } from '../redact/preview.ts';
import type { Row } from '../session/row.ts';
import type { FoundProblem } from '../session/summary.ts';
import { atText, rowText } from './row-text.ts';
import type { ExportEntry, ExportEnd, ExportFacts, ExportWriter } from './writer.ts';

const mostProblems = 10;
/** Rows before and behind one that something is wrong with. */
const around = 4;
const mostRows = 60;
/** Rows at the end that are shown when nothing is wrong. */
const lastRows = 20;
const longestText = 240;

export class BugReport implements ExportWriter {
  readonly #facts: ExportFacts;
  readonly #rows: Row[] = [];
  /** The newest ones, to be shown when something is wrong with the next. */
  readonly #before: Row[] = [];
  readonly #last: Row[] = [];
  #wanted = 0;
  #wrong = 0;

  constructor(facts: ExportFacts) {
    this.#facts = facts;
  }

  begin(): string {
    return '';
  }

  entry({ row }: ExportEntry): string {
    if (!row) throw new Error('A row is missing in the report.');
    this.#last.push(row);
    if (this.#last.length > lastRows) this.#last.shift();
    if (row.severity === 'error' || row.severity === 'warning') {
      this.#wrong++;
      this.#keep(...this.#before.splice(0), row);
      this.#wanted = around;
    } else if (this.#wanted > 0) {
      this.#wanted--;
      this.#keep(row);
    } else {
      this.#before.push(row);
      if (this.#before.length > around) this.#before.shift();
    }
    return '';
  }

  end({ meter, summary }: ExportEnd): string {
    const { header, name, profile, damage, writtenBy, count } = this.#facts;
    const { hello, exit, problems } = summary;
    const said = hello ? `${hello.name} ${hello.version}` : 'no hello';
    const facts = [
      ['extension', `${name} (${said})`],
      ['host', `${profile.name}, protocol ${profile.protocolVersion}`],
      ['runs', header ? header.target.argv.join(' ') : 'not known: the header of the recording is lost'],
      ['recorded', `${header?.startedAt ?? 'not known'}, ${header?.writtenBy ?? 'not known'}`],
      ['ended', exit ? (exit.signal ?? `exit code ${exit.code}`) : 'no exit was seen'],
      ['length', `${count.toLocaleString('en-US')} rows, ${atText(this.#facts.lastAtUs).slice(1)}`],
      ['exported by', writtenBy],
    ] as const;
    const width = Math.max(...facts.map(([what]) => what.length));
    return [
      `# ${plainLine(name)}: ${headline(problems, this.#wrong)}`,
      '',
      '## What is wrong',
      '',
      ...problemLines(problems),
      '',
      '## The rows',
      '',
      ...this.#rowLines(),
      '',
      '## Where',
      '',
      fenced(facts.map(([what, value]) => `${what.padEnd(width)}  ${visibleText(value)}`)),
      '',
      '## Redaction',
      '',
      meterWords(meter).replaceAll('`', "'"),
      ...damage.flatMap((words) => ['', fenced([`Not whole: ${visibleText(words)}`])]),
      '',
    ].join('\n');
  }

  #keep(...rows: Row[]): void {
    for (const row of rows) if (this.#rows.length < mostRows) this.#rows.push(row);
  }

  #rowLines(): string[] {
    const rows = this.#rows.length > 0 ? this.#rows : this.#last;
    const lines: string[] = [];
    let seq = rows[0]?.seq ?? 0;
    for (const row of rows) {
      if (row.seq !== seq) lines.push('  …');
      lines.push(rowLine(row));
      seq = row.seq + 1;
    }
    const more = this.#wrong > 0 && this.#rows.length >= mostRows;
    return [fenced(lines), ...(more ? ['', `Only the first ${mostRows} rows are shown.`] : [])];
  }
}

function headline(problems: readonly FoundProblem[], wrong: number): string {
  const first = problems.find(({ severity }) => severity === 'error') ?? problems[0];
  if (first) return plainLine(first.code);
  return wrong > 0 ? `${wrong} rows with something wrong` : 'nothing was found wrong';
}

function problemLines(problems: readonly FoundProblem[]): string[] {
  if (problems.length === 0) return ['No check of the host found anything. What is unexpected: …'];
  const shown = problems
    .slice(0, mostProblems)
    .flatMap(({ seq, severity, code, message, fix, source }) => [
      `#${seq}  ${severity}  ${code}`,
      `    ${visibleText(message)}`,
      ...(fix ? [`    Fix: ${visibleText(fix)}`] : []),
      ...(source ? [`    Rule: ${visibleText(source)}`] : []),
    ]);
  const left = problems.length - mostProblems;
  return [fenced([...shown, ...(left > 0 ? [`… and ${left} more`] : [])])];
}

function rowLine(row: Row): string {
  const arrow = row.from === 'host' ? '→' : row.from === 'extension' ? '←' : '·';
  const mark = row.severity === 'error' ? '✖' : row.severity === 'warning' ? '▲' : ' ';
  const text = rowText(row);
  const shown = text.length > longestText ? `${text.slice(0, longestText)}…` : text;
  const type = visibleText(row.type).padEnd(24);
  return `${mark} #${String(row.seq).padEnd(6)} ${atText(row.atUs).padStart(12)} ${arrow} ${type} ${shown}`.trimEnd();
}

/** A block whose fence is longer than any in it. */
function fenced(lines: readonly string[]): string {
  const text = lines.join('\n');
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}text\n${text}\n${fence}`;
}

/** Letters, digits and what can't be markup. */
function plainLine(text: string): string {
  return visibleText(text)
    .replace(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .trim()
    .slice(0, 100);
}
