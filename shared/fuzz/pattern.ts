// Makes a regular expression safe to generate from: what fast-check cannot do or might search for forever is taken out and
// named, open repetitions get a length. What comes out is checked against the real expression by whoever uses it.

/** A pattern in pieces; `open` repetitions get their number at each drawing. */
export interface SafePattern {
  /** Source with each open repetition replaced; `times` is asked once per repetition with its least number. */
  readonly sourceWith: (times: (least: number, most: number) => number) => string;
  readonly repeats: number;
  /** Features that generating does without: `look-ahead "(?!"`. */
  readonly missing: readonly string[];
  /** Matching may take exponential time: only short strings may be tried on it. */
  readonly risky: boolean;
}

type Piece = string | { readonly least: number; readonly most: number };

/** Characters tried on a class that is given by what it is not. */
const sample = [
  ...Array.from({ length: 95 }, (_, at) => String.fromCharCode(32 + at)),
  ...'\t\näßéñœλжשع中日한😀𝒜٣',
];

const cache = new Map<string, SafePattern>();

export function safePattern(source: string): SafePattern {
  const known = cache.get(source);
  if (known) return known;
  if (cache.size > 500) cache.clear();
  const made = read(source);
  cache.set(source, made);
  return made;
}

function read(source: string): SafePattern {
  const pieces: Piece[] = [];
  const missing = new Set<string>();
  const groups: { repeats: boolean }[] = [];
  let closedRepeats = false;
  let risky = false;
  for (let at = 0; at < source.length;) {
    const token = tokenAt(source, at);
    at += token.length;
    const look = /^\(\?<?[=!]/.exec(token);
    if (look) {
      missing.add(`${look[0].includes('<') ? 'look-behind' : 'look-ahead'} "${look[0]}"`);
      at = endOfGroup(source, at);
      const quantifier = quantifierAt(source, at);
      at += quantifier.length;
      continue;
    }
    if (token.startsWith('(')) {
      groups.push({ repeats: false });
      pieces.push(token.startsWith('(?<') ? '(' : token);
      continue;
    }
    if (token === ')') {
      closedRepeats = groups.pop()?.repeats ?? false;
      pieces.push(token);
    } else if (isQuantifier(token)) {
      const range = rangeOf(token);
      if (range.most > range.least && closedRepeats) risky = true;
      const open = groups.at(-1);
      if (open && range.most !== range.least) for (const group of groups) group.repeats = true;
      pieces.push(range);
      closedRepeats = false;
      continue;
    } else {
      closedRepeats = false;
      if (/^\\[bB]$/.test(token)) missing.add(`word boundary "${token}"`);
      else if (/^\\(?:[1-9]|k<)/.test(token)) missing.add(`back-reference "${token}"`);
      else pieces.push(plainToken(token, missing));
      continue;
    }
    closedRepeats = closedRepeats && isQuantifier(quantifierAt(source, at));
  }
  return {
    repeats: pieces.filter((piece) => typeof piece !== 'string' && piece.most === Infinity).length,
    missing: [...missing],
    risky,
    sourceWith: (times) =>
      pieces
        .map((piece) => {
          if (typeof piece === 'string') return piece;
          const most = piece.most === Infinity ? Math.max(piece.least, 40) : piece.most;
          const wanted = times(piece.least, piece.most);
          const count = Math.max(piece.least, Math.min(wanted, piece.most === Infinity ? wanted : most));
          return `{${count},${count}}`;
        })
        .join(''),
  };
}

/** One token: an escape, a class, the head of a group, a quantifier, or a character. */
function tokenAt(source: string, at: number): string {
  const rest = source.slice(at);
  const escape =
    /^\\(?:u\{[0-9a-fA-F]+\}|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|[pP]\{[^}]*\}|k<[^>]*>|c[A-Za-z]|[1-9]\d*|[\s\S])/u.exec(
      rest,
    );
  if (escape) return escape[0];
  if (rest[0] === '[') return /^\[(?:\\[\s\S]|[^\]\\])*\]/u.exec(rest)?.[0] ?? rest;
  if (rest[0] === '(') return /^\((?:\?(?:<?[=!]|:|<[^>=!]+>))?/u.exec(rest)?.[0] ?? '(';
  return quantifierAt(source, at) || String.fromCodePoint(rest.codePointAt(0) ?? 0);
}

function quantifierAt(source: string, at: number): string {
  return /^(?:[*+?]|\{\d+(?:,\d*)?\})\??/.exec(source.slice(at, at + 40))?.[0] ?? '';
}

function isQuantifier(token: string): boolean {
  return /^(?:[*+?]|\{\d)/.test(token);
}

function rangeOf(token: string): { least: number; most: number } {
  if (token.startsWith('*')) return { least: 0, most: Infinity };
  if (token.startsWith('+')) return { least: 1, most: Infinity };
  if (token.startsWith('?')) return { least: 0, most: 1 };
  const [, least = '0', comma, most = ''] = /^\{(\d+)(,?)(\d*)\}/.exec(token) ?? [];
  if (!comma) return { least: Number(least), most: Number(least) };
  return { least: Number(least), most: most === '' ? Infinity : Number(most) };
}

/** From behind the head of a group to behind its end. */
function endOfGroup(source: string, start: number): number {
  let open = 1;
  for (let at = start; at < source.length;) {
    const token = tokenAt(source, at);
    at += token.length;
    if (token.startsWith('(')) open++;
    else if (token === ')' && --open === 0) return at;
  }
  return source.length;
}

/** Classes that say what is not wanted, and properties of characters, become lists of characters that fit. */
function plainToken(token: string, missing: Set<string>): string {
  const inside = token.startsWith('[') && /^\[\^|\\[pPDWSb]/.test(token);
  if (!inside && !/^\\[pP]\{/.test(token)) return token === '.' ? listed(sample.slice(0, 95)) : token;
  let regex: RegExp;
  try {
    regex = new RegExp(`^${token}$`, 'u');
  } catch {
    return token; // not a class by itself; the whole expression is looked at elsewhere
  }
  const fits = sample.filter((character) => regex.test(character));
  if (fits.length > 0) return listed(fits);
  missing.add(`character class "${token}"`);
  return '';
}

function listed(characters: readonly string[]): string {
  return `[${characters.map((one) => `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`).join('')}]`;
}
