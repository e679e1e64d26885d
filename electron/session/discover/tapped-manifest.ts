// An extension.json with a tap in it: the same text, but for the program and its arguments. Made from the original alone, so
// that whoever has the original can tell whether anybody has changed the other one since. Pure.

import { type Node, parseTree } from 'jsonc-parser';

/** How hosts start a tap. */
export interface TapStart {
  /** Absolute path of Node, and of the tap's program. */
  readonly node: string;
  readonly program: string;
  /** Options of the tap, before `--`. */
  readonly options: readonly string[];
}

/** What stands before the real command in `args` of a tapped manifest; known by the file's name. */
const programName = 'tap.js';

/**
 * @param text a manifest that a host takes; the last of several keys of a name counts, in any letter case
 * @param exec the real program, as the tap is to start it
 */
export function tappedManifest(
  text: string,
  start: TapStart,
  real: { readonly exec: string; readonly args: readonly string[] },
): string {
  const command = JSON.stringify(start.node);
  const words = [start.program, ...start.options, '--', real.exec, ...real.args];
  const root = parseTree(text);
  const execs = membersOf(root, 'exec');
  const args = membersOf(root, 'args');
  const edits = [
    ...execs.map((node) => ({ node, text: command })),
    ...args.map((node) => ({ node, text: JSON.stringify(words) })),
  ].sort((one, other) => other.node.offset - one.node.offset);
  let tapped = text;
  for (const { node, text: value } of edits)
    tapped = tapped.slice(0, node.offset) + value + tapped.slice(node.offset + node.length);
  if (args.length > 0) return tapped;
  // There were none: they come behind the program, on the same line.
  const last = membersOf(parseTree(tapped), 'exec').at(-1);
  if (!last) throw new Error('a manifest without exec can’t be tapped');
  const end = last.offset + last.length;
  return `${tapped.slice(0, end)}, "args": ${JSON.stringify(words)}${tapped.slice(end)}`;
}

/** The tap that stands in a manifest's program and arguments; undefined when none does. */
export function tapIn(manifest: {
  readonly exec: string;
  readonly args: readonly string[];
}): TapStart | undefined {
  const [program = '', ...rest] = manifest.args;
  const dashes = rest.indexOf('--');
  if (!/[/\\]/.test(program) || program.split(/[/\\]/).at(-1) !== programName || dashes < 0) return undefined;
  return { node: manifest.exec, program, options: rest.slice(0, dashes) };
}

function membersOf(root: Node | undefined, name: string): Node[] {
  const pattern = new RegExp(`^${name}$`, 'iu');
  return (root?.children ?? []).flatMap(({ children: [key, value] = [] }) =>
    value && pattern.test(String(key?.value)) ? [value] : [],
  );
}
