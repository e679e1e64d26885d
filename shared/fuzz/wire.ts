// Faults of the wire itself around one valid frame of the host: broken JSON, ids that are no ids, frames out of order, glued,
// split, too long, for events nobody asked for. A list by its own words, without chance. Makes bytes, sends nothing.

import type { WireCase, WireFrame, WireWrite } from './fuzz-types.ts';
import { compactJson } from '../json/compact.ts';
import { treeOfRaw, rawOfTree, textLeaf, leaf, objectOf, type Tree, type TreeMember } from './tree.ts';

export type WireDraft = Omit<WireCase, 'index'>;

const encoder = new TextEncoder();
const usualLimit = 1024 * 1024;

/** Every fault once; none when the frame is no JSON object. */
export function* wireCases(frame: WireFrame): Generator<WireDraft> {
  const line = compactJson(frame.line) ?? frame.line;
  const tree = treeOfRaw(line);
  if (tree?.kind !== 'object') return;
  const id = textOf(tree, 'id');
  yield* brokenText(line);
  yield* oddFrames(tree, id);
  yield* oddIds(tree, line, id);
  yield* oddWrites(line, id, frame);
  yield* unasked(tree, line, id, frame);
}

function fault(
  keyword: string,
  why: string,
  writes: readonly WireWrite[],
  answers: readonly (string | undefined)[] = [],
): WireDraft {
  const ids = answers.filter((one) => one !== undefined);
  return {
    kind: 'wire',
    phase: 'wire',
    verdict: 'wire',
    why,
    writes,
    answers: ids,
    branches: [],
    fault: { keyword, at: '' },
  };
}

function textOf(tree: Tree & { kind: 'object' }, key: string): string | undefined {
  const value = tree.members.findLast((member) => member.key === key)?.value;
  return value?.kind === 'leaf' && value.raw.startsWith('"') ? (JSON.parse(value.raw) as string) : undefined;
}

function withField(tree: Tree & { kind: 'object' }, key: string, value: Tree | null): string {
  const others: TreeMember[] = tree.members.flatMap((member) =>
    member.key !== key ? [member] : value ? [{ key, value }] : [],
  );
  const has = tree.members.some((member) => member.key === key);
  return rawOfTree(objectOf(has || !value ? others : [...others, { key, value }]));
}

function* brokenText(line: string): Generator<WireDraft> {
  const broken = (why: string, text: string): WireDraft => fault('brokenJson', why, [`${text}\n`]);
  yield broken('a frame cut in the middle', line.slice(0, Math.floor(line.length / 2)));
  yield broken('a frame without its last brace', line.slice(0, -1));
  yield broken('a frame with one brace too many', `${line}}`);
  yield broken('a comma before the last brace', `${line.slice(0, -1)},}`);
  yield broken('single quotes instead of double ones', line.replaceAll('"', "'"));
  yield broken('words that are no JSON', 'hello, this is no frame');
  yield broken('NaN for a value', `${line.slice(0, -1)},"framescope":NaN}`);
  yield broken('a string that does not end', `${line.slice(0, -1)},"framescope":"`);
  yield broken('an escape that is none', `${line.slice(0, -1)},"framescope":"\\x"}`);
  yield broken('a control character in a string', `${line.slice(0, -1)},"framescope":"\u0001"}`);
  yield fault('notUtf8', 'bytes that are no UTF-8', [
    bytes(encoder.encode(line.slice(0, -1)), ',"framescope":"', [0xff, 0xfe, 0xc0], '"}\n'),
  ]);
  yield fault('notUtf8', 'a byte order mark before a frame', [`\ufeff${line}\n`]);
  yield fault('blank', 'an empty line', ['\n']);
  yield fault('blank', 'a line of blanks', ['   \t \n']);
  yield fault('blank', 'NUL bytes', [new Uint8Array([0, 0, 0, 10])]);
}

function bytes(...parts: readonly (string | Uint8Array | readonly number[])[]): Uint8Array {
  const lists = parts.map((part) =>
    typeof part === 'string' ? encoder.encode(part) : Uint8Array.from(part),
  );
  const all = new Uint8Array(lists.reduce((sum, list) => sum + list.length, 0));
  let at = 0;
  for (const list of lists) {
    all.set(list, at);
    at += list.length;
  }
  return all;
}

function* oddFrames(tree: Tree & { kind: 'object' }, id: string | undefined): Generator<WireDraft> {
  for (const raw of ['null', '[]', '"text"', '42', 'true', '{}'])
    yield fault('notFrame', `${raw} instead of a frame`, [`${raw}\n`]);
  const line = (key: string, value: Tree | null): string => `${withField(tree, key, value)}\n`;
  yield fault('unknownType', 'a type that does not exist', [line('type', textLeaf('framescope_unknown'))]);
  yield fault('unknownType', 'a type that is empty', [line('type', textLeaf(''))]);
  yield fault('unknownType', 'a type in capitals', [
    line('type', textLeaf((textOf(tree, 'type') ?? 'x').toUpperCase())),
  ]);
  yield fault('unknownType', 'a type that is a number', [line('type', leaf('1'))]);
  yield fault('unknownType', 'no type', [line('type', null)]);
  yield fault(
    'unknownField',
    'a field that does not exist',
    [line('framescope_unknown', leaf('{"a":[1]}'))],
    [id],
  );
  const twice = rawOfTree(
    objectOf([{ key: 'type', value: textLeaf('framescope_unknown') }, ...tree.members]),
  );
  yield fault('duplicateKey', 'the field type twice', [`${twice}\n`], [id]);
  for (const { key } of tree.members.filter((member) => member.key !== 'type' && member.key !== 'id')) {
    yield fault('wrongField', `${key} is missing`, [line(key, null)]);
    for (const raw of ['null', '[]', '7'])
      yield fault('wrongField', `${key} is ${raw}`, [line(key, leaf(raw))]);
  }
}

function* oddIds(
  tree: Tree & { kind: 'object' },
  line: string,
  id: string | undefined,
): Generator<WireDraft> {
  if (id === undefined) return;
  const withId = (value: Tree | null): string => `${withField(tree, 'id', value)}\n`;
  yield fault('wrongId', 'id 0', [withId(leaf('0'))]);
  yield fault('wrongId', 'id ""', [withId(textLeaf(''))]);
  yield fault('wrongId', 'no id', [withId(null)]);
  for (const raw of ['null', '1.5', '9007199254740993', 'true', '{}', '[1]'])
    yield fault('wrongId', `id ${raw}`, [withId(leaf(raw))]);
  const long = 'x'.repeat(10_000);
  yield fault('wrongId', 'an id of 10,000 letters', [withId(textLeaf(long))], [long]);
  const odd = 'a"\\\u2028😀\n';
  yield fault('wrongId', 'an id of odd characters', [withId(textLeaf(odd))], [odd]);
  yield fault('duplicateId', 'the same id twice', [`${line}\n`, `${line}\n`], [id]);
  yield fault('duplicateId', 'the same id twice in one write', [`${line}\n${line}\n`], [id]);
}

function* oddWrites(
  line: string,
  id: string | undefined,
  { maxLineBytes = usualLimit }: WireFrame,
): Generator<WireDraft> {
  const half = Math.floor(line.length / 2);
  const other = id === undefined ? line : line.replace(JSON.stringify(id), JSON.stringify(`${id}-b`));
  const both = id === undefined ? [] : [id, `${id}-b`];
  yield fault('split', 'a frame in two writes', [line.slice(0, half), `${line.slice(half)}\n`], [id]);
  yield fault('split', 'a frame and its line end in two writes', [line, '\n'], [id]);
  yield fault(
    'split',
    'a frame byte by byte at its start',
    [...line.slice(0, 20), `${line.slice(20)}\n`],
    [id],
  );
  const inside = encoder.encode(`${line.slice(0, -1)},"framescope":"😀"}\n`);
  yield fault('split', 'a frame cut inside a character', [inside.slice(0, -5), inside.slice(-5)], [id]);
  yield fault('glued', 'two frames in one write', [`${line}\n${other}\n`], both);
  yield fault(
    'glued',
    'a frame and half of the next one in one write',
    [`${line}\n${other.slice(0, half)}`, `${other.slice(half)}\n`],
    both,
  );
  yield fault('glued', 'two frames on one line', [`${line}${other}\n`]);
  yield fault('lineEnd', 'a frame with CR LF', [`${line}\r\n`], [id]);
  yield fault('lineEnd', 'a frame among blanks', [`  ${line}  \n`], [id]);
  yield fault('lineEnd', 'a frame over several lines', [`${JSON.stringify(JSON.parse(line), null, 1)}\n`]);
  yield fault('lineEnd', 'U+2028 inside a frame', [`${line.slice(0, -1)},"framescope":"a\u2028b"}\n`], [id]);
  const head = `${line.slice(0, -1)},"framescope":"`;
  const room = Math.max(0, maxLineBytes + 1 - encoder.encode(head).length - 2);
  yield fault('oversize', `a frame of ${maxLineBytes + 1} bytes`, [`${head}${'a'.repeat(room)}"}\n`]);
  yield fault(
    'oversize',
    'a frame of 70,000 bytes, more than a pipe holds',
    [`${head}${'a'.repeat(70_000)}"}\n`],
    [id],
  );
}

function* unasked(
  tree: Tree & { kind: 'object' },
  line: string,
  id: string | undefined,
  { otherEvents = [], otherLines = [] }: WireFrame,
): Generator<WireDraft> {
  for (const event of ['framescope_unknown', '', ...otherEvents]) {
    const words = event === '' ? 'an event without a name' : `the event ${event}, never subscribed to`;
    yield fault('unsubscribed', words, [`${JSON.stringify({ type: 'event', event })}\n`]);
  }
  for (const other of otherLines) {
    const type = /"type"\s*:\s*"([^"]*)"/.exec(other)?.[1] ?? 'frame';
    yield fault('outOfOrder', `${type} at a time when it makes no sense`, [`${other}\n`]);
    yield fault('outOfOrder', `${type} between two halves of work`, [`${line}\n${other}\n`], [id]);
  }
  if (textOf(tree, 'type') !== undefined && id !== undefined)
    yield fault('outOfOrder', 'an answer of the host to a question that was never asked', [
      `${JSON.stringify({ type: `${textOf(tree, 'type') ?? ''}_result`, id: `${id}-never` })}\n`,
    ]);
}
