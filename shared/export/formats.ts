// The formats of an export, as data: the command line's choices, the window's list and the names of files come from here.

export interface ExportFormat {
  readonly name: 'html' | 'markdown' | 'trace' | 'jsonl' | 'recording' | 'vitest' | 'pytest' | 'go';
  readonly title: string;
  /** What it is for, in one sentence. */
  readonly about: string;
  /** How its file's name ends. */
  readonly ending: string;
  /** Rows of the list are needed, not only entries. */
  readonly rows: boolean;
  /** A test: two files, and only of an extension that is a process. */
  readonly isTest: boolean;
}

export const exportFormats = [
  {
    name: 'html',
    title: 'Report (HTML)',
    about: 'One page that opens anywhere, offline: all rows to search and look into.',
    ending: '.html',
    rows: true,
    isTest: false,
  },
  {
    name: 'markdown',
    title: 'Bug report (Markdown)',
    about: 'Short: what is wrong, the rows around it, and where it ran.',
    ending: '.md',
    rows: true,
    isTest: false,
  },
  {
    name: 'trace',
    title: 'Time view (Chrome trace, Perfetto)',
    about: 'Calls as slices on a time axis, for chrome://tracing and ui.perfetto.dev.',
    ending: '.trace.json',
    rows: true,
    isTest: false,
  },
  {
    name: 'jsonl',
    title: 'Frames (JSON lines)',
    about: 'One line of JSON for each line of the wire, for scripts.',
    ending: '.jsonl',
    rows: false,
    isTest: false,
  },
  {
    name: 'recording',
    title: 'Recording (.fsj)',
    about: 'All of it, to be opened in Framescope, replayed and compared.',
    ending: '.fsj',
    rows: false,
    isTest: false,
  },
  {
    name: 'vitest',
    title: 'Test for vitest',
    about: 'A test that starts the extension and expects what was recorded, and a scenario beside it.',
    ending: '.test.mjs',
    rows: false,
    isTest: true,
  },
  {
    name: 'pytest',
    title: 'Test for pytest',
    about: 'The same in Python, with the standard library alone.',
    ending: '_test.py',
    rows: false,
    isTest: true,
  },
  {
    name: 'go',
    title: 'Test for Go',
    about: 'The same in Go, with the standard library alone.',
    ending: '_test.go',
    rows: false,
    isTest: true,
  },
] as const satisfies readonly ExportFormat[];

export type ExportFormatName = ExportFormat['name'];

export function exportFormat(name: ExportFormatName): ExportFormat {
  const found = exportFormats.find((format) => format.name === name);
  if (!found) throw new Error(`There is no export format ${name}.`);
  return found;
}

/** A file name for it: "greeter.test.mjs". @param name of the extension or the recording's file */
export function exportFileName(name: string, format: ExportFormat, gzip: boolean): string {
  const plain = name.replace(/[^A-Za-z0-9._-]+/g, '-').replace(/^[.-]+|-+$/g, '') || 'recording';
  // Python and Go make a name of a module or a package of it.
  const base = format.isTest && format.name !== 'vitest' ? plain.replace(/[^A-Za-z0-9]+/g, '_') : plain;
  return `${base.slice(0, 80)}${format.ending}${gzip ? '.gz' : ''}`;
}
