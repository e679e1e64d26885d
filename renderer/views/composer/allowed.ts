// Values to choose from, as a control shows them. What is there and is none of them stays in the list, marked.

import { readExact } from '@shared/form/exact.ts';
import type { Allowed } from '@shared/form/facets.ts';
import type { FormField } from '@shared/form/form.ts';
import { sameJson } from '@shared/form/same.ts';

const shortest = 24;
const fewest = 4;
const other = 'other';
const none = '';

export interface AllowedChoices {
  readonly list: readonly { readonly value: string; readonly label: string; readonly title?: string }[];
  /** So few and short that they fit side by side. */
  readonly few: boolean;
  /** JSON text of a choice. */
  readonly raw: (value: string) => string;
}

function labelOf({ node, raw, title }: Allowed): string {
  const shown = node.kind === 'string' && node.text !== '' ? node.text : raw;
  return title ? `${title} (${shown})` : shown;
}

function placeOf(values: readonly Allowed[], { raw }: FormField): number {
  const read = raw === null ? undefined : readExact(raw);
  return read?.ok ? values.findIndex(({ node }) => sameJson(node, read.root)) : -1;
}

/** The value of the choice that is taken: its place, `other` for a value that is not allowed, '' for none. */
export function chosenAllowed(values: readonly Allowed[], field: FormField): string {
  if (field.raw === null) return none;
  const at = placeOf(values, field);
  return at >= 0 ? String(at) : field.state === 'null' ? none : other;
}

export function allowedChoices(values: readonly Allowed[], field: FormField): AllowedChoices {
  const list = values.map((value, at) => ({ value: String(at), label: labelOf(value) }));
  const chosen = chosenAllowed(values, field);
  const few =
    chosen !== other &&
    list.length <= fewest &&
    list.reduce((sum, { label }) => sum + label.length + 2, 0) <= shortest + 8;
  const before = [];
  if (!few && chosen === none) before.push({ value: none, label: field.state });
  if (chosen === other) before.push({ value: other, label: `${field.raw ?? ''} (none of them)` });
  return {
    list: [...before, ...list],
    few,
    raw: (value) => values[Number(value)]?.raw ?? field.raw ?? 'null',
  };
}
