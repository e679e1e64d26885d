// npm test [-- STEP…]: sets up what is missing, then runs every step (or those named) even when one fails, so that one
// run tells everything. Its last line is the sum. What the steps are is in test-steps.mjs.
import './require-node.mjs';
import fs from 'node:fs';
import path from 'node:path';
import { run, withDisplay } from './launch.mjs';
import { main, setup } from './setup.mjs';
import { countsOf } from './test-counts.mjs';
import { countsDir, steps } from './test-steps.mjs';

/** @typedef {import('./test-steps.mjs').Step} Step */
/** @typedef {import('./test-counts.mjs').Counts & { name: string, seconds: number }} Outcome */

const say = (/** @type {string} */ text) => process.stdout.write(`${text}\n`);

await main(async () => {
  const chosen = choose(process.argv.slice(2));
  const missing = await prepare(chosen);
  if (missing !== undefined) {
    process.stderr.write(`\n${missing}\n`);
    // Whoever reads only the last line must not take it for a run without failures.
    tell([notRun('set-up', 'something is missing: see above')], false);
    return 1;
  }
  fs.rmSync(countsDir, { recursive: true, force: true });
  fs.mkdirSync(countsDir, { recursive: true });
  /** @type {Outcome[]} */
  const outcomes = [];
  let interrupted = false;
  for (const step of chosen) {
    if (outcomes.some((outcome) => outcome.name === step.needs && outcome.failed > 0)) {
      outcomes.push(notRun(step.name, `not run: ${step.needs} failed`));
      continue;
    }
    const done = await runStep(step);
    outcomes.push(done.outcome);
    interrupted = done.interrupted;
    if (interrupted) break;
  }
  tell(outcomes, interrupted);
  if (interrupted) return 130;
  return outcomes.some((outcome) => outcome.failed > 0) ? 1 : 0;
});

/** @param {Step[]} chosen @returns {Promise<string | undefined>} what is missing, in words */
async function prepare(chosen) {
  const electron = chosen.some((step) => step.kind === 'playwright');
  const tests = chosen.some((step) => step.kind !== 'check');
  try {
    await setup({ electron, tests });
    return undefined;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** @param {string} name @param {string} note @returns {Outcome} */
function notRun(name, note) {
  return { name, passed: 0, failed: 1, skipped: 0, seconds: 0, note };
}

/** @param {string[]} names none means all */
function choose(names) {
  const unknown = names.filter((name) => !steps.some((step) => step.name === name));
  if (unknown.length > 0)
    throw new Error(
      `There is no step ${unknown.join(', ')}. Steps: ${steps.map((step) => step.name).join(', ')}.`,
    );
  if (names.length === 0) return steps;
  const needed = steps.filter((step) => names.includes(step.name)).map((step) => step.needs);
  return steps.filter((step) => names.includes(step.name) || needed.includes(step.name));
}

/** @param {Step} step */
async function runStep(step) {
  say(`\n== ${step.name}`);
  const from = performance.now();
  const work = () => run(process.execPath, step.args, step.env ? { env: step.env } : {});
  const ended = await (step.kind === 'playwright' ? withDisplay(work) : work());
  const seconds = (performance.now() - from) / 1000;
  const counts = countsOf(step.kind, ended.code, path.join(countsDir, `${step.name}.json`));
  return { outcome: { name: step.name, seconds, ...counts }, interrupted: ended.interrupted };
}

/** @param {Outcome[]} outcomes @param {boolean} interrupted */
function tell(outcomes, interrupted) {
  const cell = (/** @type {string | number} */ value) => String(value).padStart(9);
  say(`\n${'step'.padEnd(12)}${['passed', 'failed', 'skipped', 'seconds'].map(cell).join('')}`);
  for (const { name, passed, failed, skipped, seconds, note } of outcomes)
    say(
      `${name.padEnd(12)}${[passed, failed, skipped, seconds.toFixed(1)].map(cell).join('')}${note ? `   ${note}` : ''}`,
    );
  if (interrupted) say('interrupted: the steps after this one were not run');
  const sum = (/** @type {'passed' | 'failed' | 'skipped'} */ key) =>
    outcomes.reduce((n, outcome) => n + outcome[key], 0);
  const skipped = sum('skipped');
  say(`\n${sum('passed')} passed, ${sum('failed')} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
}
