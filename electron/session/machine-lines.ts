// The host's rules for lines of the extension: where each goes, and what to make of lines that are no frames, come out of
// order, or report an error. Pure. What is wrong with a line taken alone is the codec's to say, on that line; here is only
// what follows from the run, and it is told once, not on every line of a flood.

import type { Decoded, FrameDef } from '../../shared/protocol/define.ts';
import { bytes, readingStops } from '../../shared/protocol/not-frame.ts';
import { quote } from '../../shared/protocol/say.ts';
import type { HostState } from '../../shared/session/entries.ts';
import { textMember } from './frame-fields.ts';
import { beforeHello, bomBeforeHello, isRegistration, onHello, onReady } from './machine-handshake.ts';
import { isPanelFrame, onPanelFrame } from './machine-panels.ts';
import { onRegisterCommand, onRegisterTool, onSubscribe } from './machine-registry.ts';
import { onAnswer } from './machine-requests.ts';
import { decide, firstTime, problem, type Run, type SeenLine } from './machine-types.ts';

type Known = Extract<Decoded, { kind: 'frame' }>;
type NotFrame = Extract<Decoded, { kind: 'notFrame' }>;

const stateWords: Record<HostState, string> = {
  idle: 'has not started it',
  starting: 'is starting it',
  awaitingHello: 'waits for hello',
  registering: 'takes registrations',
  ready: 'is ready',
  stopping: 'is stopping it',
  ended: 'has ended it',
};

export function seeLine(run: Run, decoded: Decoded, line: number, seen: SeenLine): void {
  const first = !run.anyFrame && run.strayLines === 0;
  if (first && seen.bom) bomBeforeHello(run, line);
  if (decoded.kind === 'notFrame') return seeStray(run, decoded, line, seen, first);
  const { type } = decoded;
  if (type === 'bootstrap' && !run.hello && isKnown(run, decoded))
    return void run.out.push({ kind: 'restartTimer', name: 'hello' });
  run.anyFrame = true;
  if (type === 'hello') return onHello(run, decoded.frame, line);
  if (!run.hello && run.state !== 'stopping') return beforeHello(run, type, line);
  if (run.timers.has('auto-ready')) run.out.push({ kind: 'restartTimer', name: 'auto-ready' });
  if (decoded.kind === 'frame') seeFrame(run, decoded, line, seen);
}

function seeFrame(run: Run, decoded: Known, line: number, seen: SeenLine): void {
  const { frame, type, def } = decoded;
  if (type === 'error') return seeError(run, textMember(frame, 'message') ?? '', line);
  // The host does not know it; the codec has said so.
  if (!isKnown(run, decoded)) return;
  // Whatever the state: the real host matches answers by their id alone.
  if (run.requests.answers.has(type) && (run.requests.open.size > 0 || def.legalIn.includes(run.state)))
    return onAnswer(run, decoded, line, seen.text ?? '');
  const inOrder = def.legalIn.includes(run.state) || (isRegistration(type) && run.state === 'ready');
  if (!inOrder) return outOfOrder(run, def, line);
  if (type === 'ready') return onReady(run, line);
  if (type === 'subscribe') return onSubscribe(run, frame, line);
  if (type === 'register_tool') return onRegisterTool(run, frame, line, seen);
  if (type === 'register_command') return onRegisterCommand(run, frame, line);
  const wrong = decoded.issues.find((issue) => issue.severity === 'error');
  if (wrong) return dropWhole(run, type, wrong.message, line);
  if (isPanelFrame(type)) return onPanelFrame(run, type, frame, line);
  if (type === 'notify')
    seeNotify(run, textMember(frame, 'level') ?? '', textMember(frame, 'message') ?? '', line);
}

function isKnown(run: Run, decoded: Decoded): boolean {
  return decoded.kind === 'frame' && decoded.def.dialects.includes(run.profile.name);
}

/** True for what hosts show in a look of its own; any other level is shown too. */
export function isUsualLevel(level: unknown): boolean {
  return level === 'info' || level === 'warn' || level === 'error' || level === 'success';
}

function seeNotify(run: Run, level: string, message: string, line: number): void {
  if (isUsualLevel(level)) return;
  const words = `Shown with level ${quote(level)} as it is; the seed names info, warn, error and success.`;
  decide(run, 'notified', { level, message }, words, line);
}

function seeStray(run: Run, { reason }: NotFrame, line: number, seen: SeenLine, first: boolean): void {
  run.strayLines++;
  if (first) run.strayFirst = true;
  if (seen.text !== undefined) run.stray.push(seen.text);
  // A named mistake: the codec's words on that line say more than a hint to use stderr.
  if (reason === 'headerFraming' || reason === 'multiLineJson') run.framingMistaken = true;
  if (reason === 'multiLineJson' && !run.hello && /"type"\s*:/i.test(seen.text ?? '')) brokenHello(run, line);
  if (run.framingMistaken || reason === 'torn' || reason === 'tooLong') return;
  if (!firstTime(run, 'stdout-not-frame')) return;
  problem(run, {
    code: 'stdout-not-frame',
    severity: 'warning',
    message:
      'stdout carries lines that are no frames; this is the first. The host skips each of them, and frames around them still work.',
    fix: 'Log to stderr: stdout is for frames only.',
    source: 'real host, May 2026: logs "malformed json from extension" and skips the line',
    line,
  });
}

/** A piece with a type in it: not some dump, but a frame over several lines, and hello can't have come yet. */
function brokenHello(run: Run, line: number): void {
  if (!firstTime(run, 'multi-line-json')) return;
  problem(run, {
    code: 'multi-line-json',
    severity: 'error',
    message:
      'A frame seems to be printed over several lines. The host reads each line by itself, so it will never find a hello in them.',
    fix: 'Print each frame compact, on one line: JSON.stringify(frame) or json.dumps(frame), without indent.',
    source: 'seed: one JSON object, ended by one LF',
    line,
  });
}

/** Told while the line still comes: its end, and with it its row, may be long in coming. */
export function lineOver(run: Run, pipe: 'stdout' | 'stderr', bytesSoFar: number): void {
  const isFrames = pipe === 'stdout';
  const code = isFrames ? 'line-too-long' : 'stderr-line-too-long';
  if (!firstTime(run, code)) return;
  const consequence = isFrames
    ? `Its beginning is kept; ${readingStops(run.profile)}`
    : 'Its beginning is kept and shown once it ends.';
  problem(run, {
    code,
    severity: isFrames ? 'error' : 'warning',
    message: `A line on ${pipe} is longer than is kept, ${bytes(bytesSoFar)} so far, and has not ended. ${consequence}`,
    fix: isFrames ? 'End each frame with a line feed.' : 'End log lines with a line feed.',
    source: run.profile.source,
  });
}

function seeError(run: Run, message: string, line: number): void {
  problem(run, {
    code: 'error-frame',
    severity: 'warning',
    message: `The extension reports an error: ${quote(message)}. Only the seed has this frame; real hosts log it as an unknown type and ignore it.`,
    fix: 'Answer a failed call with is_error or error, and tell the user with notify.',
    source: 'seed, Error; real host, May 2026',
    line,
  });
}

function dropWhole(run: Run, type: string, why: string, line: number): void {
  if (!firstTime(run, `dropped ${type}`)) return;
  const words = `${type} is dropped whole, as the real host drops a frame with a field of a wrong type. ${why}`;
  decide(run, 'frameIgnored', { why }, words, line);
}

function outOfOrder(run: Run, def: FrameDef, line: number): void {
  const { type } = def;
  if (run.state === 'stopping' && run.helloTooLate)
    return decide(
      run,
      'frameIgnored',
      { why: 'stopping' },
      `${type} is ignored: the host is stopping.`,
      line,
    );
  if (!firstTime(run, `order ${type} ${run.state}`)) return;
  const legal = run.frames
    .filter((other) => other.from === 'extension' && other.dialects.includes(run.profile.name))
    .filter((other) => other.legalIn.includes(run.state))
    .map((other) => other.type);
  problem(run, {
    code: 'frame-out-of-order',
    severity: 'warning',
    message: `${type} is out of order while the host ${stateWords[run.state]}.`,
    fix: legal.length > 0 ? `In order now: ${legal.join(', ')}.` : 'No frame is in order now.',
    source: def.source,
    line,
  });
}
