import { describe, expect, it } from 'vitest';
import { noInk } from '../../../electron/cli/ink.ts';
import { countWords, tableLines } from '../../../electron/cli/replay-text.ts';
import type { ComparedRow, HostRow, ReplayRow } from '../../../shared/replay/result.ts';

const looks = { ink: noInk, names: ['recorded', 'now'] } as const;
const place = (seq: number, latencyUs?: number) => ({
  seq,
  atUs: 0,
  text: `{"n":${seq}}`,
  ...(latencyUs === undefined ? {} : { latencyUs }),
});

function row(number: number, more: Partial<ComparedRow> = {}): ComparedRow {
  return {
    kind: 'compared',
    row: number,
    step: 1,
    from: 'extension',
    type: 'notify',
    baseline: place(number),
    run: place(number + 1),
    verdict: 'equal',
    changes: [],
    left: 0,
    ignored: 0,
    normalised: [],
    ...more,
  };
}
const hostRow = (state: HostRow['state'], why = ''): HostRow => ({
  kind: 'host',
  row: 1,
  step: 1,
  type: 'event',
  name: 'turn_end',
  baseline: place(7),
  run: state === 'sent' ? place(8) : null,
  state,
  why,
});

/** Without the head. */
const lines = (rows: readonly ReplayRow[]): string[] => tableLines(rows, looks).slice(1);

describe('the table of a replay', () => {
  it('has a line a row: verdict, both numbers, what it is, how long it took and how much longer', () => {
    expect(
      lines([row(3, { name: 'info', baseline: place(3, 2_000), run: place(4, 3_500) }), hostRow('sent')]),
    ).toEqual([
      '✓ equal      #3       #4     notify info                               3.50 ms   +1.50 ms',
      '  → sent     #7       #8     event turn_end',
    ]);
  });

  it('names each changed place with both values as they were spelled', () => {
    const changes = [
      { pointer: '/a~1b', before: '1.0', after: '"x"' },
      { pointer: '/gone', before: '{"k":1}', after: null },
    ];
    expect(lines([row(3, { verdict: 'changed', changes, left: 4 })]).slice(1)).toEqual([
      '    /a~1b',
      '    - 1.0',
      '    + "x"',
      '    /gone',
      '    - {"k":1}',
      '    … 4 more changes',
    ]);
  });

  it('shows a missing and an extra line as a whole, and why a line was not sent', () => {
    const shown = lines([
      row(3, { verdict: 'missing', run: null }),
      row(5, { verdict: 'extra', baseline: null }),
      hostRow('notSent', 'it was dropped at the gate'),
    ]);
    expect(shown.map((line) => line.replace(/ +/g, ' '))).toEqual([
      '✖ missing #3 notify',
      ' - {"n":3}',
      '+ extra #6 notify',
      ' + {"n":6}',
      '✖ → not sent #7 event turn_end it was dropped at the gate',
    ]);
  });

  it('folds long runs without a difference, and ends after many differences', () => {
    const equal = Array.from({ length: 30 }, (_, at) => row(at + 1));
    expect(lines([...equal, row(99, { verdict: 'missing' })])[0]).toBe('  … 30 rows without a difference');
    const missing = Array.from({ length: 500 }, (_, at) => row(at + 1, { verdict: 'missing', run: null }));
    const shown = lines(missing);
    expect(shown.filter((line) => line.startsWith('✖'))).toHaveLength(200);
    expect(shown.at(-1)).toBe('  … 300 more rows; --json has all of them');
  });

  it('lets nothing of an extension act on the terminal', () => {
    const evil = '\u001b[31m\u202e\u0007';
    const shown = lines([
      row(1, { type: evil, name: evil, verdict: 'missing', baseline: { ...place(1), text: evil } }),
      row(2, {
        verdict: 'changed',
        changes: [{ pointer: `/${evil}`, before: JSON.stringify(evil), after: 'x' }],
      }),
    ]).join('\n');
    // eslint-disable-next-line no-control-regex -- control characters are what this is about
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u202e]/);
    expect(shown).toContain('\\u001b');
  });

  it('says by what a line is equal, and that something was ignored', () => {
    const [normalised, ignored] = lines([row(1, { normalised: ['ids', 'times'] }), row(2, { ignored: 1 })]);
    expect(normalised).toMatch(/notify +equal apart from ids, times$/);
    expect(ignored).toMatch(/notify +ignored$/);
  });
});

describe('the counts', () => {
  it('leave out what there is none of', () => {
    expect(countWords({ equal: 1_200, changed: 1, missing: 0, extra: 0, late: 2 })).toBe(
      '1,200 equal, 1 changed, 2 late',
    );
  });
});
