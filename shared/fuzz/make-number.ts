// Numbers within bounds and steps. Works with doubles, as every reader of JSON that counts here does; decimal steps are kept
// exact in their spelling.

import { DeadEnd } from './dead-end.ts';
import type { Chance } from './random.ts';
import type { Shape } from './shape.ts';
import { leaf, numberLeaf, type Tree } from './tree.ts';

const mostTries = 60;
const handy = [0, 1, -1, 2, 10, 100, -100, 1000, 65_536];
const handyFractions = [0.5, -0.5, 1.5, 0.1, 3.141592653589793, 1e-7, 1e21];

export function makeNumber(shape: Shape, whole: boolean, chance: Chance): Tree {
  const step = shape.steps.length > 0 ? Math.max(...shape.steps) : undefined;
  for (let tries = 0; tries < mostTries; tries++) {
    const made = step === undefined ? free(shape, whole, chance) : onStep(shape, step, whole, chance);
    if (made !== undefined && fits(Number(made), shape, whole)) return leaf(made);
  }
  const { least, most } = shape;
  const proven = least !== undefined && most !== undefined && isEmpty(shape, whole);
  const kind = whole ? 'integer' : 'number';
  throw new DeadEnd('impossible', shape.at, `No ${kind} lies ${rangeInWords(shape)}.`, proven);
}

/** Whether a double keeps the bounds and steps of a shape. */
export function fits(value: number, { least, most, steps }: Shape, whole: boolean): boolean {
  if (!Number.isFinite(value) || (whole && !Number.isInteger(value))) return false;
  if (least && (value < least.value || (least.open && value === least.value))) return false;
  if (most && (value > most.value || (most.open && value === most.value))) return false;
  return steps.every((step) => Number.isInteger(value / step));
}

function free({ least, most }: Shape, whole: boolean, chance: Chance): string {
  if (!least && !most) {
    const list = whole || chance.is(60) ? handy : handyFractions;
    if (chance.is(50)) return String(chance.pick(list));
    const spread = chance.pick([100, 10_000, 2 ** 31 - 1]);
    return chance.is(whole ? 100 : 60)
      ? String(chance.between(-spread, spread))
      : spelled(chance.between(-spread, spread) / 100);
  }
  const low = least?.value ?? Math.min((most?.value ?? 0) - 1000, -1000);
  const high = most?.value ?? Math.max((least?.value ?? 0) + 1000, 1000);
  if (whole || chance.is(50)) {
    const [from, to] = [Math.ceil(low), Math.floor(high)];
    if (from <= to || whole) return String(wholeBetween(from, to, chance));
  }
  if (chance.is(20)) return spelled(chance.pick([low, high]));
  return spelled(low + ((high - low) * chance.between(0, 1000)) / 1000);
}

function wholeBetween(from: number, to: number, chance: Chance): number | bigint {
  const near = chance.between(0, 9);
  if (near === 0) return from;
  if (near === 1) return to;
  if (near === 2) return Math.min(from + 1, to);
  if (from <= 0 && to >= 0 && near < 5) return 0;
  if (!Number.isFinite(from) || !Number.isFinite(to)) return 0;
  return to - from < 2 ** 31 ? chance.between(from, to) : chance.bigBetween(BigInt(from), BigInt(to));
}

/** A multiple of a step: counted in whole steps, so that 0.3 is three times 0.1. */
function onStep({ least, most }: Shape, step: number, whole: boolean, chance: Chance): string | undefined {
  if (!(step > 0) || !Number.isFinite(step)) return undefined;
  // Whole numbers that are multiples of 0.5 are every second multiple.
  const unit = whole && step < 1 ? (Number.isInteger(1 / step) ? 1 : step) : step;
  const first = least
    ? Math.ceil(least.value / unit)
    : Math.min(-50, Math.floor((most?.value ?? 0) / unit) - 50);
  const last = most ? Math.floor(most.value / unit) : Math.max(50, first + 50);
  if (!Number.isFinite(first) || !Number.isFinite(last)) return '0';
  const [from, to] = [Math.max(first, -1e15), Math.min(last, 1e15)];
  const times = Number(wholeBetween(from, to, chance));
  return multiple(times, unit);
}

/** The spelling of `times` steps: exact in decimals where that is possible. */
export function multiple(times: number, step: number): string {
  const digits = decimalsOf(step);
  if (digits === 0 || digits > 15) return spelled(times * step);
  const scale = 10 ** digits;
  const units = BigInt(Math.round(step * scale)) * BigInt(Math.round(times));
  return spelled(Number(units) / scale);
}

export function decimalsOf(value: number): number {
  const [, fraction = '', exponent = '0'] = /^-?\d+(?:\.(\d+))?(?:e([+-]?\d+))?$/.exec(String(value)) ?? [];
  return Math.max(0, fraction.length - Number(exponent));
}

function spelled(value: number): string {
  const tree = numberLeaf(value);
  return tree.kind === 'leaf' ? tree.raw : '0';
}

function isEmpty({ least, most }: Shape, whole: boolean): boolean {
  if (!least || !most) return false;
  if (whole) {
    const from = least.open ? Math.floor(least.value) + 1 : Math.ceil(least.value);
    const to = most.open ? Math.ceil(most.value) - 1 : Math.floor(most.value);
    return from > to;
  }
  return least.value > most.value || (least.value === most.value && (least.open || most.open));
}

function rangeInWords({ least, most, steps }: Shape): string {
  const parts = [
    ...(least ? [`${least.open ? 'above' : 'from'} ${least.value}`] : []),
    ...(most ? [`${most.open ? 'below' : 'up to'} ${most.value}`] : []),
    ...(steps.length > 0 ? [`on multiples of ${steps.join(' and ')}`] : []),
  ];
  return parts.join(' and ') || 'there';
}
