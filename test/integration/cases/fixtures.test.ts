// Every fixture under `framescope inspect`: the state it reaches, the problems that are found, how it ends. What is
// expected stands in fixture-table.ts; a fixture without a row there fails, and so does a row without a fixture.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLineUnderTest } from '../../support/command-line.ts';
import { fixture, fixtureNames } from '../../support/fixture-extensions.ts';
import { fixtureTable } from './fixture-table.ts';

let cli: CommandLineUnderTest;
beforeAll(() => {
  cli = new CommandLineUnderTest();
});
afterAll(() => cli.close());

describe('every fixture is reported as its README says', () => {
  it('there is a row for each fixture and a fixture for each row', () => {
    expect(Object.keys(fixtureTable).sort()).toEqual(fixtureNames());
  });

  it.each(fixtureNames())(
    '%s',
    async (name) => {
      const expected = fixtureTable[name];
      if (!expected) throw new Error(`${name} has no row in fixture-table.ts.`);
      const { code, json, err } = await cli.report(
        [fixture(name), ...(expected.args ?? [])],
        expected.environment,
      );
      const found = json.problems.map(({ severity, code: problem }) => `${severity} ${problem}`);
      expect(
        { code, state: json.state, problems: [...new Set(found)].sort(), exit: json.exit },
        `${JSON.stringify(json.problems, null, 1)}\n${err}`,
      ).toEqual({
        code: expected.code,
        state: expected.state,
        problems: [...expected.problems].sort(),
        exit: expected.exit,
      });
      expect(json.ok).toBe(code === 0);
      const names = (entries: readonly { readonly name: string }[]): string[] =>
        entries.map(({ name }) => name);
      if (expected.tools) expect(names(json.tools)).toEqual(expected.tools);
      if (expected.commands) expect(names(json.commands)).toEqual(expected.commands);
    },
    30_000,
  );
});
