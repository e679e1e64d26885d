// The masks: one for each different value, the same wherever it stands, so that what was equal stays equal and a replay
// still pairs it. A mask is counted, not computed from the value: nothing of the value can be got back from it. Its
// characters need no escapes, at whatever depth of JSON in JSON it stands.

export const maskPattern = /\[redacted-\d+\]/;
const allMasks = /\[redacted-(\d+)\]/g;

export class MaskBook {
  readonly #masks = new Map<string, string>();
  #last: number;

  /** @param last the highest number that stands in the recording already, from an earlier export */
  constructor(last = 0) {
    this.#last = last;
  }

  maskOf(value: string): string {
    let mask = this.#masks.get(value);
    if (mask === undefined) this.#masks.set(value, (mask = `[redacted-${++this.#last}]`));
    return mask;
  }

  /** Different values masked so far. */
  get size(): number {
    return this.#masks.size;
  }
}

/** Whether all of the text was masked before; "Bearer [redacted-1]" too. */
export function isMasked(text: string): boolean {
  if (!maskPattern.test(text)) return false;
  const rest = text.replace(allMasks, '').replace(/^\s*(?:basic|bearer|digest|token)\b/i, '');
  return rest.trim() === '';
}

/** The highest number of a mask in the text; 0 when there is none. */
export function highestMask(text: string): number {
  let highest = 0;
  if (!text.includes('[redacted-')) return highest;
  for (const [, digits = ''] of text.matchAll(allMasks)) highest = Math.max(highest, Number(digits));
  return Number.isSafeInteger(highest) ? highest : 0;
}
