// The rules for the end of a plugin: asked for, given up on, a crash, an exit. The process is always killed in the end, for
// ending by itself while threads of the plugin live can crash. Pure.

import { isFaultCode } from '../../../shared/protocol/opcode/faults.ts';
import { inWords } from '../machine-types.ts';
import { abandon, callWords, stopWatching } from './calls.ts';
import { handlersOf } from './plugin-offers.ts';
import {
  changeState,
  clearTimer,
  decide,
  fault,
  send,
  setTimer,
  type InFlight,
  type OpcodeInput,
  type OpcodeRun,
} from './opcode-types.ts';

const askedBy = {
  user: 'Asked to stop.',
  app: 'Framescope ends the session.',
  driver: 'A driver asked to stop.',
};

/** The host tells session_shutdown, lets what runs come to its end, and kills the process. */
export function stopAsked(run: OpcodeRun, by: 'user' | 'app' | 'driver'): void {
  const again = run.stopAsked;
  run.stopAsked = true;
  decide(run, 'stopAsked', { by }, again ? `${askedBy[by]} Asked again: killed at once.` : askedBy[by]);
  if (run.state === 'idle') return changeState(run, 'ended', 'It was never started.');
  if (again || run.state !== 'ready')
    return kill(run, again ? 'asked to stop a second time' : 'asked to stop');
  const { shutdownGraceMs } = run.profile;
  changeState(run, 'stopping', `session_shutdown, then ${inWords(shutdownGraceMs)} for what still runs.`);
  if (run.rules.dispatched.includes('session_shutdown'))
    for (const { registration } of handlersOf(run.offered, 'session_shutdown'))
      send(run, {
        type: 'event',
        id: run.mintId(),
        event: 'session_shutdown',
        registration,
        payload_json: JSON.stringify({ session_id: run.sessionId }),
      });
  setTimer(run, 'shutdown', shutdownGraceMs, 'SIGKILL to the process group');
  run.out.push({ kind: 'afterHostLines' });
}

export function hostLinesPassed(run: OpcodeRun): void {
  run.stopMarked = true;
  stopWhenFree(run);
}

/** Asked after each return: nothing runs any more, so the process can go. */
export function stopWhenFree(run: OpcodeRun): void {
  if (!run.stopMarked || run.inFlight.length > 0) return;
  run.stopMarked = false;
  run.out.push({ kind: 'word', word: { memory: true } });
}

/** What the plugin still holds was counted: the last thing that is asked of the process. */
export function memoryCounted(run: OpcodeRun, count: number, bytes: number): void {
  if (run.state !== 'stopping') return;
  if (count > 0) fault(run, 'memory-never-freed', { count, bytes });
  kill(run, 'everything has come to its end');
}

export function shutdownPassed(run: OpcodeRun): void {
  const [call] = run.inFlight;
  const what = call ? `${callWords(call)} has not returned` : 'the process does not answer';
  const message = `Still running ${inWords(run.profile.shutdownGraceMs)} after session_shutdown: ${what}.`;
  const afterMs = run.profile.shutdownGraceMs;
  decide(
    run,
    'deadlinePassed',
    { deadline: 'shutdown', afterMs, outcome: 'SIGKILL to the process group' },
    message,
  );
  kill(run, 'it did not come to its end in time');
}

export function giveUp(run: OpcodeRun, reason: string): void {
  run.givenUp = true;
  kill(run, reason);
}

function kill(run: OpcodeRun, reason: string): void {
  clearTimer(run, 'shutdown');
  stopWatching(run);
  changeState(run, 'stopping', `SIGKILL: ${reason}.`);
  run.out.push({ kind: 'signal', signal: 'SIGKILL', reason });
}

export function spawnFailed(run: OpcodeRun, message: string, fix: string | undefined): void {
  run.spawnFailed = true;
  run.out.push({
    kind: 'record',
    entry: { kind: 'problem', code: 'spawn-failed', severity: 'error', message, ...(fix ? { fix } : {}) },
  });
  end(run, 'The process could not be started.');
}

/** Under a debugger it is the debugger that exits: how the plugin ended is in its report then. */
export function exited(run: OpcodeRun, code: number | null, signal: string | null): void {
  run.exit = signal === null && run.crash ? { code: null, signal: run.crash.signal } : { code, signal };
  judgeExit(run);
}

export function end(run: OpcodeRun, reason?: string): void {
  if (!run.spawnFailed) judgeExit(run);
  clearTimer(run, 'shutdown');
  stopWatching(run);
  run.offers.listening = false;
  run.offers.version++;
  abandon(run, goneWords(run), run.stopAsked ? 'closed' : 'exit');
  changeState(run, 'ended', reason ?? `The process ${goneWords(run).replace('the plugin ', '')}.`);
}

function judgeExit(run: OpcodeRun): void {
  if (run.exitJudged) return;
  run.exitJudged = true;
  const { exit, stopAsked: stopped, givenUp } = run;
  const wanted = (stopped || givenUp || run.childBroken) && (exit?.signal === 'SIGKILL' || exit === null);
  if (!wanted) judgeCrash(run);
  abandon(run, goneWords(run), stopped ? 'closed' : 'exit');
}

function judgeCrash(run: OpcodeRun): void {
  const { exit, crash, lastCall } = run;
  if (!run.childSetUp) return childFailed(run);
  const [call] = run.inFlight;
  const last = lastCall === '' ? '' : ` Its last call was ${lastCall}.`;
  const printed = run.printed.telling();
  const words = printed === undefined ? last : `${last} Last printed: ${printed}.`;
  const line = call?.line;
  if (exit?.signal === null || exit === null)
    return fault(
      run,
      'exited-in-call',
      { code: exit?.code ?? 'unknown', inFlight: inFlightWords(run, call), last: words },
      line,
    );
  const onLoop = crash?.thread === null || crash?.thread === undefined || crash.thread === run.loopThread;
  fault(
    run,
    'crashed',
    {
      signal: exit.signal ?? '',
      where: whereWords(run),
      address: crash?.address ? `, at the address ${crash.address}` : '',
      inFlight: inFlightWords(run, onLoop ? call : undefined),
      threadWords: onLoop ? '' : ` It happened on thread ${crash.thread}, one of the plugin's own.`,
      last: words,
    },
    line,
  );
}

/** It went before it had begun: that is none of the plugin's doing. */
function childFailed(run: OpcodeRun): void {
  const printed = run.printed.telling();
  const how = `it ${goneWords(run).replace('the plugin ', '')}`;
  fault(run, 'child-failed', { reason: printed === undefined ? how : `${how} and said ${printed}` });
}

/** Where in the plugin it was; what it had called from there is in the stack. */
function whereWords({ crash, target }: OpcodeRun): string {
  const library = target.plugin?.library.split('/').at(-1) ?? '';
  const own = crash?.frames.find((frame) => frame.includes(library)) ?? crash?.frames[0];
  return own === undefined ? '' : ` in ${own}`;
}

function inFlightWords(run: OpcodeRun, call: InFlight | undefined): string {
  if (!call) return 'No call of the host was under way.';
  const others = run.inFlight.length - 1;
  return `Under way was ${callWords(call)}${others > 0 ? ` and ${others} more waited` : ''} (line ${call.line}).`;
}

function goneWords(run: OpcodeRun): string {
  const { exit } = run;
  if (!exit) return 'the plugin is gone';
  const how = exit.signal === null ? `exited with code ${exit.code}` : `was ended by ${exit.signal}`;
  return `the plugin ${how}${run.stopAsked ? ' after it was asked to stop' : ''}`;
}

/** A fault that the process saw; one that it has no name for is ours. */
export function childFault(run: OpcodeRun, input: Extract<OpcodeInput, { kind: 'fault' }>): void {
  const { code, words, line } = input;
  if (isFaultCode(code)) fault(run, code, words, line ?? undefined);
  else throw new Error(`The process names a fault that is not known: ${code}`);
}
