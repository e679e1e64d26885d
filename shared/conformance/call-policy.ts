// Which tools and commands a check may call, and with what. Naming a target is consent to run it, not to delete or deploy with
// it: unless all may be called, those that are marked as changing things, or whose names say so, are left alone. Pure.

import { readSchema } from '../form/schema.ts';
import { templateOf } from '../form/template.ts';
import { quote } from '../protocol/say.ts';

/** none: nothing is called. safe: what is marked as reading only, or neither marked nor named as doing things. */
export const callPolicies = ['none', 'safe', 'all'] as const;
export type CallPolicy = (typeof callPolicies)[number];

export interface Callable {
  readonly kind: 'tool' | 'command';
  readonly name: string;
  readonly schemaText: string | null;
  /** Of a native plugin's tool: READONLY, DESTRUCTIVE. */
  readonly flags?: readonly string[];
}

/** Words in a name that say that something is changed, sent or run. */
const doing = new Set(
  'add apply approve book build buy cancel charge clean clear close commit create delete deploy destroy disable discard drop edit enable erase exec execute fire format grant import insert install invite kill launch mail merge migrate modify move order overwrite patch pay post prune publish purge push put reboot rebuild release remove rename replace reset restart restore revert revoke rm run save send set shell shutdown sign start stop submit sync terminate transfer trash truncate uninstall unlink update upgrade upload wipe write'.split(
    ' ',
  ),
);

/** '' when it may be called. */
export function whyNotCalled({ kind, name, flags = [] }: Callable, policy: CallPolicy): string {
  if (policy === 'all') return '';
  if (policy === 'none') return 'nothing was to be called';
  if (flags.includes('READONLY')) return '';
  if (flags.includes('DESTRUCTIVE')) return 'it is marked as destructive';
  const word = wordsOf(name).find((one) => doing.has(one));
  if (word === undefined) return '';
  return `its name says that it changes something (${quote(word)}); --call all calls ${kind === 'tool' ? 'such tools' : 'such commands'} too`;
}

/** read_file, readFile, read-file. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
}

/** Arguments to call it with: an example of the schema, else the smallest that fits. */
export function exampleArgs(schemaText: string | null): string {
  if (schemaText === null) return '{}';
  const read = readSchema(schemaText);
  if (!read.ok) return '{}';
  const example = firstExample(schemaText);
  return example ?? withSamples(templateOf(read.schema.whole, { fill: 'required' }), schemaText);
}

/** Texts by the name of the argument; nothing is behind that address. */
const samples: readonly (readonly [name: RegExp, text: string])[] = [
  [/ur[il]$|link|address/i, 'https://example.invalid/'],
  [/path|file/i, 'README.md'],
  [/dir|folder/i, '.'],
  [/./, 'example'],
];

/** Where any text will do an empty one is no example. */
function withSamples(template: string, schemaText: string): string {
  if (!template.startsWith('{')) return '{}';
  const { properties } = JSON.parse(schemaText) as {
    readonly properties?: Readonly<Record<string, unknown>>;
  };
  const args = JSON.parse(template) as Record<string, unknown>;
  let changed = false;
  for (const key of Object.keys(args)) {
    const { maxLength = Infinity, pattern } = (properties?.[key] ?? {}) as {
      maxLength?: number;
      pattern?: string;
    };
    const sample = samples.find(([name]) => name.test(key))?.[1] ?? '';
    if (args[key] !== '' || pattern !== undefined || sample.length > maxLength) continue;
    args[key] = sample;
    changed = true;
  }
  // As spelt where nothing was put in: digits stay.
  return changed ? JSON.stringify(args) : template;
}

function firstExample(schemaText: string): string | undefined {
  const { examples } = JSON.parse(schemaText) as { readonly examples?: unknown };
  const first: unknown = Array.isArray(examples) ? examples[0] : undefined;
  return typeof first === 'object' && first !== null && !Array.isArray(first)
    ? JSON.stringify(first)
    : undefined;
}
