// What a schema says about numbers, strings and sizes, checked on one value, and on which side of each bound the value lies.
// Part of evaluating; knows nothing of what is inside an object or array.

import { isOfType, kindOf, lengthOf } from './json-values.ts';
import type { BoundName, Rules } from './rules.ts';

interface Told {
  fault(keyword: string): void;
  hit(branch: string): void;
}

/** Bounds that a value may not go below; the others it may not go above. */
export function isLower(name: BoundName): boolean {
  return name.startsWith('min') || name === 'exclusiveMinimum';
}

export function isExclusive(name: BoundName): boolean {
  return name === 'exclusiveMinimum' || name === 'exclusiveMaximum';
}

/** The type of value that a bound speaks of. */
export function subjectOf(name: BoundName): 'number' | 'string' | 'array' | 'object' {
  if (name.endsWith('Length')) return 'string';
  if (name.endsWith('Items')) return 'array';
  return name.endsWith('Properties') ? 'object' : 'number';
}

interface OwnBound {
  readonly name: BoundName;
  readonly bound: number;
  readonly subject: ReturnType<typeof subjectOf>;
}

const bounds = new WeakMap<Rules, readonly OwnBound[]>();

function boundsOf(rules: Rules): readonly OwnBound[] {
  let all = bounds.get(rules);
  if (!all) {
    const entries = Object.entries(rules.bounds) as [BoundName, number][];
    all = entries.map(([name, bound]) => ({ name, bound, subject: subjectOf(name) }));
    bounds.set(rules, all);
  }
  return all;
}

/** Whether there is anything for `checkScalar` to look at. */
export function speaksOfScalars(rules: Rules): boolean {
  const { multipleOf, pattern, format } = rules;
  return (
    multipleOf !== undefined || pattern !== undefined || format !== undefined || boundsOf(rules).length > 0
  );
}

export function checkScalar(rules: Rules, value: unknown, told: Told): void {
  const subject = kindOf(value);
  let measured: number | undefined;
  for (const { name, bound, subject: of } of boundsOf(rules)) {
    if (of !== subject) continue;
    measured ??= measure(value) ?? 0;
    const beyond = isLower(name) ? bound - measured : measured - bound;
    const outside = beyond > 0 || (beyond === 0 && isExclusive(name));
    if (outside) told.fault(name);
    told.hit(`${name} ${outside ? 'outside' : beyond === 0 ? 'on' : 'inside'}`);
  }
  if (typeof value === 'number' && rules.multipleOf !== undefined) {
    // As ajv has it, with all the trouble of doubles: it is the judge.
    const kept = Number.isInteger(value / rules.multipleOf);
    if (!kept) told.fault('multipleOf');
    told.hit(`multipleOf ${kept ? 'kept' : 'broken'}`);
  }
  if (typeof value !== 'string') {
    if (typeof value === 'number' && rules.format) checkNumberFormat(rules.format, value, told);
    return;
  }
  if (rules.pattern?.regex) {
    const kept = rules.pattern.regex.test(value);
    if (!kept) told.fault('pattern');
    told.hit(`pattern ${kept ? 'kept' : 'broken'}`);
  }
}

function checkNumberFormat(format: string, value: number, told: Told): void {
  const whole = isOfType(value, 'integer');
  if (format === 'int32' && !(whole && Math.abs(value) <= 2 ** 31)) told.fault('format');
  if (format === 'int64' && !whole) told.fault('format');
}

function measure(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (typeof value === 'string') return lengthOf(value);
  if (Array.isArray(value)) return value.length;
  return typeof value === 'object' && value !== null ? Object.keys(value).length : undefined;
}
