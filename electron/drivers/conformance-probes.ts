// The probes of a check: what a host may do to an extension, in runs of their own. Each says which rules are broken, with the
// rows that show it, and nothing else: a run that is provoked is not judged as a plain one.

import type { Evidence, Finding } from '../../shared/conformance/finding.ts';
import type { NotTried } from '../../shared/conformance/outcome.ts';
import type { SessionSummary } from '../../shared/session/summary.ts';
import { callTool } from './conformance-asks.ts';
import type { CheckParts, CheckRun } from './conformance-bench.ts';
import type { PlainRun } from './conformance-plain.ts';
import { pause, stopRun, untilQuiet, untilReady } from './conformance-waits.ts';

export interface Probed {
  readonly findings: readonly Finding[];
  readonly notTried: readonly NotTried[];
}

export type Probe = (run: CheckRun, parts: CheckParts, plain: PlainRun) => Promise<Probed>;

const one = (rule: string, evidence: Evidence): Finding => ({ rule, count: 1, evidence: [evidence] });

/** Fields that no host has today. */
const strangeFields = ',"framescope_unknown":{"nested":[1,null,"text"]},"framescope_more":true}';
const strangeFrames = [
  '{"type":"framescope_unknown","id":"framescope-1","value":[1,2]}',
  '{"type":"event","event":"framescope_unknown","more":{"deep":[null]}}',
  '{"type":"event","event":"turn_start","step":1,"framescope_unknown":true}',
];
const brokenLines = ['{"type":"event","event":', 'this line is no frame', '', '[1,2]'];

/** Unknown fields in hello_ack, then unknown frames, then broken lines; the first that it does not survive is told. */
export const nonsense: Probe = async (run, parts, plain) => {
  const stages = [
    { rule: 'survives-unknown-fields', after: 'a hello_ack with fields it does not know', lines: [] },
    { rule: 'survives-unknown-frames', after: 'frames it does not know', lines: strangeFrames },
    { rule: 'survives-nonsense', after: 'lines that are no frames', lines: brokenLines },
  ];
  await releaseAck(run, parts);
  let last = stages[0];
  for (const stage of stages) {
    last = stage;
    if (stage.lines.length === 0) await untilReady(run, parts.budgets.helloMs, parts);
    for (const text of stage.lines) run.session.send({ text }, 'driver');
    const trouble = await troubleOf(run, parts, plain);
    if (trouble) {
      await stopRun(run, true);
      const rest = stages.slice(stages.indexOf(stage) + 1);
      return {
        findings: [one(stage.rule, saidAfter(stage.after, trouble))],
        notTried: rest.map(({ rule }) => ({ rule, why: `it did not survive ${stage.after}` })),
      };
    }
  }
  await stopRun(run, slowToStop(plain));
  const trouble = last && badEnd(run, plain);
  return { findings: trouble && last ? [one(last.rule, saidAfter(last.after, trouble))] : [], notTried: [] };
};

/** Every line passes; hello_ack with fields that it did not have. */
async function releaseAck(run: CheckRun, { budgets, signal }: CheckParts): Promise<void> {
  const { session, journal } = run;
  const until = performance.now() + budgets.helloMs;
  while (performance.now() < until && session.state !== 'ended') {
    const [held] = session.status.held;
    if (held === undefined) {
      await pause(10, { signal });
      continue;
    }
    const [read] = await journal.entries(held, 1);
    const { entry, decoded } = read ?? {};
    const isAck = decoded?.kind === 'frame' && decoded.type === 'hello_ack' && decoded.def.from === 'host';
    if (isAck && entry?.kind === 'line' && 'text' in entry.raw) {
      session.release(held, { text: `${entry.raw.text.slice(0, -1)}${strangeFields}` });
      break;
    }
    session.release(held);
  }
  session.setMode('run');
}

/** stdin is filled: first while nothing runs, then while a tool does; and two calls are made at once. */
export const busy: Probe = async (run, parts, plain) => {
  const { budgets } = parts;
  const notTried: NotTried[] = [];
  const findings: Finding[] = [];
  await untilReady(run, budgets.helloMs, parts);
  const isPlugin = run.session.plugin !== undefined;
  const idle = isPlugin ? null : await flood(run, parts);
  if (idle) findings.push(one('stdin-read', idle));
  if (!plain.tool || idle) {
    const why = idle ? 'it does not read its stdin' : 'no tool was called and answered';
    for (const rule of ['two-at-once', 'reads-while-busy']) notTried.push({ rule, why });
  } else {
    const { name, args } = plain.tool;
    // One after the other would be no fault: each has its time.
    const withinMs = 2 * budgets.answerMs + budgets.stallMs;
    const calls = [1, 2].map(() => callTool(run, name, args, withinMs));
    const stalled = isPlugin ? null : await flood(run, parts);
    const ends = await Promise.all(calls);
    if (stalled)
      findings.push(
        one('reads-while-busy', { ...stalled, words: `${stalled.words} A call of ${name} was running.` }),
      );
    const silent = ends.find(({ answered }) => !answered);
    const trouble = diedHow(run);
    if (silent)
      findings.push(
        one('two-at-once', {
          seq: silent.line,
          words: `Of two calls of ${name} at once, one was not answered within ${withinMs / 1_000} s${trouble ? `: ${trouble.words}` : '.'}`,
        }),
      );
    else await untilQuiet(run, budgets.quietMs, parts);
    const mixed = silent ? undefined : mixedUp(run.journal.summary);
    if (mixed) findings.push(one('two-at-once', mixed));
  }
  await stopRun(run, slowToStop(plain) || findings.length > 0);
  return { findings, notTried };
};

function mixedUp({ problems }: SessionSummary): Evidence | undefined {
  const codes = ['answer-duplicate', 'answer-unknown-id', 'done-twice', 'done-unknown'];
  const found = problems.find(({ code }) => codes.includes(code));
  return found && { seq: found.seq, words: `With two calls at once: ${found.message}` };
}

/** Fills its stdin; what shows that nothing of it is read, or null. */
async function flood(run: CheckRun, { budgets, signal }: CheckParts): Promise<Evidence | null> {
  const { session, journal } = run;
  const text = JSON.stringify({ type: 'event', event: 'framescope_padding', text: 'x'.repeat(8_000) });
  const seq = journal.count + 1;
  for (let sent = 0; sent < budgets.floodBytes; sent += text.length) session.send({ text }, 'driver');
  let least = Number.POSITIVE_INFINITY;
  let sinceMs = performance.now();
  while (session.state === 'ready') {
    const { pendingWriteBytes } = session.status;
    if (pendingWriteBytes === 0) return null;
    if (pendingWriteBytes < least) sinceMs = performance.now();
    least = Math.min(least, pendingWriteBytes);
    if (performance.now() - sinceMs > budgets.stallMs)
      return {
        seq,
        words: `For ${budgets.stallMs / 1_000} s nothing was read of ${least.toLocaleString('en-US')} bytes that waited for it.`,
      };
    await pause(20, { signal });
  }
  return null;
}

/** The same start in an empty project. */
export const folder: Probe = async (run, parts, plain) => {
  const rule = 'any-folder';
  const reached = await untilReady(run, parts.budgets.helloMs, parts);
  const trouble = reached === 'ready' ? await troubleOf(run, parts, plain) : (diedHow(run) ?? neverReady);
  await stopRun(run, slowToStop(plain) || trouble !== null);
  const ended = trouble ?? badEnd(run, plain);
  if (!ended) return { findings: [], notTried: [] };
  return { findings: [one(rule, { ...ended, words: `In an empty project: ${ended.words}` })], notTried: [] };
};

const neverReady: Evidence = { seq: null, words: 'It did not become ready.' };

/** What shows that it is worse off than in the plain run: it is gone, or answers no more. */
async function troubleOf(run: CheckRun, parts: CheckParts, plain: PlainRun): Promise<Evidence | null> {
  const { budgets } = parts;
  const { sign } = plain;
  let answered = false;
  if (sign && run.session.state === 'ready') {
    const asked = await sign.ask(run, budgets.answerMs);
    const { line, what } = asked;
    answered = asked.answered;
    if (!answered) {
      await untilQuiet(run, Math.min(budgets.quietMs, 100), parts);
      return diedHow(run) ?? { seq: line, words: `${what} was not answered any more.` };
    }
  }
  // What was answered came after all that was sent before; only what goes wrong later is still to be seen.
  await untilQuiet(run, answered ? Math.min(budgets.quietMs, 100) : budgets.quietMs, parts, budgets.quietMs);
  return diedHow(run);
}

/** How its process ended, without having been asked to. */
function diedHow({ session, journal }: CheckRun): Evidence | null {
  if (session.state !== 'ended' && session.state !== 'stopping') return null;
  const { problems, exit } = journal.summary;
  const found = problems.findLast(({ severity, code }) => severity === 'error' || code === 'exited-unasked');
  if (found) return { seq: found.seq, words: found.message };
  return {
    seq: null,
    words: exit ? `its process ended with code ${exit.code ?? exit.signal}.` : 'its process is gone.',
  };
}

/** An exit code that the plain run did not have: it broke on the way out. */
function badEnd({ journal }: CheckRun, plain: PlainRun): Evidence | null {
  const { exit } = journal.summary;
  if (!exit || exit.code === 0 || exit.signal !== null || exit.code === plain.exit?.code) return null;
  return {
    seq: null,
    words: `its process ended with code ${exit.code}, and with ${plain.exit?.code ?? 'none'} otherwise.`,
  };
}

function saidAfter(after: string, { seq, words }: Evidence): Evidence {
  return { seq, words: `After ${after}: ${words}` };
}

/** What takes its time to stop is not waited for again. */
function slowToStop({ findings }: PlainRun): boolean {
  return findings.some(({ rule }) => rule === 'gone-in-time' || rule === 'heeds-sigterm');
}
