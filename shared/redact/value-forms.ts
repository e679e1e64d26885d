// The forms in which a known value may stand in a recording: as it is, escaped, as base64 at any of its three alignments,
// as hex, percent-encoded. Each form has the piece that can be searched for. Pure; strings of bytes hold one byte a unit.

export type FormKind = 'plain' | 'base64' | 'base64url' | 'hex' | 'percent';

export interface ValueForm {
  readonly kind: FormKind;
  /** What is searched for. */
  readonly needle: string;
  /** All of the value in this form, when the needle is only its beginning. */
  readonly whole: string;
  /** Of base64: how many units before the needle its group of four begins. */
  readonly lead: number;
}

/** Shorter encoded pieces stand in a text by chance. */
const shortestEncoded = 8;
/** Of a long value the beginning is enough: what follows is taken as far as it is the same. */
const longestNeedle = 20;
const neededPrefix = 16;

export function bytesAsText(text: string): string {
  let bytes = '';
  for (const byte of new TextEncoder().encode(text)) bytes += String.fromCharCode(byte);
  return bytes;
}

/** @param binary the texts that are searched hold one byte a unit */
export function formsOf(value: string, binary: boolean): readonly ValueForm[] {
  const bytes = bytesAsText(value);
  const forms: ValueForm[] = [plain(binary ? bytes : value)];
  const escaped = JSON.stringify(value).slice(1, -1);
  if (escaped !== value) forms.push(plain(binary ? bytesAsText(escaped) : escaped));
  for (const lead of [0, 1, 2]) {
    const core = base64Core(bytes, lead);
    if (core.length < shortestEncoded) continue;
    const before = lead === 0 ? 0 : lead + 1;
    forms.push({ kind: 'base64', needle: core, whole: core, lead: before });
    const url = toUrl(core);
    if (url !== core) forms.push({ kind: 'base64url', needle: url, whole: url, lead: before });
  }
  const hex = hexOf(bytes);
  if (hex.length >= 2 * shortestEncoded)
    for (const spelled of new Set([hex, hex.toUpperCase()]))
      forms.push({ kind: 'hex', needle: spelled, whole: spelled, lead: 0 });
  for (const percent of new Set([encodedUri(value), encodedUri(value)?.replaceAll('%20', '+')]))
    if (percent !== undefined && percent !== value)
      forms.push({ kind: 'percent', needle: percent, whole: percent, lead: 0 });
  return forms;
}

function plain(text: string): ValueForm {
  const needle = text.length > longestNeedle ? text.slice(0, neededPrefix) : text;
  return { kind: 'plain', needle, whole: text, lead: 0 };
}

/** The units of base64 that hang on the value alone when `lead` other bytes stand before it. */
function base64Core(bytes: string, lead: number): string {
  const encoded = btoa('\0'.repeat(lead) + bytes).replace(/=+$/, '');
  const bits = (lead + bytes.length) * 8;
  return encoded.slice(lead === 0 ? 0 : lead + 1, Math.floor(bits / 6));
}

export function toUrl(base64: string): string {
  return base64.replaceAll('+', '-').replaceAll('/', '_');
}

export function fromUrl(base64: string): string {
  return base64.replaceAll('-', '+').replaceAll('_', '/');
}

export function hexOf(bytes: string): string {
  let hex = '';
  for (let at = 0; at < bytes.length; at++) hex += bytes.charCodeAt(at).toString(16).padStart(2, '0');
  return hex;
}

function encodedUri(value: string): string | undefined {
  try {
    return encodeURIComponent(value);
  } catch {
    return undefined; // half a surrogate pair has no such form
  }
}
