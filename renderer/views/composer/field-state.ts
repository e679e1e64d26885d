// Absent, empty and null of a field, as words to choose from and as the edits they mean. Pure text work.

import { putItem, putMember, removeAt, replaceRaw } from '@shared/form/edit.ts';
import type { FormField } from '@shared/form/form.ts';

export type FieldStanding = 'absent' | 'null' | 'empty' | 'value';

/** The empty value of a field's kind, when it has one. */
export function emptyRaw({ control }: FormField): string | null {
  switch (control.kind) {
    case 'text':
    case 'spelled':
      return '""';
    case 'list':
      return '[]';
    case 'object':
      return '{}';
    default:
      return null;
  }
}

export function standingOf(field: FormField): FieldStanding {
  if (field.state !== 'present') return field.state;
  const { control, raw, children } = field;
  const nothingIn = children.every((child) => child.raw === null) && field.hidden === 0;
  if (raw === '""' || ((control.kind === 'list' || control.kind === 'object') && nothingIn)) return 'empty';
  return 'value';
}

/** What can be chosen for a field: what it is now, and what it can be made without typing. */
export function standingsFor(field: FormField): readonly FieldStanding[] {
  const now = standingOf(field);
  const empty = emptyRaw(field);
  const begins = field.template !== empty && field.template !== 'null';
  const all: readonly FieldStanding[] = ['value', 'empty', 'null', 'absent'];
  return all.filter((one) => {
    if (one === now) return true;
    if (one === 'value') return begins;
    if (one === 'empty') return empty !== null;
    return one !== 'absent' || field.place !== 'root';
  });
}

/** The text with the field put to a standing; `parent` tells where a new key goes. */
export function withStanding(
  text: string,
  field: FormField,
  parent: FormField | null,
  wanted: FieldStanding,
): string {
  if (wanted === 'absent') return removeAt(text, field.pointer);
  const raw = wanted === 'null' ? 'null' : wanted === 'empty' ? (emptyRaw(field) ?? '""') : field.template;
  return withRaw(text, field, parent, raw);
}

/** The text with this value in the field, whether or not it was there. */
export function withRaw(text: string, field: FormField, parent: FormField | null, raw: string): string {
  if (field.state !== 'absent' || !parent) return replaceRaw(text, field.pointer, raw);
  if (typeof field.key === 'number') return putItem(text, parent.pointer, raw, field.key);
  return putMember(text, parent.pointer, field.key ?? '', raw, parent.order);
}
