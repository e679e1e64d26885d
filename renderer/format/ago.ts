// How long ago, as a person says it. Pure text from two points in time; English, whatever the machine's locale.

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/**
 * `just now`, `2 min ago`, `5 h ago`, `yesterday`, `29 Nov`, `29 Nov 2025`; empty when `at` is no date.
 * @param at ISO 8601
 * @param nowMs ms since 1970
 */
export function ago(at: string, nowMs: number): string {
  const then = new Date(at);
  const passedMs = nowMs - then.getTime();
  if (Number.isNaN(passedMs)) return '';
  if (passedMs < minuteMs) return 'just now';
  if (passedMs < hourMs) return `${Math.floor(passedMs / minuteMs)} min ago`;
  const now = new Date(nowMs);
  const days = Math.round((midnight(now) - midnight(then)) / (24 * hourMs));
  if (days === 0) return `${Math.floor(passedMs / hourMs)} h ago`;
  if (days === 1) return 'yesterday';
  const day = `${then.getDate()} ${months[then.getMonth()] ?? ''}`;
  return then.getFullYear() === now.getFullYear() ? day : `${day} ${then.getFullYear()}`;
}

function midnight(date: Date): number {
  return new Date(date.getFullYear(), date.getMonth(), date.getDate()).getTime();
}
