// What the end of the process means: a load that failed, a crash, an exit nobody asked for, or the end of a shutdown.
// Judged once the last output is in (or after a short wait), so that the last words can be quoted. Pure.

import { quote } from '../../shared/protocol/say.ts';
import { stopListening } from './machine-registry.ts';
import { failPending } from './machine-requests.ts';
import {
  changeState,
  clearTimer,
  exitWords,
  inWords,
  msSince,
  problem,
  setTimer,
  type Run,
} from './machine-types.ts';

/** Pipes may be held open by another process; a verdict must come within a second. */
const outputWaitMs = 500;
/** After its stdout ended, an extension has this long to exit as well. */
const exitAfterStdoutMs = 1_000;
const namedPending = 3;

export function spawnFailed(run: Run, message: string, fix: string | undefined): void {
  run.spawnFailed = true;
  problem(run, { code: 'spawn-failed', severity: 'error', message, ...(fix ? { fix } : {}) });
  end(run, 'The process could not be started.');
}

export function exited(run: Run, code: number | null, signal: string | null): void {
  run.exit = { code, signal };
  run.exitAsked = run.stopAsked || run.givenUp;
  if (run.closedOutputs.size === 2) judgeExit(run);
  else setTimer(run, 'pipes', outputWaitMs, 'judge the exit without waiting for the pipes');
}

export function outputClosed(run: Run, pipe: 'stdout' | 'stderr'): void {
  run.closedOutputs.add(pipe);
  if (pipe === 'stdout') stopListening(run);
  if (run.exit && run.closedOutputs.size === 2) return judgeExit(run);
  if (pipe === 'stdout' && !run.exit && run.state !== 'stopping')
    setTimer(run, 'stdout', exitAfterStdoutMs, 'tell that it lives on without stdout');
}

/**
 * The process is gone, but others hold its pipes. After an exit with code 0 they may be the real extension (a launcher
 * that went away), and like the real host we listen on until stdout ends; anything else is judged now.
 */
export function pipesPassed(run: Run): void {
  if (run.exit?.code !== 0) judge(run);
}

/** It closed its stdout and did not exit: half gone. */
export function stdoutPassed(run: Run): void {
  const outcome = run.hello
    ? 'The real host takes its commands and tools away; calls that wait for an answer run into their deadlines.'
    : 'No hello can come any more; the real host fails the load.';
  problem(run, {
    code: 'stdout-closed',
    severity: run.hello ? 'warning' : 'error',
    message: `The extension closed its stdout, but lives on. ${outcome}`,
    fix: 'Keep stdout open until exit.',
    source: 'real host, May 2026',
  });
  failPending(run, 'the extension closed its stdout', 'output');
}

/** Nothing more can come: no process, no output. */
export function end(run: Run, reason?: string): void {
  if (run.spawnFailed) run.exitJudged = true;
  if (!run.exit) run.exitAsked = run.stopAsked || run.givenUp;
  judgeExit(run);
  failPending(run, goneWords(run), run.stopAsked ? 'closed' : 'exit');
  changeState(run, 'ended', reason ?? (run.exit ? `The process ${how(run)}.` : 'The process is gone.'));
}

/** The process is gone and its output is in. */
function judgeExit(run: Run): void {
  for (const name of [...run.timers]) clearTimer(run, name);
  judge(run);
}

function judge(run: Run): void {
  if (run.exitJudged) return;
  run.exitJudged = true;
  judgeHow(run);
  failPending(run, goneWords(run), run.stopAsked ? 'closed' : 'exit');
}

function goneWords(run: Run): string {
  return `the extension ${how(run)}${run.stopAsked ? ' after it was asked to stop' : ''}`;
}

function judgeHow(run: Run): void {
  if (!run.hello) return withoutHello(run);
  if (run.exitAsked) return;
  if (run.exit?.code === 0) return unasked(run);
  problem(run, {
    code: 'crashed',
    severity: 'error',
    message: `The extension ${how(run)} ${during(run)}, and nobody had asked it to.${pendingWords(run)}${lastWords(run)}`,
    fix:
      run.stderr.count > 0
        ? 'Read its last lines on stderr; they stand right before the exit.'
        : 'It left no reason: look for what ends the process, and let it write to stderr before.',
    source: 'real host, May 2026: tools and commands are gone, a pending call waits out its time',
  });
}

function withoutHello(run: Run): void {
  // The deadline's own problem has said it.
  if (run.givenUp) return;
  const ran = inWords(msSince(run, run.spawnedUs));
  if (!run.exitAsked)
    return problem(run, {
      code: 'exited-before-hello',
      severity: 'error',
      message: `The extension ${how(run)} before it said hello, ${ran} after the start.${lastWords(run)}`,
      fix:
        run.stderr.count > 0
          ? 'See what it says on stderr.'
          : 'Run its command in a terminal and see what it says.',
      source: 'real host, May 2026: the load fails',
    });
  problem(run, {
    code: 'no-hello',
    severity: run.helloOverdue ? 'error' : 'info',
    message: `The extension never said hello in the ${ran} it ran; the real host would still be waiting.${lastWords(run)}`,
    fix: 'Write hello to stdout as the first line, and flush it.',
    source: 'seed, HelloFromExt; real host, May 2026: no hello deadline',
  });
}

function unasked(run: Run): void {
  problem(run, {
    code: 'exited-unasked',
    severity: 'warning',
    message: `The extension exited with code 0 ${during(run)}, although nobody had asked it to.${pendingWords(run)}${lastWords(run)}`,
    fix: 'Keep reading stdin until shutdown comes or stdin ends.',
    source: 'real host, May 2026: tools and commands are gone from then on',
  });
}

function how(run: Run): string {
  return run.exit ? exitWords(run.exit) : 'went away';
}

function during(run: Run): string {
  return run.readyBy ? 'after it was ready' : 'while it was registering';
}

function pendingWords(run: Run): string {
  const { size } = run.requests.open;
  if (size === 0) return '';
  const named = [...run.requests.open.values()]
    .slice(0, namedPending)
    .map(({ id, type, name }) => `${type} ${quote(id)}${name ? ` to ${quote(name)}` : ''}`);
  const rest = size > namedPending ? ` and ${size - namedPending} more` : '';
  return ` Unanswered: ${named.join(', ')}${rest}.`;
}

function lastWords(run: Run): string {
  const words = run.stderr.telling();
  if (words !== undefined) return ` Last on stderr: ${words}.`;
  const stray = run.stray.telling();
  return stray === undefined
    ? ' It wrote nothing to stderr.'
    : ` Last on stdout: ${stray}; nothing on stderr.`;
}
