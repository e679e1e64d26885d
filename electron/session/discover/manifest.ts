// An extension.json read as the real host reads it (Go's encoding/json): keys in any letter case, the last of several
// counts, unknown ones are ignored, null is nothing. What that host refuses is refused here, with the place and the fix.
// It must not touch the disk.

import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { failure, type Failure } from '../../../shared/errors.ts';
import { failed, ok, type Result } from '../../../shared/result.ts';
import type { Manifest } from '../../../shared/target/target.ts';
import { excerptAt, placeOf } from './text-place.ts';

type FieldKind = 'text' | 'texts' | 'flag';
const fields: Readonly<Record<keyof Manifest, FieldKind>> = {
  name: 'text',
  version: 'text',
  exec: 'text',
  args: 'texts',
  language: 'text',
  enabled: 'flag',
  description: 'text',
};
const kindNames = { text: 'a text', texts: 'a list of texts', flag: 'true or false' } as const;
// `iu` folds case as the real host does: simply, over all of Unicode.
const fieldPatterns = (Object.keys(fields) as (keyof Manifest)[]).map(
  (field) => [field, new RegExp(`^${field}$`, 'iu')] as const,
);

const example = '{"name": "my-extension", "version": "1.0.0", "exec": "./run.sh"}';

/** `file` is only for messages. Failures are `manifestInvalid`. */
export function parseManifest(bytes: Uint8Array, file: string): Result<Manifest> {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) {
    return invalid(
      file,
      'starts with a byte order mark, which the real host refuses',
      'Save it as UTF-8 without BOM.',
    );
  }
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const errors: ParseError[] = [];
  const root = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false });
  const syntax = syntaxError(text, errors);
  if (syntax)
    return invalid(
      file,
      `is not JSON: ${syntax}`,
      'Correct the JSON; comments and trailing commas are not allowed.',
    );
  if (root?.type !== 'object') {
    return invalid(file, `is ${nameOf(root)}, not an object`, `Write an object such as ${example}.`);
  }
  return readFields(root, text, file);
}

function readFields(root: Node, text: string, file: string): Result<Manifest> {
  const values: { -readonly [F in keyof Manifest]: Manifest[F] } = {
    name: '',
    version: '',
    exec: '',
    args: [],
    language: '',
    enabled: true,
    description: '',
  };
  for (const { children: [key, value] = [] } of root.children ?? []) {
    const field = fieldPatterns.find(([, pattern]) => pattern.test(String(key?.value)))?.[0];
    if (field === undefined || value === undefined || value.type === 'null') continue;
    const wrong = wrongNode(value, fields[field]);
    if (wrong) {
      const where = wrong === value ? '' : `, and element ${(value.children ?? []).indexOf(wrong) + 1} of it`;
      const what = `has "${field}"${where} as ${nameOf(wrong)} at ${placeOf(text, wrong.offset)}; it must be ${kindNames[fields[field]]}`;
      return invalid(file, what, `Write it as ${kindNames[fields[field]]}.`);
    }
    Object.assign(values, { [field]: plain(value) });
  }
  const missing = values.name === '' ? 'name' : values.exec === '' ? 'exec' : undefined;
  if (missing)
    return invalid(file, `has no ${missing}, or an empty one`, `Add "${missing}", as in ${example}.`);
  return ok(values);
}

function wrongNode(node: Node, kind: FieldKind): Node | undefined {
  if (kind === 'text') return node.type === 'string' ? undefined : node;
  if (kind === 'flag') return node.type === 'boolean' ? undefined : node;
  if (node.type !== 'array') return node;
  return node.children?.find((element) => element.type !== 'string' && element.type !== 'null');
}

function plain(node: Node): unknown {
  return node.type === 'array' ? (node.children ?? []).map((element) => element.value ?? '') : node.value;
}

function syntaxError(text: string, errors: readonly ParseError[]): string | undefined {
  try {
    JSON.parse(text); // strict: the tolerant parser is only asked where
    return undefined;
  } catch (error) {
    const first = errors[0];
    if (!first) return error instanceof Error ? error.message : String(error);
    const words = printParseErrorCode(first.error)
      .replace(/\B[A-Z]/g, ' $&')
      .toLowerCase();
    return `${words} at ${placeOf(text, first.offset)}: ${excerptAt(text, first.offset)}`;
  }
}

function nameOf(node: Node | undefined): string {
  if (!node) return 'empty';
  const names = {
    string: 'a text',
    array: 'a list',
    object: 'an object',
    boolean: 'true or false',
    number: 'a number',
  };
  return node.type === 'null' || node.type === 'property' ? node.type : names[node.type];
}

function invalid(file: string, what: string, fix: string): { readonly ok: false; readonly failure: Failure } {
  return failed(failure('manifestInvalid', `${file} ${what}.`, fix, { path: file }));
}
