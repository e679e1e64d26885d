// What can be said of a registered tool or command by looking at it: its name, its words, its schema. Pure; whether a schema
// compiles is the engine's to say.

import { quote } from '../protocol/say.ts';

export interface RegisteredFault {
  readonly rule: 'name-valid' | 'tool-described' | 'schema-object' | 'schema-describes';
  readonly words: string;
}

const toolName = /^[a-zA-Z0-9_-]{1,64}$/;
const commandName = /^[^\s/]+$/;
const mostNamed = 5;
const otherTypes = new Set<unknown>(['array', 'string', 'number', 'integer', 'boolean', 'null']);

export function commandFaults(name: string, description: string): readonly RegisteredFault[] {
  const faults: RegisteredFault[] = [];
  if (name !== '' && !commandName.test(name))
    faults.push({
      rule: 'name-valid',
      words: `Nobody can type the command ${quote(name)}: it has a blank or a slash in it.`,
    });
  if (description.trim() === '')
    faults.push({ rule: 'tool-described', words: `The command ${quote(name)} has no description.` });
  return faults;
}

export function toolFaults(
  name: string,
  description: string,
  schemaText: string | null,
): readonly RegisteredFault[] {
  const faults: RegisteredFault[] = [];
  if (name !== '' && !toolName.test(name))
    faults.push({
      rule: 'name-valid',
      words: `Model providers take letters, digits, _ and - in names of tools, at most 64 of them; ${quote(name)} has others, or is longer.`,
    });
  if (description.trim() === '')
    faults.push({ rule: 'tool-described', words: `The tool ${quote(name)} has no description.` });
  return [...faults, ...schemaFaults(name, schemaText)];
}

function schemaFaults(name: string, schemaText: string | null): readonly RegisteredFault[] {
  const schema = parsed(schemaText);
  if (typeof schema !== 'object' || schema === null || Array.isArray(schema)) return [];
  const { type, properties } = schema as { readonly type?: unknown; readonly properties?: unknown };
  const allowed = [type].flat();
  // A type that there is not is said by whoever compiles it.
  if (allowed.every((one) => otherTypes.has(one)))
    return [
      {
        rule: 'schema-object',
        words: `The schema of the tool ${quote(name)} describes ${allowed.join(' or ')}, not an object.`,
      },
    ];
  if (typeof properties !== 'object' || properties === null) return [];
  const bare = Object.entries(properties)
    .filter(([, property]) => !isDescribed(property))
    .map(([key]) => quote(key));
  if (bare.length === 0) return [];
  const more = bare.length > mostNamed ? ` and ${bare.length - mostNamed} more` : '';
  return [
    {
      rule: 'schema-describes',
      words: `The schema of the tool ${quote(name)} does not describe ${bare.slice(0, mostNamed).join(', ')}${more}.`,
    },
  ];
}

function isDescribed(property: unknown): boolean {
  if (typeof property !== 'object' || property === null) return true;
  const { description, title, $ref, const: constant } = property as Record<string, unknown>;
  const told = (words: unknown): boolean => typeof words === 'string' && words.trim() !== '';
  // What stands behind a reference is described there, and a constant says what it is.
  return told(description) || told(title) || $ref !== undefined || constant !== undefined;
}

function parsed(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // whether it is JSON is said elsewhere
  }
}
