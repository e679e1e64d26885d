// What fuzzing makes of what it saw, without processes: crash text among other text, growth that is none, refusals in words,
// buckets by cause, and scenario files of every kind of input.

import { describe, expect, test } from 'vitest';
import { Buckets, hashed, type Incident } from '../../../../shared/fuzz/buckets.ts';
import { crashWords, withoutChance } from '../../../../shared/fuzz/crash-words.ts';
import type { FuzzBucket, FuzzInput, FuzzSend, FuzzSubject } from '../../../../shared/fuzz/findings.ts';
import { memoryGrowth, slowDown } from '../../../../shared/fuzz/growth.ts';
import { inputLines } from '../../../../shared/fuzz/input-words.ts';
import { saysInvalid } from '../../../../shared/fuzz/refusal-words.ts';
import { scenarioFileName, scenarioText } from '../../../../shared/fuzz/scenario-file.ts';
import { parseScenario } from '../../../../shared/scenario/parse.ts';

describe('crash text', () => {
  test.each<[string, readonly string[], string]>([
    [
      'Node',
      [
        'file:///x/main.mjs:14',
        "TypeError: Cannot read properties of undefined (reading 'a')",
        '    at call (file:///x/main.mjs:14:50)',
        '    at Socket.emit (node:events:524:28)',
        'Node.js v20.20.2',
      ],
      "TypeError: Cannot read properties of undefined (reading 'a') at main.mjs:14",
    ],
    [
      'Python',
      [
        'Traceback (most recent call last):',
        '  File "/x/run.py", line 103, in <module>',
        '    main()',
        '  File "/x/tool.py", line 46, in call',
        "    return args['q']",
        "KeyError: 'q'",
      ],
      "KeyError: 'q' at tool.py:46 in call",
    ],
    [
      'Go',
      [
        'panic: runtime error: index out of range [7] with length 3',
        '',
        'goroutine 1 [running]:',
        '\t/x/main.go:12 +0x1d',
      ],
      'panic: runtime error: index out of range [0] with length 0 at main.go:12',
    ],
    [
      'Rust',
      ["thread 'main' panicked at src/main.rs:4:5:", 'called `Option::unwrap()` on a `None` value'],
      "thread 'main' panicked at src/main.rs:0:0: at main.rs:4",
    ],
    ['C', ['free(): double free detected in tcache 2'], 'free(): double free detected in tcache 0'],
  ])('of %s is found, with its cause', (_, lines, cause) => {
    expect(crashWords(['starting', ...lines])?.cause).toBe(cause);
  });

  test.each([
    'greeter: not JSON: Unexpected token x in JSON',
    "word-count: ignored a line that is no frame: JSONDecodeError('Expecting value')",
    'ValidationError: name is missing',
    'Error: no such file, trying the next one',
    'the model calls panic',
  ])('is not seen in a log line: %s', (line) => {
    expect(crashWords(['before', line, 'after'])).toBeUndefined();
  });

  test('two crashes of one cause have the same words', () => {
    expect(withoutChance('read of 0x7ffe12ab failed in /home/ada/x/y.js for "abc" after 17 ms')).toBe(
      withoutChance('read of 0x55aa failed in /tmp/y.js for "\\"" after 4 ms'),
    );
  });
});

describe('growth', () => {
  const mib = 1024 * 1024;
  const memory = (bytesAt: (call: number) => number) =>
    memoryGrowth(
      Array.from({ length: 64 }, (_, at) => ({ calls: at * 25, bytes: 50 * mib + bytesAt(at * 25) })),
    );

  test('is a steady rise', () => {
    expect(memory((call) => call * 64 * 1024)?.perCall).toBeCloseTo(64 * 1024, -2);
    expect(memory((call) => call * 16 * 1024 + (call % 75) * 10_000)).toBeDefined();
  });

  test.each<[string, (call: number) => number]>([
    ['nothing', () => 0],
    ['a rise that levels off', (call) => 60 * mib * (1 - Math.exp(-call / 200))],
    ['one jump', (call) => (call > 900 ? 80 * mib : 0)],
    ['a saw', (call) => (call % 400) * 128 * 1024],
    ['a little', (call) => call * 1024],
  ])('is not %s', (_, bytesAt) => {
    expect(memory(bytesAt)).toBeUndefined();
  });

  test('of time is told by the fast calls, not by hiccups', () => {
    const took = (of: (call: number) => number) =>
      slowDown(Array.from({ length: 1_600 }, (_, call) => of(call)));
    expect(took((call) => 1 + call / 100)).toBeDefined();
    expect(took((call) => (call % 7 === 0 ? 400 : 1))).toBeUndefined();
    expect(took((call) => (call > 800 ? 1.4 : 1))).toBeUndefined();
  });
});

test.each([
  ['width must be between 1 and 640', true],
  ['Invalid arguments', true],
  ['path is missing', true],
  ['no such file: a.txt', false],
  ['the network is down', false],
  ['permission denied', false],
])('%s: it was called wrongly is %s', (text, wrongly) => {
  expect(saysInvalid(text)).toBe(wrongly);
});

const subject: FuzzSubject = { kind: 'tool', name: 'search' };
const value = (raw: string, verdict: 'valid' | 'invalid' = 'valid', fault = ''): FuzzSend => ({
  ...{ kind: 'value', raw, verdict, why: 'as it is', fault },
});
const wire: FuzzSend = {
  ...{ kind: 'wire', why: 'half a frame', fault: 'brokenJson', answers: ['c1'] },
  lines: [{ text: '{"type":' }, { base64: '/w==' }],
};
const incident: Incident = {
  oracle: 'death',
  message: 'It ended: exit code 1',
  cause: 'exit code 1',
  evidence: [],
};
const one = (send: FuzzSend): FuzzInput => ({ kind: 'one', send });

describe('buckets', () => {
  const add = (buckets: Buckets, found: Incident, send: FuzzSend): FuzzBucket =>
    buckets.add(
      {
        subject,
        part: 'valid',
        incident: found,
        input: one(send),
        found: one(send),
        reproduced: true,
        tries: 1,
      },
      send,
    );

  test('failures of one cause are one bucket, with the smallest of their inputs', () => {
    const buckets = new Buckets();
    add(buckets, incident, value('{"q":"long"}'));
    add(buckets, incident, value('{"q":""}'));
    expect(buckets.count(subject, incident, value('{"q":"other"}'))).toBe(true);
    expect(buckets.all).toMatchObject([{ hits: 3, input: one(value('{"q":""}')) }]);
  });

  test('without words they are told apart by their inputs, and no more than three are looked into', () => {
    const silent: Incident = { ...incident, oracle: 'no-answer', cause: '' };
    const buckets = new Buckets();
    const sends = ['a', 'b', 'c', 'd'].map((fault) => value(`{"${fault}":1}`, 'invalid', fault));
    const counted = sends.map((send) => {
      const known = buckets.count(subject, silent, send);
      if (!known) add(buckets, silent, send);
      return known;
    });
    expect(counted).toEqual([false, false, false, true]);
    expect(buckets.size).toBe(3);
  });

  test('the most telling comes first', () => {
    const buckets = new Buckets();
    add(buckets, { ...incident, oracle: 'no-answer', cause: '' }, value('{}'));
    add(buckets, incident, value('{"q":1}'));
    expect(buckets.all.map(({ oracle }) => oracle)).toEqual(['death', 'no-answer']);
  });

  test('names are sixteen hex digits and differ', () => {
    const names = new Set(Array.from({ length: 5_000 }, (_, n) => hashed(`input ${n}`)));
    expect(names.size).toBe(5_000);
    for (const name of names) expect(name).toMatch(/^[\da-f]{16}$/);
  });
});

describe('a bucket as a scenario', () => {
  const origin = { seed: 7, profile: 'zot-latest', extension: 'x\n// y', timeoutMs: 2_000, isPlugin: false };
  const inputs: readonly FuzzInput[] = [
    one(value('{"q":"a\\u2028b"}')),
    one(value('[1,\n2]', 'invalid', 'type')),
    one(wire),
    { kind: 'repeat', send: value('{}'), times: 5 },
    { kind: 'sequence', sends: [value('{}'), wire, value('7', 'invalid')] },
    { kind: 'together', sends: [value('{}'), value('{}')] },
    { kind: 'handshake', field: 'x_unknown', json: '0' },
  ];
  const subjects: readonly FuzzSubject[] = [
    subject,
    { kind: 'command', name: 'greet' },
    { kind: 'event', name: 'turn_end' },
    { kind: 'intercept', name: 'tool_call' },
  ];
  const bucketOf = (about: FuzzSubject, input: FuzzInput): FuzzBucket => ({
    ...{
      id: hashed('x'),
      subject: about,
      oracle: 'death',
      severity: 'fault',
      message: 'It\nended',
      cause: '',
    },
    ...{ part: 'valid', input, found: input, hits: 1, reproduced: true, tries: 1, evidence: ['a\nb', '*/'] },
  });

  test.each(
    subjects.flatMap((about) => inputs.map((input) => [about.kind, input.kind, about, input] as const)),
  )('of a %s, %s, can be read', (_kind, _input, about, input) => {
    const bucket = bucketOf(about, input);
    const text = scenarioText(bucket, origin);
    const parsed = parseScenario(text);
    expect({ text, faults: parsed.ok ? [] : parsed.faults }).toEqual({ text, faults: [] });
    expect(scenarioFileName(bucket)).toMatch(/^[\w.-]+\.scenario$/);
    expect(inputLines(input).join('\n')).not.toBe('');
  });
});
