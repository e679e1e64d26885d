// The composer as a person meets it: a form, two texts that are one, warnings that never forbid, and sending.

import { flushSync } from 'svelte';
import { describe, expect, test, vi } from 'vitest';
import type { ComposeCheck, RowDetail } from '../../../shared/ipc/contract.ts';
import type { SessionSummary } from '../../../shared/session/summary.ts';
import { SessionState } from '../../../renderer/state/session.svelte.ts';
import Composer from '../../../renderer/views/composer/Composer.svelte';
import { FakeBridge, Refusal, type Answers } from '../../support/fake-bridge.ts';
import { batch, openSession, row, s1, summary } from '../../support/window-facts.ts';
import { button, click, enter, has, named, press, render, type, words } from '../shell/page.ts';

const schema = {
  type: 'object',
  properties: {
    path: { type: 'string', minLength: 1 },
    mode: { enum: ['read', 'write'] },
    max_bytes: { type: 'integer', maximum: 1048576 },
    tags: { type: 'array', items: { type: 'string' } },
    note: { type: ['string', 'null'] },
    to: {
      oneOf: [
        {
          type: 'object',
          properties: { kind: { const: 'email' }, address: { type: 'string' } },
          required: ['kind', 'address'],
        },
        {
          type: 'object',
          properties: { kind: { const: 'sms' }, phone: { type: 'string' } },
          required: ['kind', 'phone'],
        },
      ],
    },
    env: { type: 'object', additionalProperties: { type: 'string' } },
  },
  required: ['path'],
};
const tool = (name: string, schemaText = JSON.stringify(schema)) => ({
  name,
  description: '',
  schemaText,
  late: false,
  line: 2,
});
const clean: ComposeCheck = {
  issues: [],
  schemaProblem: '',
  inOrder: { legal: true, words: 'ready; in order now' },
};

async function composing(
  text: string | null,
  answers: Answers = {},
  over: Partial<SessionSummary> = {},
  kind: 'live' | 'recording' = 'live',
) {
  let ids = 20;
  const bridge = new FakeBridge({
    'compose.check': () => clean,
    'compose.freshId': () => String(++ids),
    'compose.history': () => [],
    'compose.list': () => ({ folder: '/state/collections', chosen: false, collections: [] }),
    'sessions.send': ({ times = 1 }) => ({ lines: [2], count: times, stopped: '', nextId: String(++ids) }),
    ...answers,
  });
  const refused = vi.fn();
  const session = new SessionState(bridge, openSession({ kind }), refused);
  const rows = [row(1, 'hello'), row(2, 'tool_call', { from: 'host' })];
  session.apply(batch(rows, { summary: summary({ tools: [tool('guard')], ...over }) }));
  if (text !== null) session.composer.load(text);
  render(Composer, { session });
  await settle();
  return { bridge, session, composer: session.composer, refused };
}
async function settle(): Promise<void> {
  for (let turn = 0; turn < 5; turn++) await Promise.resolve();
  flushSync();
}
const call = (args: string): string => `{"type":"tool_call","id":"7","name":"guard","args":${args}}`;
const page = (): string => words(document.body);
/** The control of a field by its pointer. */
function control<E extends HTMLElement = HTMLTextAreaElement>(pointer: string): E {
  const found = document.getElementById(`compose${pointer.replace(/[^\w-]/g, '_')}`);
  if (!found) throw new Error(`no control for ${pointer}`);
  return found as E;
}
function choose(label: string, value: string): void {
  const select = named('select', label) as HTMLSelectElement;
  select.value = value;
  select.dispatchEvent(new Event('change', { bubbles: true }));
  flushSync();
}

describe('beginning', () => {
  test('with nothing composed it begins with a call of the first tool, with an id of its own', async () => {
    const { composer } = await composing(null);
    await vi.waitFor(() =>
      expect(composer.wire).toBe('{"type":"tool_call","id":"21","name":"guard","args":{"path":"a"}}'),
    );
  });

  test('another frame of the profile can be chosen; those not in order now say so', async () => {
    const { composer } = await composing(call('{}'));
    const select = named('select', 'Frame to send') as HTMLSelectElement;
    expect([...select.options].map(words)).toContain('hello_ack (not in order now)');
    choose('Frame to send', 'shutdown');
    await vi.waitFor(() => expect(composer.wire).toBe('{"type":"shutdown"}'));
  });

  test('the catalogue’s examples of the frame are offered', async () => {
    const { composer } = await composing('{"type":"event","event":"turn_start"}');
    const select = named('select', 'Begin with') as HTMLSelectElement;
    const at = [...select.options].findIndex((option) => words(option).includes('turn_end'));
    choose('Begin with', select.options[at]?.value ?? '');
    await vi.waitFor(() =>
      expect(composer.wire).toBe('{"type":"event","event":"turn_end","stop":"end_turn"}'),
    );
  });

  test('a recording is read only, and says what to do', async () => {
    await composing(null, {}, {}, 'recording');
    expect(page()).toContain('A recording is read only');
    expect(has('button', 'Send')).toBe(false);
  });
});

describe('the form', () => {
  test('typing into a field changes that place of the text and nothing else', async () => {
    const { composer } = await composing(call('{ "path":"\\u0061b", "max_bytes":1e3, "x":[1.0] }'));
    type(control('/args/path'), 'abc');
    expect(composer.wire).toBe(call('{ "path":"\\u0061bc", "max_bytes":1e3, "x":[1.0] }'));
    type(control<HTMLInputElement>('/args/max_bytes'), '9007199254740993');
    expect(composer.wire).toContain('"max_bytes":9007199254740993,');
  });

  test('text in a number field is sent as text, and the field stays', async () => {
    const { composer } = await composing(call('{"max_bytes":1}'));
    type(control<HTMLInputElement>('/args/max_bytes'), '1x');
    expect(composer.wire).toContain('"max_bytes":"1x"');
    type(control<HTMLInputElement>('/args/max_bytes'), '12');
    expect(composer.wire).toContain('"max_bytes":12');
  });

  test('absent, empty and null are three different things', async () => {
    const { composer } = await composing(call('{"path":"p"}'));
    const note = (): string => composer.wire.replace(/.*"args":/, '');
    choose('State of note', 'empty');
    expect(note()).toBe('{"path":"p","note":""}}');
    choose('State of note', 'null');
    expect(note()).toBe('{"path":"p","note":null}}');
    choose('State of note', 'absent');
    expect(note()).toBe('{"path":"p"}}');
    expect(control('/args/note').placeholder).toBe('absent');
    type(control('/args/note'), 'n');
    expect(note()).toBe('{"path":"p","note":"n"}}');
    type(control('/args/note'), '');
    expect(note()).toBe('{"path":"p","note":""}}');
    expect(control('/args/note').placeholder).toBe('empty');
  });

  test('a value of an enum is chosen', async () => {
    const { composer } = await composing(call('{"path":"p"}'));
    click(named('[role=radio]', 'write'));
    expect(composer.wire).toContain('"mode":"write"');
  });

  test('items of a list are added, changed, moved and removed', async () => {
    const { composer } = await composing(call('{"path":"p","tags":["a"]}'));
    const tags = (): unknown => (JSON.parse(composer.wire) as { args: { tags: unknown } }).args.tags;
    click(button('Add item'));
    type(control('/args/tags/1'), 'b');
    expect(tags()).toEqual(['a', 'b']);
    click(button('Move item 2 up'));
    expect(tags()).toEqual(['b', 'a']);
    click(button('Remove item 1'));
    expect(tags()).toEqual(['a']);
  });

  test('keys of a map are added and renamed, their values stay', async () => {
    const { composer } = await composing(call('{"path":"p","env":{"A":"\\u0031"}}'));
    enter(named('input', 'Name of the key A') as HTMLInputElement, 'B');
    expect(composer.wire).toContain('"env":{"B":"\\u0031"}');
    const adds = [...document.querySelectorAll<HTMLButtonElement>('button')].filter(
      (one) => words(one) === 'Add key',
    );
    click(adds[0]!);
    type(named('input', 'New key of env') as HTMLInputElement, 'C');
    press('Enter', {}, named('input', 'New key of env'));
    expect(composer.wire).toContain('"env":{"B":"\\u0031","C":""}');
  });

  test('another alternative is taken, what was typed is set aside aloud, and comes back', async () => {
    const { composer } = await composing(call('{"path":"p","to":{"kind":"email","address":"a@b"}}'));
    click(named('[role=radio]', 'kind: sms'));
    expect(composer.wire).toContain('"to":{"kind":"sms","phone":""}');
    expect(page()).toContain('address: "a@b"');
    click(named('[role=radio]', 'kind: email'));
    expect(composer.wire).toContain('"to":{"kind":"email","address":"a@b"}');
    expect(page()).not.toContain('Set aside');
  });

  test('a key the schema does not have can be renamed to the one that was meant', async () => {
    const { composer } = await composing(call('{"path":"p","mod":"read"}'));
    expect(page()).toContain('Did you mean mode?');
    click(button('Rename'));
    expect(composer.wire).toContain('{"path":"p","mode":"read"}');
  });

  test('JSON that is not whole yet waits, and the frame keeps what it had', async () => {
    const { composer } = await composing(call('{"path":"p","extra":[1.0]}'));
    type(control('/args/extra'), '[1.0,');
    expect(composer.wire).toContain('"extra":[1.0]');
    expect(page()).toContain('This is no JSON yet');
    type(control('/args/extra'), '[1.0,2]');
    expect(composer.wire).toContain('"extra":[1.0,2]');
    expect(page()).not.toContain('This is no JSON yet');
  });

  test('issues stand under the field they are about', async () => {
    const issue = {
      code: 'schema-maximum',
      severity: 'warning' as const,
      message: 'must be ≤ 1048576',
      pointer: '/args/max_bytes',
    };
    const { composer } = await composing(call('{"path":"p","max_bytes":2000000}'), {
      'compose.check': () => ({ ...clean, issues: [issue] }),
    });
    await vi.waitFor(() => expect(composer.check?.issues).toHaveLength(1));
    flushSync();
    const field = control<HTMLInputElement>('/args/max_bytes').closest('.field');
    expect(words(field)).toContain('Must be ≤ 1048576.');
    expect(words(named('section', 'Before you send'))).toContain('/args/max_bytes');
  });

  test('a schema that can not be read is said, and the arguments are JSON', async () => {
    await composing(call('{"a":1}'), {}, { tools: [tool('guard', '{"type":')] });
    expect(control('/args').value).toBe('{\n    "a": 1\n  }');
  });
});

describe('what can not be checked or shown', () => {
  test('a schema that does not compile is said, and the form still works', async () => {
    const problem = 'The schema does not compile: it refers to itself without end.';
    const { composer } = await composing(call('{"path":"p"}'), {
      'compose.check': () => ({ ...clean, schemaProblem: problem }),
    });
    await vi.waitFor(() => expect(composer.check?.schemaProblem).toBe(problem));
    flushSync();
    expect(page()).toContain(problem);
    type(control('/args/path'), 'q');
    expect(composer.wire).toBe(call('{"path":"q"}'));
  });

  test('a frame that is too long for a form is still there as text', async () => {
    const { composer } = await composing(call(`{"path":"${'x'.repeat(600_000)}"}`));
    expect(page()).toContain('Too long for a form');
    expect(composer.wire).toHaveLength(600_000 + call('{"path":""}').length);
  });
});

describe('text', () => {
  test('text that is no JSON stays as it is, and the form says why it is away', async () => {
    const { composer } = await composing(call('{}'));
    composer.typed('{"type":"tool_call",');
    flushSync();
    expect(page()).toContain('The text is not JSON');
    expect(composer.wire).toBe('{"type":"tool_call",');
    composer.typed(call('{"path":"back"}'));
    flushSync();
    expect(control('/args/path').value).toBe('back');
  });

  test('a raw line is kept with its own white space; looking at it as JSON changes nothing', async () => {
    const line = '{"type" : "tool_call","id":"7", "name":"guard","args":{"path":"p"}}';
    const { composer } = await composing(call('{}'));
    composer.view = 'raw';
    composer.typed(line);
    composer.view = 'json';
    flushSync();
    expect(composer.shown.split('\n').length).toBeGreaterThan(3);
    expect(composer.wire).toBe(line);
    type(control('/args/path'), 'q');
    expect(composer.wire).toBe(line.replace('"p"', '"q"'));
  });

  test('what is loaded is sent byte for byte, whatever its white space', async () => {
    for (const line of [call('{"n":1.0,"s":"\\/"}'), '{ "type":"shutdown" }', 'not JSON', '']) {
      const { composer } = await composing(call('{}'));
      composer.load(line);
      expect(composer.wire).toBe(line);
    }
  });
});

describe('sending', () => {
  test('Ctrl Enter sends the line, and the next one gets an id that is free', async () => {
    const { bridge, composer } = await composing(call('{"path":"p"}'));
    press('Enter', { ctrlKey: true }, control('/args/path'));
    await settle();
    expect(bridge.asked('sessions.send')).toEqual([
      { session: s1, text: call('{"path":"p"}'), times: 1, how: 'inTurn', newIds: true },
    ]);
    await vi.waitFor(() => expect(composer.wire).toContain('"id":"21"'));
  });

  test('case I01: nested values from the form cross the border as plain values', async () => {
    // The double clones what it is asked with, as the border does: a reactive proxy would throw.
    const { bridge, composer } = await composing(call('{"path":"p"}'));
    choose('State of to', 'value');
    choose('State of tags', 'empty');
    click(button('Add item'));
    type(control('/args/tags/0'), 'one');
    choose('State of env', 'empty');
    composer.times = 3;
    await composer.send();
    const [sent] = bridge.asked('sessions.send');
    expect(structuredClone(sent)).toEqual(sent);
    expect(JSON.parse(sent?.text ?? '')).toMatchObject({
      args: { tags: ['one'], to: { kind: 'email' }, env: {} },
    });
  });

  test('it is sent many times, at once or in turn', async () => {
    const { bridge, composer } = await composing(call('{"path":"p"}'));
    enter(named('input', 'How many times') as HTMLInputElement, '50');
    click(named('[role=radio]', 'At once'));
    click(button('Send'));
    await settle();
    expect(bridge.asked('sessions.send')[0]).toMatchObject({ times: 50, how: 'atOnce' });
    await vi.waitFor(() => expect(composer.sending).toBe(false));
  });

  test('a number of times that is none becomes one', async () => {
    const { composer } = await composing(call('{}'));
    enter(named('input', 'How many times') as HTMLInputElement, '-3');
    expect(composer.times).toBe(1);
    enter(named('input', 'How many times') as HTMLInputElement, '999999');
    expect(composer.times).toBe(10_000);
  });

  test('warnings never forbid: what is no JSON can be sent', async () => {
    const { bridge } = await composing('{"type":');
    click(button('Send'));
    await settle();
    expect(bridge.asked('sessions.send')[0]?.text).toBe('{"type":');
  });

  test('a refusal is told, and the text stays', async () => {
    const { composer, refused } = await composing(call('{}'), {
      'sessions.send': () => {
        throw new Refusal({ code: 'sessionNotRunning', message: 'greeter is not running.' });
      },
    });
    click(button('Send'));
    await vi.waitFor(() =>
      expect(refused).toHaveBeenCalledWith(expect.objectContaining({ code: 'sessionNotRunning' })),
    );
    expect(composer.wire).toBe(call('{}'));
    expect(composer.sending).toBe(false);
  });

  test('after the end nothing can be sent, with the reason', async () => {
    await composing(call('{}'), {}, { state: 'ended', exit: { code: 0, signal: null } });
    expect(button('Send').disabled).toBe(true);
    expect(button('Send').title).toContain('restart it');
  });

  test('the row that was sent is selected, then its answer', async () => {
    const { session } = await composing(call('{}'));
    click(button('Send'));
    await vi.waitFor(() => expect(session.rows.selectedSeq).toBe(2));
    const rows = [
      row(1, 'hello'),
      row(2, 'tool_call', { from: 'host', pairSeq: 3, latencyUs: 68_000 }),
      row(3, 'tool_result', { pairSeq: 2 }),
    ];
    session.apply(
      batch(rows, {
        batch: 2,
        changed: { seqs: [2], all: false },
        summary: summary({ tools: [tool('guard')] }),
      }),
    );
    flushSync();
    await vi.waitFor(() => expect(session.rows.selectedSeq).toBe(3));
    flushSync();
    expect(page()).toContain('Last answer');
  });

  test('a person who looks at another row meanwhile is left there', async () => {
    const { session } = await composing(call('{}'));
    click(button('Send'));
    await vi.waitFor(() => expect(session.rows.selectedSeq).toBe(2));
    flushSync();
    session.rows.select(1);
    flushSync();
    session.apply(
      batch([row(1, 'hello'), row(2, 'tool_call', { from: 'host', pairSeq: 3 }), row(3, 'tool_result')], {
        batch: 2,
        changed: { seqs: [2], all: false },
      }),
    );
    flushSync();
    expect(session.rows.selectedSeq).toBe(1);
  });
});

describe('what was sent and what is saved', () => {
  const before = [
    {
      at: '2026-11-30T19:14:38.000Z',
      text: call('{"path":"old"}'),
      times: 1,
      how: 'inTurn' as const,
      journal: 'other.fsj',
      line: 4,
    },
    {
      at: '2026-11-30T19:14:36.000Z',
      text: '{"type":"shutdown"}',
      times: 50,
      how: 'atOnce' as const,
      journal: 'other.fsj',
      line: 9,
    },
  ];

  test('it is listed newest first, and Enter loads it exactly', async () => {
    const { composer } = await composing(call('{}'), { 'compose.history': () => before });
    const list = named('ul', 'Sent before');
    expect(words(list)).toMatch(/tool_call guard.*shutdown ×50/);
    click(list.querySelector('button')!);
    expect(composer.wire).toBe(before[0]?.text);
  });

  test('Ctrl R on one sends it again, as often as then', async () => {
    const { bridge } = await composing(call('{}'), { 'compose.history': () => before });
    press('r', { ctrlKey: true }, named('ul', 'Sent before').querySelectorAll('button')[1]!);
    await vi.waitFor(() =>
      expect(bridge.asked('sessions.send')[0]).toMatchObject({
        text: '{"type":"shutdown"}',
        times: 50,
        how: 'atOnce',
      }),
    );
  });

  test('a frame is saved under a name, loaded and removed', async () => {
    const saved = {
      folder: '/f',
      chosen: true,
      collections: [{ name: 'guards', frames: [{ name: 'one', text: '{ "type":"x" }' }], unread: 2 }],
    };
    const { bridge, composer } = await composing(call('{}'), {
      'compose.list': () => saved,
      'compose.save': () => saved,
      'compose.remove': () => ({ ...saved, collections: [] }),
    });
    click(named('[role=tab]', 'Saved'));
    await settle();
    expect(page()).toContain('2 lines are no frames and stay in the file');
    type(named('input', 'Name of this frame') as HTMLInputElement, 'mine');
    named('form', 'Save this frame').dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }));
    await settle();
    expect(bridge.asked('compose.save')).toEqual([{ collection: 'guards', name: 'mine', text: call('{}') }]);
    click(button('one', named('ul', 'Frames of guards')));
    expect(composer.wire).toBe('{ "type":"x" }');
    click(button('Remove one'));
    await vi.waitFor(() => expect(page()).toContain('No frame is saved'));
  });

  test('a folder that can not be read is said, with a way out', async () => {
    await composing(call('{}'), {
      'compose.list': () => {
        throw new Refusal({
          code: 'fileUnreadable',
          message: '/gone could not be read.',
          fix: 'Choose another folder.',
        });
      },
    });
    click(named('[role=tab]', 'Saved'));
    await settle();
    expect(page()).toContain('/gone could not be read.');
    expect(has('button', 'Use the usual folder')).toBe(true);
  });
});

describe('taking a row', () => {
  const detail = (raw: object): RowDetail =>
    ({ row: row(2, 'tool_call'), entry: {}, raw, issues: [] }) as unknown as RowDetail;

  test('a line of the host comes in exactly, with an id that is free', async () => {
    const line = '{"type":"tool_call","id":"3", "name":"guard","args":{"n":1.0}}';
    const { composer } = await composing(call('{}'), { 'rows.detail': () => detail({ text: line }) });
    expect(await composer.take(2)).toBe(true);
    expect(composer.wire).toBe(line.replace('"3"', '"21"'));
    composer.newIds = false;
    await composer.take(2);
    expect(composer.wire).toBe(line);
  });

  test('bytes that are no text are refused in words', async () => {
    const { composer, refused } = await composing(call('{}'), {
      'rows.detail': () => detail({ base64: '/w==' }),
    });
    expect(await composer.take(2)).toBe(false);
    expect(refused).toHaveBeenCalledWith(
      expect.objectContaining({ message: expect.stringContaining('not UTF-8') as string }),
    );
  });
});
