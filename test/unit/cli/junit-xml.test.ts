import { describe, expect, it } from 'vitest';
import { junitXml } from '../../../electron/cli/junit-xml.ts';

const failure = { message: 'changed /a', type: 'changed', lines: ['- "x"', '+ "<&>"'] };

describe('JUnit XML', () => {
  it('has a suite a run, a case a line, and counts', () => {
    const xml = junitXml([
      {
        name: 'greeter',
        startedAt: '2026-01-31T12:00:00.000Z',
        seconds: 1.5,
        cases: [
          { name: '#4 hello', className: 'base.fsj' },
          { name: '#9 tool_result', className: 'base.fsj', seconds: 0.25, failure },
          { name: 'the run', className: 'base.fsj', error: { ...failure, type: 'died' } },
        ],
      },
    ]);
    expect(xml).toBe(`<?xml version="1.0" encoding="UTF-8"?>
<testsuites name="framescope" tests="3" failures="1" errors="1" time="1.500000">
  <testsuite name="greeter" tests="3" failures="1" errors="1" time="1.500000" timestamp="2026-01-31T12:00:00.000Z">
    <testcase name="#4 hello" classname="base.fsj"/>
    <testcase name="#9 tool_result" classname="base.fsj" time="0.250000">
      <failure message="changed /a" type="changed">- &quot;x&quot;
+ &quot;&lt;&amp;&gt;&quot;</failure>
    </testcase>
    <testcase name="the run" classname="base.fsj">
      <error message="changed /a" type="died">- &quot;x&quot;
+ &quot;&lt;&amp;&gt;&quot;</error>
    </testcase>
  </testsuite>
</testsuites>
`);
  });

  it('holds no character that XML can not, and none that hides text', () => {
    const odd = 'a\u0000\u001b[31m\u202e\ud800\uffff\uffff"<]]>\n';
    const xml = junitXml([
      {
        name: odd,
        seconds: 0,
        cases: [{ name: odd, className: odd, failure: { ...failure, message: odd, lines: [odd] } }],
      },
    ]);
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    expect(xml).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202a-\u202e\ufffe\uffff]|\p{Surrogate}/u);
    expect(xml.replace(/<[^<>]*>/g, '')).not.toMatch(/[<>]/);
  });
});
