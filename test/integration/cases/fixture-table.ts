// What `framescope inspect` has to report for each fixture, by the third column of the README beside them.

import type { JsonReport } from '../../support/command-line.ts';

export interface Expected {
  /** Options beside the folder. */
  readonly args?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** Exit code of the command line. */
  readonly code: 0 | 1 | 3;
  readonly state: 'idle' | 'awaitingHello' | 'ready';
  /** Kinds of problems, each once: severity and code. */
  readonly problems: readonly string[];
  /** Of the extension; null: it never ran. */
  readonly exit: JsonReport['exit'];
  /** Names of what was registered, where that is the point. */
  readonly tools?: readonly string[];
  readonly commands?: readonly string[];
}

const exited = (code: number) => ({ code, signal: null });
const ended = (signal: string) => ({ code: null, signal });
const fine = { code: 0, state: 'ready', problems: [], exit: exited(0) } as const;
const notStarted = (problem: string) =>
  ({ code: 3, state: 'idle', problems: [`error ${problem}`], exit: null }) as const;
/** Long enough for the hint that comes after three seconds. */
const untilHint = ['--timeout', '3500'];

export const fixtureTable: Readonly<Record<string, Expected>> = {
  // works
  good: { ...fine, tools: ['echo'], commands: ['shout'] },
  'early-registrations': {
    ...fine,
    problems: ['info no-ready'],
    tools: ['early_tool'],
    commands: ['early'],
  },
  'env-echo': fine,
  'path with späces': fine,
  'case-manifest': fine,
  'answers-backwards': { ...fine, tools: ['echo'] },
  'hears-the-end': fine,
  puppet: { ...fine, tools: ['echo'] },
  'reads-slowly': { ...fine, tools: ['measure'] },

  // start-up
  'slow-hello': { ...fine, tools: ['echo'] },
  'no-hello': {
    args: untilHint,
    code: 1,
    state: 'awaitingHello',
    problems: ['error hello-timeout', 'error no-hello', 'warning no-hello-yet'],
    exit: exited(0),
  },
  'exits-before-hello': {
    code: 1,
    state: 'awaitingHello',
    problems: ['error exited-before-hello'],
    exit: exited(1),
  },
  'half-hello-exit': {
    code: 1,
    state: 'awaitingHello',
    problems: ['error exited-before-hello', 'error torn-line'],
    exit: exited(1),
  },
  'banner-before-hello': {
    ...fine,
    problems: ['warning hello-not-first', 'warning not-json', 'warning stdout-not-frame'],
    tools: ['echo'],
  },
  bom: { ...fine, problems: ['warning bom-before-hello'], tools: ['echo'] },
  'content-length': {
    args: ['--timeout', '1000'],
    code: 1,
    state: 'awaitingHello',
    problems: [
      'error header-framing',
      'error hello-timeout',
      'error hello-too-late',
      'warning blank-line',
      'warning no-newline',
    ],
    exit: exited(0),
  },
  'pretty-hello': {
    args: ['--timeout', '1000'],
    code: 1,
    state: 'awaitingHello',
    problems: [
      'error hello-timeout',
      'error multi-line-json',
      'info no-hello',
      'warning multi-line-json',
      'warning not-json',
    ],
    exit: exited(0),
  },
  'unflushed-python': {
    args: untilHint,
    environment: { PYTHONUNBUFFERED: '' },
    code: 1,
    state: 'awaitingHello',
    problems: ['error hello-timeout', 'error hello-too-late', 'warning no-hello-yet'],
    exit: exited(0),
  },
  'wrong-first-frame': { ...fine, code: 1, problems: ['error hello-not-first'], tools: [] },
  'bad-hello-no-name': {
    args: untilHint,
    code: 1,
    state: 'awaitingHello',
    problems: [
      'error hello-not-first',
      'error hello-timeout',
      'error hello-without-name',
      'error missing-field',
      'error no-hello',
      'warning no-hello-yet',
    ],
    exit: exited(0),
  },

  // registration and ready
  'no-ready-silent': { ...fine, problems: ['info no-ready'] },
  'late-registration': {
    ...fine,
    args: ['--wait', '1500'],
    problems: ['info no-ready', 'warning late-registration'],
    tools: ['late_tool'],
  },
  'keeps-registering': { ...fine, problems: ['info late-registration', 'warning no-ready'] },
  'duplicate-hello': { ...fine, problems: ['warning hello-repeated'] },

  // lines and bytes
  crlf: { ...fine, tools: ['echo'] },
  'utf8-cut': fine,
  'u2028-inside': fine,
  'no-final-newline': { ...fine, problems: ['warning exited-unasked', 'warning no-newline'] },
  'torn-final-line': {
    ...fine,
    code: 1,
    problems: ['error torn-line', 'warning exited-unasked'],
  },
  'nul-bytes': { ...fine, problems: ['warning not-json', 'warning stdout-not-frame'] },
  'invalid-utf8': {
    ...fine,
    code: 1,
    problems: ['error not-utf8', 'warning stdout-not-frame'],
  },
  'non-object-lines': {
    ...fine,
    problems: [
      'warning blank-line',
      'warning not-object',
      'warning stdout-not-frame',
      'warning type-missing',
    ],
  },
  // a line that ends within what is kept; the endless one is case F07's test
  'endless-line': {
    ...fine,
    environment: { FIXTURE_BYTES: '2000000' },
    problems: ['warning not-json', 'warning stdout-not-frame'],
    tools: ['end_it'],
  },
  'big-result': {
    ...fine,
    environment: { FIXTURE_UNASKED: '1', FIXTURE_BYTES: '5000000' },
    args: ['--wait', '1500'],
    problems: ['warning line-over-limit'],
    tools: ['big'],
  },
  flood: { ...fine, environment: { FIXTURE_COUNT: '2000' } },

  // meaning
  'unknown-type': { ...fine, problems: ['warning unknown-frame'] },
  'null-type': { ...fine, code: 1, problems: ['error type-not-string', 'warning type-missing'] },
  'wrong-types': {
    ...fine,
    code: 1,
    problems: ['error wrong-type', 'warning unknown-value'],
    tools: ['echo'],
    commands: [],
  },
  'case-keys': { ...fine, problems: ['warning key-case', 'warning unknown-frame'], tools: ['echo'] },
  'error-frame': {
    ...fine,
    problems: ['warning error-frame', 'warning frame-of-other-dialect'],
    tools: ['fail'],
  },
  'big-numbers': { ...fine, tools: ['echo'] },
  'key-order': { ...fine, tools: ['echo'] },
  'html-text': {
    ...fine,
    problems: [
      'info nameDiffersFromFolder',
      'warning event-unknown',
      'warning not-json',
      'warning stdout-not-frame',
      'warning unknown-frame',
      'warning unknown-value',
    ],
  },

  // guards and the chat
  'guard-secrets': fine,
  'guard-clean': fine,
  'guard-block': fine,
  'guard-mute': fine,
  'chat-effects': {
    ...fine,
    tools: ['picture'],
    commands: ['say-prompt', 'say-insert', 'say-display', 'say-error', 'say-nothing', 'counter', 'notes'],
  },

  // processes
  'stderr-flood': { ...fine, tools: ['echo'] },
  'dies-mid-frame': {
    ...fine,
    code: 1,
    problems: ['error crashed', 'error torn-line'],
    exit: ended('SIGKILL'),
  },
  'crashes-after-ready': { ...fine, tools: ['crash'] },
  'ignores-sigterm': { ...fine, problems: ['warning ignored-sigterm'], exit: ended('SIGKILL') },
  'ack-but-stay': { ...fine, exit: ended('SIGTERM') },
  'never-reads-stdin': { ...fine, exit: ended('SIGTERM'), tools: ['deaf'] },
  'leaves-grandchild': { ...fine, exit: ended('SIGTERM') },
  'grandchild-holds-pipes': {
    ...fine,
    environment: { FIXTURE_SECONDS: '2' },
    problems: ['warning exited-unasked'],
  },

  // cannot be loaded
  'missing-exec-bit': notStarted('executableNotRunnable'),
  'missing-interpreter': notStarted('executableNotRunnable'),
  'no-exec': notStarted('manifestInvalid'),
  'no-name': notStarted('manifestInvalid'),
  'broken-manifest': notStarted('manifestInvalid'),
  'bom-manifest': notStarted('manifestInvalid'),
  disabled: { ...fine, problems: ['warning targetDisabled'] },
};
