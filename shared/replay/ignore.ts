// Places that a comparison leaves out, as a person writes them: a JSON pointer (RFC 6901) in which `*` stands for any
// element or member, with the type of frame it holds for in front where it is not all: `tool_result:/content/*/text`.
// With a type and nothing after the colon the whole frame is left out. Pure.

import { failure } from '../errors.ts';
import { failed, ok, type Result } from '../result.ts';

export interface IgnoreRule {
  /** As it was written. */
  readonly text: string;
  /** null: frames of all types. */
  readonly type: string | null;
  /** Unescaped; empty for the whole frame. */
  readonly parts: readonly string[];
}

const written = /^(?:([^/]*):)?(\/.*)?$/s;

/** Errors: `argumentInvalid`, with what would be right. */
export function parseIgnore(text: string): Result<IgnoreRule> {
  const match = written.exec(text);
  const [, type, pointer = ''] = match ?? [];
  if (!match || /~(?![01])/.test(pointer) || type === '' || (type === undefined && pointer === ''))
    return failed(
      failure(
        'argumentInvalid',
        `${JSON.stringify(text)} is no place to ignore.`,
        'Give a JSON pointer such as /args/time, one with a type in front such as tool_result:/content/*/text, or a type alone with a colon, such as notify:',
      ),
    );
  const parts = pointer === '' ? [] : pointer.slice(1).split('/').map(unescape);
  return ok({ text, type: type ?? null, parts });
}

function unescape(part: string): string {
  return part.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** The rules that may still hold below some place of a frame. */
export interface Below {
  readonly rules: readonly { readonly parts: readonly string[]; readonly at: number }[];
  /** This very place is left out, with all below it. */
  readonly out: boolean;
}

const nothing: Below = { rules: [], out: false };

/** At the root of a frame of that type. */
export function rulesFor(rules: readonly IgnoreRule[], type: string): Below {
  const meant = rules.filter((rule) => rule.type === null || rule.type === type);
  if (meant.length === 0) return nothing;
  return {
    rules: meant.map(({ parts }) => ({ parts, at: 0 })),
    out: meant.some(({ parts }) => parts.length === 0),
  };
}

/** One step down, to a member or an element. */
export function stepDown(above: Below, key: string | number): Below {
  if (above.rules.length === 0) return nothing;
  const name = String(key);
  const rules = above.rules.flatMap(({ parts, at }) =>
    parts[at] === name || parts[at] === '*' ? [{ parts, at: at + 1 }] : [],
  );
  if (rules.length === 0) return nothing;
  return { rules, out: rules.some(({ parts, at }) => at === parts.length) };
}
