// Which of two JSON texts is the simpler one: the shorter, and of the same length the one of plainer characters. A total order
// without endless descent, so that shrinking ends.

/** Below zero when `a` is simpler than `b`. */
export function compareCost(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  // The first difference decides, so that 215 is simpler than 430 although its digits are not.
  for (let at = 0; at < a.length; at++) {
    const difference = weightOf(a.charCodeAt(at)) - weightOf(b.charCodeAt(at));
    if (difference !== 0) return difference;
  }
  return 0;
}

/** 0 and a are the plainest; other digits and letters by their distance, everything else behind. */
function weightOf(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  if (code >= 97 && code <= 122) return code - 97;
  return 30 + code;
}
