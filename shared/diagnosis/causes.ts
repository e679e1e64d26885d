// What fails first in practice, by name: which broken rules mean it. Data only; the order is that of the questions people ask.

export type CauseId =
  | 'does-not-start'
  | 'missing-symbol'
  | 'abi-version'
  | 'exits-before-hello'
  | 'no-hello'
  | 'speaks-on-stdout'
  | 'not-loaded'
  | 'crashed'
  | 'never-ready'
  | 'tool-missing'
  | 'guard-ignored'
  | 'no-answer'
  | 'does-not-stop';

export interface Cause {
  readonly id: CauseId;
  /** As a person would say it. */
  readonly title: string;
  /** Rules of conformance whose breach means this. */
  readonly rules: readonly string[];
  /** Only where the evidence is about one of these frames. */
  readonly frames?: readonly string[];
  /** Only where the evidence reads like this. */
  readonly words?: RegExp;
}

const unanswered = [
  'answers-every-request',
  'answers-by-id',
  'answer-well-formed',
  'answers-in-time',
  'flushes',
  'stdin-read',
];

export const causes: readonly Cause[] = [
  { id: 'missing-symbol', title: 'A symbol is missing', rules: ['symbols-resolve'] },
  { id: 'missing-symbol', title: 'The entry point is missing', rules: ['entry-point'], words: /no symbol/ },
  { id: 'abi-version', title: 'It is built for another ABI', rules: ['abi-version', 'struct-size'] },
  { id: 'does-not-start', title: 'It does not start', rules: ['starts', 'library-loads'] },
  {
    id: 'not-loaded',
    title: 'It refuses to be loaded',
    rules: ['entry-point', 'init-succeeds', 'plugin-named'],
  },
  {
    id: 'exits-before-hello',
    title: 'It ends before it says hello',
    rules: ['says-hello'],
    words: /before it said hello/,
  },
  {
    id: 'speaks-on-stdout',
    title: 'It speaks on stdout',
    rules: ['one-line-each', 'hello-first', 'stdout-frames-only'],
  },
  { id: 'no-hello', title: 'It does not say hello', rules: ['hello-named', 'says-hello'] },
  {
    id: 'no-hello',
    title: 'Its hello stays in a buffer',
    rules: ['flushes'],
    frames: ['hello'],
  },
  { id: 'crashed', title: 'It crashed', rules: ['runs-until-asked', 'plugin-survives'] },
  { id: 'never-ready', title: 'It never says ready', rules: ['ready-sent', 'ready-in-time'] },
  {
    id: 'tool-missing',
    title: 'A tool or command is missing',
    rules: [
      'registers-without-pause',
      'registers-before-ready',
      'name-not-builtin',
      'name-unique',
      'name-valid',
      'tool-name',
      'tool-registered',
      'command-name',
    ],
  },
  {
    id: 'tool-missing',
    title: 'A tool or command is missing',
    rules: ['frame-well-formed'],
    frames: ['register_tool', 'register_command'],
  },
  {
    id: 'guard-ignored',
    title: 'Its guard is ignored',
    rules: ['intercept-supported', 'modified-args-object', 'handler-returns'],
  },
  {
    id: 'guard-ignored',
    title: 'Its guard is ignored',
    rules: unanswered,
    frames: ['event_intercept', 'event_intercept_response'],
  },
  { id: 'no-answer', title: 'It does not answer', rules: [...unanswered, 'tool-done', 'tool-done-once'] },
  { id: 'no-answer', title: 'It holds up the host', rules: ['main-loop-free'] },
  { id: 'does-not-stop', title: 'It does not stop', rules: ['heeds-sigterm', 'gone-in-time'] },
];

/** What last words on stderr give away, and what to do about it. */
export const stderrHints: readonly { readonly says: RegExp; readonly fix: string }[] = [
  {
    says: /Cannot find (module|package)|ERR_MODULE_NOT_FOUND/,
    fix: 'Install its packages: run npm install in its folder.',
  },
  {
    says: /(ModuleNotFoundError|ImportError|No module named)/,
    fix: 'Install its packages for the Python that runs it, or name the interpreter of its virtual environment in "exec".',
  },
  {
    says: /SyntaxError|IndentationError|ParseError/,
    fix: 'The program does not parse: correct it, or run it with the version of the language it is written for.',
  },
  {
    says: /EADDRINUSE|Address already in use/i,
    fix: 'Another process has the port: end it, or let the extension choose a free one.',
  },
  {
    says: /(command not found|not found|No such file or directory)/,
    fix: 'A program or file that it needs is missing: install it, or name it by its path.',
  },
  { says: /(Permission denied|EACCES)/, fix: 'It may not open or run something: correct the permissions.' },
  { says: /(API[_ -]?key|credential|unauthori[sz]ed|token)/i, fix: 'Set what it misses in its environment.' },
];
