// The host's rules from the start of the process to the end of registration: hello, hello_ack, ready by frame, by silence
// or by the deadline. Pure: changes the run and says what is to be done.

import type { JsonObject } from '../../shared/protocol/define.ts';
import { quote } from '../../shared/protocol/say.ts';
import { textListMember, textMember } from './frame-fields.ts';
import { startListening } from './machine-registry.ts';
import { giveUp } from './machine-shutdown.ts';
import {
  changeState,
  clearTimer,
  decide,
  firstTime,
  inWords,
  msSince,
  problem,
  setTimer,
  type Run,
} from './machine-types.ts';

const helloHintMs = 3_000;
const helloSource = 'seed, HelloFromExt; real host, May 2026';

export function spawned(run: Run): void {
  run.spawnedUs = run.nowUs;
  changeState(run, 'awaitingHello', 'The process runs; the host waits for hello.');
  const { helloDeadlineMs } = run.profile;
  if (helloDeadlineMs !== null) setTimer(run, 'hello', helloDeadlineMs, 'give up on the extension');
  if (helloDeadlineMs === null || helloDeadlineMs > helloHintMs)
    setTimer(run, 'hello hint', helloHintMs, 'a hint only: the host goes on waiting');
}

export function onHello(run: Run, frame: JsonObject, line: number): void {
  const name = textMember(frame, 'name');
  if (run.hello) return helloRepeated(run, name ?? '', line);
  if (!name) return helloWithoutName(run, line);
  run.hello = { name };
  clearTimer(run, 'hello');
  clearTimer(run, 'hello hint');
  if (run.state === 'stopping') return helloTooLate(run, line);
  run.helloUs = run.nowUs;
  const version = textMember(frame, 'version') ?? '';
  const capabilities = textListMember(frame, 'capabilities') ?? [];
  const after = inWords(msSince(run, run.spawnedUs));
  const spoken = `hello from ${name}${version ? ` ${version}` : ''}, ${after} after the start.`;
  decide(run, 'helloAccepted', { name, version, capabilities }, spoken, line);
  startListening(run, name);
  warnAboutFirstLine(run, line);
  compareWithManifest(run, name, line);
  changeState(run, 'registering', 'hello was accepted; registrations may follow.');
  run.out.push({ kind: 'send', frame: helloAck(run), answers: line });
  const { autoReadyMs, readyDeadlineMs } = run.profile;
  setTimer(run, 'auto-ready', autoReadyMs, 'take the silence for ready');
  setTimer(run, 'ready', readyDeadlineMs, 'proceed without ready');
}

/** Fields in the catalogue's order; those that not every dialect has are sent only where the catalogue says so. */
function helloAck(run: Run): JsonObject {
  const { settings, target, profile, frames } = run;
  const def = frames.find(({ from, type }) => from === 'host' && type === 'hello_ack');
  const extensionDir = settings.extensionDir ?? target.cwd;
  const values: Record<string, unknown> = {
    type: 'hello_ack',
    protocol_version: settings.protocolVersion,
    zot_version: settings.hostVersion,
    terva_version: settings.hostVersion,
    provider: settings.provider,
    model: settings.model,
    cwd: settings.projectDir,
    extension_dir: extensionDir,
    // Real host, May 2026: data_dir is the extension's folder too.
    data_dir: settings.dataDir ?? extensionDir,
    capabilities: ['call_tool'],
    supported_events: profile.events,
  };
  const known = Object.keys((def?.schema.properties ?? values) as object).filter((field) => {
    const dialects = def?.fieldDialects?.[field];
    return field in values && (!dialects || (dialects.includes(profile.name) && values[field] !== ''));
  });
  return Object.fromEntries(known.map((field) => [field, values[field]]));
}

function helloRepeated(run: Run, name: string, line: number): void {
  problem(run, {
    code: 'hello-repeated',
    severity: 'warning',
    message: `A second hello, from ${quote(name)}: the host has accepted ${quote(run.hello!.name)} and ignores this one.`,
    fix: 'Say hello once, as the first frame.',
    source: helloSource,
    line,
  });
}

function helloWithoutName(run: Run, line: number): void {
  problem(run, {
    code: 'hello-without-name',
    severity: 'error',
    message:
      'hello has no name, or one that is not text. The real host refuses to load the extension: first frame must be hello (got "hello"). Framescope goes on waiting for a hello with a name.',
    fix: 'Give hello a non-empty "name", the same as in extension.json.',
    source: helloSource,
    line,
  });
}

function helloTooLate(run: Run, line: number): void {
  run.helloTooLate = true;
  const after = inWords(msSince(run, run.spawnedUs));
  problem(run, {
    code: 'hello-too-late',
    severity: 'error',
    message: `hello came only after the host had asked the extension to stop, ${after} after the start: stdout may not have been flushed, or was no line yet. It is shown, but nothing is registered any more.`,
    fix: flushFix(run),
    source: helloSource,
    line,
  });
}

function warnAboutFirstLine(run: Run, line: number): void {
  if (!run.strayFirst) return;
  const lines =
    run.strayLines === 1 ? 'a line that is no frame' : `${run.strayLines} lines that are no frames`;
  problem(run, {
    code: 'hello-not-first',
    severity: 'warning',
    message: `hello came after ${lines}. Framescope loads the extension all the same; the real host demands hello on the first line of stdout and refuses with: first frame must be hello (got "").`,
    fix: 'Write nothing to stdout before hello; log to stderr.',
    source: helloSource,
    line,
  });
}

function compareWithManifest(run: Run, name: string, line: number): void {
  const { manifest } = run.target;
  if (!manifest || manifest.name === name) return;
  problem(run, {
    code: 'hello-name-differs',
    severity: 'info',
    message: `hello says ${quote(name)}, extension.json says ${quote(manifest.name)}: the manifest's name counts.`,
    fix: 'Use one name in both.',
    source: 'real host, May 2026',
    line,
  });
}

/** A frame of another type, known or not, before hello. */
export function beforeHello(run: Run, type: string, line: number): void {
  if (firstTime(run, 'hello-not-first'))
    problem(run, {
      code: 'hello-not-first',
      severity: 'error',
      message: `A frame of type ${quote(type)} came before hello. The real host refuses to load the extension: first frame must be hello (got ${quote(type)}). Framescope goes on waiting for hello.`,
      fix: 'Send hello first, then register.',
      source: helloSource,
      line,
    });
  if (isRegistration(type))
    decide(run, 'frameIgnored', { why: 'before hello' }, `${type} is ignored: it came before hello.`, line);
}

/** A byte order mark before the first line. */
export function bomBeforeHello(run: Run, line: number): void {
  problem(run, {
    code: 'bom-before-hello',
    severity: 'warning',
    message:
      'A byte order mark stands before the first line. Framescope reads past it; the real host refuses to load the extension.',
    fix: 'Write UTF-8 without a byte order mark.',
    source: 'real host, May 2026',
    line,
  });
}

export function onReady(run: Run, line: number): void {
  if (run.state === 'registering') return endRegistration(run, 'frame', line);
  if (run.readyBy === 'frame') {
    problem(run, {
      code: 'frame-out-of-order',
      severity: 'warning',
      message: 'A second ready: registration is over already, so it has no effect.',
      fix: 'Send ready once.',
      source: 'seed, ReadyFromExt',
      line,
    });
    return;
  }
  run.readyBy = 'frame';
  problem(run, {
    code: 'ready-late',
    severity: 'warning',
    message: `ready came ${inWords(msSince(run, run.helloUs))} after hello; the host had gone on without it.`,
    fix: `Send ready within ${inWords(run.profile.readyDeadlineMs)} of hello, and never be silent for ${inWords(run.profile.autoReadyMs)} before it.`,
    source: 'real host, May 2026',
    line,
  });
}

function endRegistration(run: Run, by: 'frame' | 'silence' | 'timeout', line?: number): void {
  run.readyBy = by;
  clearTimer(run, 'auto-ready');
  clearTimer(run, 'ready');
  const afterMs = msSince(run, run.helloUs);
  const words = {
    frame: `Ready, ${inWords(afterMs)} after hello.`,
    silence: `Taken for ready: no frame for ${inWords(run.profile.autoReadyMs)}, ${inWords(afterMs)} after hello.`,
    timeout: `Taken for ready: ${inWords(afterMs)} after hello the host proceeds without it.`,
  };
  decide(run, 'ready', { by, afterMs }, words[by], line);
  changeState(run, 'ready', words[by]);
}

export function autoReadyPassed(run: Run): void {
  endRegistration(run, 'silence');
  problem(run, {
    code: 'no-ready',
    severity: 'info',
    message: `No ready frame: after ${inWords(run.profile.autoReadyMs)} of silence the host goes on (the real host looks every 250 ms, so it takes 250 to 530 ms). Tools registered later miss the agent's list.`,
    fix: 'Send ready after the last registration.',
    source: 'real host, May 2026',
  });
}

export function readyPassed(run: Run): void {
  const afterMs = msSince(run, run.helloUs);
  const outcome = 'proceed without ready';
  const value = { deadline: 'ready', afterMs, outcome };
  decide(
    run,
    'deadlinePassed',
    value,
    `No ready within ${inWords(run.profile.readyDeadlineMs)}: the host proceeds without it.`,
  );
  endRegistration(run, 'timeout');
  problem(run, {
    code: 'no-ready',
    severity: 'warning',
    message: `Neither ready nor silence within ${inWords(run.profile.readyDeadlineMs)} of hello: the host proceeds, and what is registered from now on is late.`,
    fix: 'Send ready after the last registration.',
    source: 'seed, ReadyFromExt; real host, May 2026',
  });
}

export function helloHintPassed(run: Run): void {
  run.helloOverdue = true;
  // A named mistake in the framing, or an exit, says more than this hint.
  if (run.framingMistaken || run.exitJudged) return;
  const waited = inWords(msSince(run, run.spawnedUs));
  problem(run, {
    code: 'no-hello-yet',
    severity: 'warning',
    message: helloHint(run, waited),
    fix: flushFix(run),
    source: helloSource,
  });
}

function helloHint(run: Run, waited: string): string {
  const still = 'The real host would wait without end.';
  if (run.anyFrame)
    return `${waited} after the start there is still no hello, though other frames came. ${still}`;
  if (run.strayLines > 0)
    return `${waited} after the start there is still no hello: what came on stdout is no frame, last ${run.stray.telling() ?? 'a blank line'}. ${still}`;
  if (run.stderr.count > 0)
    return `Nothing on stdout ${waited} after the start, though stderr speaks, last ${run.stderr.telling() ?? 'a blank line'}. Is hello written to stdout, and is stdout flushed? ${still}`;
  return `No output yet, ${waited} after the start; is stdout flushed? ${still}`;
}

export function helloPassed(run: Run): void {
  const deadlineMs = run.profile.helloDeadlineMs ?? 0;
  const outcome = 'give up on the extension';
  const value = { deadline: 'hello', afterMs: msSince(run, run.spawnedUs), outcome };
  const message = `No hello within ${inWords(deadlineMs)}: the host gives up on the extension.`;
  decide(run, 'deadlinePassed', value, message);
  problem(run, {
    code: 'hello-deadline',
    severity: 'error',
    message,
    fix: flushFix(run),
    source: run.profile.source,
  });
  giveUp(run, 'no hello came in time');
}

function flushFix(run: Run): string {
  const { manifest, argv } = run.target;
  const python = /python/i.test(`${manifest?.language ?? ''} ${argv[0] ?? ''}`);
  return python
    ? 'Flush stdout after each frame: print(…, flush=True), or set PYTHONUNBUFFERED=1 in the environment of this target.'
    : 'Flush stdout after each frame: on a pipe many runtimes keep output back until a buffer is full (Python: PYTHONUNBUFFERED=1).';
}

/** Types whose frames change what the host offers. */
export function isRegistration(type: string): boolean {
  return type === 'register_command' || type === 'register_tool' || type === 'subscribe' || type === 'ready';
}
