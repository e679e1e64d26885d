// Playing recordings: where moments lie, what the session amounted to then, several at once, and times that jump.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Opened } from '../../../electron/engine/opened.ts';
import { Playback } from '../../../electron/engine/playback.ts';
import type { OpenRecording } from '../../../electron/recorder/open-recording.ts';
import { rowDensity } from '../../../electron/engine/row-density.ts';
import { examplesDir } from '../../support/fixture-extensions.ts';
import { EngineUnderTest } from '../../support/engine.ts';
import { exampleTarget, record } from '../../support/replay-runs.ts';

let engine: EngineUnderTest;
let folder: string;
const playback = new Playback();
beforeEach(() => {
  engine = new EngineUnderTest();
  folder = mkdtempSync(path.join(tmpdir(), 'framescope-playback-'));
});
afterEach(async () => {
  await engine.close();
  rmSync(folder, { recursive: true, force: true });
});

const greeting = path.join(examplesDir, '..', 'recordings', 'greeting.fsj');

/** Opened and read to its end. */
async function open(file: string): Promise<Opened> {
  const opened = await engine.workspace.openRecording(file);
  if (!opened.ok) throw new Error(JSON.stringify(opened.failure));
  await (opened.value.journal as OpenRecording).indexed;
  return opened.value;
}

describe('the places of a recording', () => {
  it('are found by time, and every row plays at its time', async () => {
    const opened = await open(greeting);
    const { count } = opened.journal;
    const times = playback.times(opened, 1, count);
    const rows = await opened.journal.rows(1, count);
    expect([...times]).toEqual(rows.map(({ atUs }) => atUs));
    for (const [at, atUs] of times.entries()) {
      const place = playback.at(opened, atUs);
      expect(place.atUs).toBe(atUs);
      expect(place.seq).toBeGreaterThanOrEqual(at + 1);
    }
    expect(playback.at(opened, Number.MAX_SAFE_INTEGER)).toEqual({ seq: count, atUs: times.at(-1) });
    expect([...playback.times(opened, count, 10)]).toEqual([times.at(-1)]);
    expect([...playback.times(opened, count + 1, 10)]).toEqual([]);
  });

  it('of frames are walked forth and back, past everything that is none', async () => {
    const opened = await open(greeting);
    const { count } = opened.journal;
    const rows = await opened.journal.rows(1, count);
    const lines = rows.filter(({ kind }) => kind === 'line').map(({ seq }) => seq);
    const forth: number[] = [];
    for (let seq = 0; seq < count;) {
      ({ seq } = playback.frame(opened, seq, 1));
      forth.push(seq);
    }
    expect(forth.filter((seq) => lines.includes(seq))).toEqual(lines);
    expect(forth.slice(0, lines.length)).toEqual(lines);
    const back: number[] = [];
    for (let seq = count + 1; seq > 0;) {
      ({ seq } = playback.frame(opened, seq, -1));
      back.push(seq);
    }
    expect(back).toEqual([...lines].reverse().concat(0));
  });
});

describe('what a session amounted to', () => {
  it('at each row is what was told live when that row was the newest, also on the way back', async () => {
    const opened = await open(greeting);
    const { count, summary } = opened.journal;
    const forth = [];
    for (let seq = 0; seq <= count; seq++) forth.push(await playback.summary(opened, seq));
    expect(forth.at(-1)).toEqual(summary);
    expect(forth[0]).toMatchObject({ hello: null, tools: [], entries: 0, exit: null });
    expect(forth.map((then) => then?.entries)).toEqual(Array.from({ length: count + 1 }, (_, seq) => seq));
    for (let seq = count; seq >= 0; seq--) expect(await playback.summary(opened, seq)).toEqual(forth[seq]);
  });

  it('is the same after thousands of rows, wherever one comes from', async () => {
    const calls = Array.from(
      { length: 60 },
      (_, at) => `{"type":"tool_call","id":"${at}","name":"greet","args":{"name":"Ada"}}`,
    );
    const file = await record(engine, exampleTarget('greeter'), calls);
    const long = path.join(folder, 'long.fsj');
    writeFileSync(long, repeated(readFileSync(file, 'utf8'), 12_000));
    const opened = await open(long);
    const { count, summary } = opened.journal;
    expect(count).toBeGreaterThan(12_000);
    const atOnce = await new Playback().summary(opened, 9_001);
    expect(await playback.summary(opened, count)).toEqual(summary);
    expect(await playback.summary(opened, 9_001)).toEqual(atOnce);
    expect((await playback.summary(opened, 8_000))?.entries).toBe(8_000);
  });

  it('is only told for the newest question', async () => {
    const opened = await open(greeting);
    const [first, second] = await Promise.all([playback.summary(opened, 30), playback.summary(opened, 3)]);
    expect([first, second?.entries]).toEqual([null, 3]);
  });
});

it('several recordings play beside one another and beside a live session', async () => {
  const [one, another] = [await open(greeting), await open(greeting)];
  const run = await engine.open(exampleTarget('greeter'));
  await run.untilState('ready');
  expect((await playback.summary(one, 5))?.entries).toBe(5);
  expect((await playback.summary(another, 9))?.entries).toBe(9);
  expect((await playback.summary(one, 6))?.entries).toBe(6);
  expect(run.summary.state).toBe('ready');
  expect(engine.workspace.list.map(({ kind }) => kind).sort()).toEqual(['live', 'recording', 'recording']);
  await run.stop();
});

describe('case Y04: a recording whose times jump back one hour and forward two days', () => {
  const hourUs = 3_600_000_000;

  /** The greeting, with the clock set back after row 15 and forward after row 25. */
  async function jumping(): Promise<Opened> {
    let seq = 0;
    const lines = readFileSync(greeting, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line, at) => {
        if (at === 0) return line;
        seq++;
        const shiftUs = 2 * hourUs + (seq > 15 ? -hourUs : 0) + (seq > 25 ? 48 * hourUs : 0);
        return line.replace(/"atUs":(\d+)/, (_, atUs: string) => `"atUs":${Number(atUs) + shiftUs}`);
      });
    const file = path.join(folder, 'jumping.fsj');
    writeFileSync(file, `${lines.join('\n')}\n`);
    return open(file);
  }

  it('is read in the order of its numbers, whole', async () => {
    const opened = await jumping();
    const rows = await opened.journal.rows(1, opened.journal.count);
    const plain = await (await open(greeting)).journal.rows(1, opened.journal.count);
    expect(opened.damage()).toEqual([]);
    expect(rows.map(({ seq, type }) => `${seq} ${type}`)).toEqual(
      plain.map(({ seq, type }) => `${seq} ${type}`),
    );
  });

  it('has no length of time below nothing, wherever one is told', async () => {
    const opened = await jumping();
    const { journal } = opened;
    for (const row of await journal.rows(1, journal.count)) {
      expect(row.latencyUs ?? 0).toBeGreaterThanOrEqual(0);
      if (row.held && 'heldUs' in row.held) expect(row.held.heldUs).toBeGreaterThanOrEqual(0);
    }
    const times = playback.times(opened, 1, journal.count);
    for (let at = 1; at < times.length; at++)
      expect(times[at]).toBeGreaterThanOrEqual(times[at - 1] ?? Infinity);
    expect(journal.lastAtUs).toBe(times.at(-1));
    const { counts } = rowDensity(journal, 100);
    expect(counts.reduce((sum, some) => sum + some, 0)).toBe(journal.count);
  });

  it('has its jumps marked where they are, and no others', async () => {
    const opened = await jumping();
    const rows = await opened.journal.rows(1, opened.journal.count);
    const jumps = rows.filter(({ jumpUs }) => jumpUs !== undefined);
    expect(jumps.map(({ seq }) => seq)).toEqual([16, 26]);
    const [back, forth] = jumps.map(({ jumpUs = 0 }) => Math.round(jumpUs / hourUs));
    expect([back, forth]).toEqual([-1, 48]);
    const plain = await open(greeting);
    const untouched = await plain.journal.rows(1, plain.journal.count);
    expect(untouched.filter(({ jumpUs }) => jumpUs !== undefined)).toEqual([]);
  });

  it('plays on past a jump back, and row by row', async () => {
    const opened = await jumping();
    const before = playback.at(opened, 0);
    expect(before.seq).toBe(0);
    const stood = playback.times(opened, 15, 2);
    expect(stood[1]).toBe(stood[0]);
    expect((await playback.summary(opened, 16))?.entries).toBe(16);
  });
});

/** A recording's text with its last lines again and again before the stop, numbered on. */
function repeated(text: string, atLeast: number): string {
  const [header = '', ...lines] = text.trimEnd().split('\n');
  const stderrOrLines = lines.filter((line) => line.includes('"kind":"line"'));
  const tail = stderrOrLines.slice(-40);
  const more: string[] = [];
  for (let seq = lines.length + 1; more.length < atLeast; seq++) {
    const line = tail[seq % tail.length] ?? '';
    more.push(line.replace(/"seq":\d+/, `"seq":${seq}`).replace(/"atUs":\d+/, `"atUs":${900_000_000 + seq}`));
  }
  return [header, ...lines, ...more, ''].join('\n');
}
