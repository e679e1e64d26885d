// The host's rules for ending an extension: shutdown and the end of stdin, grace, SIGTERM, grace, SIGKILL of the whole
// group. Pure. The acknowledgement is not waited for: real hosts wait for the exit only.

import {
  changeState,
  clearTimer,
  decide,
  inWords,
  msSince,
  problem,
  setTimer,
  type Run,
} from './machine-types.ts';

const shutdownSource = 'seed, ShutdownFromHost; real host, May 2026';
const askedBy = {
  user: 'Asked to stop.',
  app: 'Framescope ends the session.',
  driver: 'A driver asked to stop.',
};

export function stopAsked(run: Run, by: 'user' | 'app' | 'driver'): void {
  const again = run.stopAsked;
  run.stopAsked = true;
  decide(run, 'stopAsked', { by }, again ? `${askedBy[by]} Asked again: killed at once.` : askedBy[by]);
  if (run.state === 'idle') return changeState(run, 'ended', 'It was never started.');
  // Not spawned yet: the sequence begins when it is.
  if (run.state === 'starting' && !again) return;
  if (again || run.state === 'stopping') return killNow(run, 'asked to stop a second time');
  // Its outputs are closed as well: nothing is left to be told to stop, and its end is about to come.
  if (run.exit && run.closedOutputs.size === 2)
    return changeState(run, 'stopping', 'The process is gone already.');
  beginShutdown(run);
}

/** Sends shutdown, closes stdin and starts the grace. */
export function beginShutdown(run: Run): void {
  const { shutdownGraceMs } = run.profile;
  run.stopUs = run.nowUs;
  for (const name of [...run.timers]) clearTimer(run, name);
  changeState(run, 'stopping', `shutdown, end of stdin, ${inWords(shutdownGraceMs)} to exit.`);
  run.out.push({ kind: 'send', frame: { type: 'shutdown' } }, { kind: 'closeInput' });
  setTimer(run, 'shutdown', shutdownGraceMs, 'SIGTERM to the process group');
}

/** The host ends it by itself, without being asked. */
export function giveUp(run: Run, reason: string): void {
  run.givenUp = true;
  for (const name of [...run.timers]) clearTimer(run, name);
  changeState(run, 'stopping', `The host gives up: ${reason}.`);
  run.out.push({ kind: 'closeInput' });
  terminate(run, reason);
}

function terminate(run: Run, reason: string): void {
  run.stopUs = run.nowUs;
  changeState(run, 'stopping', `SIGTERM: ${reason}.`);
  run.out.push({ kind: 'signal', signal: 'SIGTERM', reason });
  setTimer(run, 'term', run.profile.termGraceMs, 'SIGKILL to the process group');
}

function killNow(run: Run, reason: string): void {
  for (const name of [...run.timers]) clearTimer(run, name);
  changeState(run, 'stopping', `SIGKILL: ${reason}.`);
  run.out.push({ kind: 'signal', signal: 'SIGKILL', reason });
}

export function shutdownPassed(run: Run): void {
  const grace = inWords(run.profile.shutdownGraceMs);
  const message = `Still running ${grace} after shutdown and the end of stdin: SIGTERM to the process group.`;
  passed(run, 'shutdown', 'SIGTERM to the process group', message);
  run.stopUs = run.nowUs;
  run.out.push({ kind: 'signal', signal: 'SIGTERM', reason: `no exit within ${grace} of shutdown` });
  setTimer(run, 'term', run.profile.termGraceMs, 'SIGKILL to the process group');
}

export function termPassed(run: Run): void {
  const grace = inWords(run.profile.termGraceMs);
  const message = `Still running ${grace} after SIGTERM: SIGKILL to the process group.`;
  passed(run, 'term', 'SIGKILL to the process group', message);
  run.out.push({ kind: 'signal', signal: 'SIGKILL', reason: `no exit within ${grace} of SIGTERM` });
  problem(run, {
    code: 'ignored-sigterm',
    severity: 'warning',
    message: 'The extension heeded neither shutdown, nor the end of stdin, nor SIGTERM; it had to be killed.',
    fix: 'Exit on a shutdown frame, or at the latest when stdin ends.',
    source: shutdownSource,
  });
}

function passed(run: Run, deadline: string, outcome: string, message: string): void {
  decide(run, 'deadlinePassed', { deadline, afterMs: msSince(run, run.stopUs), outcome }, message);
}
