// JSON pointers (RFC 6901), the way places in frames are named.

/** A key as it stands in a pointer. */
export function escapePointer(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}

/** The last key of a pointer, unescaped; empty for the root. */
export function lastKey(pointer: string): string {
  const escaped = pointer.split('/').at(-1) ?? '';
  return escaped.replaceAll('~1', '/').replaceAll('~0', '~');
}
