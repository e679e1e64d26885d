// Says whether a text works as a JSON Schema, by compiling it with ajv: 2020-12 unless it names draft-07, or works only as
// that. Each schema is looked at alone, so a broken one hides nothing else. Runs nothing of it on data.

import { Ajv, type Options } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Unknown keywords and formats are legal; what counts is whether validators can be made from it. */
const options: Options = { strict: false, logger: false, validateFormats: false };
/** Compiling costs time in proportion; a schema beyond this is said to be unchecked by saying nothing. */
const mostChars = 256 * 1024;
const mostRemembered = 500;

/** A checker with its own memory: extensions register the same schemas again and again. '' means it works. */
export function makeCheckSchema(): (schemaText: string) => string {
  const known = new Map<string, string>();
  const newest = makeCompile(() => new Ajv2020(options));
  const draft07 = makeCompile(() => new Ajv(options));
  return (schemaText) => {
    const before = known.get(schemaText);
    if (before !== undefined) return before;
    const problem = schemaText.length > mostChars ? '' : problemOf(schemaText, newest, draft07);
    if (known.size >= mostRemembered) known.clear();
    known.set(schemaText, problem);
    return problem;
  };
}

type Compile = (schema: object, hasIds: boolean) => string;

/** Making a compiler takes longer than most schemas; only names that two schemas share call for a fresh one. */
function makeCompile(make: () => Ajv): Compile {
  let shared: Ajv | undefined;
  return (schema, hasIds) => {
    const ajv = hasIds ? make() : (shared ??= make());
    try {
      ajv.compile(schema);
      return '';
    } catch (error) {
      return `${capital(wordsOf(error))}.`;
    } finally {
      ajv.removeSchema(schema);
    }
  };
}

function problemOf(text: string, newest: Compile, draft07: Compile): string {
  let schema: unknown;
  try {
    schema = JSON.parse(text);
  } catch (error) {
    return `It is no JSON: ${wordsOf(error)}.`;
  }
  if (typeof schema === 'boolean') return '';
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema))
    return 'A schema is an object, or true or false.';
  const { $schema: dialect, ...bare } = schema as Record<string, unknown>;
  const hasIds = text.includes('"$id"') || text.includes('"$anchor"');
  if (typeof dialect === 'string' && /draft-0[467]/.test(dialect)) return draft07(bare, hasIds);
  const problem = newest(bare, hasIds);
  if (problem === '' || typeof dialect === 'string') return problem;
  // Lists of schemas in "items", or "dependencies": fine until 2019, and model providers still take them.
  return draft07(bare, hasIds) === '' ? '' : problem;
}

function wordsOf(error: unknown): string {
  if (error instanceof RangeError) return 'it is nested too deep';
  const message = error instanceof Error ? error.message : String(error);
  return message.replace(/\.$/, '');
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
