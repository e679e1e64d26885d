// The exact line of a row onto the clipboard: its text, or its bytes in hex where they are not UTF-8, or the recorded
// fact where the row is no line.

import { bytes } from '../format/count.ts';
import { bytesOfBase64, hexText } from '../format/hex.ts';
import type { Bridge, RowDetail } from '@shared/ipc/contract.ts';
import type { SessionId } from '@shared/ids.ts';
import { ok, type Result } from '@shared/result.ts';
import { ask } from '../bridge.ts';

/** What was copied, in words. */
export async function copyRaw(bridge: Bridge, session: SessionId, seq: number): Promise<Result<string>> {
  const detail = await ask(bridge, 'rows.detail', { session, seq });
  if (!detail.ok) return detail;
  const { text, words } = rawText(detail.value);
  const copied = await ask(bridge, 'app.copyText', { text });
  return copied.ok ? ok(words) : copied;
}

function rawText({ raw, entry, byteLength }: RowDetail): { text: string; words: string } {
  if (!raw) return { text: JSON.stringify(entry), words: `the fact #${entry.seq} as JSON` };
  const kept = 'text' in raw ? new TextEncoder().encode(raw.text) : bytesOfBase64(raw.base64);
  const whole = byteLength === undefined || byteLength === kept.length;
  const size = whole ? bytes(kept.length) : `the ${bytes(kept.length)} kept of ${bytes(byteLength)}`;
  if ('text' in raw) return { text: raw.text, words: `the line #${entry.seq}, ${size}` };
  return { text: hexText(kept), words: `the bytes of #${entry.seq} in hex, ${size}` };
}
