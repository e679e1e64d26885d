// Which item of one list goes with which of another when both are of one kind: the same text in the same order first, then
// the same text wherever it stands, then what is left in order. Bounded: very long lists are not compared for order.

/** Places in both lists; -1 stands for nobody. */
export type Alignment = readonly (readonly [a: number, b: number])[];

/** Largest table of a comparison. */
const mostCells = 1_000_000;

export function align(a: readonly string[], b: readonly string[]): Alignment {
  const partner = new Map<number, number>();
  const taken = new Set<number>();
  const pair = (one: number, another: number): void => {
    partner.set(one, another);
    taken.add(another);
  };
  for (const [one, another] of inOrder(a, b)) pair(one, another);
  // Last ones first, so that the first one is taken from the end.
  const spare = new Map<string, number[]>();
  for (let at = b.length - 1; at >= 0; at--) {
    const text = b[at];
    if (text === undefined || taken.has(at)) continue;
    const same = spare.get(text);
    if (same) same.push(at);
    else spare.set(text, [at]);
  }
  a.forEach((text, at) => {
    const found = partner.has(at) ? undefined : spare.get(text)?.pop();
    if (found !== undefined) pair(at, found);
  });
  const rest = b.flatMap((_, at) => (taken.has(at) ? [] : [at]));
  let next = 0;
  const pairs = a.map((_, at) => [at, partner.get(at) ?? rest[next++] ?? -1] as const);
  return [...pairs, ...rest.slice(next).map((at) => [-1, at] as const)];
}

/** The longest run of equal texts that keeps the order of both: common ends first, then a table. */
function inOrder(a: readonly string[], b: readonly string[]): [number, number][] {
  const pairs: [number, number][] = [];
  let start = 0;
  while (start < a.length && start < b.length && a[start] === b[start]) pairs.push([start, start++]);
  let tail = 0;
  while (tail < Math.min(a.length, b.length) - start && a.at(-1 - tail) === b.at(-1 - tail)) tail++;
  const rows = a.length - start - tail;
  const columns = b.length - start - tail;
  if (rows > 0 && columns > 0 && rows * columns <= mostCells) {
    const middle = longest(a.slice(start, start + rows), b.slice(start, start + columns));
    for (const [one, another] of middle) pairs.push([one + start, another + start]);
  }
  for (let at = tail; at > 0; at--) pairs.push([a.length - at, b.length - at]);
  return pairs;
}

function longest(a: readonly string[], b: readonly string[]): [number, number][] {
  const width = b.length + 1;
  const table = new Uint32Array((a.length + 1) * width);
  const cell = (row: number, column: number): number => table[row * width + column] ?? 0;
  for (let row = a.length - 1; row >= 0; row--)
    for (let column = b.length - 1; column >= 0; column--)
      table[row * width + column] =
        a[row] === b[column]
          ? cell(row + 1, column + 1) + 1
          : Math.max(cell(row + 1, column), cell(row, column + 1));
  const pairs: [number, number][] = [];
  for (let row = 0, column = 0; row < a.length && column < b.length;) {
    if (a[row] === b[column]) pairs.push([row++, column++]);
    else if (cell(row + 1, column) >= cell(row, column + 1)) row++;
    else column++;
  }
  return pairs;
}
