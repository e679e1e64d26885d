// Our outcome of a scenario against the recorded one, and the freedom each recording leaves: orders the real host does not
// keep, counts that depend on time, and the differences of our host that are meant.

import { expect } from 'vitest';
import type { Outcome } from './play.ts';
import type { ProcessLog, Received, Report, Scenario, Transcript } from './scenario.ts';
import { anyId } from './told.ts';

const toldKinds = new Set(['notify', 'panel_render', 'panel_close']);

/** Throws on the first difference. */
export function compare(name: string, scenario: Scenario, transcript: Transcript, outcome: Outcome): void {
  compareLines(scenario, transcript, outcome);
  compareResults(scenario, transcript, outcome);
  for (const dir of Object.keys(outcome.told)) {
    const wanted = transcript.reports.filter(({ kind, ext }) => toldKinds.has(kind) && ext === dir);
    if (name === '40-env-cwd-stderr') compareEnvironment(outcome.told[dir] ?? [], wanted);
    else expect(outcome.told[dir]).toEqual(wanted);
  }
  compareReady(name, transcript, outcome);
  for (const [dir, end] of Object.entries(outcome.ends))
    expect(transcript.exts[dir]?.processes.at(-1)?.end).toMatchObject(end);
  const failed = Object.entries(transcript.exts).filter(([, { processes }]) => processes.length === 0);
  expect(outcome.notLoaded).toEqual(failed.map(([dir]) => dir));
}

function compareLines(
  { order_free: free }: Scenario,
  { exts, varies }: Transcript,
  { received }: Outcome,
): void {
  for (const [dir, { processes }] of Object.entries(exts)) {
    if (processes.length === 0) continue;
    const ours = received[dir] ?? [];
    const recorded = processes.map(linesOf);
    if (free === undefined) expect(ours).toEqual(recorded);
    // The real host writes events concurrently; only which lines there are is certain.
    if (free === 'events') expect(ours.map(sorted)).toEqual(recorded.map(sorted));
    if (free !== 'chain') continue;
    // The real host asks guards in an order of its own each time: any one it was seen to take will do.
    const variants = varies
      .filter(({ section }) => section === `exts/${dir}/processes`)
      .flatMap(({ others }) => others as ProcessLog[][])
      .map((others) => others.map(linesOf));
    for (const [process, lines] of ours.entries())
      for (const [at, line] of lines.entries()) {
        const seen = [recorded, ...variants].map((run) => anyId(run[process]?.[at] ?? {}));
        expect(seen).toContainEqual(anyId(line));
      }
  }
}

function linesOf({ received }: ProcessLog): Received[] {
  return received.map(({ t: _t, ...entry }) => entry);
}

function sorted(received: readonly Received[]): string[] {
  return received.map((entry) => JSON.stringify(entry)).sort();
}

function compareResults(
  { order_free: free }: Scenario,
  { reports, varies }: Transcript,
  outcome: Outcome,
): void {
  const wanted = resultsOf(reports);
  const ours = outcome.results.map((result, at) => shortened(result, wanted[at], outcome.ids));
  if (free !== 'chain') return expect(ours).toEqual(wanted);
  const variants = varies
    .filter(({ section }) => section === 'reports')
    .flatMap(({ others }) => others as Report[][])
    .map(resultsOf);
  for (const [at, result] of ours.entries())
    expect([wanted, ...variants].map((run) => run[at])).toContainEqual(result);
}

function resultsOf(reports: readonly Report[]): Report[] {
  return reports
    .filter(({ kind }) => kind === 'result')
    .map(({ took_ms: _took, async: _async, ...report }) => report as Report)
    .sort((a, b) => Number(a['i']) - Number(b['i']));
}

/** The real host's ids have twelve digits; a line of a given length has that much less room for its text. */
const realIdLength = 12;

/** A recording keeps only the length of a long text. */
function shortened(result: Report, wanted: Report | undefined, ids: ReadonlyMap<number, string>): Report {
  const blocks = wanted?.['content'] as { text_len?: number }[] | undefined;
  const content = result['content'] as { type: string; text?: string }[] | undefined;
  if (!content || !blocks?.some((block) => block.text_len !== undefined)) return result;
  const idLength = ids.get(Number(result['i']))?.length ?? realIdLength;
  const lengths = content.map(({ type, text = '' }) => ({
    text_len: text.length + idLength - realIdLength,
    type,
  }));
  return { ...result, content: lengths };
}

function compareReady(name: string, { reports }: Transcript, { ready }: Outcome): void {
  const wanted = reports.find(({ kind }) => kind === 'ready');
  const commands = wanted?.['commands'];
  if (name !== '07-ready-timeout-3s') return expect(ready).toEqual({ commands, tools: wanted?.['tools'] });
  // One tool each 100 ms until the host gives up after 3 s.
  const { tools } = ready;
  expect(ready.commands).toEqual(commands);
  expect(tools.map((tool) => tool['name'])).toEqual(tools.map((_tool, at) => `t${at + 1}`));
  expect(tools.length).toBeGreaterThanOrEqual(20);
  expect(tools.length).toBeLessThanOrEqual(31);
}

/**
 * Meant: each extension has a process group of its own, so that a signal reaches what it started; stderr is read, not a
 * file; Python is told not to buffer. What the PATH's own launchers add is theirs.
 */
function compareEnvironment([ours]: readonly Report[], [wanted]: readonly Report[]): void {
  const told = JSON.parse(String(ours?.['message'])) as { env_names: string[] };
  const recorded = JSON.parse(String(wanted?.['message'])) as { env_names: string[] };
  expect(told).toEqual({
    ...recorded,
    same_pgid_as_parent: false,
    same_session: false,
    stdio: ['fifo', 'fifo', 'fifo'],
    env_names: told.env_names,
  });
  expect(told.env_names).toEqual(expect.arrayContaining(recorded.env_names));
}
