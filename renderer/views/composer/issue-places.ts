// Which issues stand under which field: under the deepest one that is on the way to the place they speak of.

import type { FormField } from '@shared/form/form.ts';
import type { Issue } from '@shared/protocol/define.ts';

/** Field pointer → issues. Those about the frame as a whole are under ''. */
export type PlacedIssues = ReadonlyMap<string, readonly Issue[]>;

export function placeIssues(form: FormField | null, issues: readonly Issue[]): PlacedIssues {
  const pointers = new Set<string>();
  const collect = (field: FormField): void => {
    pointers.add(field.pointer);
    field.children.forEach(collect);
  };
  if (form) collect(form);
  const placed = new Map<string, Issue[]>();
  for (const issue of issues) {
    let pointer = issue.pointer ?? '';
    while (pointer !== '' && !pointers.has(pointer)) pointer = pointer.slice(0, pointer.lastIndexOf('/'));
    placed.set(pointer, [...(placed.get(pointer) ?? []), issue]);
  }
  return placed;
}

/** How many warnings there are under a field and below it. */
export function warningsBelow(placed: PlacedIssues, pointer: string): number {
  let count = 0;
  for (const [place, issues] of placed) {
    if (place === pointer || place.startsWith(`${pointer}/`)) count += warnings(issues);
  }
  return count;
}

/** What is only worth knowing does not count. */
export function warnings(issues: readonly Issue[]): number {
  return issues.filter((issue) => issue.severity !== 'info').length;
}
