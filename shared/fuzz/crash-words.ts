// Finds crash text among lines of stderr and makes of it what two crashes of the same cause have in common. Pure; it knows
// how runtimes spell their last words, not which extension wrote them.

/** How runtimes begin to tell of a crash. A line of a log that mentions an error is none of these. */
const beginnings: readonly RegExp[] = [
  /^Traceback \(most recent call last\):/,
  /^(?:panic|fatal error|SIG[A-Z]+): /,
  /^thread '.*' (?:\(\d+\) )?panicked at/,
  /^Exception in thread "/,
  /^Unhandled [Ee]xception/,
  /^Uncaught(?: \w+)?(?:Error|Exception)?:/,
  /^\[?Unhandled(?:PromiseRejection)/,
  /^(?:[\w$.]*(?:Error|Exception|Rejection)): /,
  /^Fatal (?:Python )?error/i,
  /^==\d+==\s*(?:ERROR|Invalid)/,
  /: runtime error: /,
  /^terminate called/,
  /^(?:double free|free\(\)|malloc\(\)|munmap_chunk|corrupted)/,
  /: Assertion [`'].*' failed/,
  /^Segmentation fault|^Bus error|^Illegal instruction|\bcore dumped\b/,
  /^PHP Fatal error|^Fatal error: /,
];

/** A line that says where: of Node, Python, Go, Rust, Java, a sanitiser. */
const places: readonly RegExp[] = [
  /^\s+at (?:async )?(?:.*?\(?)(?:file:\/\/)?([^()\s]+?:\d+)(?::\d+)?\)?$/,
  /^\s*File "([^"]+)", line (\d+)(?:, in (.*))?$/,
  /^\s+(\S+\.go:\d+)/,
  /^\s*-->\s*(\S+:\d+)/,
  /panicked at (?:.*, )?(\S+?:\d+)(?::\d+)?:?$/,
  /^\s+#\d+ 0x[0-9a-f]+ in (\S+)/,
];
const ownOfNode = /^(?:node:|internal\/)|[/\\]node:internal/;

export interface CrashWords {
  /** The sentence of the crash, as it was written. */
  readonly said: string;
  /** The same without what differs from crash to crash, and the innermost place. */
  readonly cause: string;
  /** The lines that belong to it, at most twelve. */
  readonly lines: readonly string[];
}

/** The first crash in the lines; undefined when there is none. */
export function crashWords(lines: readonly string[]): CrashWords | undefined {
  const at = lines.findIndex((line, index) => begins(line) && !isQuoted(lines, index));
  if (at < 0) return undefined;
  const shown = lines.slice(at, at + mostLines);
  const said = sentence(lines, at);
  const place = placeOf(lines.slice(Math.max(0, at - 6), at + mostLines * 2));
  return { said, cause: withoutChance(said) + (place === '' ? '' : ` at ${place}`), lines: shown };
}

const mostLines = 12;

/** `TypeError: …` alone may be a log; with a place, or as the end of a traceback, it is a crash. */
function begins(line: string): boolean {
  return beginnings.some((beginning) => beginning.test(line));
}

function isQuoted(lines: readonly string[], index: number): boolean {
  const line = lines[index] ?? '';
  if (!/^[\w$.]*(?:Error|Exception|Rejection): /.test(line)) return false;
  const around = lines.slice(Math.max(0, index - 4), index + 4);
  return placeOf(around) === '' && !around.some((other) => /^Node\.js v\d/.test(other));
}

/** Python puts the sentence last, behind its stack. */
function sentence(lines: readonly string[], at: number): string {
  const first = lines[at] ?? '';
  if (!first.startsWith('Traceback')) return first.trim();
  const last = lines.slice(at + 1).find((line) => /^[A-Za-z_][\w.]*(?::|$)/.test(line));
  return (last ?? first).trim();
}

/** Innermost place in the extension's own files, without the folder. */
function placeOf(lines: readonly string[]): string {
  let python = '';
  for (const line of lines) {
    for (const place of places) {
      const match = place.exec(line);
      if (!match) continue;
      const [, file = '', number, inWhat] = match;
      if (ownOfNode.test(file)) continue;
      if (number === undefined) return baseName(file);
      python = `${baseName(file)}:${number}${inWhat === undefined ? '' : ` in ${inWhat}`}`;
    }
  }
  return python;
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1);
}

/** Numbers, addresses, ids, quoted values and paths are chance; what is left is the cause. */
export function withoutChance(text: string): string {
  return text
    .replace(/0x[0-9a-f]+/gi, '0x…')
    .replace(/"(?:[^"\\]|\\.){0,400}"/g, '"…"')
    .replace(/(?:\/[\w.@ -]+)+\/(?=[\w.-]+)/g, '…/')
    .replace(/\d+/g, '0')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 200);
}
