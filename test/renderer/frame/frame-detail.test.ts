import { flushSync } from 'svelte';
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { RowStore } from '../../../renderer/state/rows.svelte.ts';
import FrameDetail from '../../../renderer/views/frame/FrameDetail.svelte';
import { failure } from '../../../shared/errors.ts';
import type { LiveStatus, RowDetail } from '../../../shared/ipc/contract.ts';
import type { Entry } from '../../../shared/session/entries.ts';
import type { Row } from '../../../shared/session/row.ts';
import { FakeJournal, plainRow, testSession } from '../timeline/fake-journal.ts';
import { mounted, type Mounted } from '../timeline/mounted.ts';

const live: LiveStatus = {
  state: 'ready',
  mode: 'run',
  clockFrozen: false,
  freeze: true,
  hostUs: 0,
  realUs: 2_000_000,
  deadlines: [],
  pendingWriteBytes: 0,
  held: [],
  legalNext: [],
};
const text =
  '{"type":"tool_call","id":"24","n":1.50e3,"n":9007199254740993,"args":{"command":"a \\u0026\\u0026 b","deep":{"x":1}}}';

interface Shown extends Mounted {
  readonly rows: RowStore;
  readonly journal: FakeJournal;
  readonly left: number[];
  select(seq: number | null): Promise<void>;
  open(tab: string): Promise<void>;
  tell(seqs: readonly number[]): Promise<void>;
}

async function show(
  detail: Partial<RowDetail> = {},
  { row = {}, runs = true }: { row?: Partial<Row>; runs?: boolean } = {},
): Promise<Shown> {
  const journal = new FakeJournal(30, (seq) => ({ ...plainRow(seq), ...(seq === 7 ? row : {}) }));
  journal.details.set(7, { raw: { text }, byteLength: 118, ...detail });
  const rows = new RowStore(journal.bridge, testSession);
  onTestFinished(() => rows.close());
  rows.applyBatch(journal.batch({ live: runs ? live : null }));
  const left: number[] = [];
  const pane = mounted(FrameDetail, { rows, onleave: () => left.push(1) }, 2_000);
  const select = async (seq: number | null): Promise<void> => {
    rows.select(seq);
    flushSync();
    await pane.drawn();
  };
  await select(7);
  return {
    ...pane,
    rows,
    journal,
    left,
    select,
    async open(tab) {
      pane.click(`#frame-detail-tab-${tab}`);
      await pane.drawn();
    },
    async tell(seqs) {
      rows.applyBatch(journal.batch({ live, changed: { seqs, all: false } }));
      flushSync();
      await pane.drawn();
    },
  };
}
const tabs = '[role=tab]';
const lines = '[role=treeitem]';

afterEach(() => vi.useRealTimers());

describe('the detail of a row', () => {
  it('says what to do while no row is selected', async () => {
    const shown = await show();
    await shown.select(null);
    expect(shown.text('.empty')[0]).toMatch(/^No row is selected Click one/);
  });

  it('heads with what is looked for first', async () => {
    const shown = await show(
      {},
      { row: { from: 'host', type: 'tool_call', atUs: 19_879_000, pairSeq: 9, latencyUs: 432_000 } },
    );
    expect(shown.text('header h2, header h2 + span')).toEqual(['tool_call', '#7']);
    expect(shown.text('header .facts > *')).toEqual([
      'host → extension',
      '19.8790 s',
      '118 B',
      'answer #9 in 432 ms',
    ]);
    shown.click('header .facts button');
    expect(shown.rows.selectedSeq).toBe(9);
  });

  it('reads the row again when something about it was told, and only then', async () => {
    const shown = await show();
    const asked = shown.journal.askedFor('rows.detail').length;
    await shown.tell([3]);
    expect(shown.journal.askedFor('rows.detail').length).toBe(asked);
    shown.journal.change(7, { edited: true });
    await shown.tell([7]);
    expect(shown.text('.tag')).toEqual(['edited']);
  });

  it('shows the row that was selected last, whichever answer comes last', async () => {
    const shown = await show();
    shown.journal.hold();
    shown.rows.select(8);
    flushSync();
    await shown.drawn();
    shown.rows.select(9);
    flushSync();
    await shown.drawn();
    await shown.journal.letGo();
    await shown.drawn();
    expect(shown.text('header h2 + span')).toEqual(['#9']);
  });

  it('says why a row could not be read, and reads it again when asked to', async () => {
    const shown = await show();
    shown.journal.failing = failure('rowUnknown', 'There is no row 8.', 'Select another.');
    await shown.select(8);
    expect(shown.text('[role=alert]')).toEqual(['There is no row 8. Select another. Read it again']);
    shown.journal.failing = null;
    shown.click('[role=alert] button');
    await shown.drawn();
    expect(shown.text('header h2 + span')).toEqual(['#8']);
  });

  it('is left with Esc', async () => {
    const shown = await show();
    shown.press('Escape', '[role=tree]');
    expect(shown.left).toEqual([1]);
  });
});

describe('the tree', () => {
  it('spells numbers as sent, keeps the order, and marks duplicates', async () => {
    const shown = await show();
    expect(shown.text(tabs)).toEqual(['Tree', 'Raw', 'Issues 0', 'Pair 0']);
    expect(shown.text(lines)).toEqual([
      '{ 5 fields',
      'type:"tool_call"',
      'id:"24"',
      'n:1.50e3 duplicate key, not read',
      'n:9007199254740993 duplicate key, this one counts · more digits than a double holds',
      'args:{ 2 fields',
      'command:"a && b"',
      'deep:{ x } 1 field',
    ]);
  });

  it('is walked with the keys, and shows each place as it stands in the raw line', async () => {
    const shown = await show();
    const inspector = (): string[] => shown.text('.inspector dd');
    for (const key of ['End', 'ArrowUp']) shown.press(key, '[role=tree]');
    expect(inspector()).toEqual(['/args/command', '"a \\u0026\\u0026 b"']);
    for (const key of ['ArrowDown', 'ArrowRight', 'ArrowRight']) shown.press(key, '[role=tree]');
    expect(inspector()).toEqual(['/args/deep/x', '1']);
    for (const key of ['ArrowLeft', 'ArrowLeft', 'ArrowLeft', 'ArrowLeft']) shown.press(key, '[role=tree]');
    expect(inspector()).toEqual(['/args', '{"command":"a \\u0026\\u0026 b","deep":{"x":1}}']);
    expect(shown.one(`${lines}[aria-selected=true]`).getAttribute('aria-expanded')).toBe('false');
    const active = shown.one('[role=tree]').getAttribute('aria-activedescendant');
    expect(shown.one(`${lines}[aria-selected=true]`).id).toBe(active);
  });

  it('tells where a place stands to who can not see it', async () => {
    const shown = await show();
    const id = shown.all(lines)[2];
    const told = ['aria-level', 'aria-posinset', 'aria-setsize'].map((name) => id?.getAttribute(name));
    expect(told).toEqual(['2', '2', '5']);
  });

  it('copies the value and the pointer of the chosen place', async () => {
    const shown = await show();
    for (const key of ['End', 'ArrowUp']) shown.press(key, '[role=tree]');
    shown.press('c', '[role=tree]', { ctrlKey: true });
    shown.click('[aria-label="Copy the pointer"]');
    await shown.drawn();
    expect(shown.journal.copied).toEqual(['a && b', '/args/command']);
  });

  it('goes to the partner in words beside the id', async () => {
    const shown = await show({}, { row: { pairSeq: 9, latencyUs: 1 } });
    expect(shown.text(lines)).toContain('id:"24" answered by #9');
  });

  it('says where the text stops being JSON', async () => {
    const shown = await show({ raw: { text: '{"a":1,"b":}' } });
    expect(shown.text(lines)).toEqual(['{ 1 field', 'a:1']);
    expect(shown.text('[role=note]')[0]).toMatch(
      /^From character 12 on this is not JSON: a value was expected\.$/,
    );
  });

  it('is made of a very long line only when asked for', async () => {
    const shown = await show({ raw: { text: `["${'x'.repeat(5_000_000)}"]` } });
    expect(shown.text('.empty')[0]).toMatch(/^This line is long: 4\.8 MiB/);
    shown.click('.empty button');
    await shown.drawn();
    expect(shown.text(lines)[0]).toBe('[ 1 item');
  });

  it('case U01: shows markup in keys and values as text', async () => {
    const nasty = '<img src=x onerror=alert(1)>';
    const shown = await show({ raw: { text: JSON.stringify({ [nasty]: `${nasty}\u202e` }) } });
    expect(shown.all('img')).toEqual([]);
    expect(shown.text(lines)[1]).toBe(`${nasty}:"${nasty}U+202E"`);
  });

  it('shows either version of an edited line', async () => {
    const shown = await show({ editedRaw: { text: '{"edited":true}' } });
    expect(shown.text(lines)[1]).toBe('type:"tool_call"');
    shown.all('[role=radio]')[1]?.click();
    flushSync();
    expect(shown.text(lines)[1]).toBe('edited:true');
  });
});

describe('the raw line', () => {
  it('is shown exactly, with what is invisible made visible', async () => {
    const shown = await show({ raw: { text: 'a\u0000b\u202ec\t\ufeff' }, byteLength: 12 });
    await shown.open('raw');
    expect(shown.text('.raw .text')).toEqual(['aU+0000bU+202Ec⇥U+FEFF']);
  });

  it('says what is not seen in it', async () => {
    const entry: Entry = {
      kind: 'line',
      from: 'extension',
      raw: { text },
      ending: 'crlf',
      bom: true,
      truncated: true,
      seq: 7,
      atUs: 1,
    };
    const shown = await show({ entry, byteLength: 31_457_280 });
    await shown.open('raw');
    const said = shown.text('.raw header')[0];
    for (const words of ['30.0 MiB', 'CR LF', 'byte order mark', 'only 115 B kept'])
      expect(said).toContain(words);
  });

  it('is a hex dump where it is not UTF-8, and has no tree', async () => {
    const shown = await show({ raw: { base64: 'e/8AfQ==' }, byteLength: 4 });
    expect(shown.text('.empty')[0]).toMatch(/^These bytes are not UTF-8/);
    await shown.open('raw');
    expect(shown.text('.hex .line')).toEqual(['0000 7b ff 00 7d {··}']);
  });

  it('can be looked at as bytes where it is text as well', async () => {
    const shown = await show({ raw: { text: 'ü\n' } });
    await shown.open('raw');
    shown.all('[role=radio]')[1]?.click();
    flushSync();
    expect(shown.text('.hex .line')).toEqual(['0000 c3 bc 0a ···']);
  });

  it('comes in windows when it is long, none of it lost', async () => {
    const long = Array.from({ length: 3_000 }, (_, at) => `${at}\u0007`).join('');
    const shown = await show({ raw: { text: long } });
    await shown.open('raw');
    const read = (): string => (shown.one('.raw .text').textContent ?? '').replaceAll('U+0007', '\u0007');
    expect(read().length).toBeLessThan(long.length / 2);
    expect(shown.text('.more')[0]).toMatch(/^[\d,]+ of 13,890 characters are shown\./);
    while (shown.all('.more button').length > 0) shown.click('.more button');
    expect(read()).toBe(long);
  });

  it('opens first for what is no frame, and is there in both versions when edited', async () => {
    const shown = await show(
      { raw: { text: 'DEBUG x' }, editedRaw: { text: 'DEBUG y' } },
      { row: { notFrame: true } },
    );
    expect(shown.text('.raw .text')).toEqual(['DEBUG x', 'DEBUG y']);
    expect(shown.text('.raw header .med')).toEqual([
      'Original, as the extension wrote it',
      'Edited, as it passed',
    ]);
  });
});

describe('the issues', () => {
  const issues: RowDetail['issues'] = [
    {
      code: 'unknown-field',
      severity: 'warning',
      message: 'The field "deep" is not known.',
      pointer: '/args/deep',
      fix: 'Leave it out.',
    },
    { code: 'late', severity: 'error', message: 'It came too late.', source: 'seed, ToolResultFromExt' },
  ];

  it('are listed worst first, with place, remedy and source', async () => {
    const shown = await show({ issues });
    expect(shown.text(tabs)).toContain('Issues 2');
    await shown.open('issues');
    expect(shown.text('[role=tabpanel] li')).toEqual([
      'It came too late. late Rule from seed, ToolResultFromExt',
      'The field "deep" is not known. Leave it out. /args/deep unknown-field',
    ]);
    expect(shown.all('[role=tabpanel] li [role=img]').map((icon) => icon.getAttribute('aria-label'))).toEqual(
      ['error', 'warning'],
    );
  });

  it('lead to their place in the tree', async () => {
    const shown = await show({ issues });
    await shown.open('issues');
    shown.click('[role=tabpanel] li button');
    await shown.drawn();
    expect(shown.text('.inspector dd')).toEqual(['/args/deep', '{"x":1}', 'The field "deep" is not known.']);
    expect(shown.one(`${lines}[aria-selected=true]`).classList.contains('warning')).toBe(true);
  });

  it('are said not to be there', async () => {
    const shown = await show();
    await shown.open('issues');
    expect(shown.text('.empty')[0]).toMatch(/^No issue/);
  });
});

describe('the pair', () => {
  const role = (kind: 'request' | 'answer' | 'notice'): RowDetail['frame'] => ({
    doc: 'D',
    source: 'S',
    lane: 'calls',
    role: kind === 'request' ? { kind, answer: 'a' } : kind === 'answer' ? { kind, to: 'q' } : { kind },
  });

  it('shows the partner, its tree and its raw line, and leads to it', async () => {
    const shown = await show({}, { row: { pairSeq: 9, latencyUs: 432_000 } });
    shown.journal.details.set(9, { raw: { text: '{"answer":1}' } });
    await shown.open('pair');
    expect(shown.text('.pair .words')[0]).toMatch(/^The answer to this request, 432 ms later/);
    expect(shown.text('.pair [role=treeitem]')[1]).toBe('answer:1');
    shown.all('.pair [role=radio]')[1]?.click();
    flushSync();
    expect(shown.text('.pair .raw .text')).toEqual(['{"answer":1}']);
    shown.click('.pair header button');
    expect(shown.rows.selectedSeq).toBe(9);
  });

  it('knows the latency of an answer from its request', async () => {
    const shown = await show({ pair: { ...plainRow(3), latencyUs: 9_100 } }, { row: { pairSeq: 3 } });
    await shown.open('pair');
    expect(shown.text('.pair .words')[0]).toMatch(/^The request this answers, 9\.1 ms before/);
    expect(shown.text('header .facts button')).toEqual(['answers #3 after 9.1 ms']);
  });

  it.each([
    ['No answer yet It has waited for 1.99 s', role('request'), { pending: true as const }, true],
    ['Never answered The session ended', role('request'), { pending: true as const }, false],
    ['It answers no open request No request with the id 99', role('answer'), { id: '99' }, true],
    ['No partner Lines of this kind', role('notice'), {}, true],
  ])('says in words: %s', async (words, frame, row, runs) => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const shown = await show({ frame }, { row, runs });
    await shown.open('pair');
    expect(shown.text('.empty')[0]?.startsWith(words)).toBe(true);
  });
});

describe('a fact that is no line', () => {
  it('is read as words and values', async () => {
    const entry: Entry = {
      kind: 'spawned',
      pid: 48213,
      executable: '/usr/bin/node',
      argv: ['node', 'dist/index.js', 'two words'],
      cwd: '/src',
      environmentAdded: [],
      seq: 7,
      atUs: 0,
    };
    const shown = await show(
      { entry, raw: undefined, byteLength: undefined },
      { row: { kind: 'spawned', type: 'spawned' } },
    );
    expect(shown.text(tabs)).toEqual(['Fact']);
    expect(shown.text('.fact h3, .fact dt')).toEqual([
      'The process was started',
      'Process id',
      'Executable',
      'Arguments',
      'Working folder',
      'Environment added',
    ]);
    expect(shown.text('.fact dd')).toEqual([
      '48213',
      '/usr/bin/node',
      '0 node1 dist/index.js2 two words',
      '/src',
      'none',
    ]);
  });

  it('leads to the line it is about', async () => {
    const entry: Entry = { kind: 'released', line: 4, heldUs: 1_110_000, by: 'user', seq: 7, atUs: 0 };
    const shown = await show({ entry, raw: undefined }, { row: { kind: 'released', type: 'released' } });
    expect(shown.text('.fact dd')).toEqual(['#4', '1.11 s', 'user']);
    shown.click('.fact button');
    expect(shown.rows.selectedSeq).toBe(4);
  });

  it('shows what was decided, field by field', async () => {
    const entry: Entry = {
      kind: 'decided',
      decision: 'ready',
      message: 'Ready after silence.',
      value: { by: 'silence', afterMs: 250 },
      seq: 7,
      atUs: 0,
    };
    const shown = await show({ entry, raw: undefined }, { row: { kind: 'decided', type: 'ready' } });
    expect(shown.text('.fact dt')).toEqual(['Decision', 'Message', 'By', 'After']);
    expect(shown.text('.fact dd')).toEqual(['ready', 'Ready after silence.', 'silence', '250 ms']);
  });

  it('leaves stderr as raw text', async () => {
    const entry: Entry = { kind: 'stderr', raw: { text: 'boom' }, ending: 'lf', seq: 7, atUs: 0 };
    const shown = await show({ entry, raw: { text: 'boom' } }, { row: { kind: 'stderr', type: 'stderr' } });
    expect([shown.text(tabs), shown.text('.raw .text')]).toEqual([['Raw'], ['boom']]);
  });
});
