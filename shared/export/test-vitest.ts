// The recording as a test for vitest, with Node alone besides: `import { test } from 'node:test'` instead runs it without
// vitest as well.

import type { RecordedTest } from './test-steps.ts';
import { headLines, maskSource, singleQuoted, timeSource, uuidSource, type TestPlace } from './test-words.ts';

export function vitestText(test: RecordedTest, place: TestPlace): string {
  const steps = test.steps.map(({ sent, expects }) => {
    const expected = expects.map(({ text }) => `\n      ${singleQuoted(text)},`).join('');
    return `  {\n    send: ${sent ? singleQuoted(sent.text) : 'null'},\n    expect: [${expected}${expected === '' ? '' : '\n    '}],\n  },`;
  });
  const folder =
    place.relative === null
      ? singleQuoted(test.folder)
      : `fileURLToPath(new URL(${singleQuoted(encodeURI(place.relative) || '.')}, import.meta.url))`;
  return `${headLines(test, place)
    .map((line) => `// ${line}`)
    .join('\n')}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { test } from 'vitest';

const folder = path.resolve(process.env.EXTENSION_DIR ?? ${folder});
const seconds = Number(process.env.EXTENSION_TIMEOUT ?? 20);
const recordedFolder = ${singleQuoted(test.folder)};
const argv = [${test.argv.map(singleQuoted).join(', ')}];
const exitCode = ${test.exitCode ?? 'null'};
const steps = [
${steps.join('\n')}
];

${runner.replaceAll('%uuid%', uuidSource).replaceAll('%time%', timeSource).replaceAll('%mask%', maskSource)}
test(${singleQuoted(`${test.name} says what it said when it was recorded`)}, { timeout: (steps.length + 2) * seconds * 1000 }, () => replay());
`;
}

const runner = String.raw`const volatile = /%uuid%|%time%/g;
const masked = /%mask%/;
const escaped = (text) => JSON.stringify(text).slice(1, -1);

function parse(line) {
  try {
    return JSON.parse(line);
  } catch {
    return line;
  }
}

function plain(text) {
  return text.replaceAll(folder, '<folder>').replaceAll(recordedFolder, '<folder>').replace(volatile, '<volatile>');
}

/** Whether what came is what was recorded. */
function same(expected, actual) {
  if (typeof expected === 'string' && typeof actual === 'string') {
    const [wanted, got] = [plain(expected), plain(actual)];
    if (!masked.test(wanted)) return wanted === got;
    const parts = wanted.split(masked).map((part) => part.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&'));
    return new RegExp('^' + parts.join('[^]*') + '$').test(got);
  }
  if (typeof expected === 'string' && masked.test(expected)) return typeof actual !== 'object';
  if (typeof expected !== 'object' || typeof actual !== 'object' || expected === null || actual === null)
    return expected === actual;
  if (Array.isArray(expected) !== Array.isArray(actual)) return false;
  const keys = Object.keys(expected);
  return keys.length === Object.keys(actual).length && keys.every((key) => key in actual && same(expected[key], actual[key]));
}

async function replay() {
  const [program, ...args] = argv;
  const executable = /[\\/]/.test(program) ? path.resolve(folder, program) : program;
  const child = spawn(executable, args, { cwd: folder, stdio: ['pipe', 'pipe', 'pipe'] });
  const came = [];
  const sentIds = new Set();
  const ids = new Map();
  let rest = '';
  let stderr = '';
  let ended = null;
  let wake = () => {};
  child.on('error', (error) => {
    ended ??= { code: null, why: error.message };
    wake();
  });
  child.on('close', (code, signal) => {
    if (rest !== '') came.push(parse(rest));
    rest = '';
    ended ??= { code, why: signal ?? 'exit code ' + code };
    wake();
  });
  child.stdin.on('error', () => {}); // it went away: told by what is missing
  child.stderr.setEncoding('utf8').on('data', (text) => (stderr = (stderr + text).slice(-4000)));
  child.stdout.setEncoding('utf8').on('data', (text) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop();
    for (const line of lines) came.push(parse(line.replace(/\r$/, '')));
    wake();
  });

  /** Waits until the look finds something, the time is over, or the process is. */
  async function until(look, what) {
    const end = Date.now() + seconds * 1000;
    for (;;) {
      const found = look();
      if (found) return found;
      const left = end - Date.now();
      if (left <= 0 || ended)
        assert.fail(what() + (ended ? '\nThe process has ended: ' + ended.why : '\nNot within ' + seconds + ' s.') + '\nstderr: ' + stderr);
      let timer;
      await Promise.race([new Promise((resolve) => (wake = resolve)), new Promise((resolve) => (timer = setTimeout(resolve, left)))]);
      clearTimeout(timer);
    }
  }

  function take(expected) {
    const own = typeof expected?.id === 'string' && !sentIds.has(expected.id);
    const at = came.findIndex((line) => same(own && typeof line?.id === 'string' ? { ...expected, id: line.id } : expected, line));
    if (at >= 0) {
      const [line] = came.splice(at, 1);
      if (own) ids.set(expected.id, line.id);
      return true;
    }
    // An answer to the same request says something else: nothing better will come.
    const other = own ? undefined : came.find((line) => expected?.id !== undefined && line?.type === expected.type && line.id === expected.id);
    if (other) assert.deepEqual(other, expected, 'an answer differs');
    return false;
  }

  try {
    for (const { send, expect } of steps) {
      if (send !== null) {
        const frame = parse(send);
        if (typeof frame?.id === 'string' && !ids.has(frame.id)) sentIds.add(frame.id);
        const text = ids.has(frame?.id) ? JSON.stringify({ ...frame, id: ids.get(frame.id) }) : send;
        child.stdin.write(text.replaceAll(escaped(recordedFolder), escaped(folder)) + '\n');
      }
      let missing = expect.map(parse);
      await until(
        () => (missing = missing.filter((line) => !take(line))).length === 0,
        () => 'After ' + (send ?? 'the start') + '\nthis did not come: ' + JSON.stringify(missing[0]) + '\nthis came: ' + JSON.stringify(came),
      );
    }
    child.stdin.end();
    await until(() => ended, () => 'It does not end after its stdin was closed.');
    assert.deepEqual(came, [], 'lines that were not recorded');
    if (exitCode !== null) assert.equal(ended.code, exitCode, 'the exit code');
  } finally {
    child.kill('SIGKILL');
  }
}
`;
